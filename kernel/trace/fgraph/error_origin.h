/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_ERROR_ORIGIN_H
#define _KERNEL_TRACE_FGRAPH_ERROR_ORIGIN_H

#include <linux/err.h>
#include <linux/ftrace.h>
#include <linux/preempt.h>

#include <asm/sections.h>

#include "../trace.h"
#include "error_memory.h"
#include "shadow_stack.h"

/* The frame of the function that returns, while its hook runs */
static __always_inline struct ftrace_ret_stack *fgraph_innermost(void)
{
	return &fgraph_stack_of(current)->entries[current->curr_ret_stack];
}

#ifdef CONFIG_FUNCTION_GRAPH_RETVAL
#include "return_type.h"
#include "type.h"
#include "type_slots.h"

/* ftrace_ret_stack.context has what is above this bit of preempt_count() */
#define FGRAPH_CONTEXT_SHIFT	8

/*
 * This bit is set while the hook of the function's entry or return runs. An interrupt calls
 * functions before preempt_count() has it, and after. So does preemption. The function
 * did not call them. The bit counts 64 calls of local_bh_disable(), which nobody nests.
 */
#define FGRAPH_CONTEXT_BUSY	BIT(7)

/* These bits of it tell an interrupt from what it interrupts */
#define FGRAPH_CONTEXT_MASK \
	((NMI_MASK | HARDIRQ_MASK | SOFTIRQ_OFFSET) >> FGRAPH_CONTEXT_SHIFT)

/* Kinds of values whose 0 tells of a failure, a bit for each */
#define FGRAPH_KINDS_ZERO_FAILS	(BIT(FGRAPH_BOOL) | BIT(FGRAPH_POINTER))

/* The function of a key: it is within 2 GB of the kernel's text */
static inline unsigned long fgraph_unkey(u32 key)
{
	unsigned long base = (unsigned long)_text;

	return base + (s32)(key - fgraph_key(base));
}

/* Number of the first block of a frame, in ftrace_ret_stack.errors */
#define FGRAPH_FIRST_BLOCK	GENMASK(7, 0)

#define FGRAPH_BLOCK_WORDS	(sizeof(struct fgraph_errors) / sizeof(u64))

/* Numbers of blocks begin with 1. There are no more than bits */
#define FGRAPH_MAX_BLOCKS	min_t(unsigned int, 64, FGRAPH_DATA_WORDS / FGRAPH_BLOCK_WORDS)

/* Whether a block has this number. None has if there is none, or the shadow stack is broken */
static __always_inline bool fgraph_is_block(unsigned int number)
{
	return number && number <= FGRAPH_MAX_BLOCKS;
}

/**
 * fgraph_block - find a block
 * @stack: the shadow stack
 * @number: number of the block
 *
 * Context: any, NMI included. RCU may not be watching
 * Return: the block. NULL if there is none, or the shadow stack is broken
 */
static __always_inline struct fgraph_errors *fgraph_block(struct fgraph_stack *stack,
							  unsigned int number)
{
	if (!fgraph_is_block(number))
		return NULL;
	return (struct fgraph_errors *)&stack->data[FGRAPH_DATA_WORDS] - number;
}

struct fgraph_errors *fgraph_take_block(struct fgraph_stack *stack,
					struct ftrace_ret_stack *entry, u8 user,
					unsigned int leave);
unsigned int fgraph_blocks_to_leave(const struct ftrace_ret_stack *entry);
void fgraph_free_blocks(struct fgraph_stack *stack, u64 blocks);
struct fgraph_errors *fgraph_errors_of(struct fgraph_stack *stack,
				       const struct ftrace_ret_stack *entry, int idx);
struct ftrace_ret_stack *fgraph_caller_of(struct fgraph_stack *stack, int frame, int idx);
u16 fgraph_error_of(const struct ftrace_graph_ret *trace, u16 type);
bool fgraph_origin_find(struct fgraph_stack *stack, int frame, int idx,
			const struct ftrace_graph_ret *trace, u16 type, bool null_fails,
			struct fgraph_origin *origin, struct fgraph_origin *dropped);
void fgraph_origin_find_hint(struct fgraph_stack *stack, struct ftrace_ret_stack *entry, int idx,
			     unsigned long func, enum fgraph_cause why);
void fgraph_origin_end(struct fgraph_stack *stack, struct ftrace_ret_stack *entry);
void fgraph_origin_drop(struct fgraph_stack *stack, struct ftrace_ret_stack *entry);

/**
 * fgraph_origin_enter - begin to keep errors for a function that is entered
 * @entry: its frame
 *
 * Nothing is kept before fgraph_origin_entered().
 *
 * Context: any, NMI included. RCU may not be watching
 */
static __always_inline void fgraph_origin_enter(struct ftrace_ret_stack *entry)
{
	entry->context = preempt_count() >> FGRAPH_CONTEXT_SHIFT | FGRAPH_CONTEXT_BUSY;
	entry->errors = 0;
}

/**
 * fgraph_origin_entered - the hook of a function's entry ends
 * @entry: its frame
 *
 * Context: any, NMI included. RCU may not be watching
 */
static __always_inline void fgraph_origin_entered(struct ftrace_ret_stack *entry)
{
	/* Its users are there */
	barrier();
	entry->context &= ~FGRAPH_CONTEXT_BUSY;
}

/**
 * fgraph_origin_return - the hook of a function's return begins
 * @entry: its frame
 *
 * Nothing is kept for the function any more.
 *
 * Context: any, NMI included. RCU may not be watching
 */
static __always_inline void fgraph_origin_return(struct ftrace_ret_stack *entry)
{
	entry->context |= FGRAPH_CONTEXT_BUSY;
	barrier();
}

/**
 * fgraph_origin_leave - drop the errors that are kept for a function
 * @stack: the stack of the current task
 * @entry: the innermost frame. It does not count in the depth of any user any more
 *
 * If the function has handled some, they are possible causes of errors of its caller.
 *
 * Context: any, NMI included. RCU may not be watching
 */
static __always_inline void fgraph_origin_leave(struct fgraph_stack *stack,
						struct ftrace_ret_stack *entry)
{
	if (unlikely(entry->errors))
		fgraph_origin_end(stack, entry);
}

/* Whether a function was interrupted, and did not call the one of a frame further in */
static inline bool fgraph_is_interrupted(const struct ftrace_ret_stack *entry,
					 const struct ftrace_ret_stack *inner)
{
	return (entry->context & FGRAPH_CONTEXT_BUSY) ||
	       ((entry->context ^ inner->context) & FGRAPH_CONTEXT_MASK);
}

/*
 * Whether a value can be an error by some type. No type changes the lower 32 bits of one
 * that is. An int may have anything in the upper half of its register.
 */
static __always_inline bool fgraph_may_be_error(unsigned long retval)
{
	return (u32)retval >= (u32)-MAX_ERRNO;
}

/* The same with NULL and false. A bool has 8 bits */
static __always_inline bool fgraph_may_fail(const struct ftrace_graph_ret *trace)
{
	return fgraph_may_be_error(trace->retval) || !(u8)trace->retval;
}

/* Why a function is named as the cause if it returns NULL or false */
static __always_inline enum fgraph_cause fgraph_why_zero(u16 type)
{
	return fgraph_type_kind(type) == FGRAPH_BOOL ? FGRAPH_CAUSE_FALSE : FGRAPH_CAUSE_NULL;
}

/*
 * fgraph_origin_hint() in few steps, for most calls: the user traces the caller, too, and
 * has kept something there before, and nothing for the function. Returns whether it was
 * done. If no registration has come between the two frames, the caller's return goes to
 * the user who gets this one.
 */
static __always_inline bool
fgraph_hint_again(struct fgraph_stack *stack, const struct ftrace_ret_stack *entry, int idx,
		  unsigned long func, enum fgraph_cause why)
{
	const struct ftrace_ret_stack *caller = entry - 1;
	struct fgraph_errors *outer;
	unsigned int number;

	if (entry == stack->entries || !fgraph_is_of(caller, idx, entry->since) ||
	    fgraph_is_interrupted(caller, entry) || entry->errors)
		return false;
	number = caller->errors & FGRAPH_FIRST_BLOCK;
	if (!fgraph_is_block(number))
		return false;
	outer = fgraph_block(stack, number);
	if (outer->user != idx)
		return false;
	fgraph_errors_hint(outer, fgraph_key(func), why);
	return true;
}

/**
 * fgraph_origin_hint - keep for the caller that a function returns NULL or false
 * @stack: the shadow stack
 * @entry: the frame that returns. It still counts in the user's depth
 * @idx: number of the user who traces the return
 * @func: the function
 * @why: FGRAPH_CAUSE_NULL or FGRAPH_CAUSE_FALSE
 *
 * If it is called twice, nothing changes.
 *
 * Context: As of fgraph_origin_of().
 */
static __always_inline void fgraph_origin_hint(struct fgraph_stack *stack,
					       struct ftrace_ret_stack *entry, int idx,
					       unsigned long func, enum fgraph_cause why)
{
	if (unlikely(!fgraph_hint_again(stack, entry, idx, func, why)))
		fgraph_origin_find_hint(stack, entry, idx, func, why);
}

static __always_inline bool fgraph_is_zero_failure(const struct ftrace_graph_ret *trace, u16 type)
{
	return !trace->retval && (FGRAPH_KINDS_ZERO_FAILS & BIT(fgraph_type_kind(type)));
}

/**
 * fgraph_origin_of - tell where the error comes from that a function returns
 * @gops: the user who traces the return. Only the functions that it traces count
 * @trace: the return, extended by its type
 * @type: type of the return value, as of fgraph_return_type()
 * @null_fails: NULL of a function that returns a pointer is an error
 * @origin: where to put it
 *
 * The usual return is no error, and does not pay for it.
 *
 * Context: retfunc of a user, once for each return. Any, NMI included. RCU may not be
 *	watching
 * Return: whether it is an error, and @origin was set. If no function can be named,
 *	@origin->func is 0
 */
static __always_inline bool
fgraph_origin_of(struct fgraph_ops *gops, const struct ftrace_graph_ret *trace, u16 type,
		 bool null_fails, struct fgraph_origin *origin)
{
	if (likely(!fgraph_may_be_error(trace->retval)) && !fgraph_is_zero_failure(trace, type))
		return false;
	return fgraph_origin_find(fgraph_stack_of(current), current->curr_ret_stack, gops->idx,
				  trace, type, null_fails, origin, NULL);
}

/**
 * fgraph_typed_return - make a return what its type says, for one user
 * @trace: the return
 * @flags: options of the user, as of fgraph_return_type()
 * @typed: where to put the function, and the value
 *
 * Context: retfunc of a user. Any, NMI included, with preemption off
 * Return: type of the return value, as of fgraph_return_type()
 */
static __always_inline u16 fgraph_typed_return(const struct ftrace_graph_ret *trace, u32 flags,
					       struct ftrace_graph_ret *typed)
{
	u16 type = fgraph_return_type(trace->func, flags);

	typed->func = trace->func;
	typed->retval = trace->retval;
	typed->retval2 = trace->retval2;
	fgraph_extend_value(typed, type);
	return type;
}

static __always_inline void fgraph_set_value(struct ftrace_graph_ret *trace,
					     const struct ftrace_graph_ret *typed)
{
	trace->retval = typed->retval;
	trace->retval2 = typed->retval2;
}
#else
static inline void fgraph_origin_enter(struct ftrace_ret_stack *entry)
{
}

static inline void fgraph_origin_entered(struct ftrace_ret_stack *entry)
{
}

static inline void fgraph_origin_return(struct ftrace_ret_stack *entry)
{
}

static inline void fgraph_origin_leave(struct fgraph_stack *stack, struct ftrace_ret_stack *entry)
{
}

static inline void fgraph_origin_drop(struct fgraph_stack *stack, struct ftrace_ret_stack *entry)
{
}

static inline bool fgraph_may_fail(const struct ftrace_graph_ret *trace)
{
	return false;
}

static inline bool fgraph_is_zero_failure(const struct ftrace_graph_ret *trace, u16 type)
{
	return false;
}

static inline bool fgraph_origin_of(struct fgraph_ops *gops, const struct ftrace_graph_ret *trace,
				    u16 type, bool null_fails, struct fgraph_origin *origin)
{
	return false;
}

static inline u16 fgraph_typed_return(const struct ftrace_graph_ret *trace, u32 flags,
				      struct ftrace_graph_ret *typed)
{
	return 0;
}

static inline void fgraph_set_value(struct ftrace_graph_ret *trace,
				    const struct ftrace_graph_ret *typed)
{
}
#endif

#endif /* _KERNEL_TRACE_FGRAPH_ERROR_ORIGIN_H */

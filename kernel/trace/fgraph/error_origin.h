/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Is it an error? The cheap tests look at raw bits of the value. The exact tests need the
 * type, and the value sign- or zero-extended by it. The last test looks at the list of
 * selected errors, of set_graph_errors or of a trigger.
 *
 * Test, and what it takes	A true result means		Used in
 * -------------------------	--------------------------	-----------------------
 * Cheap:
 * fgraph_maybe_error()		An errno by some type.		First test of retfuncs,
 *   value			False: no errno by any type.	fgraph_origin_of(),
 *								fgraph_table_return()
 * fgraph_maybe_failure()	The same, or the low byte	graph_zero_type(), for
 *   return			is 0: NULL or false by		funcgraph-errors and
 *				some type.			funcgraph-chains
 * Exact:
 * fgraph_errno_of()		An errno, which is the		fgraph_origin_find(),
 *   extended return, type	result. Guessed if the		fgraph_table_return(),
 *				type is 0.			is_selected() of triggers
 * fgraph_is_zero_failure()	NULL of a pointer, or false	fgraph_origin_of(),
 *   extended return, type	of a bool. A possible cause.	fgraph_origin_find(),
 *				NULL is an error only where	graph_return(),
 *				it is selected.			fgraph_print_origin()
 * List (errno_filter.h):
 * fgraph_errno_is_selected()	The list selects the error.	funcgraph-errors,
 *   list, errno or		Always true for FGRAPH_NULL:	fgraph_chain_return(),
 *   FGRAPH_NULL		test .null of the list first.	is_selected() of triggers
 */
#ifndef _KERNEL_TRACE_FGRAPH_ERROR_ORIGIN_H
#define _KERNEL_TRACE_FGRAPH_ERROR_ORIGIN_H

#include <linux/err.h>
#include <linux/ftrace.h>
#include <linux/preempt.h>

#include <asm/sections.h>

#include "../trace.h"
#include "error_memory.h"
#include "shadow_stack.h"

/* Frame of the returning function, while the hook of its return runs */
static __always_inline struct ftrace_ret_stack *fgraph_innermost(void)
{
	return &fgraph_stack_of(current)->entries[current->curr_ret_stack];
}

#ifdef CONFIG_FUNCTION_GRAPH_RETVAL
#include "return_type.h"
#include "type.h"
#include "type_slots.h"

/* ftrace_ret_stack.context holds preempt_count() from this bit on */
#define FGRAPH_CONTEXT_SHIFT	8

/*
 * Set while the hook of the function's entry or return runs: functions called in irq entry
 * and exit code, where preempt_count() does not show the interrupt, or by preemption, must
 * not be taken for callees. In preempt_count(), this bit stands for 64 nested calls of
 * local_bh_disable(), which do not occur.
 */
#define FGRAPH_CONTEXT_BUSY	BIT(7)

/* Bits of ftrace_ret_stack.context that differ in an interrupt and what it interrupts */
#define FGRAPH_CONTEXT_MASK \
	((NMI_MASK | HARDIRQ_MASK | SOFTIRQ_OFFSET) >> FGRAPH_CONTEXT_SHIFT)

/* Kinds of values whose 0 is a failure (NULL and false), a bit for each enum fgraph_kind */
#define FGRAPH_KINDS_ZERO_FAILS	(BIT(FGRAPH_BOOL) | BIT(FGRAPH_POINTER))

/* The address of the function with this key. It is within 2 GB of the kernel's text */
static inline unsigned long fgraph_unkey(u32 key)
{
	unsigned long base = (unsigned long)_text;

	return base + (s32)(key - fgraph_key(base));
}

/* In ftrace_ret_stack.errors: number of the first error slot of the frame, or 0 */
#define FGRAPH_FIRST_SLOT	GENMASK(7, 0)

#define FGRAPH_ERROR_SLOT_WORDS	(sizeof(struct fgraph_errors) / sizeof(u64))

/* Slots are numbered from 1. There are no more than bits in fgraph_stack.error_slots */
#define FGRAPH_MAX_ERROR_SLOTS	min_t(unsigned int, 64, FGRAPH_DATA_WORDS / FGRAPH_ERROR_SLOT_WORDS)

/* Whether a slot has this number. Not if it is 0 (none), or the shadow stack is broken */
static __always_inline bool fgraph_is_error_slot(unsigned int number)
{
	return number && number <= FGRAPH_MAX_ERROR_SLOTS;
}

/**
 * fgraph_error_slot - find an error slot
 * @stack: the shadow stack
 * @number: number of the slot
 *
 * Context: any, NMI included. RCU may not be watching
 * Return: the slot. NULL if there is none, or the shadow stack is broken
 */
static __always_inline struct fgraph_errors *fgraph_error_slot(struct fgraph_stack *stack,
							       unsigned int number)
{
	if (!fgraph_is_error_slot(number))
		return NULL;
	return (struct fgraph_errors *)&stack->data[FGRAPH_DATA_WORDS] - number;
}

struct fgraph_errors *fgraph_alloc_slot(struct fgraph_stack *stack,
					struct ftrace_ret_stack *entry, u8 idx,
					unsigned int leave);
unsigned int fgraph_error_slots_to_leave(const struct ftrace_ret_stack *entry);
void fgraph_free_error_slots(struct fgraph_stack *stack, u64 slots);
struct fgraph_errors *fgraph_errors_of(struct fgraph_stack *stack,
				       const struct ftrace_ret_stack *entry, int idx);
struct ftrace_ret_stack *fgraph_caller_of(struct fgraph_stack *stack, int frame, int idx);
u16 fgraph_errno_of(const struct ftrace_graph_ret *trace, u16 type);
bool fgraph_origin_find(struct fgraph_stack *stack, int frame, int idx,
			const struct ftrace_graph_ret *trace, u16 type, bool null_fails,
			struct fgraph_origin *origin, struct fgraph_origin *dropped);
void fgraph_origin_find_cause(struct fgraph_stack *stack, struct ftrace_ret_stack *entry, int idx,
			      unsigned long func, enum fgraph_cause why);
void fgraph_origin_end(struct fgraph_stack *stack, struct ftrace_ret_stack *entry);
void fgraph_origin_drop(struct fgraph_stack *stack, struct ftrace_ret_stack *entry);

/**
 * fgraph_origin_enter - initialize the errors of a function that is entered
 * @entry: its frame
 *
 * No error is kept for the function before fgraph_origin_entered().
 *
 * Context: any, NMI included. RCU may not be watching
 */
static __always_inline void fgraph_origin_enter(struct ftrace_ret_stack *entry)
{
	entry->context = preempt_count() >> FGRAPH_CONTEXT_SHIFT | FGRAPH_CONTEXT_BUSY;
	entry->errors = 0;
}

/**
 * fgraph_origin_entered - begin to keep errors: the hook of the function's entry ends
 * @entry: its frame
 *
 * Context: any, NMI included. RCU may not be watching
 */
static __always_inline void fgraph_origin_entered(struct ftrace_ret_stack *entry)
{
	/* @entry->ops is set */
	barrier();
	entry->context &= ~FGRAPH_CONTEXT_BUSY;
}

/**
 * fgraph_origin_return - stop keeping errors: the hook of the function's return begins
 * @entry: its frame
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
 * @entry: the innermost frame. The depth of no ops includes it any more
 *
 * Errors that the function has handled are possible causes of errors of its caller.
 *
 * Context: any, NMI included. RCU may not be watching
 */
static __always_inline void fgraph_origin_leave(struct fgraph_stack *stack,
						struct ftrace_ret_stack *entry)
{
	if (unlikely(entry->errors))
		fgraph_origin_end(stack, entry);
}

/* Whether @entry's function was interrupted, and did not call @inner's function */
static inline bool fgraph_is_interrupted(const struct ftrace_ret_stack *entry,
					 const struct ftrace_ret_stack *inner)
{
	return (entry->context & FGRAPH_CONTEXT_BUSY) ||
	       ((entry->context ^ inner->context) & FGRAPH_CONTEXT_MASK);
}

/*
 * Whether a raw value is an errno by some type. The lower 32 bits of an errno are the same
 * for each type. The upper half of an int's register may have any value.
 */
static __always_inline bool fgraph_maybe_error(unsigned long retval)
{
	return (u32)retval >= (u32)-MAX_ERRNO;
}

/* Like fgraph_maybe_error(), but also true if it is NULL or false. A bool has 8 bits */
static __always_inline bool fgraph_maybe_failure(const struct ftrace_graph_ret *trace)
{
	return fgraph_maybe_error(trace->retval) || !(u8)trace->retval;
}

/* Why a function that returns NULL or false is named as the cause */
static __always_inline enum fgraph_cause fgraph_why_zero(u16 type)
{
	return fgraph_type_kind(type) == FGRAPH_BOOL ? FGRAPH_CAUSE_FALSE : FGRAPH_CAUSE_NULL;
}

/*
 * Fast path of fgraph_origin_keep_cause(), for most calls: the ops also traces the direct
 * caller, its errors are in the first slot of the caller, and no errors are kept for the
 * function. Returns whether the cause was kept. No ops was registered between the entries
 * of the two frames, so the caller's return goes to the same ops as this one.
 */
static __always_inline bool
fgraph_cause_fast(struct fgraph_stack *stack, const struct ftrace_ret_stack *entry, int idx,
		  unsigned long func, enum fgraph_cause why)
{
	const struct ftrace_ret_stack *caller = entry - 1;
	struct fgraph_errors *outer;
	unsigned int number;

	if (entry == stack->entries || !fgraph_belongs_to(caller, idx, entry->since) ||
	    fgraph_is_interrupted(caller, entry) || entry->errors)
		return false;
	number = caller->errors & FGRAPH_FIRST_SLOT;
	if (!fgraph_is_error_slot(number))
		return false;
	outer = fgraph_error_slot(stack, number);
	if (outer->idx != idx)
		return false;
	fgraph_errors_keep_cause(outer, fgraph_key(func), why);
	return true;
}

/**
 * fgraph_origin_keep_cause - keep for the caller that a function returns NULL or false
 * @stack: the shadow stack
 * @entry: the returning frame. The depth of the ops still includes it
 * @idx: index of the ops that traces the return
 * @func: the function
 * @why: FGRAPH_CAUSE_NULL or FGRAPH_CAUSE_FALSE
 *
 * A second call for the same return changes nothing.
 *
 * Context: As for fgraph_origin_of().
 */
static __always_inline void fgraph_origin_keep_cause(struct fgraph_stack *stack,
						     struct ftrace_ret_stack *entry, int idx,
						     unsigned long func, enum fgraph_cause why)
{
	if (unlikely(!fgraph_cause_fast(stack, entry, idx, func, why)))
		fgraph_origin_find_cause(stack, entry, idx, func, why);
}

static __always_inline bool fgraph_is_zero_failure(const struct ftrace_graph_ret *trace, u16 type)
{
	return !trace->retval && (FGRAPH_KINDS_ZERO_FAILS & BIT(fgraph_type_kind(type)));
}

/**
 * fgraph_origin_of - find the origin of the error that a function returns
 * @gops: the ops that traces the return. Only functions that it traces are considered
 * @trace: the return, sign- or zero-extended by its type
 * @type: type of the return value, from fgraph_return_type()
 * @null_fails: NULL of a function that returns a pointer is an error
 * @origin: set to the error and its origin
 *
 * Most values are no error: then only the two tests run.
 *
 * Context: retfunc of an ops, once for each return. Any, NMI included. RCU may not be
 *	watching
 * Return: whether it is an error, and @origin was set. If no function can be named,
 *	@origin->func is 0
 */
static __always_inline bool
fgraph_origin_of(struct fgraph_ops *gops, const struct ftrace_graph_ret *trace, u16 type,
		 bool null_fails, struct fgraph_origin *origin)
{
	if (likely(!fgraph_maybe_error(trace->retval)) && !fgraph_is_zero_failure(trace, type))
		return false;
	return fgraph_origin_find(fgraph_stack_of(current), current->curr_ret_stack, gops->idx,
				  trace, type, null_fails, origin, NULL);
}

/**
 * fgraph_typed_return - sign- or zero-extend a return value by its type, for one ops
 * @trace: the return
 * @flags: options of the ops, as for fgraph_return_type()
 * @typed: set to the function and the extended value
 *
 * Context: retfunc of an ops. Any, NMI included, with preemption off
 * Return: type of the return value, from fgraph_return_type()
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

static inline bool fgraph_maybe_failure(const struct ftrace_graph_ret *trace)
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

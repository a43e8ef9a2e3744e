// SPDX-License-Identifier: GPL-2.0
/*
 * error_origin.c - keep errors on the shadow stack until the caller returns
 *
 * When a function fails, the frame of its caller gets a block for each user who traces
 * both. It gives them back when it returns. Few frames have any. So the blocks lie
 * together, at the end of the data of users:
 *
 *	data[]		| A1 | A2 | B2 |  ...  | block 3 | block 2 | block 1 |
 *				       |       |
 *				    used       reserved
 *
 * An interrupt gives back all that it has taken: it keeps nothing for what it interrupts.
 */
#include <linux/bitops.h>
#include <linux/build_bug.h>
#include <linux/kernel.h>
#include <linux/preempt.h>

#include "error_origin.h"

static_assert(sizeof(struct fgraph_errors) == FGRAPH_BLOCK_WORDS * sizeof(u64));

/*
 * The bit of ftrace_ret_stack.errors that there was no room to keep an error for a user.
 * Users whose numbers are 8 apart share one. If one of them has no room, nothing is named
 * for the other, either.
 */
#define LOST(idx)	BIT(8 + (idx) % 8)
#define LOST_MASK	GENMASK(15, 8)

/*
 * An interrupt leaves both as it finds them. In between, it may use the room of the block
 * that was just taken, as nothing is there yet.
 */
static void set_blocks(struct fgraph_stack *stack, u64 blocks)
{
	stack->blocks = blocks;
	barrier();
	stack->reserved = fls64(blocks) * FGRAPH_BLOCK_WORDS;
}

/**
 * fgraph_take_block - give a block to a frame
 * @stack: the shadow stack
 * @entry: the frame. It gives the block back when its function has returned
 * @user: what fgraph_errors.user is in the block
 * @leave: how many blocks to leave at least, the last ones, for what is worth more
 *
 * Context: any, NMI included. RCU may not be watching
 * Return: the block, which is the first one of the frame. The rest of it is zero. NULL if
 *	there is no room
 */
struct fgraph_errors *fgraph_take_block(struct fgraph_stack *stack,
					struct ftrace_ret_stack *entry, u8 user,
					unsigned int leave)
{
	struct fgraph_errors *block;
	unsigned int number, needed;

	if (!~stack->blocks)
		return NULL;
	number = __ffs64(~stack->blocks) + 1;
	needed = number + leave;
	if (needed > FGRAPH_MAX_BLOCKS ||
	    stack->used + needed * FGRAPH_BLOCK_WORDS > FGRAPH_DATA_WORDS)
		return NULL;
	set_blocks(stack, stack->blocks | BIT_ULL(number - 1));
	block = fgraph_block(stack, number);
	*block = (struct fgraph_errors) {
		.user = user,
		.next = entry->errors & FGRAPH_FIRST_BLOCK,
	};
	entry->errors = (entry->errors & LOST_MASK) | number;
	return block;
}

/**
 * fgraph_blocks_to_leave - tell how many blocks are not for what is worth less than an error
 * @entry: the frame that would get a block
 *
 * All users have the same blocks. Six are left for each user: for a first link, and the
 * errors of a function and of its caller, in a task and in an interrupt.
 *
 * Context: any, NMI included. RCU may not be watching
 * Return: how many to leave
 */
unsigned int fgraph_blocks_to_leave(const struct ftrace_ret_stack *entry)
{
	unsigned int users = entry->users, leave = 0;

	/* hweight16() may be traced */
	for (; users; users &= users - 1)
		leave += 6;
	return leave;
}

/**
 * fgraph_free_blocks - give blocks back
 * @stack: the shadow stack
 * @blocks: a bit for each of them. No frame has them any more
 *
 * Context: any, NMI included. RCU may not be watching
 */
void fgraph_free_blocks(struct fgraph_stack *stack, u64 blocks)
{
	set_blocks(stack, stack->blocks & ~blocks);
}

/**
 * fgraph_errors_of - find what is kept for a frame
 * @stack: the shadow stack
 * @entry: the frame
 * @idx: number of the user who traces it
 *
 * Context: retfunc of the user. Any, NMI included. RCU may not be watching
 * Return: what is kept, until the frame's return is over. NULL if nothing is
 */
struct fgraph_errors *fgraph_errors_of(struct fgraph_stack *stack,
				       const struct ftrace_ret_stack *entry, int idx)
{
	struct fgraph_errors *errors = fgraph_block(stack, entry->errors & FGRAPH_FIRST_BLOCK);
	int left = FGRAPH_MAX_BLOCKS;

	while (errors && errors->user != idx && --left)
		errors = fgraph_block(stack, errors->next);
	return left ? errors : NULL;
}

static struct fgraph_errors *make_errors(struct fgraph_stack *stack,
					 struct ftrace_ret_stack *entry, int idx,
					 unsigned int leave)
{
	return fgraph_errors_of(stack, entry, idx) ?: fgraph_take_block(stack, entry, idx, leave);
}

/* @depth: how many frames of the user lie further out */
static __always_inline struct ftrace_ret_stack *
find_caller(struct fgraph_stack *stack, int frame, int idx, int depth)
{
	const struct fgraph_user_state *user = &stack->users[idx];
	const struct ftrace_ret_stack *entry = &stack->entries[frame];
	int i = frame;

	if (depth <= 0)
		return NULL;
	while (--i >= 0) {
		if (fgraph_is_interrupted(&stack->entries[i], entry))
			return NULL;
		if (fgraph_is_of(&stack->entries[i], idx, user->since))
			return &stack->entries[i];
	}
	return NULL;
}

/* The frame that returns still counts */
static __always_inline struct ftrace_ret_stack *
caller_of(struct fgraph_stack *stack, int frame, int idx)
{
	return find_caller(stack, frame, idx, stack->users[idx].depth - 1);
}

/**
 * fgraph_caller_of - find the frame of the function that has called another one
 * @stack: the shadow stack
 * @frame: index of the frame of the called one
 * @idx: number of the user. Functions that it does not trace are skipped
 *
 * One step if the user traces the caller, and at most as many as there are frames.
 *
 * Context: retfunc of the user, before fgraph_leave(): the frame that returns still
 *	counts in its depth. Any, NMI included. RCU may not be watching
 * Return: the frame. NULL if there is none: an interrupt calls its first function, and
 *	not the function that it interrupts
 */
struct ftrace_ret_stack *fgraph_caller_of(struct fgraph_stack *stack, int frame, int idx)
{
	return caller_of(stack, frame, idx);
}

/**
 * fgraph_error_of - tell the errno that a function returns
 * @trace: the return, extended by its type
 * @type: type of the return value. If it is 0, the errno is guessed
 *
 * Context: any, NMI included
 * Return: the errno, or 0 if it returns no error. NULL is none
 */
u16 fgraph_error_of(const struct ftrace_graph_ret *trace, u16 type)
{
	long value = trace->retval;

#ifdef CONFIG_FUNCTION_GRAPH_PROTOTYPES
	if (type & FGRAPH_TYPE_MASK)
		return -fgraph_typed_error(trace, type);
#endif
	/* As fgraph_print_retval() has it: an int may be zero-extended */
	if (trace->retval >> 31 == 1)
		value = (int)trace->retval;
	return IS_ERR_VALUE(value) ? -value : 0;
}

/**
 * fgraph_origin_find_hint - find out what to keep if a function returns NULL or false
 * @stack: the shadow stack
 * @entry: the frame that returns. It still counts in the user's depth
 * @idx: number of the user who traces the return
 * @func: the function
 * @why: FGRAPH_CAUSE_NULL or FGRAPH_CAUSE_FALSE
 *
 * If that hides an error of a function further in, that one is kept.
 *
 * Context: As of fgraph_origin_hint(), which calls this where it has to.
 */
void fgraph_origin_find_hint(struct fgraph_stack *stack, struct ftrace_ret_stack *entry, int idx,
			     unsigned long func, enum fgraph_cause why)
{
	struct ftrace_ret_stack *caller = caller_of(stack, entry - stack->entries, idx);
	struct fgraph_errors *outer, *inner = NULL;

	if (!caller)
		return;
	outer = make_errors(stack, caller, idx, 0);
	if (!outer)
		return;
	if (unlikely(entry->errors))
		inner = fgraph_errors_of(stack, entry, idx);
	if (!inner || !fgraph_errors_hide(outer, inner))
		fgraph_errors_hint(outer, fgraph_key(func), why);
}

/**
 * fgraph_origin_find - tell where an error comes from, and keep it for the caller
 * @stack: the shadow stack
 * @frame: index of the frame that returns. It still counts in the user's depth
 * @idx: number of the user who traces the return
 * @trace: the return, extended by its type. Its value looks like a failure
 * @type: type of the return value, or 0
 * @null_fails: NULL of a function that returns a pointer is an error
 * @origin: where to put it
 * @dropped: where to put an errno that is not kept for the caller any more. Its error is 0
 *	if there is none. Its function is 0 if it is @origin, for which there was no room.
 *	NULL if nobody looks at it
 *
 * Context: As of fgraph_origin_of(), which calls this.
 * Return: whether it is an error, and @origin was set. If no function can be named,
 *	@origin->func is 0
 */
bool fgraph_origin_find(struct fgraph_stack *stack, int frame, int idx,
			const struct ftrace_graph_ret *trace, u16 type, bool null_fails,
			struct fgraph_origin *origin, struct fgraph_origin *dropped)
{
	struct ftrace_ret_stack *entry = &stack->entries[frame];
	struct fgraph_errors *errors = NULL, *outer = NULL;
	struct fgraph_origin lost = {};
	struct ftrace_ret_stack *caller;
	u16 error = fgraph_error_of(trace, type);
	u32 func = fgraph_key(trace->func);

	if (!error && !fgraph_is_zero_failure(trace, type))
		return false;
	if (!error && null_fails && fgraph_type_kind(type) == FGRAPH_POINTER)
		error = FGRAPH_NULL;
	if (!error) {
		fgraph_origin_hint(stack, entry, idx, trace->func, fgraph_why_zero(type));
		return false;
	}
	caller = caller_of(stack, frame, idx);
	if (caller)
		outer = make_errors(stack, caller, idx, 0);

	/* If an error was not kept, nobody can tell whether this one was made of it */
	if (caller && (!outer || entry->errors & LOST(idx)))
		caller->errors |= LOST(idx);
	if (entry->errors & LOST(idx)) {
		*origin = (struct fgraph_origin) { .error = error };
	} else {
		if (unlikely(entry->errors))
			errors = fgraph_errors_of(stack, entry, idx);
		fgraph_errors_find(errors, func, error, origin);
		origin->guessed |= !(type & FGRAPH_TYPE_MASK);
		if (outer)
			lost = fgraph_errors_add(outer, origin, fgraph_key(caller->func),
						 fgraph_key(entry->ret));
		else if (caller)
			lost.error = error;
	}
	/* NULL is a success for all that is named for errnos */
	if (errors && error != FGRAPH_NULL)
		fgraph_errors_forget(errors);
	if (dropped)
		*dropped = lost;
	return true;
}

/**
 * fgraph_origin_drop - drop all that is kept for a frame
 * @stack: the shadow stack
 * @entry: the frame
 *
 * Context: any, NMI included. RCU may not be watching
 */
void fgraph_origin_drop(struct fgraph_stack *stack, struct ftrace_ret_stack *entry)
{
	unsigned int number = entry->errors & FGRAPH_FIRST_BLOCK;
	int left = FGRAPH_MAX_BLOCKS;
	u64 blocks = 0;

	for (; fgraph_block(stack, number) && left; left--) {
		blocks |= BIT_ULL(number - 1);
		number = fgraph_block(stack, number)->next;
	}
	entry->errors = 0;
	barrier();
	fgraph_free_blocks(stack, blocks);
}

/* A function that succeeds has handled the errors that are kept for a user */
static void hand_up(struct fgraph_stack *stack, const struct ftrace_ret_stack *entry,
		    const struct fgraph_errors *inner)
{
	int idx = inner->user;
	struct ftrace_ret_stack *caller;
	struct fgraph_errors *outer;

	/* One that was not handled comes first */
	if (!fgraph_is_failure(&inner->errors[0]))
		return;
	caller = find_caller(stack, entry - stack->entries, idx, stack->users[idx].depth);
	if (!caller)
		return;
	outer = make_errors(stack, caller, idx, fgraph_blocks_to_leave(caller));
	if (outer)
		fgraph_errors_hand_up(outer, inner);
}

/**
 * fgraph_origin_end - drop all that is kept for a frame, but what its function has handled
 * @stack: the shadow stack
 * @entry: the frame
 *
 * Context: As of fgraph_origin_leave(), which calls this where it has to.
 */
void fgraph_origin_end(struct fgraph_stack *stack, struct ftrace_ret_stack *entry)
{
	struct fgraph_errors *errors = fgraph_block(stack, entry->errors & FGRAPH_FIRST_BLOCK);
	int left = FGRAPH_MAX_BLOCKS;

	for (; errors && left; left--) {
		/* Not those of links */
		if (errors->user < FGRAPH_MAX_USERS)
			hand_up(stack, entry, errors);
		errors = fgraph_block(stack, errors->next);
	}
	fgraph_origin_drop(stack, entry);
}

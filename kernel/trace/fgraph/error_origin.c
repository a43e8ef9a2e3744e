// SPDX-License-Identifier: GPL-2.0
/*
 * error_origin.c - keep errors on the shadow stack until the caller returns
 *
 * The origin of an error is the function that made it: it returned the error, and no
 * callee had returned the same error to it.
 *
 * When a function fails, the frame of its caller gets an error slot for each registered
 * fgraph_ops (ops) that traces both. The slots are freed when the caller returns. Few
 * frames have any, so the slots lie together, at the end of the data of all ops:
 *
 *	data[]		| A1 | A2 | B2 |  ...  | slot 3 | slot 2 | slot 1 |
 *				       |       |
 *				    used       reserved
 *
 * An interrupt frees all slots that it allocates: it keeps no errors for the interrupted
 * function.
 */
#include <linux/bitops.h>
#include <linux/build_bug.h>
#include <linux/kernel.h>
#include <linux/preempt.h>

#include "error_origin.h"

static_assert(sizeof(struct fgraph_errors) == FGRAPH_ERROR_SLOT_WORDS * sizeof(u64));

/*
 * Bit of ftrace_ret_stack.errors: there was no room to keep an error for an ops. Ops whose
 * indexes are 8 apart share a bit. If one of them has no room, no function is named for
 * the other either.
 */
#define LOST(idx)	BIT(8 + (idx) % 8)
#define LOST_MASK	GENMASK(15, 8)

/*
 * An interrupt leaves both fields as it finds them. Between the two stores, it may use the
 * memory of the slot that was just allocated, which is still empty.
 */
static void set_slots(struct fgraph_stack *stack, u64 slots)
{
	stack->error_slots = slots;
	barrier();
	stack->reserved = fls64(slots) * FGRAPH_ERROR_SLOT_WORDS;
}

/**
 * fgraph_alloc_slot - allocate an error slot for a frame
 * @stack: the shadow stack
 * @entry: the frame. Its slots are freed when its function has returned
 * @idx: value for fgraph_errors.idx of the slot
 * @leave: how many of the last slots must stay free, for data with a higher priority
 *
 * Context: any, NMI included. RCU may not be watching
 * Return: the slot, now the first one of the frame. Its other data are zero. NULL if there
 *	is no room
 */
struct fgraph_errors *fgraph_alloc_slot(struct fgraph_stack *stack,
					struct ftrace_ret_stack *entry, u8 idx,
					unsigned int leave)
{
	struct fgraph_errors *errors;
	unsigned int number, needed;

	if (!~stack->error_slots)
		return NULL;
	number = __ffs64(~stack->error_slots) + 1;
	needed = number + leave;
	if (needed > FGRAPH_MAX_ERROR_SLOTS ||
	    stack->used + needed * FGRAPH_ERROR_SLOT_WORDS > FGRAPH_DATA_WORDS)
		return NULL;
	set_slots(stack, stack->error_slots | BIT_ULL(number - 1));
	errors = fgraph_error_slot(stack, number);
	*errors = (struct fgraph_errors) {
		.idx = idx,
		.next = entry->errors & FGRAPH_FIRST_SLOT,
	};
	entry->errors = (entry->errors & LOST_MASK) | number;
	return errors;
}

/**
 * fgraph_error_slots_to_leave - return how many slots are reserved for errors
 * @entry: the frame that would get a slot for data with a lower priority than an error
 *
 * The slots are shared by all ops. Six are left for each ops of the frame: for a first
 * link, and the errors of a function and of its caller, in a task and in an interrupt.
 *
 * Context: any, NMI included. RCU may not be watching
 * Return: how many slots must stay free
 */
unsigned int fgraph_error_slots_to_leave(const struct ftrace_ret_stack *entry)
{
	unsigned int ops = entry->ops, leave = 0;

	/* hweight16() may be traced */
	for (; ops; ops &= ops - 1)
		leave += 6;
	return leave;
}

/**
 * fgraph_free_error_slots - free error slots
 * @stack: the shadow stack
 * @slots: a bit for each slot. No frame refers to them any more
 *
 * Context: any, NMI included. RCU may not be watching
 */
void fgraph_free_error_slots(struct fgraph_stack *stack, u64 slots)
{
	set_slots(stack, stack->error_slots & ~slots);
}

/**
 * fgraph_errors_of - find the errors that are kept for a frame
 * @stack: the shadow stack
 * @entry: the frame
 * @idx: index of the ops that traces it
 *
 * Context: retfunc of the ops. Any, NMI included. RCU may not be watching
 * Return: the errors, valid until the frame's return is over. NULL if there are none
 */
struct fgraph_errors *fgraph_errors_of(struct fgraph_stack *stack,
				       const struct ftrace_ret_stack *entry, int idx)
{
	struct fgraph_errors *errors = fgraph_error_slot(stack, entry->errors & FGRAPH_FIRST_SLOT);
	int left = FGRAPH_MAX_ERROR_SLOTS;

	while (errors && errors->idx != idx && --left)
		errors = fgraph_error_slot(stack, errors->next);
	return left ? errors : NULL;
}

static struct fgraph_errors *make_errors(struct fgraph_stack *stack,
					 struct ftrace_ret_stack *entry, int idx,
					 unsigned int leave)
{
	return fgraph_errors_of(stack, entry, idx) ?: fgraph_alloc_slot(stack, entry, idx, leave);
}

/* @depth: number of frames of callers that belong to the ops */
static __always_inline struct ftrace_ret_stack *
find_caller(struct fgraph_stack *stack, int frame, int idx, int depth)
{
	const struct fgraph_ops_state *state = &stack->states[idx];
	const struct ftrace_ret_stack *entry = &stack->entries[frame];
	int i = frame;

	if (depth <= 0)
		return NULL;
	while (--i >= 0) {
		if (fgraph_is_interrupted(&stack->entries[i], entry))
			return NULL;
		if (fgraph_belongs_to(&stack->entries[i], idx, state->since))
			return &stack->entries[i];
	}
	return NULL;
}

/* The depth of the ops still includes the returning frame */
static __always_inline struct ftrace_ret_stack *
caller_of(struct fgraph_stack *stack, int frame, int idx)
{
	return find_caller(stack, frame, idx, stack->states[idx].depth - 1);
}

/**
 * fgraph_caller_of - find the frame of the caller of a function
 * @stack: the shadow stack
 * @frame: index of the frame of the function
 * @idx: index of the ops. Callers that it does not trace are skipped
 *
 * Takes one step if the ops traces the direct caller, and at most as many steps as there
 * are frames.
 *
 * Context: retfunc of the ops, before fgraph_leave(): the depth of the ops still includes
 *	the returning frame. Any, NMI included. RCU may not be watching
 * Return: the frame of the caller. NULL if there is none. The first function of an
 *	interrupt has no caller: the interrupted function did not call it
 */
struct ftrace_ret_stack *fgraph_caller_of(struct fgraph_stack *stack, int frame, int idx)
{
	return caller_of(stack, frame, idx);
}

/**
 * fgraph_errno_of - return the errno that a function returns
 * @trace: the return, sign- or zero-extended by its type
 * @type: type of the return value. If it is 0, the errno is guessed
 *
 * Context: any, NMI included
 * Return: the errno, or 0 if the value is no error. NULL is no error here
 */
u16 fgraph_errno_of(const struct ftrace_graph_ret *trace, u16 type)
{
	long value = trace->retval;

#ifdef CONFIG_FUNCTION_GRAPH_PROTOTYPES
	if (type & FGRAPH_TYPE_MASK)
		return -fgraph_typed_error(trace, type);
#endif
	/* Like fgraph_print_retval(): an int may be zero-extended */
	if (trace->retval >> 31 == 1)
		value = (int)trace->retval;
	return IS_ERR_VALUE(value) ? -value : 0;
}

/**
 * fgraph_origin_find_cause - slow path of fgraph_origin_keep_cause()
 * @stack: the shadow stack
 * @entry: the returning frame. The depth of the ops still includes it
 * @idx: index of the ops that traces the return
 * @func: the function
 * @why: FGRAPH_CAUSE_NULL or FGRAPH_CAUSE_FALSE
 *
 * If NULL or false hides an error of a callee, that error is kept as the possible cause.
 *
 * Context: As for fgraph_origin_keep_cause().
 */
void fgraph_origin_find_cause(struct fgraph_stack *stack, struct ftrace_ret_stack *entry, int idx,
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
		fgraph_errors_keep_cause(outer, fgraph_key(func), why);
}

/**
 * fgraph_origin_find - find the origin of an error, and keep the error for the caller
 * @stack: the shadow stack
 * @frame: index of the returning frame. The depth of the ops still includes it
 * @idx: index of the ops that traces the return
 * @trace: the return, sign- or zero-extended by its type. Its value looks like a failure
 * @type: type of the return value, or 0
 * @null_fails: NULL of a function that returns a pointer is an error
 * @origin: set to the error and its origin
 * @dropped: set to an errno that is not kept for the caller any more. @dropped->error is 0
 *	if there is none. @dropped->func is 0 if it is the errno of @origin, for which there
 *	was no room. May be NULL
 *
 * Context: As for fgraph_origin_of(), which calls this.
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
	u16 error = fgraph_errno_of(trace, type);
	u32 func = fgraph_key(trace->func);

	if (!error && !fgraph_is_zero_failure(trace, type))
		return false;
	if (!error && null_fails && fgraph_type_kind(type) == FGRAPH_POINTER)
		error = FGRAPH_NULL;
	if (!error) {
		fgraph_origin_keep_cause(stack, entry, idx, trace->func, fgraph_why_zero(type));
		return false;
	}
	caller = caller_of(stack, frame, idx);
	if (caller)
		outer = make_errors(stack, caller, idx, 0);

	/* If an error was not kept, it is unknown whether it led to this one */
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
	/* For errnos that are kept, NULL is a success: see fgraph_origin_end() */
	if (errors && error != FGRAPH_NULL)
		fgraph_errors_forget(errors);
	if (dropped)
		*dropped = lost;
	return true;
}

/**
 * fgraph_origin_drop - drop all errors and links that are kept for a frame
 * @stack: the shadow stack
 * @entry: the frame
 *
 * Context: any, NMI included. RCU may not be watching
 */
void fgraph_origin_drop(struct fgraph_stack *stack, struct ftrace_ret_stack *entry)
{
	unsigned int number = entry->errors & FGRAPH_FIRST_SLOT;
	int left = FGRAPH_MAX_ERROR_SLOTS;
	u64 slots = 0;

	for (; fgraph_error_slot(stack, number) && left; left--) {
		slots |= BIT_ULL(number - 1);
		number = fgraph_error_slot(stack, number)->next;
	}
	entry->errors = 0;
	barrier();
	fgraph_free_error_slots(stack, slots);
}

/* A function that succeeds has handled @inner, the errors that are kept for an ops */
static void hand_up(struct fgraph_stack *stack, const struct ftrace_ret_stack *entry,
		    const struct fgraph_errors *inner)
{
	int idx = inner->idx;
	struct ftrace_ret_stack *caller;
	struct fgraph_errors *outer;

	/* Errors that were not handled come first */
	if (!fgraph_is_failure(&inner->errors[0]))
		return;
	caller = find_caller(stack, entry - stack->entries, idx, stack->states[idx].depth);
	if (!caller)
		return;
	outer = make_errors(stack, caller, idx, fgraph_error_slots_to_leave(caller));
	if (outer)
		fgraph_errors_hand_up(outer, inner);
}

/**
 * fgraph_origin_end - slow path of fgraph_origin_leave()
 * @stack: the shadow stack
 * @entry: the frame
 *
 * Drops all errors and links that are kept for the frame. Errors that its function has
 * handled are kept for the caller, as possible causes.
 *
 * Context: As for fgraph_origin_leave().
 */
void fgraph_origin_end(struct fgraph_stack *stack, struct ftrace_ret_stack *entry)
{
	struct fgraph_errors *errors = fgraph_error_slot(stack, entry->errors & FGRAPH_FIRST_SLOT);
	int left = FGRAPH_MAX_ERROR_SLOTS;

	for (; errors && left; left--) {
		/* Slots of links have a larger index, see fgraph_link_idx() */
		if (errors->idx < FGRAPH_ARRAY_SIZE)
			hand_up(stack, entry, errors);
		errors = fgraph_error_slot(stack, errors->next);
	}
	fgraph_origin_drop(stack, entry);
}

// SPDX-License-Identifier: GPL-2.0
/*
 * fgraph_origin.c - keep errors on the shadow stack until the caller returns
 *
 * When a function fails, the frame of its caller gets a block for each user who traces
 * both. It gives them back when it returns. Few frames have any. So the blocks lie
 * together, at the end of the data of users:
 *
 *	data[]		| A1 | A2 | B2 |  ...  | block 3 | block 2 | block 1 |
 *				       |       |
 *				    used       reserved
 *
 * An interrupt gives back all that it has taken.
 */
#include <linux/bitops.h>
#include <linux/build_bug.h>
#include <linux/kernel.h>
#include <linux/preempt.h>

#include "fgraph_lookup.h"
#include "fgraph_origin.h"

#define BLOCK_WORDS	(sizeof(struct fgraph_errors) / sizeof(u64))

static_assert(sizeof(struct fgraph_errors) == BLOCK_WORDS * sizeof(u64));

/* Their numbers begin with 1. There are no more than bits */
#define MAX_BLOCKS	min_t(unsigned int, 64, FGRAPH_DATA_WORDS / BLOCK_WORDS)

/* What ftrace_ret_stack.errors has: the number of the first block, and a bit */
#define FIRST_BLOCK	GENMASK(7, 0)
/* There was no room to keep an error */
#define LOST		BIT(8)

/* NULL if there is no such block. The shadow stack may be broken */
static struct fgraph_errors *block_at(struct fgraph_stack *stack, unsigned int number)
{
	if (!number || number > MAX_BLOCKS)
		return NULL;
	return (struct fgraph_errors *)&stack->data[FGRAPH_DATA_WORDS - number * BLOCK_WORDS];
}

/*
 * An interrupt leaves both as it finds them. In between, it may use the room of the block
 * that was just taken, as nothing is there yet.
 */
static void set_blocks(struct fgraph_stack *stack, u64 blocks)
{
	stack->blocks = blocks;
	barrier();
	stack->reserved = fls64(blocks) * BLOCK_WORDS;
}

/* Returns the number of the block, or 0 if there is no room */
static unsigned int take_block(struct fgraph_stack *stack)
{
	unsigned int number;

	if (!~stack->blocks)
		return 0;
	number = __ffs64(~stack->blocks) + 1;
	if (number > MAX_BLOCKS || stack->used + number * BLOCK_WORDS > FGRAPH_DATA_WORDS)
		return 0;
	set_blocks(stack, stack->blocks | BIT_ULL(number - 1));
	return number;
}

/* What is kept for a frame. NULL if nothing is */
static struct fgraph_errors *errors_of(struct fgraph_stack *stack,
				       const struct ftrace_ret_stack *entry, int idx)
{
	struct fgraph_errors *errors = block_at(stack, entry->errors & FIRST_BLOCK);
	int left = FGRAPH_MAX_USERS;

	while (errors && errors->user != idx && --left)
		errors = block_at(stack, errors->next);
	return left ? errors : NULL;
}

static struct fgraph_errors *make_errors(struct fgraph_stack *stack,
					 struct ftrace_ret_stack *entry, int idx)
{
	struct fgraph_errors *errors = errors_of(stack, entry, idx);
	unsigned int number;

	if (errors)
		return errors;
	number = take_block(stack);
	if (!number)
		return NULL;
	errors = block_at(stack, number);
	*errors = (struct fgraph_errors) { .user = idx, .next = entry->errors & FIRST_BLOCK };
	entry->errors = (entry->errors & LOST) | number;
	return errors;
}

/*
 * The frame of the function that has called the one of @frame, of those that the user
 * traces. What an interrupt calls first has no caller. One step if the user traces the
 * caller, and at most as many as there are frames.
 */
static struct ftrace_ret_stack *caller_of(struct fgraph_stack *stack, int frame, int idx)
{
	const struct fgraph_user_state *user = &stack->users[idx];
	const struct ftrace_ret_stack *entry = &stack->entries[frame];
	int i = frame;

	/* The frame that returns does not count any more */
	if (!user->depth)
		return NULL;
	while (--i >= 0 && !fgraph_is_of(&stack->entries[i], idx, user->since))
		;
	if (i < 0 || fgraph_is_interrupted(&stack->entries[i], entry))
		return NULL;
	return &stack->entries[i];
}

/* The errno that a function returns, or 0. Without a type, it is guessed */
static u16 error_of(const struct ftrace_graph_ret *trace, u16 type)
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

static enum fgraph_cause why_zero(u16 type)
{
	return fgraph_type_kind(type) == FGRAPH_BOOL ? FGRAPH_CAUSE_FALSE : FGRAPH_CAUSE_NULL;
}

/**
 * fgraph_origin_find - tell where an error comes from, and keep it for the caller
 * @stack: the shadow stack
 * @frame: index of the frame that returns. It does not count in the user's depth any more
 * @idx: number of the user who traces the return
 * @trace: the return, extended by its type. Its value looks like a failure
 * @type: type of the return value, or 0
 * @origin: where to put it
 *
 * Context: As of fgraph_origin_of(), which calls this.
 * Return: whether it is an error, and @origin was set. If no function can be named,
 *	@origin->func is 0
 */
bool fgraph_origin_find(struct fgraph_stack *stack, int frame, int idx,
			const struct ftrace_graph_ret *trace, u16 type,
			struct fgraph_origin *origin)
{
	struct ftrace_ret_stack *entry = &stack->entries[frame];
	struct fgraph_errors *errors = errors_of(stack, entry, idx), *outer = NULL;
	struct ftrace_ret_stack *caller = caller_of(stack, frame, idx);
	u16 error = error_of(trace, type);
	u32 func = fgraph_key(trace->func);

	if (!error && !fgraph_is_zero_failure(trace, type))
		return false;
	if (caller)
		outer = make_errors(stack, caller, idx);
	if (!error) {
		if (outer)
			fgraph_errors_hint(outer, errors, func, why_zero(type));
		return false;
	}

	/* If an error was not kept, nobody can tell whether this one was made of it */
	if (caller && (!outer || entry->errors & LOST))
		caller->errors |= LOST;
	if (entry->errors & LOST) {
		*origin = (struct fgraph_origin) { .error = error };
		return true;
	}
	fgraph_errors_find(errors, func, error, origin);
	origin->guessed |= !(type & FGRAPH_TYPE_MASK);
	if (outer)
		fgraph_errors_add(outer, origin);
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
	unsigned int number = entry->errors & FIRST_BLOCK;
	int left = FGRAPH_MAX_USERS;
	u64 blocks = 0;

	for (; block_at(stack, number) && left; left--) {
		blocks |= BIT_ULL(number - 1);
		number = block_at(stack, number)->next;
	}
	entry->errors = 0;
	barrier();
	set_blocks(stack, stack->blocks & ~blocks);
}

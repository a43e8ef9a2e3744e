// SPDX-License-Identifier: GPL-2.0
/*
 * error_chain.c - keep the functions that hand an error up
 *
 * When a function fails, it becomes a link of a chain that its caller's frame has. When
 * the caller returns the same error, the chain goes on to the next frame, and the caller
 * is the first link. If it returns something else, the chain ends there:
 *
 *	a() calls b(), which calls c()
 *	c() fails	frame of b: c
 *	b() fails	frame of a: b, c
 *	a() fails	a, b, c
 *
 * A frame has a chain for each of the errors that are kept there. The links are blocks,
 * as these errors are.
 *
 * A function may have been given the error that it returns: its caller has it from an
 * earlier call. That call stays aside, behind the other links:
 *
 *	a() calls d(), which calls e(), and then b()
 *	d() fails	frame of a: d, e
 *	b() fails	frame of a: b, and aside: d, e
 */
#include <linux/bitops.h>
#include <linux/build_bug.h>
#include <linux/kernel.h>

#include "error_chain.h"
#include "error_origin.h"
#include "retaddr.h"

static_assert(sizeof(struct fgraph_link) == sizeof(struct fgraph_errors));
static_assert(offsetof(struct fgraph_link, user) == offsetof(struct fgraph_errors, user));
static_assert(offsetof(struct fgraph_link, next) == offsetof(struct fgraph_errors, next));

static struct fgraph_link *block(struct fgraph_stack *stack, unsigned int number)
{
	return (struct fgraph_link *)fgraph_block(stack, number);
}

static void set_first(struct ftrace_ret_stack *entry, unsigned int number)
{
	entry->errors = (entry->errors & ~FGRAPH_FIRST_BLOCK) | number;
}

/**
 * struct chain - links that are taken out of a frame
 * @first: number of the first one, or 0
 * @last: the last one
 * @blocks: a bit for each
 */
struct chain {
	unsigned int first;
	struct fgraph_link *last;
	u64 blocks;
};

/* An error that is kept, or NULL. If it was handled, it has no chain any more */
static const struct fgraph_origin *find_kept(const struct fgraph_errors *errors, u16 error)
{
	int i;

	for (i = 0; errors && i < FGRAPH_ERRORS; i++) {
		const struct fgraph_origin *kept = &errors->errors[i];

		if (!kept->handled && fgraph_is_same_error(kept->error, error))
			return kept;
	}
	return NULL;
}

/* What take_out() takes */
enum which {
	OF_ERROR,	/* all links of an error */
	STALE,		/* these, and links of errors that are not kept */
	STALE_ASIDE,	/* links of an error that are aside, and of errors that are not kept */
};

static bool is_taken(const struct fgraph_errors *errors, const struct fgraph_link *link, u16 error,
		     enum which which)
{
	if (fgraph_is_same_error(link->error, error))
		return which != STALE_ASIDE || link->aside;
	return which != OF_ERROR && !find_kept(errors, link->error);
}

/* Takes links of a user out of a frame */
static struct chain take_out(struct fgraph_stack *stack, struct ftrace_ret_stack *entry,
			     int idx, u16 error, enum which which)
{
	const struct fgraph_errors *errors = fgraph_errors_of(stack, entry, idx);
	unsigned int number = entry->errors & FGRAPH_FIRST_BLOCK, next;
	struct fgraph_link *link, *before = NULL;
	struct chain chain = {};
	u64 seen = 0;

	/* A block comes twice if the shadow stack is broken */
	for (; (link = block(stack, number)) && !(seen & BIT_ULL(number - 1)); number = next) {
		seen |= BIT_ULL(number - 1);
		next = link->next;
		if (link->user != fgraph_link_user(idx) ||
		    !is_taken(errors, link, error, which)) {
			before = link;
			continue;
		}
		if (before)
			before->next = next;
		else
			set_first(entry, next);
		if (chain.last)
			chain.last->next = number;
		else
			chain.first = number;
		chain.last = link;
		link->next = 0;
		chain.blocks |= BIT_ULL(number - 1);
	}
	return chain;
}

/**
 * fgraph_chain_forget - drop the links that an error of one call more leaves behind
 * @stack: the shadow stack
 * @caller: frame of the caller of the function that returns, as of fgraph_caller_of()
 * @idx: number of the user. fgraph_origin_find() has kept the error for it
 * @error: the errno, or FGRAPH_NULL
 *
 * The caller's links of the same error are of another call. Those of errors that are not
 * kept any more are of no use.
 *
 * Context: retfunc of the user. Any, NMI included. RCU may not be watching
 */
void fgraph_chain_forget(struct fgraph_stack *stack, struct ftrace_ret_stack *caller, int idx,
			 u16 error)
{
	fgraph_free_blocks(stack, take_out(stack, caller, idx, error, STALE).blocks);
}

/* Whether fgraph_errors_add() has found an earlier function that may have given the error */
static bool is_given(struct fgraph_stack *stack, const struct ftrace_ret_stack *caller, int idx,
		     const struct fgraph_origin *origin)
{
	const struct fgraph_origin *kept;

	kept = find_kept(fgraph_errors_of(stack, caller, idx), origin->error);
	return kept && kept->again && kept->why == FGRAPH_CAUSE_SAME &&
	       kept->cause != origin->cause && kept->cause != fgraph_key(caller->func);
}

static void drop_aside(struct fgraph_stack *stack, struct ftrace_ret_stack *entry, int idx,
		       u16 error)
{
	fgraph_free_blocks(stack, take_out(stack, entry, idx, error, STALE_ASIDE).blocks);
}

/*
 * The function that returns may have been given the error: the caller's links go aside. There
 * is one such call in a chain, the last one
 */
static void put_aside(struct fgraph_stack *stack, struct ftrace_ret_stack *caller, int frame,
		      int idx, u16 error)
{
	u8 links[FTRACE_RETFUNC_DEPTH];
	int count;

	drop_aside(stack, &stack->entries[frame], idx, error);
	drop_aside(stack, caller, idx, error);
	count = fgraph_chain_links(stack, caller - stack->entries, idx, error, links);
	while (count--) {
		block(stack, links[count])->aside = true;
		block(stack, links[count])->given = false;
	}
}

/* Where an error comes from is worth more than who has handed it up */
static struct fgraph_link *take_link(struct fgraph_stack *stack, struct ftrace_ret_stack *entry,
				     int idx, bool is_first)
{
	unsigned int leave = is_first ? 0 : fgraph_blocks_to_leave(entry);

	return (struct fgraph_link *)fgraph_take_block(stack, entry, fgraph_link_user(idx), leave);
}

static void drop_innermost(struct fgraph_stack *stack, struct chain *chain)
{
	unsigned int number = chain->first;
	struct fgraph_link *link = block(stack, number), *before = NULL;

	while (link->next) {
		before = link;
		number = link->next;
		link = block(stack, number);
	}
	if (before)
		before->next = 0;
	else
		chain->first = 0;
	chain->last = before;
	chain->blocks &= ~BIT_ULL(number - 1);
	fgraph_free_blocks(stack, BIT_ULL(number - 1));
}

/**
 * fgraph_chain_add - make a function that fails the first link of its caller's chain
 * @stack: the shadow stack
 * @caller: frame of the caller, as of fgraph_caller_of()
 * @frame: index of the frame that returns
 * @idx: number of the user. fgraph_origin_find() has kept the error for it
 * @trace: the return, extended by its type
 * @origin: where the error comes from
 *
 * If there is no room, functions further in are missing, or all of them.
 *
 * Context: retfunc of the user. Any, NMI included. RCU may not be watching
 */
void fgraph_chain_add(struct fgraph_stack *stack, struct ftrace_ret_stack *caller, int frame,
		      int idx, const struct ftrace_graph_ret *trace,
		      const struct fgraph_origin *origin)
{
	u16 error = origin->error;
	bool given = is_given(stack, caller, idx, origin);
	struct fgraph_link *link;
	struct chain chain;

	if (given)
		put_aside(stack, caller, frame, idx, error);
	else
		fgraph_chain_forget(stack, caller, idx, error);
	chain = take_out(stack, &stack->entries[frame], idx, error, OF_ERROR);
	link = take_link(stack, caller, idx, !chain.first);
	if (!link && chain.first) {
		drop_innermost(stack, &chain);
		link = take_link(stack, caller, idx, true);
	}
	if (!link) {
		fgraph_free_blocks(stack, chain.blocks);
		return;
	}
	if (chain.first) {
		chain.last->next = link->next;
		link->next = chain.first;
	}
	link->calltime = trace->calltime;
	link->rettime = trace->rettime;
	link->func = fgraph_key(trace->func);
	link->caller = fgraph_key(fgraph_return_address(stack, frame));
#ifdef CONFIG_64BIT
	link->upper = trace->retval >> 32;
#else
	link->upper = trace->retval2;
#endif
	link->error = error;
	link->guessed = origin->guessed;
	link->given = given;
	link->aside = false;
}

/**
 * fgraph_chain_links - find the links of a chain
 * @stack: the shadow stack
 * @frame: index of the frame that has the chain
 * @idx: number of the user
 * @error: the errno, or FGRAPH_NULL
 * @links: where to put their numbers, the outermost first. There is room for
 *	FTRACE_RETFUNC_DEPTH
 *
 * Context: retfunc of the user. Any, NMI included. RCU may not be watching
 * Return: how many there are
 */
int fgraph_chain_links(struct fgraph_stack *stack, int frame, int idx, u16 error, u8 *links)
{
	struct fgraph_link *link;
	unsigned int number = stack->entries[frame].errors & FGRAPH_FIRST_BLOCK;
	u64 seen = 0;
	int count = 0;

	for (; (link = block(stack, number)) && !(seen & BIT_ULL(number - 1));
	     number = link->next) {
		seen |= BIT_ULL(number - 1);
		if (link->user == fgraph_link_user(idx) && count < FTRACE_RETFUNC_DEPTH &&
		    fgraph_is_same_error(link->error, error))
			links[count++] = number;
	}
	return count;
}

/**
 * fgraph_chain_link - find a link
 * @stack: the shadow stack
 * @number: its number, as fgraph_chain_links() has said
 *
 * Context: as of fgraph_chain_links()
 * Return: the link
 */
const struct fgraph_link *fgraph_chain_link(struct fgraph_stack *stack, u8 number)
{
	return block(stack, number);
}

/**
 * fgraph_chain_read - make a link the return that it was made of
 * @link: the link
 * @trace: where to put the return. The depth stays
 *
 * Context: any, NMI included
 */
void fgraph_chain_read(const struct fgraph_link *link, struct ftrace_graph_ret *trace)
{
	u32 lower = link->error == FGRAPH_NULL ? 0 : -link->error;

	trace->func = fgraph_unkey(link->func);
#ifdef CONFIG_64BIT
	trace->retval = (u64)link->upper << 32 | lower;
	trace->retval2 = 0;
#else
	trace->retval = lower;
	trace->retval2 = link->upper;
#endif
	trace->calltime = link->calltime;
	trace->rettime = link->rettime;
}

// SPDX-License-Identifier: GPL-2.0
/*
 * error_chain.c - keep the functions that hand an error up
 *
 * The chain of an error is the list of the functions that handed it up, from the last one
 * that returned it down to the function that made it.
 *
 * When a function fails, it becomes a link of a chain in the frame of its caller. When the
 * caller returns the same error, the chain moves to the frame of the caller's caller, and
 * the caller is its first link. If the caller returns something else, the chain ends there:
 *
 *	a() calls b(), which calls c()
 *	c() fails	frame of b: c
 *	b() fails	frame of a: b, c
 *	a() fails	a, b, c
 *
 * A frame has a chain for each of the errors that are kept there. Each link is in an error
 * slot, like the errors.
 *
 * A function may have been given the error that it returns: its caller got the error from
 * an earlier call. The links of that call are put aside, behind the other links:
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
static_assert(offsetof(struct fgraph_link, idx) == offsetof(struct fgraph_errors, idx));
static_assert(offsetof(struct fgraph_link, next) == offsetof(struct fgraph_errors, next));

static struct fgraph_link *link_at(struct fgraph_stack *stack, unsigned int number)
{
	return (struct fgraph_link *)fgraph_error_slot(stack, number);
}

static void set_first(struct ftrace_ret_stack *entry, unsigned int number)
{
	entry->errors = (entry->errors & ~FGRAPH_FIRST_SLOT) | number;
}

/**
 * struct chain - links that were removed from a frame
 * @first: number of the first link, or 0
 * @last: the last link
 * @slots: a bit for the slot of each link
 */
struct chain {
	unsigned int first;
	struct fgraph_link *last;
	u64 slots;
};

/* An error that is kept, or NULL. A handled error is skipped: it has no chain any more */
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

/* Which links take_out() removes */
enum which {
	OF_ERROR,	/* all links of an error */
	STALE,		/* these, and links of errors that are not kept */
	STALE_ASIDE,	/* links of an error that are aside, and links of errors not kept */
};

static bool is_taken(const struct fgraph_errors *errors, const struct fgraph_link *link, u16 error,
		     enum which which)
{
	if (fgraph_is_same_error(link->error, error))
		return which != STALE_ASIDE || link->aside;
	return which != OF_ERROR && !find_kept(errors, link->error);
}

/* Removes links of an ops from a frame */
static struct chain take_out(struct fgraph_stack *stack, struct ftrace_ret_stack *entry,
			     int idx, u16 error, enum which which)
{
	const struct fgraph_errors *errors = fgraph_errors_of(stack, entry, idx);
	unsigned int number = entry->errors & FGRAPH_FIRST_SLOT, next;
	struct fgraph_link *link, *before = NULL;
	struct chain chain = {};
	u64 seen = 0;

	/* A slot comes twice if the shadow stack is broken */
	for (; (link = link_at(stack, number)) && !(seen & BIT_ULL(number - 1)); number = next) {
		seen |= BIT_ULL(number - 1);
		next = link->next;
		if (link->idx != fgraph_link_idx(idx) ||
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
		chain.slots |= BIT_ULL(number - 1);
	}
	return chain;
}

/**
 * fgraph_chain_forget - drop links that are stale after the error of a further call
 * @stack: the shadow stack
 * @caller: frame of the caller of the returning function, from fgraph_caller_of()
 * @idx: index of the ops. fgraph_origin_find() has kept the error for it
 * @error: the errno, or FGRAPH_NULL
 *
 * The caller's links of the same error belong to another call. Links of errors that are
 * not kept any more are of no use.
 *
 * Context: retfunc of the ops. Any, NMI included. RCU may not be watching
 */
void fgraph_chain_forget(struct fgraph_stack *stack, struct ftrace_ret_stack *caller, int idx,
			 u16 error)
{
	fgraph_free_error_slots(stack, take_out(stack, caller, idx, error, STALE).slots);
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
	fgraph_free_error_slots(stack, take_out(stack, entry, idx, error, STALE_ASIDE).slots);
}

/*
 * The returning function may have been given the error: put the caller's links aside. A
 * chain has at most one such call, at its end.
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
		link_at(stack, links[count])->aside = true;
		link_at(stack, links[count])->given = false;
	}
}

/* Origins have priority: a link that is not the first one leaves slots free for them */
static struct fgraph_link *take_link(struct fgraph_stack *stack, struct ftrace_ret_stack *entry,
				     int idx, bool is_first)
{
	unsigned int leave = is_first ? 0 : fgraph_error_slots_to_leave(entry);

	return (struct fgraph_link *)fgraph_alloc_slot(stack, entry, fgraph_link_idx(idx), leave);
}

static void drop_innermost(struct fgraph_stack *stack, struct chain *chain)
{
	unsigned int number = chain->first;
	struct fgraph_link *link = link_at(stack, number), *before = NULL;

	while (link->next) {
		before = link;
		number = link->next;
		link = link_at(stack, number);
	}
	if (before)
		before->next = 0;
	else
		chain->first = 0;
	chain->last = before;
	chain->slots &= ~BIT_ULL(number - 1);
	fgraph_free_error_slots(stack, BIT_ULL(number - 1));
}

/**
 * fgraph_chain_add - make a function that fails the first link of its caller's chain
 * @stack: the shadow stack
 * @caller: frame of the caller, from fgraph_caller_of()
 * @frame: index of the returning frame
 * @idx: index of the ops. fgraph_origin_find() has kept the error for it
 * @trace: the return, sign- or zero-extended by its type
 * @origin: the error, and its origin
 *
 * If there is no room, the innermost functions are missing, or the whole chain.
 *
 * Context: retfunc of the ops. Any, NMI included. RCU may not be watching
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
		fgraph_free_error_slots(stack, chain.slots);
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
 * @idx: index of the ops
 * @error: the errno, or FGRAPH_NULL
 * @links: set to the numbers of the links, the outermost first. Has room for
 *	FTRACE_RETFUNC_DEPTH numbers
 *
 * Context: retfunc of the ops. Any, NMI included. RCU may not be watching
 * Return: number of links
 */
int fgraph_chain_links(struct fgraph_stack *stack, int frame, int idx, u16 error, u8 *links)
{
	struct fgraph_link *link;
	unsigned int number = stack->entries[frame].errors & FGRAPH_FIRST_SLOT;
	u64 seen = 0;
	int count = 0;

	for (; (link = link_at(stack, number)) && !(seen & BIT_ULL(number - 1));
	     number = link->next) {
		seen |= BIT_ULL(number - 1);
		if (link->idx == fgraph_link_idx(idx) && count < FTRACE_RETFUNC_DEPTH &&
		    fgraph_is_same_error(link->error, error))
			links[count++] = number;
	}
	return count;
}

/**
 * fgraph_chain_link - find a link
 * @stack: the shadow stack
 * @number: its number, from fgraph_chain_links()
 *
 * Context: as for fgraph_chain_links()
 * Return: the link
 */
const struct fgraph_link *fgraph_chain_link(struct fgraph_stack *stack, u8 number)
{
	return link_at(stack, number);
}

/**
 * fgraph_chain_read - restore the return that a link was made of
 * @link: the link
 * @trace: set to the return. The depth is not changed
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

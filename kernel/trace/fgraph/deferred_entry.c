// SPDX-License-Identifier: GPL-2.0
/*
 * deferred_entry.c - write entries when a function has failed
 *
 * Entries that lead to the failure are written from the outermost one on, as they would
 * have been written when the functions were called. Those that were written before are
 * all further out. An interrupt has not been called by the function that it interrupts,
 * and begins anew.
 */
#include "deferred_entry.h"
#include "error_origin.h"
#include "retaddr.h"

/* The frames whose entries are not written, from the innermost one. Returns how many */
static int find_unwritten(const struct fgraph_stack *stack, int frame, int idx, u8 *frames)
{
	const struct fgraph_user_state *user = &stack->users[idx];
	const struct ftrace_ret_stack *innermost = &stack->entries[frame], *entry;
	int count = 0;

	for (; frame >= 0; frame--) {
		entry = &stack->entries[frame];
		if (entry != innermost && fgraph_is_interrupted(entry, innermost))
			break;
		if (!fgraph_is_of(entry, idx, user->since))
			continue;
		if (entry->written & BIT(idx))
			break;
		frames[count++] = frame;
	}
	return count;
}

/**
 * fgraph_write_late - write the entries that lead to the function that returns
 * @tr: the trace array
 * @gops: the user who traces the return
 * @depth: depth of the function, as in its record
 * @trace_ctx: flags and preempt count for the records
 *
 * Each entry is written once. It has the true depth, and the time, CPU and flags of now.
 * At most 50 are written.
 *
 * Context: retfunc of a user, with interrupts off. Any, NMI included
 * Return: whether all entries are written. If not, recording is off
 */
bool fgraph_write_late(struct trace_array *tr, struct fgraph_ops *gops, int depth,
		       unsigned int trace_ctx)
{
	struct fgraph_stack *stack = fgraph_stack_of(current);
	u8 frames[FTRACE_RETFUNC_DEPTH];
	int count = find_unwritten(stack, current->curr_ret_stack, gops->idx, frames);

	while (count--) {
		struct ftrace_ret_stack *entry = &stack->entries[frames[count]];
		struct ftrace_graph_ent trace = {
			.func = entry->func,
			.depth = depth - count,
		};

		if (!fgraph_write_entry(tr, &trace, fgraph_wanted_retaddr(tr, frames[count]),
					trace_ctx))
			return false;
		entry->written |= BIT(gops->idx);
	}
	return true;
}

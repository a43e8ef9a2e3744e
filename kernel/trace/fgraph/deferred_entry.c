// SPDX-License-Identifier: GPL-2.0
/*
 * deferred_entry.c - write entries when a function has failed
 *
 * Write the entries that lead to the failure, the outermost caller first, in the order in
 * which they would have been written at the calls. Entries of outer callers may already
 * be in the buffer. Stop at an interrupt: its first function has no caller.
 */
#include "deferred_entry.h"
#include "error_origin.h"
#include "retaddr.h"

/* Collect the frames whose entries are not written, innermost first. Returns how many */
static int find_unwritten(const struct fgraph_stack *stack, int frame, int idx, u8 *frames)
{
	const struct fgraph_ops_state *state = &stack->states[idx];
	const struct ftrace_ret_stack *innermost = &stack->entries[frame], *entry;
	int count = 0;

	for (; frame >= 0; frame--) {
		entry = &stack->entries[frame];
		if (entry != innermost && fgraph_is_interrupted(entry, innermost))
			break;
		if (!fgraph_belongs_to(entry, idx, state->since))
			continue;
		if (entry->written & BIT(idx))
			break;
		frames[count++] = frame;
	}
	return count;
}

/**
 * fgraph_write_deferred - write deferred entries of a returning function and its callers
 * @tr: the trace array
 * @gops: the registered fgraph_ops (ops) that traces the return
 * @depth: depth of the function, as in its record
 * @trace_ctx: flags and preempt count for the records
 *
 * Each entry is written once, with its true depth, but with the time, CPU and flags of
 * this call. At most 50 entries are written.
 *
 * Context: retfunc of an ops, with interrupts off. Any, NMI included
 * Return: whether all entries are written. If not, recording is off
 */
bool fgraph_write_deferred(struct trace_array *tr, struct fgraph_ops *gops, int depth,
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

		if (!fgraph_write_entry(tr, &trace, fgraph_optional_retaddr(tr, frames[count]),
					trace_ctx))
			return false;
		entry->written |= BIT(gops->idx);
	}
	return true;
}

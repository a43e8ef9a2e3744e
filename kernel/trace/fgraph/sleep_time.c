// SPDX-License-Identifier: GPL-2.0
/*
 * sleep_time.c - leave out the time that a task sleeps in a function
 *
 * fgraph_stack.slept is the total time that a task has slept. A tracer that leaves sleep
 * out keeps in each frame what the total was when the function was called.
 */
#include <linux/bitops.h>

#include "../trace.h"

/**
 * fgraph_keep_slept - keep for how long the task has slept up to now
 * @gops: the registered fgraph_ops (ops) that hooks the function
 *
 * If the frame has no room for that, the time that the task sleeps in this function is
 * not left out.
 *
 * Context: entryfunc of the ops. Any, NMI included. RCU may not be watching.
 */
void fgraph_keep_slept(struct fgraph_ops *gops)
{
	const struct fgraph_kept *inside = ftrace_graph_inside(gops);
	struct fgraph_kept *kept;

	if (fgraph_retrieve_data(gops->idx, NULL))
		return;
	kept = fgraph_reserve_data(gops->idx, sizeof(*kept));
	if (!kept)
		return;
	kept->slept = fgraph_stack_of(current)->slept;
	kept->inside = !!inside;
	kept->in_irq = inside && inside->in_irq;
}

/**
 * fgraph_slept_since - return for how long the task slept in a function
 * @gops: the ops that hooked the function
 *
 * Context: retfunc of the ops. Any, NMI included. RCU may not be watching.
 * Return: the time in ns, as an s64. 0 if nothing was kept when the function was called
 */
u64 fgraph_slept_since(struct fgraph_ops *gops)
{
	const struct fgraph_kept *kept = fgraph_retrieve_data(gops->idx, NULL);

	/* Only 62 bits are kept. Negative if the task wakes up where a clock is behind */
	return kept ? sign_extend64(fgraph_stack_of(current)->slept - kept->slept, 61) : 0;
}

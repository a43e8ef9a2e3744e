/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_LEAVE_H
#define _KERNEL_TRACE_FGRAPH_LEAVE_H

#include <linux/ftrace.h>

#include "shadow_stack.h"

/**
 * fgraph_lower_depth - leave the returning entry out of the depth
 * @state: state of the ops in the task
 * @depth: depth of the function that returns
 *
 * No-op if that was done before, or if the ops was registered after the entry was
 * pushed.
 *
 * Context: any, NMI included. RCU may not be watching
 */
static __always_inline void fgraph_lower_depth(struct fgraph_ops_state *state, int depth)
{
	if (state->depth > depth)
		state->depth = depth;
}

/**
 * fgraph_leave - leave a returning function out of the depth when its exit is written
 * @gops: the registered fgraph_ops (ops) that traces the return
 * @trace: the return
 *
 * Call this next to the write of the exit, so that no interrupt can be recorded between
 * the two. Functions of an interrupt are then one deeper than the function if they are
 * recorded before its exit, and as deep as the function if they are recorded after it.
 * Without this call, the function counts in the depth until retfunc has returned.
 *
 * Context: retfunc of the ops. Any, NMI included. RCU may not be watching
 */
static __always_inline void fgraph_leave(const struct fgraph_ops *gops,
					 const struct ftrace_graph_ret *trace)
{
	fgraph_lower_depth(&fgraph_stack_of(current)->states[gops->idx], trace->depth);
}

#endif /* _KERNEL_TRACE_FGRAPH_LEAVE_H */

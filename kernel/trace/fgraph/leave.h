/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_LEAVE_H
#define _KERNEL_TRACE_FGRAPH_LEAVE_H

#include <linux/ftrace.h>

#include "shadow_stack.h"

/**
 * fgraph_lower_depth - let the frame that returns count no more
 * @user: what the user has in the task
 * @depth: depth of the function that returns
 *
 * Does nothing if the frame does not count any more. Nor did it ever count for a
 * registration that began after it was entered.
 *
 * Context: any, NMI included. RCU may not be watching
 */
static __always_inline void fgraph_lower_depth(struct fgraph_user_state *user, int depth)
{
	if (user->depth > depth)
		user->depth = depth;
}

/**
 * fgraph_leave - let a function that returns count no more, as its exit is written
 * @gops: the user who traces the return
 * @trace: the return
 *
 * Call this with the exit, where no interrupt can be recorded between the two. Then
 * functions of an interrupt are one deeper than the function if they come before its
 * exit, and as deep as it if they come behind. If it is not called, the function counts
 * until retfunc is over.
 *
 * Context: retfunc of the user. Any, NMI included. RCU may not be watching
 */
static __always_inline void fgraph_leave(const struct fgraph_ops *gops,
					 const struct ftrace_graph_ret *trace)
{
	fgraph_lower_depth(&fgraph_stack_of(current)->users[gops->idx], trace->depth);
}

#endif /* _KERNEL_TRACE_FGRAPH_LEAVE_H */

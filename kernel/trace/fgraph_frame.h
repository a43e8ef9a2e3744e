/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _LINUX_KERNEL_FGRAPH_FRAME_H
#define _LINUX_KERNEL_FGRAPH_FRAME_H

#include <linux/ftrace.h>
#include <linux/sched.h>

/*
 * Whether an entry of the shadow stack is of the frame that returns. frame is
 * what return_to_handler passes to ftrace_return_to_handler(). Constant true
 * on architectures that pass nothing to tell.
 */
static __always_inline bool fgraph_is_frame(const struct ftrace_ret_stack *entry,
					    unsigned long frame)
{
#if defined(HAVE_FUNCTION_GRAPH_FP_TEST)
	return entry->fp == frame;
#elif defined(HAVE_FUNCTION_GRAPH_RET_ADDR_TEST)
	return (unsigned long)entry->retp == frame;
#else
	return true;
#endif
}

/* The same for an index, which may be off the shadow stack of the task that runs */
static __always_inline bool fgraph_is_frame_at(int index, unsigned long frame)
{
	return (unsigned int)index < FTRACE_RETFUNC_DEPTH &&
	       current->ret_stack[index].ret &&
	       fgraph_is_frame(&current->ret_stack[index], frame);
}

int fgraph_find_frame(int index, unsigned long frame);
void fgraph_lost(void);

#endif /* _LINUX_KERNEL_FGRAPH_FRAME_H */

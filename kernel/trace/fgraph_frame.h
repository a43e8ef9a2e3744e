/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _LINUX_KERNEL_FGRAPH_FRAME_H
#define _LINUX_KERNEL_FGRAPH_FRAME_H

#include <linux/ftrace.h>

/*
 * Whether an entry of the shadow stack is of the frame that returns. frame is
 * what return_to_handler passes to ftrace_return_to_handler(). Nothing but the
 * return address can be told on architectures that pass nothing.
 */
static __always_inline bool fgraph_is_frame(const struct ftrace_ret_stack *entry,
					    unsigned long frame)
{
#if defined(HAVE_FUNCTION_GRAPH_FP_TEST)
	return entry->ret && entry->fp == frame;
#elif defined(HAVE_FUNCTION_GRAPH_RET_ADDR_TEST)
	return entry->ret && (unsigned long)entry->retp == frame;
#else
	return entry->ret;
#endif
}

struct ftrace_ret_stack *fgraph_find_frame(int index, unsigned long frame);
void fgraph_lost(void);

#endif /* _LINUX_KERNEL_FGRAPH_FRAME_H */

/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _LINUX_KERNEL_FGRAPH_FRAME_H
#define _LINUX_KERNEL_FGRAPH_FRAME_H

#include <linux/ftrace.h>

/* Whether anything but the return address tells one frame from another */
#if defined(HAVE_FUNCTION_GRAPH_FP_TEST) || defined(HAVE_FUNCTION_GRAPH_RET_ADDR_TEST)
#define FGRAPH_FRAMES_DIFFER true
#else
#define FGRAPH_FRAMES_DIFFER false
#endif

/* What tells the frame of an entry of the shadow stack from others */
static __always_inline unsigned long fgraph_frame(const struct ftrace_ret_stack *entry)
{
#if defined(HAVE_FUNCTION_GRAPH_FP_TEST)
	return entry->fp;
#elif defined(HAVE_FUNCTION_GRAPH_RET_ADDR_TEST)
	return (unsigned long)entry->retp;
#else
	return 0;
#endif
}

/*
 * Whether an entry of the shadow stack is of the frame that returns. frame is
 * what return_to_handler passes to ftrace_return_to_handler(). Nothing but the
 * return address can be told on architectures that pass nothing.
 */
static __always_inline bool fgraph_is_frame(const struct ftrace_ret_stack *entry,
					    unsigned long frame)
{
	return entry->ret && (!FGRAPH_FRAMES_DIFFER || fgraph_frame(entry) == frame);
}

struct ftrace_ret_stack *fgraph_find_frame(int index, unsigned long frame);
void fgraph_lost(void);

#endif /* _LINUX_KERNEL_FGRAPH_FRAME_H */

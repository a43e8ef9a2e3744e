/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_SHADOW_STACK_REPAIR_H
#define _KERNEL_TRACE_FGRAPH_SHADOW_STACK_REPAIR_H

#include <linux/ftrace.h>

/* Whether the architecture passes a value that identifies the frame */
#if defined(HAVE_FUNCTION_GRAPH_FP_TEST) || defined(HAVE_FUNCTION_GRAPH_RET_ADDR_TEST)
#define FGRAPH_HAS_FRAME_ID true
#else
#define FGRAPH_HAS_FRAME_ID false
#endif

/* The frame pointer or the address of the return address, depending on the architecture */
static __always_inline unsigned long fgraph_frame_id(const struct ftrace_ret_stack *entry)
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
 * Whether an entry of the shadow stack belongs to the frame that returns. @frame
 * is the argument of return_to_handler to ftrace_return_to_handler(). On an
 * architecture that passes nothing, any entry with a return address matches.
 */
static __always_inline bool fgraph_is_frame(const struct ftrace_ret_stack *entry,
					    unsigned long frame)
{
	return entry->ret && (!FGRAPH_HAS_FRAME_ID || fgraph_frame_id(entry) == frame);
}

/*
 * Pop @entry, the one at @index, then clear its return address: an entry with a return
 * address belongs to a function that has not returned. An interrupt in between may
 * push in its place, and pops.
 */
static __always_inline void fgraph_pop_entry(struct ftrace_ret_stack *entry, int *index)
{
	(*index)--;
	barrier();
	entry->ret = 0;
}

struct ftrace_ret_stack *fgraph_find_frame(struct ftrace_ret_stack *stack,
					   unsigned long frame);
struct ftrace_ret_stack *fgraph_mend_stack(int index, unsigned long frame);
void __noreturn fgraph_kill_task(void);

#endif /* _KERNEL_TRACE_FGRAPH_SHADOW_STACK_REPAIR_H */

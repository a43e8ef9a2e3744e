/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_DEFERRED_ENTRY_H
#define _KERNEL_TRACE_FGRAPH_DEFERRED_ENTRY_H

#include <linux/ftrace.h>

#include "../trace.h"
#include "shadow_stack.h"

#ifdef CONFIG_FUNCTION_GRAPH_RETVAL
bool fgraph_write_deferred(struct trace_array *tr, struct fgraph_ops *gops, int depth,
			   unsigned int trace_ctx);

/* Called when a function is entered: mark its entry as not written for all ops */
static __always_inline void fgraph_deferred_enter(struct ftrace_ret_stack *entry)
{
	entry->written = 0;
}

/* Whether fgraph_write_deferred() has written the entry for the ops with index @idx */
static __always_inline bool fgraph_is_written(const struct ftrace_ret_stack *entry, int idx)
{
	return entry->written & BIT(idx);
}
#else
static inline bool fgraph_write_deferred(struct trace_array *tr, struct fgraph_ops *gops, int depth,
					 unsigned int trace_ctx)
{
	return false;
}

static inline void fgraph_deferred_enter(struct ftrace_ret_stack *entry)
{
}

static inline bool fgraph_is_written(const struct ftrace_ret_stack *entry, int idx)
{
	return false;
}
#endif

#endif /* _KERNEL_TRACE_FGRAPH_DEFERRED_ENTRY_H */

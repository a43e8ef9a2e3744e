/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_ERROR_TEXT_H
#define _KERNEL_TRACE_FGRAPH_ERROR_TEXT_H

#include "../trace.h"
#include "error_memory.h"
#include "retval.h"

#ifdef CONFIG_FUNCTION_GRAPH_RETVAL
bool fgraph_read_origin(const struct ftrace_graph_ret_entry *entry, unsigned int bytes,
			struct fgraph_origin *origin);
void fgraph_print_origin(struct trace_seq *s, const struct ftrace_graph_ret *trace,
			 const struct fgraph_origin *origin, u32 flags);
#else
static inline bool fgraph_read_origin(const struct ftrace_graph_ret_entry *entry,
				      unsigned int bytes, struct fgraph_origin *origin)
{
	return false;
}

static inline void fgraph_print_origin(struct trace_seq *s, const struct ftrace_graph_ret *trace,
				       const struct fgraph_origin *origin, u32 flags)
{
}
#endif

/*
 * Whether the value of a return is shown. @origin is NULL if the value is no error. It is
 * always NULL without FUNCTION_GRAPH_RETVAL, but not every compiler sees that.
 */
static inline bool fgraph_shows_return(const struct fgraph_origin *origin, u32 flags)
{
	if (!IS_ENABLED(CONFIG_FUNCTION_GRAPH_RETVAL))
		return false;
	return fgraph_shows_retval(flags) || (origin && (flags & TRACE_GRAPH_PRINT_ORIGIN));
}

#endif /* _KERNEL_TRACE_FGRAPH_ERROR_TEXT_H */

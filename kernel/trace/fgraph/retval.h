/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_RETVAL_H
#define _KERNEL_TRACE_FGRAPH_RETVAL_H

#include "../trace.h"

/* Always false without FUNCTION_GRAPH_RETVAL, so that the compiler drops the code behind it */
static inline bool fgraph_shows_retval(u32 flags)
{
	return IS_ENABLED(CONFIG_FUNCTION_GRAPH_RETVAL) &&
	       (flags & TRACE_GRAPH_PRINT_RETVAL);
}

void fgraph_print_retval(struct trace_seq *s,
			 const struct ftrace_graph_ret *trace, u32 flags);

#endif /* _KERNEL_TRACE_FGRAPH_RETVAL_H */

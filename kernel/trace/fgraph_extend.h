/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _LINUX_KERNEL_FGRAPH_EXTEND_H
#define _LINUX_KERNEL_FGRAPH_EXTEND_H

#include <linux/ftrace.h>

#ifdef CONFIG_FUNCTION_GRAPH_PROTOTYPES
#include "fgraph_lookup.h"

/**
 * fgraph_extend_return - make a recorded return value what its type says
 * @trace: the return. If the type of the function is not known, it stays as it is
 * @flags: TRACE_GRAPH_PRINT_RETVAL_TYPE asks for the type
 *
 * Inline, as it is in the path of each traced return.
 *
 * Context: any, NMI included, with preemption off
 */
static __always_inline void fgraph_extend_return(struct ftrace_graph_ret *trace, u32 flags)
{
	const struct fgraph_protos *protos = fgraph_protos_now();
	const struct fgraph_slot *slot;

	if (unlikely(protos) && (flags & TRACE_GRAPH_PRINT_RETVAL_TYPE) &&
	    fgraph_find_slot(protos, trace->func, &slot))
		fgraph_extend_value(trace, slot->type);
}
#else
static inline void fgraph_extend_return(struct ftrace_graph_ret *trace, u32 flags)
{
}
#endif

#endif /* _LINUX_KERNEL_FGRAPH_EXTEND_H */

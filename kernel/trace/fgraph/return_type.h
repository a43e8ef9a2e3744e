/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_RETURN_TYPE_H
#define _KERNEL_TRACE_FGRAPH_RETURN_TYPE_H

#include <linux/ftrace.h>

#ifdef CONFIG_FUNCTION_GRAPH_PROTOTYPES
#include "type_slots.h"

/**
 * fgraph_return_type - look up the return type of a function
 * @func: address of its call site
 * @flags: the type is looked up only with TRACE_GRAPH_PRINT_RETVAL_TYPE
 *
 * Inline, because each traced return calls it.
 *
 * Context: any, NMI included, with preemption off
 * Return: the type. Its free bits may be set. If all other bits are 0, the type is not
 *	known
 */
static __always_inline u16 fgraph_return_type(unsigned long func, u32 flags)
{
	const struct fgraph_protos *protos = fgraph_protos_now();
	const struct fgraph_slot *slot;

	if (likely(!protos) || !(flags & TRACE_GRAPH_PRINT_RETVAL_TYPE))
		return 0;
	if (func - protos->start >= protos->size)
		return fgraph_module_type(func);
	return fgraph_find_slot(protos, func, &slot) ? slot->type : 0;
}

/**
 * fgraph_extend_return - sign- or zero-extend a return value by its type
 * @trace: the return. Not changed if the type of the function is not known
 * @flags: the type is looked up only with TRACE_GRAPH_PRINT_RETVAL_TYPE
 *
 * Context: any, NMI included, with preemption off
 */
static __always_inline void fgraph_extend_return(struct ftrace_graph_ret *trace, u32 flags)
{
	fgraph_extend_value(trace, fgraph_return_type(trace->func, flags));
}
#else
static inline u16 fgraph_return_type(unsigned long func, u32 flags)
{
	return 0;
}

static inline void fgraph_extend_return(struct ftrace_graph_ret *trace, u32 flags)
{
}
#endif

#endif /* _KERNEL_TRACE_FGRAPH_RETURN_TYPE_H */

/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_RETADDR_H
#define _KERNEL_TRACE_FGRAPH_RETADDR_H

#include <linux/kprobes.h>

#include "../trace.h"
#include "shadow_stack.h"

#ifdef CONFIG_FUNCTION_GRAPH_RETVAL
unsigned long fgraph_replaced_address(const struct fgraph_stack *stack, int frame);
int fgraph_write_entry(struct trace_array *tr, struct ftrace_graph_ent *trace,
		       unsigned long retaddr, unsigned int trace_ctx);
void fgraph_print_retaddr(struct trace_iterator *iter, unsigned long retaddr);

/**
 * fgraph_read_retaddr - read where a function was called
 * @ent: the entry of the function
 *
 * Context: reading
 * Return: the address behind the call, or 0 if the entry does not have it
 */
static inline unsigned long fgraph_read_retaddr(struct trace_entry *ent)
{
	struct fgraph_retaddr_ent_entry *entry;

	if (ent->type != TRACE_GRAPH_RETADDR_ENT)
		return 0;
	trace_assign_type(entry, ent);
	return entry->graph_rent.retaddr;
}

/**
 * fgraph_return_address - look up where a function was called
 * @stack: the shadow stack of the current task
 * @frame: index of the function's frame. The function has not returned, but may be about to
 *
 * Context: any, NMI included. RCU may not be watching
 * Return: the address behind the call, see fgraph_replaced_address()
 */
static __always_inline unsigned long fgraph_return_address(const struct fgraph_stack *stack,
							   int frame)
{
	unsigned long handler =
		(unsigned long)dereference_kernel_function_descriptor(return_to_handler);
	unsigned long ret = stack->entries[frame].ret;

	if (likely(ret != handler && !is_kretprobe_trampoline(ret)))
		return ret;
	return fgraph_replaced_address(stack, frame);
}

/**
 * fgraph_optional_retaddr - look up where a function was called, if that is recorded
 * @tr: the trace array
 * @frame: index of the function's frame
 *
 * Context: callback of a registered fgraph_ops. Any, NMI included. RCU may not be watching
 * Return: the address, for fgraph_write_entry(), or 0
 */
static __always_inline unsigned long fgraph_optional_retaddr(const struct trace_array *tr,
							     int frame)
{
	if (likely(!(fgraph_options(tr->graph) & TRACE_GRAPH_PRINT_RETADDR)))
		return 0;
	return fgraph_return_address(fgraph_stack_of(current), frame);
}
#else
static inline unsigned long fgraph_read_retaddr(struct trace_entry *ent)
{
	return 0;
}

static inline int fgraph_write_entry(struct trace_array *tr, struct ftrace_graph_ent *trace,
				     unsigned long retaddr, unsigned int trace_ctx)
{
	return __trace_graph_entry(tr, trace, trace_ctx);
}

static inline void fgraph_print_retaddr(struct trace_iterator *iter, unsigned long retaddr)
{
}

static inline unsigned long fgraph_return_address(const struct fgraph_stack *stack, int frame)
{
	return 0;
}

static inline unsigned long fgraph_optional_retaddr(const struct trace_array *tr, int frame)
{
	return 0;
}
#endif

#endif /* _KERNEL_TRACE_FGRAPH_RETADDR_H */

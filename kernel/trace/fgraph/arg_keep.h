/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_ARG_KEEP_H
#define _KERNEL_TRACE_FGRAPH_ARG_KEEP_H

#include <linux/ftrace.h>

#include "arg_record.h"
#include "retaddr.h"
#include "shadow_stack.h"

/* Most words that are kept of a function. 99 % of functions have no more */
#define FGRAPH_KEPT_WORDS	6

#ifdef CONFIG_FUNCTION_TRACE_ARGS
void fgraph_keep_args(struct fgraph_ops *gops, unsigned long func,
		      const struct ftrace_regs *fregs);
const struct fgraph_word *fgraph_kept_args(const struct fgraph_stack *stack, int frame, int idx,
					   unsigned int *nr);
int fgraph_write_kept_entry(struct trace_array *tr, struct ftrace_graph_ent *trace,
			    unsigned long retaddr, const struct fgraph_word *words,
			    unsigned int nr, unsigned int trace_ctx);
#else
static inline void fgraph_keep_args(struct fgraph_ops *gops, unsigned long func,
				    const struct ftrace_regs *fregs)
{
}

static inline const struct fgraph_word *
fgraph_kept_args(const struct fgraph_stack *stack, int frame, int idx, unsigned int *nr)
{
	*nr = 0;
	return NULL;
}

static inline int fgraph_write_kept_entry(struct trace_array *tr, struct ftrace_graph_ent *trace,
					  unsigned long retaddr, const struct fgraph_word *words,
					  unsigned int nr, unsigned int trace_ctx)
{
	return fgraph_write_entry(tr, trace, retaddr, trace_ctx);
}
#endif

#endif /* _KERNEL_TRACE_FGRAPH_ARG_KEEP_H */

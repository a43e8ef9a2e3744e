/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_ERROR_CHAIN_H
#define _KERNEL_TRACE_FGRAPH_ERROR_CHAIN_H

#include <linux/ftrace.h>

#include "../trace.h"
#include "error_memory.h"
#include "shadow_stack.h"

/**
 * struct fgraph_link - a function that handed an error up, in an error slot of its caller
 * @calltime: when it was called, in ns
 * @rettime: when it returned, in ns
 * @func: key of the function
 * @caller: key of where it was called
 * @upper: upper half of the value, sign- or zero-extended by its type. The lower half
 *	follows from @error. On a 32-bit machine, @upper is the second return register. On
 *	64-bit machines, that register is not kept: it is no part of an error
 * @error: the errno, or FGRAPH_NULL
 * @guessed: as in struct fgraph_origin, when the function returned
 * @given: the function, or one of its callees, may have been given the error
 * @aside: the link belongs to the earlier call from which the error may have been given
 * @idx: fgraph_link_idx() of the ops
 * @next: number of the next slot. The next link is the function's callee. Links that are
 *	aside come last
 */
struct fgraph_link {
	u64 calltime;
	u64 rettime;
	u32 func;
	u32 caller;
	u32 upper;
	u16 error : 13;
	u16 guessed : 1;
	u16 given : 1;
	u16 aside : 1;
	u8 idx;
	u8 next;
};

/* Value of fgraph_errors.idx in links of an ops. No ops has this index */
static inline u8 fgraph_link_idx(int idx)
{
	return idx | BIT(7);
}

void fgraph_chain_add(struct fgraph_stack *stack, struct ftrace_ret_stack *caller, int frame,
		      int idx, const struct ftrace_graph_ret *trace,
		      const struct fgraph_origin *origin);
void fgraph_chain_forget(struct fgraph_stack *stack, struct ftrace_ret_stack *caller, int idx,
			 u16 error);
int fgraph_chain_links(struct fgraph_stack *stack, int frame, int idx, u16 error, u8 *links);
const struct fgraph_link *fgraph_chain_link(struct fgraph_stack *stack, u8 number);
void fgraph_chain_read(const struct fgraph_link *link, struct ftrace_graph_ret *trace);

#ifdef CONFIG_FUNCTION_GRAPH_RETVAL
void fgraph_chain_return(struct fgraph_instance *array, struct fgraph_ops *gops,
			 const struct ftrace_graph_ret *trace,
			 const struct fgraph_origin *origin);

/* Whether errors of its callees are kept for a function */
static __always_inline bool fgraph_has_errors(const struct ftrace_ret_stack *entry)
{
	return entry->errors;
}
#else
static inline void fgraph_chain_return(struct fgraph_instance *array, struct fgraph_ops *gops,
				       const struct ftrace_graph_ret *trace,
				       const struct fgraph_origin *origin)
{
}

static inline bool fgraph_has_errors(const struct ftrace_ret_stack *entry)
{
	return false;
}
#endif

#endif /* _KERNEL_TRACE_FGRAPH_ERROR_CHAIN_H */

/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Calls by hand on a shadow stack that belongs to no task, for KUnit tests of the error
 * slots of frames.
 */
#ifndef _KERNEL_TRACE_FGRAPH_ERROR_ORIGIN_TEST_H
#define _KERNEL_TRACE_FGRAPH_ERROR_ORIGIN_TEST_H

#include <linux/string.h>

#include "error_origin.h"

/* Return types of the called functions */
enum { INT, PTR, BOOL, UNTYPED };

static inline u16 type_of(int kind)
{
	switch (kind) {
	case INT:
		return fgraph_make_type(FGRAPH_ERRNO_INT, sizeof(int), true);
	case PTR:
		return fgraph_make_type(FGRAPH_POINTER, sizeof(long), false);
	case BOOL:
		return fgraph_make_type(FGRAPH_BOOL, 1, false);
	default:
		return 0;
	}
}

/* Call a function in frame @frame that the registered fgraph_ops (ops) in a mask trace */
static inline void push_frame(struct fgraph_stack *stack, int frame, u32 func, u16 ops,
			      u32 context)
{
	struct ftrace_ret_stack *entry = &stack->entries[frame];
	int idx;

	memset(entry, 0, sizeof(*entry));
	entry->func = func;
	/* Each function is called at another place */
	entry->ret = func;
	entry->since = 1;
	entry->ops = ops;
	entry->context = context >> FGRAPH_CONTEXT_SHIFT;
	for (idx = 0; idx < FGRAPH_ARRAY_SIZE; idx++) {
		stack->states[idx].since = 1;
		stack->states[idx].depth += !!(ops & BIT(idx));
	}
}

#endif /* _KERNEL_TRACE_FGRAPH_ERROR_ORIGIN_TEST_H */

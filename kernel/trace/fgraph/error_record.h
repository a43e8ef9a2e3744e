/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_ERROR_RECORD_H
#define _KERNEL_TRACE_FGRAPH_ERROR_RECORD_H

#include <linux/bits.h>

#include "../trace.h"
#include "error_memory.h"

#ifdef CONFIG_FUNCTION_GRAPH_RETVAL
/*
 * Words of the field "origin" of a record: the function that made the error or 0, the bits
 * below, and, only if FGRAPH_ORIGIN_WHY is not 0, the function that is the cause. The size
 * of a record does not give the number of words: it may be rounded up.
 */
#define FGRAPH_ORIGIN_CAUSE_ERROR	GENMASK(11, 0)
#define FGRAPH_ORIGIN_WHY_SHIFT		12
#define FGRAPH_ORIGIN_WHY		GENMASK(14, FGRAPH_ORIGIN_WHY_SHIFT)
#define FGRAPH_ORIGIN_GUESSED		BIT(15)
#define FGRAPH_ORIGIN_RECURSIVE		BIT(16)

static inline u32 fgraph_origin_how(const struct fgraph_origin *origin)
{
	return origin->cause_error | origin->why << FGRAPH_ORIGIN_WHY_SHIFT |
	       (origin->guessed ? FGRAPH_ORIGIN_GUESSED : 0) |
	       (origin->recursive ? FGRAPH_ORIGIN_RECURSIVE : 0);
}

static inline unsigned int fgraph_origin_bytes(const struct fgraph_origin *origin)
{
	return (origin->why ? 3 : 2) * sizeof(u32);
}

static inline void fgraph_write_origin(struct ftrace_graph_ret_entry *entry,
				       const struct fgraph_origin *origin)
{
	entry->origin[0] = origin->func;
	entry->origin[1] = fgraph_origin_how(origin);
	if (origin->why)
		entry->origin[2] = origin->cause;
}
#else
static inline unsigned int fgraph_origin_bytes(const struct fgraph_origin *origin)
{
	return 0;
}

static inline void fgraph_write_origin(struct ftrace_graph_ret_entry *entry,
				       const struct fgraph_origin *origin)
{
}
#endif

#endif /* _KERNEL_TRACE_FGRAPH_ERROR_RECORD_H */

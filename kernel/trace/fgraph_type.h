/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _LINUX_KERNEL_FGRAPH_TYPE_H
#define _LINUX_KERNEL_FGRAPH_TYPE_H

#include <linux/bits.h>

#include "fgraph_kind.h"
#include "trace.h"

/*
 * The type of a return value, in 16 bits, as a traced return needs it:
 *
 *	 15    12 11   8    7     6    5     0
 *	+--------+------+-----+------+--------+
 *	|  free  | kind | two |signed| unused |
 *	+--------+------+-----+------+--------+
 *
 * unused: number of bits at the high end of the last register that do not
 *	belong to the value
 * two: the value is in both return registers
 *
 * The free bits are for tables of types. 0 is a type that is not known.
 */
#define FGRAPH_TYPE_UNUSED	GENMASK(5, 0)
#define FGRAPH_TYPE_SIGNED	BIT(6)
#define FGRAPH_TYPE_TWO		BIT(7)
#define FGRAPH_TYPE_KIND_SHIFT	8
#define FGRAPH_TYPE_KIND	GENMASK(11, FGRAPH_TYPE_KIND_SHIFT)
#define FGRAPH_TYPE_MASK	GENMASK(11, 0)

static inline enum fgraph_kind fgraph_type_kind(u16 type)
{
	return (type & FGRAPH_TYPE_KIND) >> FGRAPH_TYPE_KIND_SHIFT;
}

/* Whether a function of this type returns a value in registers */
static inline bool fgraph_type_has_value(u16 type)
{
	return fgraph_type_kind(type) != FGRAPH_VOID &&
	       fgraph_type_kind(type) != FGRAPH_MEMORY;
}

u16 fgraph_make_type(enum fgraph_kind kind, u32 bytes, bool is_signed);
void fgraph_extend_value(struct ftrace_graph_ret *trace, u16 type);
void fgraph_print_typed(struct trace_seq *s, u16 type,
			const struct ftrace_graph_ret *trace, u32 flags);

#endif /* _LINUX_KERNEL_FGRAPH_TYPE_H */

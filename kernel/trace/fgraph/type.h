/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_TYPE_H
#define _KERNEL_TRACE_FGRAPH_TYPE_H

#include <linux/bits.h>

#include "../trace.h"
#include "type_kind.h"

/*
 * The type of a return value in 16 bits, in the form that a traced return uses:
 *
 *	 15  13 12   9    8     7     6    5     0
 *	+------+------+------+-----+------+--------+
 *	| free | kind | none | one |signed| unused |
 *	+------+------+------+-----+------+--------+
 *
 * unused: number of bits at the high end of the last register that do not
 *	belong to the value
 * one: the value is in the first return register alone
 * none: no register holds a value
 *
 * The free bits are for the tables that hold types. A type of 0 is not known.
 */
#define FGRAPH_TYPE_UNUSED	GENMASK(5, 0)
#define FGRAPH_TYPE_SIGNED	BIT(6)
#define FGRAPH_TYPE_ONE		BIT(7)
#define FGRAPH_TYPE_NONE	BIT(8)
#define FGRAPH_TYPE_KIND_SHIFT	9
#define FGRAPH_TYPE_KIND	GENMASK(12, FGRAPH_TYPE_KIND_SHIFT)
#define FGRAPH_TYPE_MASK	GENMASK(12, 0)

static inline enum fgraph_kind fgraph_type_kind(u16 type)
{
	return (type & FGRAPH_TYPE_KIND) >> FGRAPH_TYPE_KIND_SHIFT;
}

/* Whether a function of this type returns a value in registers */
static inline bool fgraph_type_has_value(u16 type)
{
	return !(type & FGRAPH_TYPE_NONE);
}

/* Sign- or zero-extend the last register of a value to the full register */
static __always_inline unsigned long fgraph_extend_register(unsigned long value, u16 type)
{
	unsigned int unused = type & FGRAPH_TYPE_UNUSED;

	if (type & FGRAPH_TYPE_SIGNED)
		return (long)(value << unused) >> unused;
	return value << unused >> unused;
}

/**
 * fgraph_extend_value - sign- or zero-extend a return value by its type
 * @trace: the return. The bits of both registers that do not belong to the
 *	value are set to 0, or to the sign of the value. Registers that the
 *	value does not use are set to 0
 * @type: the type of the value. If it is 0, nothing is done
 *
 * A second call changes nothing.
 *
 * Context: any, NMI included
 */
static __always_inline void fgraph_extend_value(struct ftrace_graph_ret *trace, u16 type)
{
	if (type & FGRAPH_TYPE_ONE) {
		trace->retval = fgraph_extend_register(trace->retval, type);
		trace->retval2 = 0;
	} else if (!fgraph_type_has_value(type)) {
		trace->retval = 0;
		trace->retval2 = 0;
	} else {
		/* A type that is not known (0) has no unused bits, so nothing changes */
		trace->retval2 = fgraph_extend_register(trace->retval2, type);
	}
}

u16 fgraph_make_type(enum fgraph_kind kind, u32 bytes, bool is_signed);
long fgraph_typed_error(const struct ftrace_graph_ret *trace, u16 type);
void fgraph_print_typed(struct trace_seq *s, u16 type,
			const struct ftrace_graph_ret *trace, u32 flags);

#endif /* _KERNEL_TRACE_FGRAPH_TYPE_H */

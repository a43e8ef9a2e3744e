/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _LINUX_KERNEL_FGRAPH_PROTO_H
#define _LINUX_KERNEL_FGRAPH_PROTO_H

#include "fgraph_retval.h"
#include "fgraph_type.h"

struct fgraph_protos;

/**
 * struct fgraph_function - what is known of a function that can be traced
 * @ip: address of the call site, as it is in a record
 * @type: type of the return value, 0 if it is not known
 * @proto: for the source of the prototype
 * @names: for the source of the prototype
 */
struct fgraph_function {
	unsigned long ip;
	u16 type;
	u16 proto;
	u16 names;
};

#ifdef CONFIG_FUNCTION_GRAPH_PROTOTYPES
struct fgraph_protos *fgraph_protos_build(const struct fgraph_function *functions, u32 count);
void fgraph_protos_free(struct fgraph_protos *protos);
u32 fgraph_protos_copy(const struct fgraph_protos *protos, unsigned long base,
		       struct fgraph_function *functions);
u32 fgraph_protos_count(const struct fgraph_protos *protos);
bool fgraph_protos_find(const struct fgraph_protos *protos, unsigned long ip,
			struct fgraph_function *function);
struct fgraph_protos *fgraph_protos_publish(struct fgraph_protos *protos);
u16 fgraph_find_type(unsigned long ip);
#else
static inline u16 fgraph_find_type(unsigned long ip)
{
	return 0;
}

#endif

/* Print a return value between @before and @after. Prints nothing if the function returns none */
static inline void fgraph_print_return(struct trace_seq *s, const char *before,
				       const struct ftrace_graph_ret *trace,
				       const char *after, u32 flags)
{
	u16 type = flags & TRACE_GRAPH_PRINT_RETVAL_TYPE ? fgraph_find_type(trace->func) : 0;

	if (type && !fgraph_type_has_value(type))
		return;

	trace_seq_puts(s, before);
	if (type)
		fgraph_print_typed(s, type, trace, flags);
	else
		fgraph_print_retval(s, trace, flags);
	trace_seq_puts(s, after);
}

#endif /* _LINUX_KERNEL_FGRAPH_PROTO_H */

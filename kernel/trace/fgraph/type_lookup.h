/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_TYPE_LOOKUP_H
#define _KERNEL_TRACE_FGRAPH_TYPE_LOOKUP_H

#include "retval.h"
#include "type_kind.h"

struct fgraph_module_slots;
struct fgraph_protos;
struct fgraph_source;

/**
 * struct fgraph_function - the prototype of a function that can be traced
 * @ip: address of the call site, as it is in a record
 * @type: type of the return value, 0 if it is not known
 * @proto: number of the prototype in its source. If @type is 0, one of enum fgraph_reason
 */
struct fgraph_function {
	unsigned long ip;
	u16 type;
	u32 proto;
};

#define FGRAPH_TEXT_PARTS	2

/**
 * struct fgraph_text - where the functions of the kernel or of a module are
 * @start: start of each part. The second part has the init functions
 * @end: end of each part
 * @since: when the functions came, by the clock of the graph tracer's records. Earlier
 *	records may be of another module at these addresses
 * @source: the source of the prototypes
 * @data: private data of @source
 */
struct fgraph_text {
	unsigned long start[FGRAPH_TEXT_PARTS];
	unsigned long end[FGRAPH_TEXT_PARTS];
	u64 since;
	const struct fgraph_source *source;
	const void *data;
};

static inline bool fgraph_text_has(const struct fgraph_text *text, unsigned long ip)
{
	return (ip >= text->start[0] && ip < text->end[0]) ||
	       (ip >= text->start[1] && ip < text->end[1]);
}

#ifdef CONFIG_FUNCTION_GRAPH_PROTOTYPES
struct fgraph_protos *fgraph_protos_build(const struct fgraph_function *functions, u32 count,
					  const struct fgraph_text *text);
void fgraph_protos_free(struct fgraph_protos *protos);
bool fgraph_protos_find(const struct fgraph_protos *protos, unsigned long ip,
			struct fgraph_function *function);
const struct fgraph_text *fgraph_find_function(unsigned long ip,
					       struct fgraph_function *function);
void fgraph_publish_kernel(struct fgraph_protos *protos);
int fgraph_publish_module(struct fgraph_protos *protos);
void fgraph_unpublish_module(struct fgraph_protos *protos);
void fgraph_unpublish_init(struct fgraph_protos *protos);
struct fgraph_module_slots *fgraph_old_slots(void);
void fgraph_free_slots(struct fgraph_module_slots *slots);
u16 fgraph_record_type(const struct ftrace_graph_ret *trace, u32 flags);
void fgraph_print_return(struct trace_seq *s, const char *before,
			 const struct ftrace_graph_ret *trace, const char *after, u32 flags);
#else
static inline void fgraph_print_return(struct trace_seq *s, const char *before,
				       const struct ftrace_graph_ret *trace,
				       const char *after, u32 flags)
{
	trace_seq_puts(s, before);
	fgraph_print_retval(s, trace, flags);
	trace_seq_puts(s, after);
}
#endif

#endif /* _KERNEL_TRACE_FGRAPH_TYPE_LOOKUP_H */

/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_ARG_TEXT_H
#define _KERNEL_TRACE_FGRAPH_ARG_TEXT_H

#include "../trace.h"
#include "arg_record.h"

/**
 * struct fgraph_args - the arguments of a call, as they were recorded
 * @func: the function
 * @time: time of the call, by the clock of the graph tracer's records. 0 if not known
 * @nr: number of words
 * @words: the words
 */
struct fgraph_args {
	unsigned long func;
	u64 time;
	unsigned int nr;
	struct fgraph_word words[FGRAPH_RECIPE_WORDS];
};

#ifdef CONFIG_FUNCTION_TRACE_ARGS
void fgraph_read_args(struct fgraph_args *args, struct trace_iterator *iter,
		      struct trace_entry *ent);
void fgraph_print_args(struct trace_seq *s, const struct fgraph_args *args, u32 flags);
#else
static inline void fgraph_read_args(struct fgraph_args *args, struct trace_iterator *iter,
				    struct trace_entry *ent)
{
}

static inline void fgraph_print_args(struct trace_seq *s, const struct fgraph_args *args, u32 flags)
{
	trace_seq_puts(s, "()");
}
#endif

#endif /* _KERNEL_TRACE_FGRAPH_ARG_TEXT_H */

/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a trace array has for the function graph: files, options, and an fgraph_ops (ops).
 * trace.h includes this file, which needs the types of trace.h.
 */
#ifndef _KERNEL_TRACE_FGRAPH_INSTANCE_H
#define _KERNEL_TRACE_FGRAPH_INSTANCE_H

#include <linux/ftrace.h>

#include "shadow_stack.h"

/* Options of return values, for all tracers that show the graph */
#define FGRAPH_RETVAL_FLAGS \
	(TRACE_GRAPH_PRINT_RETVAL | TRACE_GRAPH_PRINT_RETVAL_HEX | TRACE_GRAPH_PRINT_RETVAL2 | \
	 TRACE_GRAPH_PRINT_RETVAL_NAMES | TRACE_GRAPH_PRINT_RETVAL_TYPE)

/**
 * struct fgraph_instance - the function graph of a trace array
 * @gops: the ops of function_graph in the trace array
 * @tr: the trace array, once function_graph was selected there
 * @graph_hash: functions of set_graph_function
 * @notrace_hash: functions of set_graph_notrace
 * @flags: the options of function_graph
 * @max_depth: max_graph_depth. 0 is no limit
 *
 * The latency tracers have ops of their own, and use the same files and options.
 */
struct fgraph_instance {
	struct fgraph_ops gops;
	struct trace_array *tr;
	struct ftrace_hash __rcu *graph_hash;
	struct ftrace_hash __rcu *notrace_hash;
	struct tracer_flags flags;
	unsigned int max_depth;
};

/* The instance of the top-level trace array */
extern struct fgraph_instance fgraph_top_instance;

/* Read the options. They may change while functions are traced */
static inline u32 fgraph_options(const struct fgraph_instance *inst)
{
	return READ_ONCE(inst->flags.val);
}

/* Whether a call is too deep for max_graph_depth, which may change at any time, too */
static inline bool fgraph_is_too_deep(const struct fgraph_instance *inst, unsigned int depth)
{
	unsigned int max = READ_ONCE(inst->max_depth);

	return max && depth >= max;
}

/**
 * struct fgraph_kept - what a tracer keeps in the frame of a function
 * @slept: for how long the task had slept when the function was called, in ns. These are
 *	the low bits of fgraph_stack.slept
 * @inside: set_graph_function has the function, or one of its callers
 * @in_irq: the function that set_graph_function has was called in an interrupt
 *
 * One word: a frame has no room for two words of several trace arrays.
 */
struct fgraph_kept {
	u64 slept : 62;
	u64 inside : 1;
	u64 in_irq : 1;
};

/*
 * What is kept for a function that is called, or for its nearest caller with data. NULL
 * if set_graph_function has neither the function nor one of its callers.
 */
static inline struct fgraph_kept *ftrace_graph_inside(struct fgraph_ops *gops)
{
	struct fgraph_kept *kept = fgraph_retrieve_data(gops->idx, NULL) ?:
				   fgraph_retrieve_parent_data(gops->idx, NULL, 1);

	return kept && kept->inside ? kept : NULL;
}

/* Keep that a function of set_graph_function is called. Fails if there is no room */
static inline bool fgraph_keep_inside(struct fgraph_ops *gops, bool in_irq)
{
	struct fgraph_kept *kept = fgraph_reserve_data(gops->idx, sizeof(*kept));

	if (!kept) {
		/*
		 * The function and its callees are left out, like a function that finds no
		 * room for its frame.
		 */
		atomic_inc(&current->trace_overrun);
		return false;
	}
	kept->slept = fgraph_stack_of(current)->slept;
	kept->inside = true;
	kept->in_irq = in_irq;
	return true;
}

void fgraph_keep_slept(struct fgraph_ops *gops);
u64 fgraph_slept_since(struct fgraph_ops *gops);

/* Keep what the exit needs of a function whose entry is recorded */
static inline void fgraph_record_entry(struct fgraph_instance *inst, struct fgraph_ops *gops)
{
	if (unlikely(!(fgraph_options(inst) & TRACE_GRAPH_SLEEP_TIME)))
		fgraph_keep_slept(gops);
}

/* For how long the task slept in a returning function, in ns. 0 if that is not left out */
static inline u64 fgraph_time_to_leave_out(struct fgraph_instance *inst,
					   struct fgraph_ops *gops)
{
	if (likely(fgraph_options(inst) & TRACE_GRAPH_SLEEP_TIME))
		return 0;
	return fgraph_slept_since(gops);
}

int fgraph_instance_alloc(struct trace_array *tr);
void fgraph_instance_free(struct trace_array *tr);
void fgraph_create_files(struct trace_array *tr, struct dentry *parent);

#endif /* _KERNEL_TRACE_FGRAPH_INSTANCE_H */

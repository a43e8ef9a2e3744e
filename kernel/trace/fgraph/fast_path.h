/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_FAST_PATH_H
#define _KERNEL_TRACE_FGRAPH_FAST_PATH_H

#include <linux/bitops.h>
#include <linux/preempt.h>

#include "../trace.h"

#ifdef CONFIG_FUNCTION_GRAPH_TRACER
/**
 * enum fgraph_slow_path - reasons to take the slow path before a call is recorded
 * @FGRAPH_SLOW_OPTIONS: an option of FGRAPH_FAST_FLAGS is off
 * @FGRAPH_SLOW_DEPTH: max_graph_depth has a limit
 * @FGRAPH_SLOW_FUNCTIONS: set_graph_function or set_graph_notrace has functions, or had
 *	some since function_graph was selected. A task may still be in one of them
 * @FGRAPH_SLOW_THRESH: tracing_thresh is set. Entries are not recorded
 *
 * Bits of trace_array.graph_slow_path. A stale bit only costs time: the slow path then
 * finds nothing to do. A change applies to calls that are entered afterwards. But
 * FGRAPH_SLOW_THRESH decides which records are written: it changes only while no call is
 * traced.
 */
enum fgraph_slow_path {
	FGRAPH_SLOW_OPTIONS,
	FGRAPH_SLOW_DEPTH,
	FGRAPH_SLOW_FUNCTIONS,
	FGRAPH_SLOW_THRESH,
};

/* Options that are on by default and affect calls and returns */
#define FGRAPH_FAST_FLAGS \
	(TRACE_GRAPH_PRINT_IRQS | TRACE_GRAPH_SLEEP_TIME | TRACE_GRAPH_PRINT_RETVAL_TYPE)

static __always_inline bool fgraph_fast_path(const struct trace_array *tr)
{
	return likely(!READ_ONCE(tr->graph_slow_path));
}

static __always_inline bool fgraph_has_thresh(const struct trace_array *tr)
{
	return READ_ONCE(tr->graph_slow_path) & BIT(FGRAPH_SLOW_THRESH);
}

static inline void fgraph_set_slow_path(struct trace_array *tr, enum fgraph_slow_path why, bool is)
{
	if (is)
		set_bit(why, &tr->graph_slow_path);
	else
		clear_bit(why, &tr->graph_slow_path);
}

/**
 * fgraph_note_options - note that options of function_graph change
 * @tr: the trace array
 * @flags: the new options
 *
 * Context: task, with trace_types_lock held
 */
static inline void fgraph_note_options(struct trace_array *tr, u32 flags)
{
	fgraph_set_slow_path(tr, FGRAPH_SLOW_OPTIONS, ~flags & FGRAPH_FAST_FLAGS);
}

/**
 * fgraph_note_depth - note that max_graph_depth has changed
 * @tr: the trace array
 *
 * Context: task, with trace_types_lock held since the change
 */
static inline void fgraph_note_depth(struct trace_array *tr)
{
	fgraph_set_slow_path(tr, FGRAPH_SLOW_DEPTH, tr->graph->max_depth);
}

#ifdef CONFIG_DYNAMIC_FTRACE
/**
 * fgraph_note_functions - note that set_graph_function or set_graph_notrace has functions
 * @tr: the trace array
 *
 * Call this after the hashes are set.
 *
 * Context: task
 */
static inline void fgraph_note_functions(struct trace_array *tr)
{
	struct fgraph_instance *inst = tr->graph;

	/* A hash that is replaced stays until no CPU has preemption off */
	preempt_disable_notrace();
	/* Only test whether the hashes have functions */
	if (!ftrace_hash_empty(rcu_access_pointer(inst->graph_hash)) ||
	    !ftrace_hash_empty(rcu_access_pointer(inst->notrace_hash))) {
		/* Set the hashes before the bit. Pairs with fgraph_note_all() */
		smp_mb__before_atomic();
		fgraph_set_slow_path(tr, FGRAPH_SLOW_FUNCTIONS, true);
	}
	preempt_enable_notrace();
}
#else
static inline void fgraph_note_functions(struct trace_array *tr)
{
}
#endif

/**
 * fgraph_note_all - set all bits of a trace array when function_graph is selected
 * @tr: the trace array
 *
 * No call is traced for the trace array yet.
 *
 * Context: task, with trace_types_lock held
 */
static inline void fgraph_note_all(struct trace_array *tr)
{
	fgraph_note_options(tr, tr->graph->flags.val);
	fgraph_note_depth(tr);
	fgraph_set_slow_path(tr, FGRAPH_SLOW_THRESH, tracing_thresh);
	fgraph_set_slow_path(tr, FGRAPH_SLOW_FUNCTIONS, false);
	/* The task that sets functions which are not seen here notes them after this */
	smp_mb__after_atomic();
	fgraph_note_functions(tr);
}
#endif /* CONFIG_FUNCTION_GRAPH_TRACER */

#endif /* _KERNEL_TRACE_FGRAPH_FAST_PATH_H */

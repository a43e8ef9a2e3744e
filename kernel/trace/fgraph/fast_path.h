/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_FAST_PATH_H
#define _KERNEL_TRACE_FGRAPH_FAST_PATH_H

#include <linux/bitops.h>

#include "../trace.h"

#ifdef CONFIG_FUNCTION_GRAPH_TRACER
/**
 * enum fgraph_unusual - why calls have to be looked at before they are recorded
 * @FGRAPH_UNUSUAL_OPTIONS: an option of FGRAPH_USUAL_FLAGS is off
 * @FGRAPH_UNUSUAL_DEPTH: max_graph_depth has a limit
 * @FGRAPH_UNUSUAL_FUNCTIONS: set_graph_function or set_graph_notrace has functions, or had
 *	some since function_graph was selected. A task may still be in one of them
 * @FGRAPH_UNUSUAL_THRESH: tracing_thresh is set. Entries are not recorded
 *
 * Bits of trace_array.graph_unusual. A bit that is set too long costs time, and nothing
 * else. One that changes while function_graph traces counts for calls from then on. The
 * bit of the threshold decides which records are written: it changes only when no call is
 * traced.
 */
enum fgraph_unusual {
	FGRAPH_UNUSUAL_OPTIONS,
	FGRAPH_UNUSUAL_DEPTH,
	FGRAPH_UNUSUAL_FUNCTIONS,
	FGRAPH_UNUSUAL_THRESH,
};

/* Options that are on by default, and matter when a function is called or returns */
#define FGRAPH_USUAL_FLAGS \
	(TRACE_GRAPH_PRINT_IRQS | TRACE_GRAPH_SLEEP_TIME | TRACE_GRAPH_PRINT_RETVAL_TYPE)

static __always_inline bool fgraph_is_usual(const struct trace_array *tr)
{
	return likely(!READ_ONCE(tr->graph_unusual));
}

static __always_inline bool fgraph_has_thresh(const struct trace_array *tr)
{
	return READ_ONCE(tr->graph_unusual) & BIT(FGRAPH_UNUSUAL_THRESH);
}

static inline void fgraph_set_unusual(struct trace_array *tr, enum fgraph_unusual why, bool is)
{
	if (is)
		set_bit(why, &tr->graph_unusual);
	else
		clear_bit(why, &tr->graph_unusual);
}

/**
 * fgraph_note_options - note that options of function_graph change
 * @tr: the trace array
 * @flags: what they will be
 *
 * Context: task, with trace_types_lock held
 */
static inline void fgraph_note_options(struct trace_array *tr, u32 flags)
{
	fgraph_set_unusual(tr, FGRAPH_UNUSUAL_OPTIONS, ~flags & FGRAPH_USUAL_FLAGS);
}

/**
 * fgraph_note_depth - note that max_graph_depth has changed
 * @tr: the trace array
 *
 * Context: task, with trace_types_lock held since then
 */
static inline void fgraph_note_depth(struct trace_array *tr)
{
	fgraph_set_unusual(tr, FGRAPH_UNUSUAL_DEPTH, tr->graph->max_depth);
}

#ifdef CONFIG_DYNAMIC_FTRACE
/**
 * fgraph_note_functions - note that set_graph_function or set_graph_notrace has functions
 * @tr: the trace array
 *
 * Call this when they are there.
 *
 * Context: task
 */
static inline void fgraph_note_functions(struct trace_array *tr)
{
	struct fgraph_array *array = tr->graph;

	/* Only whether they are there */
	if (!ftrace_hash_empty(rcu_access_pointer(array->graph_hash)) ||
	    !ftrace_hash_empty(rcu_access_pointer(array->notrace_hash))) {
		/* They are there before the bit is. Pairs with fgraph_note_all() */
		smp_mb__before_atomic();
		fgraph_set_unusual(tr, FGRAPH_UNUSUAL_FUNCTIONS, true);
	}
}
#else
static inline void fgraph_note_functions(struct trace_array *tr)
{
}
#endif

/**
 * fgraph_note_all - note what a trace array has when function_graph is selected
 * @tr: the trace array
 *
 * No call is traced for it yet.
 *
 * Context: task, with trace_types_lock held
 */
static inline void fgraph_note_all(struct trace_array *tr)
{
	fgraph_note_options(tr, tr->graph->flags.val);
	fgraph_note_depth(tr);
	fgraph_set_unusual(tr, FGRAPH_UNUSUAL_THRESH, tracing_thresh);
	fgraph_set_unusual(tr, FGRAPH_UNUSUAL_FUNCTIONS, false);
	/* Functions that are not seen here are noted by who sets them, after this */
	smp_mb__after_atomic();
	fgraph_note_functions(tr);
}
#endif /* CONFIG_FUNCTION_GRAPH_TRACER */

#endif /* _KERNEL_TRACE_FGRAPH_FAST_PATH_H */

// SPDX-License-Identifier: GPL-2.0
/*
 * fgraph_chain_write.c - write a chain of functions that have handed an error up
 *
 * It is written when no caller can get the error: the outermost function has returned it,
 * or it has reached a function that returns nothing. If a function returns something else
 * in place of the error, that was handled, and nothing is written.
 */
#include "fgraph_chain.h"
#include "fgraph_origin.h"

/**
 * struct written - a chain that is written
 * @tr: the trace array
 * @stack: the shadow stack
 * @origin: where the error comes from
 * @links: numbers of the links of its functions, but for @first. There is room for
 *	FTRACE_RETFUNC_DEPTH
 * @count: number of @links
 * @first: the outermost function, if it returns just now, or NULL
 * @depth: depth of the outermost function
 */
struct written {
	struct trace_array *tr;
	struct fgraph_stack *stack;
	const struct fgraph_origin *origin;
	u8 *links;
	int count;
	const struct ftrace_graph_ret *first;
	int depth;
};

static const struct fgraph_link *link_of(const struct written *chain, int i)
{
	return fgraph_chain_link(chain->stack, chain->links[i]);
}

static bool write_entry(const struct written *chain, unsigned long func, int depth,
			unsigned int trace_ctx)
{
	struct ftrace_graph_ent trace = { .func = func, .depth = depth };

	return __trace_graph_entry(chain->tr, &trace, trace_ctx);
}

/* Only the innermost call has made the error. Others of the same function hand it on */
static void write_exit(const struct written *chain, const struct ftrace_graph_ret *trace,
		       bool innermost, unsigned int trace_ctx)
{
	struct fgraph_origin origin;

	if (innermost && !chain->origin->recursive) {
		__trace_graph_error_return(chain->tr, trace, chain->origin, trace_ctx);
		return;
	}
	origin = *chain->origin;
	origin.recursive = !innermost && origin.func == fgraph_key(trace->func);
	__trace_graph_error_return(chain->tr, trace, &origin, trace_ctx);
}

/* Entries from the outermost function on, then exits from the innermost one on */
static void write_records(const struct written *chain, unsigned int trace_ctx)
{
	int i, depth = chain->depth, inner = depth + !!chain->first;

	if (chain->first && !write_entry(chain, chain->first->func, depth, trace_ctx))
		return;
	for (i = 0; i < chain->count; i++) {
		if (!write_entry(chain, fgraph_unkey(link_of(chain, i)->func), inner + i,
				 trace_ctx))
			return;
	}
	for (i = chain->count - 1; i >= 0; i--) {
		struct ftrace_graph_ret trace = {};

		fgraph_chain_read(link_of(chain, i), &trace);
		trace.depth = inner + i;
		write_exit(chain, &trace, i == chain->count - 1, trace_ctx);
	}
	if (chain->first)
		write_exit(chain, chain->first, !chain->count, trace_ctx);
}

/* Whether the outermost function took less than tracing_thresh */
static bool is_short(const struct written *chain)
{
	u64 took;

	if (chain->first)
		took = chain->first->rettime - chain->first->calltime;
	else
		took = link_of(chain, 0)->rettime - link_of(chain, 0)->calltime;
	return took < tracing_thresh;
}

/* As other records: with interrupts off, and nothing if an interrupt hits one that is written */
static void write_chain(const struct written *chain)
{
	struct trace_array_cpu *data;
	unsigned long flags;

	if (is_short(chain))
		return;
	local_irq_save(flags);
	data = per_cpu_ptr(chain->tr->array_buffer.data, raw_smp_processor_id());
	if (likely(atomic_inc_return(&data->disabled) == 1))
		write_records(chain, tracing_gen_ctx_flags(flags));
	atomic_dec(&data->disabled);
	local_irq_restore(flags);
}

/* If its type is not known, it is taken for one that returns nothing */
static bool returns_nothing(const struct fgraph_array *array, unsigned long func)
{
	bool nothing = true;
#ifdef CONFIG_FUNCTION_GRAPH_PROTOTYPES
	u16 type;

	preempt_disable_notrace();
	type = fgraph_return_type(func, fgraph_options(array));
	preempt_enable_notrace();
	nothing = !(type & FGRAPH_TYPE_MASK) || fgraph_type_kind(type) == FGRAPH_VOID;
#endif
	return nothing;
}

/* A function that returns nothing has these errors. Their chains end here */
static void end_chains(struct written *chain, int frame, int idx)
{
	const struct fgraph_errors *errors =
		fgraph_errors_of(chain->stack, &chain->stack->entries[frame], idx);
	int i;

	for (i = FGRAPH_ERRORS - 1; errors && i >= 0; i--) {
		chain->origin = &errors->errors[i];
		if (!chain->origin->error)
			continue;
		chain->count = fgraph_chain_links(chain->stack, frame, idx, chain->origin->error,
						  chain->links);
		if (chain->count)
			write_chain(chain);
	}
}

/**
 * fgraph_chain_return - keep a function that fails, or write the chain that ends
 * @array: the function graph of the trace array
 * @gops: the user who traces the return
 * @trace: the return, extended by its type
 * @origin: where the error comes from, or NULL if the function does not fail
 *
 * Context: retfunc of a user. Any, NMI included. RCU may not be watching
 */
void fgraph_chain_return(struct fgraph_array *array, struct fgraph_ops *gops,
			 const struct ftrace_graph_ret *trace,
			 const struct fgraph_origin *origin)
{
	int frame = current->curr_ret_stack, idx = gops->idx;
	u8 links[FTRACE_RETFUNC_DEPTH] __uninitialized;
	struct written chain = {
		.tr = array->tr,
		.stack = fgraph_stack_of(current),
		.origin = origin,
		.links = links,
		.first = origin ? trace : NULL,
		.depth = origin ? trace->depth : trace->depth + 1,
	};
	struct ftrace_ret_stack *caller;

	if (!origin) {
		if (returns_nothing(array, trace->func))
			end_chains(&chain, frame, idx);
		return;
	}
	caller = fgraph_caller_of(chain.stack, frame, idx);
	/* A chain has been kept, or not, by what the file says at that time */
	if (!fgraph_errno_passes(&array->tr->graph_errors, origin->error)) {
		if (caller)
			fgraph_chain_forget(chain.stack, caller, idx, origin->error);
	} else if (caller) {
		fgraph_chain_add(chain.stack, caller, frame, idx, trace, origin->error);
	} else {
		/* Most errors that end here were made here */
		if (fgraph_has_errors())
			chain.count = fgraph_chain_links(chain.stack, frame, idx, origin->error,
							 links);
		write_chain(&chain);
	}
}

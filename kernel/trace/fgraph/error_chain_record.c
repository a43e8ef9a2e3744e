// SPDX-License-Identifier: GPL-2.0
/*
 * error_chain_record.c - write the chain of functions that have handed an error up
 *
 * A chain is written when no caller can get the error: the outermost function has returned
 * the error, or it has reached a function that returns nothing. If a function returns
 * something else in place of the error, the error was handled, and nothing is written.
 */
#include "error_chain.h"
#include "error_origin.h"
#include "retaddr.h"

/**
 * struct written - a chain that is written
 * @tr: the trace array
 * @stack: the shadow stack
 * @origin: the error, and its origin
 * @links: numbers of the links of all functions except @first. Has room for
 *	FTRACE_RETFUNC_DEPTH numbers
 * @count: number of @links
 * @aside: number of @links that are aside, at the end
 * @first: return of the outermost function, if that is returning now, or NULL
 * @depth: depth of the outermost function
 */
struct written {
	struct trace_array *tr;
	struct fgraph_stack *stack;
	const struct fgraph_origin *origin;
	u8 *links;
	int count;
	int aside;
	const struct ftrace_graph_ret *first;
	int depth;
};

static const struct fgraph_link *link_of(const struct written *chain, int i)
{
	return fgraph_chain_link(chain->stack, chain->links[i]);
}

static bool write_link_entry(const struct written *chain, const struct fgraph_link *link,
			     int depth, unsigned int trace_ctx)
{
	struct ftrace_graph_ent trace = { .func = fgraph_unkey(link->func), .depth = depth };
	unsigned long retaddr = 0;

	if (fgraph_options(chain->tr->graph) & TRACE_GRAPH_PRINT_RETADDR)
		retaddr = fgraph_unkey(link->caller);
	return fgraph_write_entry(chain->tr, &trace, retaddr, trace_ctx);
}

/* Write the entry of the returning function */
static bool write_first_entry(struct trace_array *tr, const struct ftrace_graph_ret *first,
			      unsigned int trace_ctx)
{
	struct ftrace_graph_ent trace = { .func = first->func, .depth = first->depth };

	return fgraph_write_entry(tr, &trace, fgraph_optional_retaddr(tr, current->curr_ret_stack),
				  trace_ctx);
}

/* Only the innermost call made the error. Other calls of the same function hand it up */
static void write_exit(const struct written *chain, const struct ftrace_graph_ret *trace,
		       struct fgraph_origin origin, bool innermost, unsigned int trace_ctx)
{
	origin.recursive = !innermost && origin.func == fgraph_key(trace->func);
	__trace_graph_error_return(chain->tr, trace, &origin, trace_ctx);
}

static bool write_entries(const struct written *chain, int from, int to, int depth,
			  unsigned int trace_ctx)
{
	for (; from < to; from++, depth++) {
		if (!write_link_entry(chain, link_of(chain, from), depth, trace_ctx))
			return false;
	}
	return true;
}

/* Write the exits of the links from @to - 1 (innermost) down to @from, which has @depth */
static void write_exits(const struct written *chain, int from, int to, int depth,
			struct fgraph_origin origin, unsigned int trace_ctx)
{
	struct ftrace_graph_ret trace;
	int i;

	trace.overrun = 0;
	for (i = to - 1; i >= from; i--) {
		fgraph_chain_read(link_of(chain, i), &trace);
		trace.depth = depth + i - from;
		origin.guessed = link_of(chain, i)->guessed;
		write_exit(chain, &trace, origin, i == to - 1, trace_ctx);
	}
}

/* Write the links that are aside. Their error was made by the cause of the chain's error */
static bool write_aside(const struct written *chain, int depth, unsigned int trace_ctx)
{
	struct fgraph_origin origin = {
		.func = chain->origin->cause,
		.error = chain->origin->error,
	};
	int from = chain->count - chain->aside;

	if (!write_entries(chain, from, chain->count, depth, trace_ctx))
		return false;
	write_exits(chain, from, chain->count, depth, origin, trace_ctx);
	return true;
}

/* The first link that may have been given its error, or 0 */
static int find_given(const struct written *chain, int links)
{
	int i = 0;

	while (i < links && !link_of(chain, i)->given)
		i++;
	return i < links ? i : 0;
}

/* Write the entries, the outermost function first, then the exits, the innermost first */
static void write_records(const struct written *chain, unsigned int trace_ctx)
{
	int depth = chain->depth, inner = depth + !!chain->first;
	int links = chain->count - chain->aside, given = find_given(chain, links);

	if (chain->first && !write_first_entry(chain->tr, chain->first, trace_ctx))
		return;
	if (!write_entries(chain, 0, given, inner, trace_ctx) ||
	    (chain->aside && !write_aside(chain, inner + given, trace_ctx)) ||
	    !write_entries(chain, given, links, inner + given, trace_ctx))
		return;
	write_exits(chain, 0, links, inner, *chain->origin, trace_ctx);
	if (chain->first)
		write_exit(chain, chain->first, *chain->origin, !chain->count, trace_ctx);
}

/* Write entry and exit of a function that made an error, and has no caller */
static void write_alone(struct trace_array *tr, const struct ftrace_graph_ret *trace,
			const struct fgraph_origin *origin, unsigned int trace_ctx)
{
	if (write_first_entry(tr, trace, trace_ctx))
		__trace_graph_error_return(tr, trace, origin, trace_ctx);
}

/*
 * As for other records, interrupts are off, and nothing is written if this is an interrupt
 * that hits while a record is written. Writes @chain, or calls write_alone() if it is NULL.
 */
static __always_inline void
write_at_once(struct trace_array *tr, const struct ftrace_graph_ret *trace,
	      const struct fgraph_origin *origin, const struct written *chain)
{
	struct trace_array_cpu *data;
	unsigned int trace_ctx;
	unsigned long flags;

	local_irq_save(flags);
	data = raw_cpu_ptr(tr->array_buffer.data);
	if (likely(atomic_inc_return(&data->disabled) == 1)) {
		trace_ctx = tracing_gen_ctx_flags(flags);
		if (chain)
			write_records(chain, trace_ctx);
		else
			write_alone(tr, trace, origin, trace_ctx);
	}
	atomic_dec(&data->disabled);
	local_irq_restore(flags);
}

static void write_chain(const struct written *chain)
{
	const struct ftrace_graph_ret *first = chain->first;
	const struct fgraph_link *link;
	u64 took;

	if (first) {
		took = first->rettime - first->calltime;
	} else {
		link = link_of(chain, 0);
		took = link->rettime - link->calltime;
	}
	if (took >= tracing_thresh)
		write_at_once(chain->tr, NULL, NULL, chain);
}

/* A function whose type is not known is taken for one that returns nothing */
static bool returns_nothing(const struct fgraph_instance *array, unsigned long func)
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

/*
 * Write a chain of the frame, which ends here. @first is the return of the frame's function
 * if that fails, or NULL if the function returns nothing.
 */
static noinline void end_chain(struct trace_array *tr, int frame, int idx,
			       const struct fgraph_origin *origin,
			       const struct ftrace_graph_ret *first, int depth)
{
	struct fgraph_stack *stack = fgraph_stack_of(current);
	u8 links[FTRACE_RETFUNC_DEPTH] __uninitialized;
	struct written chain = {
		.tr = tr,
		.stack = stack,
		.origin = origin,
		.links = links,
		.count = fgraph_chain_links(stack, frame, idx, origin->error, links),
		.first = first,
		.depth = depth,
	};

	while (chain.aside < chain.count && link_of(&chain, chain.count - 1 - chain.aside)->aside)
		chain.aside++;
	if (first || chain.count)
		write_chain(&chain);
}

/* The frame's function returns nothing: the chains of all errors kept for it end here */
static void end_chains(struct trace_array *tr, int frame, int idx, int depth)
{
	struct fgraph_stack *stack = fgraph_stack_of(current);
	const struct fgraph_errors *errors = fgraph_errors_of(stack, &stack->entries[frame], idx);
	int i;

	for (i = FGRAPH_ERRORS - 1; errors && i >= 0; i--) {
		if (errors->errors[i].error && !errors->errors[i].handled)
			end_chain(tr, frame, idx, &errors->errors[i], NULL, depth + 1);
	}
}

/**
 * fgraph_chain_return - keep a link for a failing function, or write a chain that ends
 * @array: the function graph of the trace array
 * @gops: the ops that traces the return
 * @trace: the return, sign- or zero-extended by its type
 * @origin: the error and its origin, or NULL if the function does not fail
 *
 * Context: retfunc of an ops. Any, NMI included. RCU may not be watching
 */
void fgraph_chain_return(struct fgraph_instance *array, struct fgraph_ops *gops,
			 const struct ftrace_graph_ret *trace,
			 const struct fgraph_origin *origin)
{
	struct fgraph_stack *stack = fgraph_stack_of(current);
	int frame = current->curr_ret_stack, idx = gops->idx;
	struct ftrace_ret_stack *caller;

	if (!origin) {
		if (returns_nothing(array, trace->func))
			end_chains(array->tr, frame, idx, trace->depth);
		return;
	}
	caller = fgraph_caller_of(stack, frame, idx);
	/* Each return uses set_graph_errors as it is then, so links may be missing */
	if (!fgraph_errno_is_selected(&array->tr->graph_errors, origin->error)) {
		if (caller)
			fgraph_chain_forget(stack, caller, idx, origin->error);
	} else if (caller) {
		fgraph_chain_add(stack, caller, frame, idx, trace, origin);
	} else if (fgraph_has_errors(&stack->entries[frame])) {
		end_chain(array->tr, frame, idx, origin, trace, trace->depth);
	} else if (trace->rettime - trace->calltime >= tracing_thresh) {
		write_at_once(array->tr, trace, origin, NULL);
	}
}

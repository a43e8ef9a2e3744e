// SPDX-License-Identifier: GPL-2.0
/*
 * arg_keep.c - keep arguments until it is known whether a function fails
 *
 * If entries are written when a function has failed, its registers have long been used for
 * other things. So the words of its arguments are kept in its frame, behind what the tracer
 * keeps there. Errors have priority: if there is no room, arguments are missing.
 */
#include "arg_keep.h"

/**
 * fgraph_reserve_args - reserve room for arguments where other things may be kept
 * @stack: the shadow stack of the current task
 * @gops: the ops that enters a function
 * @bytes: size of what is kept in its frame, which may have less of it
 *
 * Context: entryfunc of the ops. Any, NMI included. RCU may not be watching
 * Return: what is kept in the frame, or NULL if there is no room
 */
struct fgraph_kept_args *fgraph_reserve_args(struct fgraph_stack *stack,
					     struct fgraph_ops *gops, int bytes)
{
	int frame = current->curr_ret_stack;
	const struct fgraph_kept *inside;
	struct fgraph_kept_args *args;

	if (fgraph_stack_find(stack, frame, gops->idx, NULL))
		return fgraph_stack_extend(stack, frame, gops->idx, bytes);
	inside = ftrace_graph_inside(gops);
	args = fgraph_stack_reserve(stack, frame, gops->idx, bytes);
	if (args)
		args->kept = (struct fgraph_kept) {
			.slept = stack->slept,
			.inside = !!inside,
			.in_irq = inside && inside->in_irq,
		};
	return args;
}

/**
 * fgraph_find_kept_args - slow path of fgraph_kept_args()
 * @stack: the shadow stack of the current task
 * @frame: index of the frame of the function
 * @idx: index of the ops that has kept them
 * @nr: 0, or set to the number of words
 *
 * Context: As for fgraph_kept_args().
 * Return: the words, or NULL if none are kept
 */
const struct fgraph_word *fgraph_find_kept_args(const struct fgraph_stack *stack, int frame,
						int idx, unsigned int *nr)
{
	const struct fgraph_kept_args *args;
	int bytes;

	args = fgraph_stack_find_frame(stack, frame, idx, &bytes);
	if (!args || bytes <= sizeof(*args))
		return NULL;
	*nr = (bytes - sizeof(*args)) / sizeof(long);
	return args->words;
}

/**
 * fgraph_write_kept_entry - write the entry of a function, with arguments that were kept
 * @tr: the trace array
 * @trace: the entry
 * @retaddr: where the function was called, or 0 if that is not recorded
 * @words: the words of its arguments
 * @nr: number of words, or 0
 * @trace_ctx: flags and preempt count for the record
 *
 * Context: any, NMI included, with interrupts off
 * Return: whether the entry is written
 */
int fgraph_write_kept_entry(struct trace_array *tr, struct ftrace_graph_ent *trace,
			    unsigned long retaddr, const struct fgraph_word *words,
			    unsigned int nr, unsigned int trace_ctx)
{
	if (!nr)
		return fgraph_write_entry(tr, trace, retaddr, trace_ctx);
	return __trace_graph_args_entry(tr, trace, trace_ctx, retaddr, words, nr);
}

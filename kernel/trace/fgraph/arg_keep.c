// SPDX-License-Identifier: GPL-2.0
/*
 * arg_keep.c - keep arguments until it is known whether a function fails
 *
 * If entries are written when a function has failed, its registers have long been used for
 * other things. So the words of its arguments are kept in its frame, behind what the tracer
 * keeps there. Errors have priority: if there is no room, arguments are missing.
 */
#include <linux/preempt.h>

#include "../trace.h"
#include "arg_keep.h"
#include "error_origin.h"

/* Room that is left for errors: for chains of a task and of an interrupt */
#define WORDS_TO_LEAVE	(12 * FGRAPH_ERROR_SLOT_WORDS)

/**
 * struct kept_args - what is kept of a function whose arguments are kept
 * @kept: what is kept of any function
 * @words: the words of its arguments
 */
struct kept_args {
	struct fgraph_kept kept;
	struct fgraph_word words[];
};

static bool has_room(const struct fgraph_stack *stack, unsigned int bytes)
{
	unsigned int needed = DIV_ROUND_UP(bytes, sizeof(u64)) + 1;
	unsigned int left = max_t(unsigned int, stack->reserved, WORDS_TO_LEAVE);

	return stack->used + needed + left <= FGRAPH_DATA_WORDS;
}

/* The data of the innermost frame, with room for @bytes. It may already have less */
static struct kept_args *reserve(struct fgraph_stack *stack, struct fgraph_ops *gops, int bytes)
{
	int frame = current->curr_ret_stack;
	const struct fgraph_kept *inside;
	struct kept_args *args;

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
 * fgraph_keep_args - keep the arguments of a function that is entered
 * @gops: the registered fgraph_ops (ops) that traces its return
 * @func: address of its call site
 * @fregs: registers at its entry
 *
 * Context: entryfunc of the ops, when it has decided to trace the return. Any, NMI
 *	included. RCU may not be watching
 */
void fgraph_keep_args(struct fgraph_ops *gops, unsigned long func,
		      const struct ftrace_regs *fregs)
{
	struct fgraph_stack *stack = fgraph_stack_of(current);
	struct kept_args *args;
	unsigned int words;
	int bytes;
	u16 recipe;

	preempt_disable_notrace();
	recipe = fgraph_recipe_of(func);
	preempt_enable_notrace();
	words = fgraph_recipe_words(recipe);
	if (!words || words > FGRAPH_KEPT_WORDS)
		return;
	bytes = struct_size(args, words, words);
	if (!has_room(stack, bytes))
		return;
	args = reserve(stack, gops, bytes);
	if (args)
		fgraph_record_args(args->words, recipe, fregs);
}

/**
 * fgraph_kept_args - find the arguments of a function that has not returned
 * @stack: the shadow stack of the current task
 * @frame: index of its frame
 * @idx: index of the ops that has kept them
 * @nr: set to the number of words
 *
 * Context: retfunc of the ops. Any, NMI included. RCU may not be watching
 * Return: the words, or NULL if none are kept
 */
const struct fgraph_word *fgraph_kept_args(const struct fgraph_stack *stack, int frame, int idx,
					   unsigned int *nr)
{
	const struct kept_args *args;
	int bytes;

	*nr = 0;
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

/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_ARG_KEEP_H
#define _KERNEL_TRACE_FGRAPH_ARG_KEEP_H

#include <linux/ftrace.h>

#include "../trace.h"
#include "arg_record.h"
#include "error_origin.h"
#include "fast_path.h"
#include "retaddr.h"
#include "shadow_stack.h"

/* Most words that are kept of a function. 99 % of functions have no more */
#define FGRAPH_KEPT_WORDS	6

#ifdef CONFIG_FUNCTION_TRACE_ARGS
/* Room that is left for errors: for chains of a task and of an interrupt */
#define FGRAPH_WORDS_TO_LEAVE	(14 * FGRAPH_ERROR_SLOT_WORDS)

/**
 * struct fgraph_kept_args - what is kept of a function whose arguments are kept
 * @kept: what is kept of any function
 * @words: the words of its arguments
 */
struct fgraph_kept_args {
	struct fgraph_kept kept;
	struct fgraph_word words[];
};

struct fgraph_kept_args *fgraph_reserve_args(struct fgraph_stack *stack,
					     struct fgraph_ops *gops, int bytes);
const struct fgraph_word *fgraph_kept_args(const struct fgraph_stack *stack, int frame, int idx,
					   unsigned int *nr);
int fgraph_write_kept_entry(struct trace_array *tr, struct ftrace_graph_ent *trace,
			    unsigned long retaddr, const struct fgraph_word *words,
			    unsigned int nr, unsigned int trace_ctx);

/**
 * fgraph_keep_args - keep the arguments of a function that is entered
 * @gops: the registered fgraph_ops (ops) that traces its return
 * @func: address of its call site
 * @fregs: registers at its entry
 *
 * Inline, because each traced entry calls it if arguments are kept.
 *
 * Context: entryfunc of the ops, when it has decided to trace the return. Any, NMI
 *	included. RCU may not be watching
 */
static __always_inline void fgraph_keep_args(struct fgraph_ops *gops, unsigned long func,
					     const struct ftrace_regs *fregs)
{
	const struct fgraph_instance *inst = gops->private;
	struct fgraph_stack *stack = fgraph_stack_of(current);
	struct fgraph_kept_args *args;
	unsigned int words;
	int bytes;
	u16 recipe;

	preempt_disable_notrace();
	recipe = fgraph_recipe_of(func);
	preempt_enable_notrace();
	words = fgraph_recipe_words(recipe);
	if (!words || words > FGRAPH_KEPT_WORDS)
		return;
	if (stack->used > FGRAPH_DATA_WORDS - FGRAPH_WORDS_TO_LEAVE)
		return;
	bytes = sizeof(*args) + words * sizeof(*args->words);
	if (fgraph_fast_path(inst->tr)) {
		args = fgraph_stack_reserve(stack, current->curr_ret_stack, gops->idx, bytes);
		/* Nothing of set_graph_function is kept in the fast path */
		if (args)
			args->kept = (struct fgraph_kept) { .slept = stack->slept };
	} else {
		args = fgraph_reserve_args(stack, gops, bytes);
	}
	if (args)
		fgraph_record_args(args->words, recipe, fregs);
}
#else
static inline void fgraph_keep_args(struct fgraph_ops *gops, unsigned long func,
				    const struct ftrace_regs *fregs)
{
}

static inline const struct fgraph_word *
fgraph_kept_args(const struct fgraph_stack *stack, int frame, int idx, unsigned int *nr)
{
	*nr = 0;
	return NULL;
}

static inline int fgraph_write_kept_entry(struct trace_array *tr, struct ftrace_graph_ent *trace,
					  unsigned long retaddr, const struct fgraph_word *words,
					  unsigned int nr, unsigned int trace_ctx)
{
	return fgraph_write_entry(tr, trace, retaddr, trace_ctx);
}
#endif

#endif /* _KERNEL_TRACE_FGRAPH_ARG_KEEP_H */

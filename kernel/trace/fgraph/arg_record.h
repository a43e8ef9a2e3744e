/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_ARG_RECORD_H
#define _KERNEL_TRACE_FGRAPH_ARG_RECORD_H

#include <linux/ftrace.h>

#include "arg_recipe.h"

/* A word of an argument in a record, at a multiple of 4 */
struct fgraph_word {
	unsigned long word;
} __packed __aligned(4);

#ifdef CONFIG_FUNCTION_TRACE_ARGS
#include "type_slots.h"

void fgraph_record_stored_args(struct fgraph_word *words, u16 recipe,
			       const struct ftrace_regs *fregs);

/**
 * fgraph_recipe_of - look up where the arguments of a function are
 * @func: address of its call site
 *
 * Inline, because each traced entry calls it if arguments are recorded.
 *
 * Return: the recipe, or FGRAPH_RECIPE_NONE. It stays valid
 * Context: any, NMI included, with preemption off
 */
static __always_inline u16 fgraph_recipe_of(unsigned long func)
{
	const struct fgraph_protos *protos = fgraph_protos_now();
	const struct fgraph_module_slot *module_slot;
	const struct fgraph_slot *slot;

	if (unlikely(!protos))
		return FGRAPH_RECIPE_NONE;
	if (func - protos->start >= protos->size) {
		module_slot = fgraph_module_slot(func);
		return module_slot ? module_slot->recipe : FGRAPH_RECIPE_NONE;
	}
	if (!fgraph_find_slot(protos, func, &slot))
		return FGRAPH_RECIPE_NONE;
	return protos->recipes[slot - protos->slots];
}

/* Write the word in a register. Returns false behind the last one */
static __always_inline bool fgraph_record_register(struct fgraph_word *words, u16 recipe,
						   const struct ftrace_regs *fregs,
						   unsigned int n)
{
	if (n >= FTRACE_REGS_MAX_ARGS || n == recipe)
		return false;
	words[n].word = ftrace_regs_get_argument(fregs, n);
	return true;
}

/**
 * fgraph_record_args - write the words of a function's arguments
 * @words: where to write fgraph_recipe_words() words
 * @recipe: the recipe of the function
 * @fregs: registers at its entry
 *
 * Context: entryfunc of an fgraph_ops. Any, NMI included. RCU may not be watching
 */
static __always_inline void fgraph_record_args(struct fgraph_word *words, u16 recipe,
					       const struct ftrace_regs *fregs)
{
	if (unlikely(recipe >= FGRAPH_RECIPE_STORED)) {
		fgraph_record_stored_args(words, recipe, fregs);
		return;
	}
	/* Not a loop: on x86, each register is at a place of its own */
	if (fgraph_record_register(words, recipe, fregs, 0) &&
	    fgraph_record_register(words, recipe, fregs, 1) &&
	    fgraph_record_register(words, recipe, fregs, 2) &&
	    fgraph_record_register(words, recipe, fregs, 3) &&
	    fgraph_record_register(words, recipe, fregs, 4) &&
	    fgraph_record_register(words, recipe, fregs, 5) &&
	    fgraph_record_register(words, recipe, fregs, 6))
		fgraph_record_register(words, recipe, fregs, 7);
}
#else
static inline u16 fgraph_recipe_of(unsigned long func)
{
	return FGRAPH_RECIPE_NONE;
}

static inline void fgraph_record_args(struct fgraph_word *words, u16 recipe,
				      const struct ftrace_regs *fregs)
{
}
#endif

#endif /* _KERNEL_TRACE_FGRAPH_ARG_RECORD_H */

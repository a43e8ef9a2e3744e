// SPDX-License-Identifier: GPL-2.0
/*
 * arg_record.c - read the arguments of a function when it is entered
 *
 * The callers of a function have stored all words that its prototype says, and nothing of
 * the function has run, on arm nothing but its prologue. So no read here can fault.
 */
#include <linux/compiler.h>

#include "arg_record.h"
#include "shadow_stack.h"

/*
 * The first word that the caller has passed on the stack. On arm, the hook is behind the
 * prologue: the frame of the shadow stack has where that was.
 */
static const unsigned long *first_on_stack(const struct ftrace_regs *fregs)
{
	if (IS_ENABLED(CONFIG_ARM))
		return fgraph_stack_of(current)->entries[current->curr_ret_stack].retp;
	return (const unsigned long *)ftrace_regs_get_stack_pointer(fregs) +
	       IS_ENABLED(CONFIG_X86);
}

/**
 * fgraph_record_stored_args - write the words of arguments, wherever they are
 * @words: where to write them
 * @recipe: position of the recipe
 * @fregs: registers at the entry of the function
 *
 * Context: entryfunc of an fgraph_ops. Any, NMI included. RCU may not be watching
 */
void fgraph_record_stored_args(struct fgraph_word *words, u16 recipe,
			       const struct ftrace_regs *fregs)
{
	const struct fgraph_recipe *stored = fgraph_stored_recipe(recipe);
	const unsigned long *stack = first_on_stack(fregs);
	unsigned int i, number;

	for (i = 0; i < stored->count; i++) {
		number = stored->places[i] & FGRAPH_PLACE_NUMBER;
		/* KASAN does not know the frames of callers */
		if (stored->places[i] & FGRAPH_PLACE_STACK)
			words[i].word = READ_ONCE_NOCHECK(stack[number]);
		else
			words[i].word = ftrace_regs_get_argument(fregs, number);
	}
}

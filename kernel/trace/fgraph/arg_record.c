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

/*
 * The registers of the user that called a system call. A wrapper of x86 or arm64 gets a
 * pointer to them, and reads them at once.
 */
static unsigned long user_word(const struct ftrace_regs *fregs, unsigned int number)
{
	return ((const unsigned long *)ftrace_regs_get_argument(fregs, 0))[number];
}

static unsigned long read_word(const struct ftrace_regs *fregs, const unsigned long *stack,
			       const u16 *place)
{
	unsigned int number = *place & FGRAPH_PLACE_NUMBER;

	switch (*place & FGRAPH_PLACE_KIND) {
	case FGRAPH_PLACE_STACK:
		/* KASAN does not know the frames of callers */
		return READ_ONCE_NOCHECK(stack[number]);
	case FGRAPH_PLACE_USER:
		return user_word(fregs, number);
	case FGRAPH_PLACE_USER_LOW:
		return (u32)user_word(fregs, number);
	case FGRAPH_PLACE_CONSTANT:
		return (s32)(place[1] | (u32)place[2] << 16);
	default:
		return ftrace_regs_get_argument(fregs, number);
	}
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
	unsigned int i;

	for (i = 0; i < stored->length; i += fgraph_place_length(stored->places[i])) {
		if ((stored->places[i] & FGRAPH_PLACE_KIND) != FGRAPH_PLACE_GONE)
			(words++)->word = read_word(fregs, stack, &stored->places[i]);
	}
}

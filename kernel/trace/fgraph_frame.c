// SPDX-License-Identifier: GPL-2.0
/*
 * fgraph_frame.c - return to the right address from a broken shadow stack
 *
 * The function graph tracer pops an entry of the task's shadow stack for each
 * traced function that returns. If that is not the entry of the frame that
 * returns, something has gone wrong: the tracer stops, and the machine goes on.
 */
#include <linux/bug.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/panic.h>
#include <linux/printk.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/thread_info.h>

#include "fgraph_frame.h"

/* Whether the entry has the address that the function was called from, and not the tracer's own */
static bool notrace has_address(const struct ftrace_ret_stack *entry)
{
	void *handler = dereference_kernel_function_descriptor(return_to_handler);

	return entry->ret != (unsigned long)handler;
}

/* Whether the entry is of a function that was called, further down, from the frame */
static bool notrace is_deeper(const struct ftrace_ret_stack *entry, unsigned long frame)
{
	unsigned long other = fgraph_frame(entry);

	/* On another stack, it tells nothing */
	return other < frame && !((other ^ frame) & ~(THREAD_SIZE - 1));
}

/**
 * fgraph_find_frame - find the frame that returns on a shadow stack that is broken
 * @index: Where it should be, and is not. May be off the shadow stack
 * @frame: The frame pointer, or where the return address was, as
 *	return_to_handler passes it to ftrace_return_to_handler()
 *
 * Stops the tracer, makes the frame the innermost of the shadow stack, so that
 * more can be pushed and a backtrace is right, and warns, once.
 *
 * Entries stay behind when they are popped: the frame is found where one was
 * popped too many, too. But what has stayed may also be of another function,
 * which was called from the same place of the stack before. Such entries are
 * further up than that of the frame, and than those that overwrote it: these
 * are of functions that were called from it.
 *
 * Functions that were tail-called share a frame. Of these, it is the entry that
 * has the address to return to; the others return to return_to_handler.
 *
 * Context: That of the traced function, which may be NMI. RCU may not be
 * watching.
 * Return: The entry of the frame, or NULL if it may have been overwritten.
 */
notrace struct ftrace_ret_stack *fgraph_find_frame(int index, unsigned long frame)
{
	struct ftrace_ret_stack *stack = current->ret_stack;
	int found = -1;

	/*
	 * Before anything else is called, which is traced and pushes. Where
	 * nothing ever was pushed, there are zeroes.
	 */
	for (int i = 0; FGRAPH_FRAMES_DIFFER && stack && i < FTRACE_RETFUNC_DEPTH; i++) {
		if (!stack[i].ret || is_deeper(&stack[i], frame))
			break;
		if (fgraph_is_frame(&stack[i], frame) && has_address(&stack[i])) {
			found = i;
			break;
		}
	}
	current->curr_ret_stack = max(found, 0);
	current->curr_ret_depth = current->curr_ret_stack;
	ftrace_graph_stop();
	if (found < 0) {
		WARN_ONCE(1, "The shadow stack is broken: no frame %lx, at %d or elsewhere\n",
			  frame, index);
		return NULL;
	}
	WARN_ONCE(1, "The shadow stack is broken: %ps returns at %d, not %d\n",
		  (void *)stack[found].func, found, index);
	return &stack[found];
}

/**
 * fgraph_lost - end a task that cannot return
 *
 * Where return_to_handler jumps to when the address to return to is not known.
 * As after an oops, the machine goes on, unless panic_on_oops is set or the task
 * is one that it cannot go on without: an idle task, init, or one that is
 * interrupted.
 */
void notrace fgraph_lost(void)
{
	pr_emerg("%s[%d] cannot return from a traced function: it is ended\n",
		 current->comm, task_pid_nr(current));
	add_taint(TAINT_DIE, LOCKDEP_NOW_UNRELIABLE);
	if (panic_on_oops)
		panic("The shadow stack of the function graph tracer is broken");
	make_task_dead(SIGSEGV);
}

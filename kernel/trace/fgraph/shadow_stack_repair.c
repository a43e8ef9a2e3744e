// SPDX-License-Identifier: GPL-2.0
/*
 * shadow_stack_repair.c - return to the right address from a broken shadow stack
 *
 * When a traced function returns, the function graph tracer pops the innermost
 * entry of the task's shadow stack. If the entry belongs to another frame,
 * something went wrong. The tracer stops, and the machine continues.
 */
#include <linux/bug.h>
#include <linux/kernel.h>
#include <linux/panic.h>
#include <linux/printk.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>

#include "shadow_stack_repair.h"

/**
 * fgraph_find_frame - find the entry of the frame that returns
 * @stack: shadow stack of FTRACE_RETFUNC_DEPTH entries
 * @frame: frame pointer, or address of the return address, as return_to_handler
 *	passes it to ftrace_return_to_handler()
 *
 * The index of the shadow stack is not used, as it may be wrong. An entry that was
 * popped has no return address. So an entry with a return address and this frame
 * belongs to the frame, unless a function at the same place of the stack never
 * returned. The frame was called later than such a function. So the search begins
 * at the last entry, and the first match is the innermost one.
 *
 * Functions that were tail-called share a frame. They return one after the other,
 * the innermost first: its return address is return_to_handler. If its entry was
 * lost, the entry of its caller has the address that both return to.
 *
 * Context: Any, NMI included. RCU may not be watching.
 * Return: The entry of the frame, or NULL if it was overwritten, or if the
 * architecture does not identify frames.
 */
struct ftrace_ret_stack *fgraph_find_frame(struct ftrace_ret_stack *stack,
					   unsigned long frame)
{
	for (int i = FGRAPH_HAS_FRAME_ID ? FTRACE_RETFUNC_DEPTH - 1 : -1; i >= 0; i--) {
		if (fgraph_is_frame(&stack[i], frame))
			return &stack[i];
	}
	return NULL;
}

/**
 * fgraph_mend_stack - make the entry of the frame that returns the innermost one
 * @index: index of the entry that does not match. May be off the shadow stack
 * @frame: as for fgraph_find_frame()
 *
 * Stops the tracer, and warns once. The entry becomes the innermost of the shadow
 * stack of the current task, so that functions can be pushed and backtraces are
 * right. The shadow stack becomes empty if there is no such entry.
 *
 * Context: As for fgraph_find_frame().
 * Return: As for fgraph_find_frame().
 */
struct ftrace_ret_stack *fgraph_mend_stack(int index, unsigned long frame)
{
	struct ftrace_ret_stack *stack = current->ret_stack, *entry = NULL;
	int found = -1;

	/* Nothing can push until the entry is found, not even an interrupt or NMI */
	current->curr_ret_stack = FTRACE_RETFUNC_DEPTH;
	barrier();
	if (stack)
		entry = fgraph_find_frame(stack, frame);
	if (entry)
		found = entry - stack;
	/* Stop before functions can be pushed: the caller has more to repair */
	ftrace_graph_stop();
	barrier();
	current->curr_ret_stack = found;
	if (entry)
		WARN_ONCE(1, "The shadow stack is broken: %ps returns at %d, not %d\n",
			  (void *)entry->func, found, index);
	else
		WARN_ONCE(1, "The shadow stack is broken: no frame %lx, at %d or elsewhere\n",
			  frame, index);
	return entry;
}

/**
 * fgraph_kill_task - end a task that cannot return
 *
 * For a function that returns, and whose return address is lost. The machine
 * continues, as after an oops. It panics if panic_on_oops is set, if oops_limit
 * is reached, if the task is an idle task or init, in an interrupt, and if bottom
 * halves are disabled.
 *
 * Context: As for fgraph_find_frame(). Does not return.
 */
void __noreturn fgraph_kill_task(void)
{
	pr_emerg("%s[%d] cannot return from a traced function: it is ended\n",
		 current->comm, task_pid_nr(current));
	add_taint(TAINT_DIE, LOCKDEP_NOW_UNRELIABLE);
	if (panic_on_oops)
		panic("The shadow stack of the function graph tracer is broken");
	make_task_dead(SIGSEGV);
}

// SPDX-License-Identifier: GPL-2.0
/*
 * fgraph_frame.c - return to the right address from a broken shadow stack
 *
 * When a traced function returns, the function graph tracer pops the innermost
 * entry of the task's shadow stack. If the entry belongs to another frame,
 * something went wrong. The tracer stops, and the machine continues.
 */
#include <linux/bug.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/panic.h>
#include <linux/printk.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/sched/task_stack.h>
#include <linux/thread_info.h>

#include "fgraph_frame.h"

/* Whether the entry has the address of the caller, not of return_to_handler */
static bool has_address(const struct ftrace_ret_stack *entry)
{
	void *handler = dereference_kernel_function_descriptor(return_to_handler);

	return entry->ret != (unsigned long)handler;
}

/* Whether the frame is on the stack of the current task, not on one for interrupts */
static bool on_task_stack(unsigned long frame)
{
	return frame - (unsigned long)task_stack_page(current) < THREAD_SIZE;
}

/*
 * Whether two frames are on the same stack. A stack for interrupts need not be
 * aligned to THREAD_SIZE. It is not larger. Stacks that are next to each other, as
 * those for exceptions on x86, are taken for one.
 */
static bool on_same_stack(unsigned long a, unsigned long b)
{
	if (on_task_stack(a) || on_task_stack(b))
		return on_task_stack(a) && on_task_stack(b);
	return max(a, b) - min(a, b) < THREAD_SIZE;
}

/**
 * fgraph_find_frame - find the entry of the frame that returns
 * @index: index of the entry that does not fit. May be off the shadow stack
 * @frame: frame pointer, or address of the return address, as return_to_handler
 *	passes it to ftrace_return_to_handler()
 *
 * Stops the tracer, and warns once. Makes the entry the innermost of the shadow
 * stack, so that functions can be pushed and backtraces are right. Empties the
 * shadow stack if there is no such entry.
 *
 * Popped entries stay in memory, so the search also finds an entry that was
 * popped by mistake. It must not find an entry of an earlier function, which
 * was called at the same stack address and returned elsewhere. Such an entry is
 * above the entry of the frame, or above the entry that has overwritten it. The
 * search ends at the latter: it was pushed after the frame, by a deeper function
 * on the same stack, or by an interrupt on another stack. If the frame itself is
 * on a stack for interrupts, an entry on another such stack may be an outer or an
 * inner one. Interrupts nest, on one CPU. So the search ends where an entry is
 * older than an entry of an interrupt below it.
 *
 * Two cases are not found. ftrace_return_to_handler() does not call this if an
 * earlier function had the same frame, and its popped entry is at @index. And if
 * trace_clock_local() does not advance between two calls of an interrupt, a
 * leftover looks as new as an entry.
 *
 * Functions that were tail-called share a frame. One entry has the address of
 * the caller. The others have return_to_handler, and are skipped.
 *
 * Context: Any, NMI included. RCU may not be watching.
 * Return: The entry of the frame, or NULL if it may have been overwritten.
 */
struct ftrace_ret_stack *fgraph_find_frame(int index, unsigned long frame)
{
	struct ftrace_ret_stack *stack = current->ret_stack;
	/*
	 * All entries below a frame on the task's stack are on that stack. With
	 * frame pointers, the outermost one may have any value, so wait for the
	 * first entry on the stack of the frame.
	 */
	bool own = !FGRAPH_FRAME_ID_IS_FP && on_task_stack(frame);
	int depth = FGRAPH_HAS_FRAME_ID && stack ? FTRACE_RETFUNC_DEPTH : 0;
	unsigned long long calltime = 0;
	int found = -1;

	/* Nothing can push until the entry is found, not even an interrupt or NMI */
	current->curr_ret_stack = FTRACE_RETFUNC_DEPTH;
	barrier();
	/* Zeroes are where no entry ever was */
	for (int i = 0; i < depth; i++) {
		unsigned long other = fgraph_frame_id(&stack[i]);

		if (!stack[i].ret)
			break;
		if (stack[i].calltime < calltime)
			break;
		if (!on_task_stack(other))
			calltime = stack[i].calltime;
		if (!on_same_stack(other, frame)) {
			if (own)
				break;
			continue;
		}
		own = true;
		if (other < frame)
			break;
		if (fgraph_is_frame(&stack[i], frame) && has_address(&stack[i])) {
			found = i;
			break;
		}
	}
	current->curr_ret_depth = found;
	current->curr_ret_stack = found;
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
 * fgraph_kill_task - end a task that cannot return
 *
 * return_to_handler jumps here if the return address is lost. The machine
 * continues, as after an oops. It panics if panic_on_oops is set, if oops_limit
 * is reached, if the task is an idle task or init, in an interrupt, and if bottom
 * halves are disabled.
 *
 * Context: As of fgraph_find_frame(). Does not return.
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

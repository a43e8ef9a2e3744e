// SPDX-License-Identifier: GPL-2.0
/*
 * retaddr.c - where functions were called
 *
 * The shadow stack has the return address of each traced function. It is not the address
 * behind the call if it is one of these:
 *
 *	return_to_handler	a traced function called this one by a jump at its end. The
 *				frame of that function has the address behind the call
 *	kretprobe trampoline	the kretprobe has saved the address behind the call
 */
#include <linux/kprobes.h>
#include <linux/rethook.h>

#include "../trace_output.h"
#include "retaddr.h"

#ifdef CONFIG_KRETPROBE_ON_RETHOOK
/* The return address that a kretprobe or fprobe has saved for a function, or 0 */
static unsigned long probed_address(const struct fgraph_stack *stack, int frame)
{
	unsigned long place = (unsigned long)stack->entries[frame].retp;
	const struct rethook_node *rhn;
	struct llist_node *node;

	for (node = current->rethooks.first; node; node = node->next) {
		rhn = container_of(node, struct rethook_node, llist);
		if (rhn->frame == place && !is_kretprobe_trampoline(rhn->ret_addr))
			return rhn->ret_addr;
	}
	return 0;
}
#elif defined(CONFIG_KRETPROBES)
/* The next frame, from @frame on towards the callers, that returns to a kretprobe, or -1 */
static int find_probed(const struct fgraph_stack *stack, int frame)
{
	while (frame >= 0 && !is_kretprobe_trampoline(stack->entries[frame].ret))
		frame--;
	return frame;
}

/*
 * The return address that a kretprobe has saved for a function, or 0. A kretprobe_instance
 * does not record its frame. So instances are matched with frames in order, the newest
 * with the innermost, which is possible only if there are as many instances as frames.
 */
static unsigned long probed_address(const struct fgraph_stack *stack, int frame)
{
	const struct kretprobe_instance *ri;
	unsigned long found = 0;
	struct llist_node *node = current->kretprobe_instances.first;
	int probed = find_probed(stack, current->curr_ret_stack);

	for (; node; node = node->next) {
		ri = container_of(node, struct kretprobe_instance, llist);
		/* One more kretprobe of the same function */
		if (is_kretprobe_trampoline((unsigned long)ri->ret_addr))
			continue;
		if (probed < 0)
			return 0;
		if (probed == frame)
			found = (unsigned long)ri->ret_addr;
		probed = find_probed(stack, probed - 1);
	}
	return probed < 0 ? found : 0;
}
#else
static unsigned long probed_address(const struct fgraph_stack *stack, int frame)
{
	return 0;
}
#endif

/**
 * fgraph_replaced_address - find where a function with a replaced return address was called
 * @stack: the shadow stack of the current task
 * @frame: index of the function's frame. The function has not returned, but may be about to
 *
 * Context: Any, NMI included. RCU may not be watching
 * Return: the address behind the call. If a kretprobe has saved it, but for which function
 * is not known, the address of the kretprobe trampoline
 */
unsigned long fgraph_replaced_address(const struct fgraph_stack *stack, int frame)
{
	unsigned long handler =
		(unsigned long)dereference_kernel_function_descriptor(return_to_handler);
	unsigned long ret = stack->entries[frame].ret, aside;

	for (;;) {
		if (is_kretprobe_trampoline(ret)) {
			aside = probed_address(stack, frame);
			if (!aside)
				return ret;
			ret = aside;
		}
		if (likely(ret != handler) || !frame)
			return ret;
		ret = stack->entries[--frame].ret;
	}
}

/**
 * fgraph_write_entry - write the entry of a function
 * @tr: the trace array
 * @trace: the entry
 * @retaddr: where the function was called, or 0 if that is not recorded
 * @trace_ctx: flags and preempt count for the record
 *
 * Context: any, NMI included, with interrupts off
 * Return: whether the entry is written
 */
int fgraph_write_entry(struct trace_array *tr, struct ftrace_graph_ent *trace,
		       unsigned long retaddr, unsigned int trace_ctx)
{
	if (!retaddr)
		return __trace_graph_entry(tr, trace, trace_ctx);
	return __trace_graph_retaddr_entry(tr, trace, trace_ctx, retaddr);
}

/**
 * fgraph_print_retaddr - print where a function was called
 * @iter: the reader
 * @retaddr: address behind the call
 *
 * Context: reading
 */
void fgraph_print_retaddr(struct trace_iterator *iter, unsigned long retaddr)
{
	trace_seq_puts(&iter->seq, "<-");
	seq_print_ip_sym(&iter->seq, retaddr, (iter->tr->trace_flags & TRACE_ITER_SYM_MASK) |
					      TRACE_ITER_SYM_OFFSET);
}

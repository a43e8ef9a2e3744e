// SPDX-License-Identifier: GPL-2.0
/*
 * trigger_stack.c - record a stack trace when a function returns
 *
 * The function is not on the stack any more. The trace still begins with the function, and
 * continues with its true caller. Functions that the hook itself called are left out.
 */
#include <linux/compiler.h>
#include <linux/overflow.h>
#include <linux/percpu.h>
#include <linux/ring_buffer.h>
#include <linux/stacktrace.h>

#include "../trace.h"
#include "trigger.h"

#define MAX_CALLS	64

/* One stack trace in a task may be interrupted by others in a softirq, an irq and an NMI */
#define CONTEXTS	4

/*
 * Stack traces while they are taken. They are not on the stack: an unwinder that reports
 * each word there that looks like an address would find those that it reported before.
 */
struct stack_buffer {
	unsigned long calls[CONTEXTS][MAX_CALLS + 1];
	unsigned int used;
};

static DEFINE_PER_CPU(struct stack_buffer, fgraph_stack_buffer);

/* Where the returning function was called. A tail call returns where its caller returns */
static unsigned long true_return_address(void)
{
	const unsigned long handler =
		(unsigned long)dereference_kernel_function_descriptor(return_to_handler);
	const struct ftrace_ret_stack *frame;
	int i;

	for (i = 0; (frame = ftrace_graph_get_ret_stack(current, i)); i++) {
		if (frame->ret != handler)
			return frame->ret;
	}
	return 0;
}

static void write_calls(struct trace_array *tr, const unsigned long *calls, unsigned int count)
{
	struct trace_buffer *buffer = tr->array_buffer.buffer;
	unsigned int trace_ctx = tracing_gen_ctx();
	struct ring_buffer_event *event;
	struct stack_entry *entry;

	event = trace_buffer_lock_reserve(buffer, TRACE_STACK,
					  offsetof(struct stack_entry, caller) +
					  count * sizeof(*calls), trace_ctx);
	if (!event)
		return;
	entry = ring_buffer_event_data(event);
	entry->size = count;
	memcpy(&entry->caller, calls, count * sizeof(*calls));
	trace_buffer_unlock_commit_nostack(buffer, event);
}

static void record(struct trace_array *tr, unsigned long func, unsigned long *calls)
{
	unsigned long ret = true_return_address();
	unsigned int count = stack_trace_save(calls + 1, MAX_CALLS, 0) + 1, at;

	for (at = 1; at < count && calls[at] != ret; at++)
		;
	/* The unwinder did not get as far as the caller: record only the return address */
	if (at == count) {
		calls[1] = ret;
		count = 2;
		at = 1;
	}
	calls[at - 1] = func;
	write_calls(tr, calls + at - 1, count - at + 1);
}

/**
 * fgraph_record_stack - record a stack trace of a function that returns
 * @tr: the trace array
 * @func: the function. Its frame is the innermost one of the shadow stack
 *
 * Context: retfunc of an ops, with preemption off. NMI, too. RCU is watching
 */
void fgraph_record_stack(struct trace_array *tr, unsigned long func)
{
	struct stack_buffer *here = this_cpu_ptr(&fgraph_stack_buffer);
	unsigned int number = here->used++;

	/* An interrupt uses the next arrays of calls, and frees them before it returns */
	barrier();
	if (!WARN_ON_ONCE(number >= CONTEXTS))
		record(tr, func, here->calls[number]);
	barrier();
	here->used--;
}

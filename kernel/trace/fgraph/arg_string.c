// SPDX-License-Identifier: GPL-2.0
/*
 * arg_string.c - record and print the strings that arguments are the addresses of
 *
 * A string is copied when the function is entered: later, its memory may have another use.
 *
 * An address may be wrong. Where a kernel function expects a string of the user, the user
 * chooses it. So only memory is read, and no device. It may not be mapped, and a string of
 * the user may not be in memory. Such a fault is resolved without waiting, and the graph
 * does not have the functions that do it.
 */
#include <linux/ftrace.h>
#include <linux/irqflags.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/task_stack.h>
#include <linux/string.h>
#include <linux/string_helpers.h>
#include <linux/trace_seq.h>
#include <linux/uaccess.h>

#include <asm/sections.h>

#include "arg_string.h"

static_assert(sizeof(struct fgraph_string) == FGRAPH_STRING_BYTES);

/*
 * Whether an address is one of memory that the kernel uses. Not of vmalloc(), which has
 * devices in the same range of addresses. RCU is watching, interrupts are off.
 */
static bool is_memory(const char *from)
{
	unsigned long address = (unsigned long)from;

	return virt_addr_valid(from) || __is_kernel(address) || object_is_on_stack(from) ||
	       __module_address(address);
}

static bool read_kernel(struct fgraph_string *string, const char *from)
{
	unsigned int i;

	if (!rcu_is_watching() || !is_memory(from) ||
	    !is_memory(from + sizeof(string->text) - 1))
		return false;
	for (i = 0; i < sizeof(string->text); i++) {
		__get_kernel_nofault(&string->text[i], &from[i], char, unreadable);
		if (!string->text[i])
			break;
	}
	return true;
unreadable:
	return false;
}

/* An interrupt has no user, nor has a kernel thread, though it may run with the memory of one */
static bool read_user(struct fgraph_string *string, const char *from)
{
	const char __user *user = (const char __user *)from;
	unsigned int i;

	if (!in_task() || !current->mm || (current->flags & PF_KTHREAD) ||
	    !user_read_access_begin(user, sizeof(string->text)))
		return false;
	for (i = 0; i < sizeof(string->text); i++) {
		unsafe_get_user(string->text[i], &user[i], unreadable);
		if (!string->text[i])
			break;
	}
	user_read_access_end();
	return true;
unreadable:
	user_read_access_end();
	return false;
}

/**
 * fgraph_record_string - copy the string of an argument to a record
 * @string: where to copy it to
 * @address: its address, as the function was given it
 * @place: the place of the argument, with the flag of a string
 *
 * Context: entryfunc of an fgraph_ops. Any, NMI included. RCU may not be watching
 */
void fgraph_record_string(struct fgraph_string *string, unsigned long address, u16 place)
{
	const char *from = (const char *)address;
	unsigned long flags;

	memset(string, 0, sizeof(*string));
	/* An interrupt would not be traced either */
	local_irq_save(flags);
	pause_graph_tracing();
	pagefault_disable();
	if (place & FGRAPH_PLACE_USER_STRING)
		string->is_read = read_user(string, from);
	else
		string->is_read = read_kernel(string, from);
	pagefault_enable();
	unpause_graph_tracing();
	local_irq_restore(flags);
}

/**
 * fgraph_print_string - print the string of an argument, in quotation marks
 * @s: where to print
 * @string: the string, as it was recorded
 * @bytes: how many bytes of it the record has, at least 2
 *
 * Prints nothing if the string was not read. "..." follows a string that is longer.
 *
 * Context: any, NMI included
 */
void fgraph_print_string(struct trace_seq *s, const struct fgraph_string *string,
			 unsigned int bytes)
{
	unsigned int room = bytes - offsetof(struct fgraph_string, text), length;
	/* Each byte may be written as four: \ooo */
	char text[4 * sizeof(string->text)];
	int escaped;

	if (!string->is_read)
		return;
	length = strnlen(string->text, room);
	escaped = string_escape_mem(string->text, length, text, sizeof(text),
				    ESCAPE_ANY | ESCAPE_NAP | ESCAPE_APPEND, "\"\\");
	trace_seq_printf(s, " \"%.*s\"%s", escaped, text, length == room ? "..." : "");
}

// SPDX-License-Identifier: GPL-2.0
/*
 * arg_string.c - record and print the strings that arguments are the addresses of
 *
 * A string is copied when the function is entered: later, its memory may have another use.
 * An address may be wrong, and a string of the user may not be in memory. So a read may
 * fault. The fault is resolved without waiting, and the functions that do it are not traced.
 */
#include <linux/err.h>
#include <linux/ftrace.h>
#include <linux/irqflags.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/string_helpers.h>
#include <linux/trace_seq.h>
#include <linux/uaccess.h>

#include "arg_string.h"

static_assert(sizeof(struct fgraph_string) == FGRAPH_STRING_BYTES);

/* The caller has checked that the address is one of the kernel */
static bool read_kernel(struct fgraph_string *string, const char *from)
{
	unsigned int i;

	for (i = 0; i < sizeof(string->text); i++) {
		__get_kernel_nofault(&string->text[i], &from[i], char, unreadable);
		if (!string->text[i])
			break;
	}
	return true;
unreadable:
	return false;
}

static bool is_of_kernel(const char *from)
{
	return (unsigned long)from >= TASK_SIZE_MAX && !IS_ERR(from) &&
	       copy_from_kernel_nofault_allowed(from, FGRAPH_STRING_BYTES);
}

/* An interrupt has no user. A kernel thread may run with the memory of any user */
static bool read_user(struct fgraph_string *string, const char *from)
{
	return in_task() && current->mm &&
	       strncpy_from_user(string->text, (const char __user *)from,
				 sizeof(string->text)) >= 0;
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
	/* Hardened usercopy does not know that records and frames are for users */
	struct fgraph_string copy = {};
	const char *from = (const char *)address;
	unsigned long flags;

	/* An interrupt would not be traced either */
	local_irq_save(flags);
	pause_graph_tracing();
	pagefault_disable();
	if (place & FGRAPH_PLACE_NAME)
		copy.is_read = read_user(&copy, from);
	else if (is_of_kernel(from))
		copy.is_read = read_kernel(&copy, from);
	pagefault_enable();
	unpause_graph_tracing();
	local_irq_restore(flags);
	*string = copy;
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

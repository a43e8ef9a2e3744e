// SPDX-License-Identifier: GPL-2.0
/*
 * error_name.c - names of errors, for people
 */
#include <linux/errname.h>

#include "error_name.h"

/**
 * fgraph_error_name - name an error
 * @err: a negative errno, or 0
 *
 * Return: a name such as "EINVAL", or NULL if the errno has none
 * Context: any
 */
const char *fgraph_error_name(long err)
{
	/* Signal delivery selects one of the two, after the last function has returned */
	if (fgraph_is_restart(-err))
		return "EINTR or restarted";
	return err ? errname(-err) : NULL;
}

/**
 * fgraph_print_name - print the name of a number that stands before it
 * @s: where to print
 * @name: the name
 *
 * As " (%s)" does, in fewer steps.
 *
 * Context: any, NMI included
 */
void fgraph_print_name(struct trace_seq *s, const char *name)
{
	trace_seq_puts(s, " (");
	trace_seq_puts(s, name);
	trace_seq_putc(s, ')');
}

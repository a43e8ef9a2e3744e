// SPDX-License-Identifier: GPL-2.0
/*
 * fgraph_retval.c - show the return values that the function graph tracer records
 */
#include <linux/err.h>

#include "fgraph_retval.h"

/*
 * What a function returns is not known here. Most that can fail return an int,
 * and on a 64-bit machine a negative int leaves the upper half of its register
 * clear (or set, where the ABI wants it sign-extended: then there is nothing
 * to do).
 */
static long extend_int(unsigned long retval)
{
	return retval >> 31 == 1 ? (int)retval : retval;
}

/**
 * fgraph_print_retval - print the return value of a function
 * @s: where to print
 * @trace: the return, as it was recorded
 * @flags: TRACE_GRAPH_PRINT_RETVAL_HEX prints any value in hexadecimal;
 *	without it, what can be an errno is printed as one, in signed decimal
 *
 * Prints "ret=" and the value, and nothing around it.
 */
void fgraph_print_retval(struct trace_seq *s,
			 const struct ftrace_graph_ret *trace, u32 flags)
{
	long err = extend_int(trace->retval);

	if (IS_ERR_VALUE(err) && !(flags & TRACE_GRAPH_PRINT_RETVAL_HEX))
		trace_seq_printf(s, "ret=%ld", err);
	else
		trace_seq_printf(s, "ret=0x%lx", trace->retval);
}

// SPDX-License-Identifier: GPL-2.0
/*
 * retval.c - show the return values that the function graph tracer records
 */
#include <linux/err.h>

#include "error_name.h"
#include "retval.h"

/*
 * The type of a function is not known here, and most that can fail return an
 * int. Where the ABI leaves the upper half of a 64-bit register undefined for
 * it, as on x86_64 and arm64, that half is mostly zero: a write to the 32-bit
 * register clears it. Where the ABI sign-extends, there is nothing to do.
 */
static long extend_int(unsigned long retval)
{
	return retval >> 31 == 1 ? (int)retval : retval;
}

/**
 * fgraph_print_retval - print the return value of a function
 * @s: where to print
 * @trace: the return, as it was recorded
 * @flags: with TRACE_GRAPH_PRINT_RETVAL_HEX, the value is printed in
 *	hexadecimal. Without it, a possible errno is printed in signed decimal.
 *	TRACE_GRAPH_PRINT_RETVAL_NAMES prints its name, too.
 *	TRACE_GRAPH_PRINT_RETVAL2 prints the second return register
 *
 * Prints "ret=" and the first return register. A value in two registers is not
 * combined. The second register follows as " ret2=", always in hexadecimal, as
 * it is no value by itself.
 */
void fgraph_print_retval(struct trace_seq *s,
			 const struct ftrace_graph_ret *trace, u32 flags)
{
	long err = extend_int(trace->retval);

	if (IS_ERR_VALUE(err) && !(flags & TRACE_GRAPH_PRINT_RETVAL_HEX))
		trace_seq_printf(s, "ret=%ld", err);
	else
		trace_seq_printf(s, "ret=0x%lx", trace->retval);

	if (IS_ERR_VALUE(err) && (flags & TRACE_GRAPH_PRINT_RETVAL_NAMES) &&
	    fgraph_error_name(err))
		fgraph_print_name(s, fgraph_error_name(err));
	if (flags & TRACE_GRAPH_PRINT_RETVAL2)
		trace_seq_printf(s, " ret2=0x%lx", trace->retval2);
}

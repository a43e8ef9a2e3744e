/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _LINUX_KERNEL_FGRAPH_RETVAL_H
#define _LINUX_KERNEL_FGRAPH_RETVAL_H

#include <linux/errno.h>

#include "trace.h"

/* Always false without FUNCTION_GRAPH_RETVAL, so that the compiler drops the code behind it */
static inline bool fgraph_shows_retval(u32 flags)
{
	return IS_ENABLED(CONFIG_FUNCTION_GRAPH_RETVAL) &&
	       (flags & TRACE_GRAPH_PRINT_RETVAL);
}

/* Whether the system call is made again after this errno, or user space gets EINTR */
static inline bool fgraph_is_restart(unsigned long error)
{
	return error == ERESTARTSYS || error == ERESTARTNOINTR || error == ERESTARTNOHAND ||
	       error == ERESTART_RESTARTBLOCK;
}

const char *fgraph_error_name(long err);
void fgraph_print_retval(struct trace_seq *s,
			 const struct ftrace_graph_ret *trace, u32 flags);

#endif /* _LINUX_KERNEL_FGRAPH_RETVAL_H */

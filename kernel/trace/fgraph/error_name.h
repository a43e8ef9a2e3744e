/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_ERROR_NAME_H
#define _KERNEL_TRACE_FGRAPH_ERROR_NAME_H

#include <linux/errno.h>
#include <linux/trace_seq.h>
#include <linux/types.h>

/* Whether the system call is restarted after this errno, or returns EINTR to user space */
static inline bool fgraph_is_restart(unsigned long error)
{
	return error == ERESTARTSYS || error == ERESTARTNOINTR || error == ERESTARTNOHAND ||
	       error == ERESTART_RESTARTBLOCK;
}

const char *fgraph_error_name(long err);
void fgraph_print_name(struct trace_seq *s, const char *name);

#endif /* _KERNEL_TRACE_FGRAPH_ERROR_NAME_H */

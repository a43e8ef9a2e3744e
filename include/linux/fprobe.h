/* SPDX-License-Identifier: GPL-2.0 */
/* Simple ftrace probe wrapper */
#ifndef _LINUX_FPROBE_H
#define _LINUX_FPROBE_H

#include <linux/compiler.h>
#include <linux/errno.h>
#include <linux/ftrace.h>

struct fprobe;
struct fprobe_set;

/**
 * typedef fprobe_entry_cb - called when a probed function is entered
 * @fp: the fprobe
 * @entry_ip: call site of the function, as ftrace_location() returns it
 * @ret_ip: where the function returns to. This is a trampoline if a kretprobe is on the
 *	function
 * @fregs: registers of the function: its arguments, its stack pointer. Read them with
 *	ftrace_regs_get_*(). If the fprobe has no exit handler, ftrace_get_regs() gives all
 *	registers
 * @entry_data: fprobe.entry_data_size bytes for the exit handler, not zeroed. NULL if the
 *	size is 0, or if the fprobe has no exit handler
 *
 * Context: Any, NMI included. Preemption is disabled. RCU is watching. A probed
 *	function that is called here may be missed. One that its handlers call is missed
 * Return: 0 if the exit handler is to be called when the function returns
 */
typedef int (*fprobe_entry_cb)(struct fprobe *fp, unsigned long entry_ip, unsigned long ret_ip,
			       struct ftrace_regs *fregs, void *entry_data);

/**
 * typedef fprobe_exit_cb - called when a probed function returns
 * @fp: the fprobe
 * @entry_ip: call site of the function, as ftrace_location() returns it
 * @ret_ip: where the function returns to
 * @fregs: its return registers. Read them with ftrace_regs_get_return_value() and
 *	ftrace_regs_get_return_value2()
 * @entry_data: what the entry handler got, and may have written to. NULL if
 *	fprobe.entry_data_size is 0
 *
 * Context: as fprobe_entry_cb
 */
typedef void (*fprobe_exit_cb)(struct fprobe *fp, unsigned long entry_ip, unsigned long ret_ip,
			       struct ftrace_regs *fregs, void *entry_data);

/**
 * struct fprobe - ftrace based probe.
 * @nmissed: number of calls and returns whose handlers were not called: the function was
 *	called by a handler, the shadow stack of its task is full or missing, or RCU was not
 *	watching. Approximate: several CPUs may count at once
 * @flags: FPROBE_FL_*
 * @entry_data_size: bytes that the entry handler hands to the exit handler, at most
 *	FPROBE_MAX_DATA
 * @entry_handler: called at the entry, or NULL
 * @exit_handler: called at the return, or NULL
 * @set: the functions while the fprobe is registered. For kernel/trace/fprobe.c alone, NULL
 *	before that
 *
 * One of the handlers must be there. Only a probe with an exit handler uses the shadow
 * stack. Handlers are not called while graph tracing is paused for the task, as it is while
 * a machine suspends.
 */
struct fprobe {
	unsigned long		nmissed;
	unsigned int		flags;
	size_t			entry_data_size;

	fprobe_entry_cb		entry_handler;
	fprobe_exit_cb		exit_handler;

	struct fprobe_set	*set;
};

/* Largest fprobe.entry_data_size */
#define FPROBE_MAX_DATA		(16 * sizeof(long))

/* This fprobe is soft-disabled. */
#define FPROBE_FL_DISABLED	1

/*
 * This fprobe handler will be shared with kprobes.
 * This flag must be set before registering.
 */
#define FPROBE_FL_KPROBE_SHARED	2

static inline bool fprobe_disabled(struct fprobe *fp)
{
	return (fp) ? fp->flags & FPROBE_FL_DISABLED : false;
}

static inline bool fprobe_shared_with_kprobes(struct fprobe *fp)
{
	return (fp) ? fp->flags & FPROBE_FL_KPROBE_SHARED : false;
}

#ifdef CONFIG_FPROBE
int register_fprobe(struct fprobe *fp, const char *filter, const char *notfilter);
int register_fprobe_ips(struct fprobe *fp, unsigned long *addrs, int num);
int register_fprobe_syms(struct fprobe *fp, const char **syms, int num);
int unregister_fprobe(struct fprobe *fp);
#else
static inline int register_fprobe(struct fprobe *fp, const char *filter, const char *notfilter)
{
	return -EOPNOTSUPP;
}
static inline int register_fprobe_ips(struct fprobe *fp, unsigned long *addrs, int num)
{
	return -EOPNOTSUPP;
}
static inline int register_fprobe_syms(struct fprobe *fp, const char **syms, int num)
{
	return -EOPNOTSUPP;
}
static inline int unregister_fprobe(struct fprobe *fp)
{
	return -EOPNOTSUPP;
}
#endif

/**
 * disable_fprobe() - Disable fprobe
 * @fp: The fprobe to be disabled.
 *
 * This will soft-disable @fp. Note that this doesn't remove the ftrace
 * hooks from the function entry.
 */
static inline void disable_fprobe(struct fprobe *fp)
{
	if (fp)
		fp->flags |= FPROBE_FL_DISABLED;
}

/**
 * enable_fprobe() - Enable fprobe
 * @fp: The fprobe to be enabled.
 *
 * This will soft-enable @fp.
 */
static inline void enable_fprobe(struct fprobe *fp)
{
	if (fp)
		fp->flags &= ~FPROBE_FL_DISABLED;
}

#endif

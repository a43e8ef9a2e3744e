// SPDX-License-Identifier: GPL-2.0-only
/*
 * ftrace-graph.c - a module that registers a struct fgraph_ops
 *
 * It counts the calls of some functions and those that return an error, and keeps the
 * time of the longest call. The counts are in the log when the module is removed.
 */
#include <linux/atomic.h>
#include <linux/err.h>
#include <linux/ftrace.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/trace_clock.h>

static char *functions = "vfs_*";
module_param(functions, charp, 0444);
MODULE_PARM_DESC(functions, "Functions to count, as in set_ftrace_filter");

static atomic_t calls, errors;
/* In units of 1024 ns, which need no division */
static u32 longest;

/*
 * The callbacks run in any context, NMI included, and RCU may not be watching. They are
 * notrace, take no lock and call no function that is traced.
 */
static notrace int enter(struct ftrace_graph_ent *trace, struct fgraph_ops *gops,
			 struct ftrace_regs *fregs)
{
	u64 *begin = fgraph_reserve_data(gops->idx, sizeof(*begin));

	/* Without room in the frame, the call is not counted */
	if (!begin)
		return 0;
	*begin = trace_clock_local();
	return 1;
}

static notrace void leave(struct ftrace_graph_ret *trace, struct fgraph_ops *gops,
			  struct ftrace_regs *fregs)
{
	const u64 *begin = fgraph_retrieve_data(gops->idx, NULL);
	u32 took, before = READ_ONCE(longest);

	if (!begin)
		return;
	took = (trace_clock_local() - *begin) >> 10;
	while (took > before && !try_cmpxchg(&longest, &before, took))
		;
	atomic_inc(&calls);
	/* An int may have anything in the upper half of its register */
	if ((u32)ftrace_regs_get_return_value(fregs) >= (u32)-MAX_ERRNO)
		atomic_inc(&errors);
}

static struct fgraph_ops ops = {
	.entryfunc = enter,
	.retfunc = leave,
	/* enter() reads the clock for itself, and nothing else needs it */
	.flags = FGRAPH_OPS_NO_TIMES,
};

static int __init sample_init(void)
{
	char *glob;
	int err;

	/* ftrace_set_filter() writes into it */
	glob = kstrdup(functions, GFP_KERNEL);
	if (!glob)
		return -ENOMEM;
	err = ftrace_set_filter(&ops.ops, glob, strlen(glob), 1);
	kfree(glob);
	if (err)
		return err;
	err = register_ftrace_graph(&ops);
	if (err)
		ftrace_free_filter(&ops.ops);
	return err;
}
module_init(sample_init);

static void __exit sample_exit(void)
{
	/* No callback runs after this */
	unregister_ftrace_graph(&ops);
	ftrace_free_filter(&ops.ops);
	pr_info("%d calls of %s, %d returned an error, the longest took %u us\n",
		atomic_read(&calls), functions, atomic_read(&errors), longest);
}
module_exit(sample_exit);

MODULE_DESCRIPTION("Example of struct fgraph_ops");
MODULE_LICENSE("GPL");

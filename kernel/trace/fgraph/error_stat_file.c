// SPDX-License-Identifier: GPL-2.0
/*
 * error_stat_file.c - the files function_errors_enabled and trace_stat/function_errors
 *
 * The errors of this machine, and where they were made and ended:
 *
 *	# dropped: 0
 *	   Count  Error            Made in                         Ended in
 *	    1234  -2 (ENOENT)      link_path_walk.part.0           __x64_sys_newstat (returned)
 *	      17  -14 (EFAULT)     check_vma_flags                 do_mlock (handled)
 *
 * A question mark follows a function that is guessed, see error_text.c. It stands alone if
 * the origin of an error is unknown.
 *
 * The file registers an fgraph_ops (ops) of its own. It traces the functions of
 * set_ftrace_filter, and records nothing. If a function returns no error, and none of its
 * callees did, the ops only tests for that.
 */
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/uaccess.h>

#include "../trace.h"
#include "../trace_stat.h"
#include "error_chain.h"
#include "error_name.h"
#include "error_origin.h"
#include "error_stat.h"
#include "type_btf.h"

/* Columns of the file, in characters */
#define ERROR_WIDTH	15
#define ORIGIN_WIDTH	30

/* Protects the variables below, but not the counters in the table */
static DEFINE_MUTEX(table_mutex);

static bool is_enabled;
static bool is_enabled_at_boot __initdata;

/* Allocated when it is enabled for the first time, and kept */
static struct fgraph_table *table;

/* What was read when the file was last opened. Protected by the mutex of trace_stat, too */
static struct fgraph_total *totals;
static unsigned int nr_totals;

static int table_entry(struct ftrace_graph_ent *trace, struct fgraph_ops *gops,
		       struct ftrace_regs *fregs)
{
	return 1;
}

/* Slow path, noinline so that the fast path does not pay for it */
static noinline void return_with_errors(const struct ftrace_graph_ret *trace,
					struct fgraph_ops *gops)
{
	struct ftrace_graph_ret typed;
	u16 type;

	preempt_disable_notrace();
	type = fgraph_typed_return(trace, fgraph_options(&fgraph_top_instance), &typed);
	fgraph_table_return(gops->private, fgraph_stack_of(current), current->curr_ret_stack,
			    gops->idx, &typed, type);
	preempt_enable_notrace();
}

static void table_return(struct ftrace_graph_ret *trace, struct fgraph_ops *gops,
			 struct ftrace_regs *fregs)
{
	if (unlikely(fgraph_maybe_error(trace->retval) || fgraph_has_errors(fgraph_innermost())))
		return_with_errors(trace, gops);
}

/* Once this ops is unregistered, nothing is counted: the table can be cleared */
static struct fgraph_ops table_ops = {
	.entryfunc = table_entry,
	.retfunc = table_return,
	.flags = FGRAPH_OPS_NO_TIMES,
};

static int enable(void)
{
	if (!table)
		table = kvzalloc(sizeof(*table), GFP_KERNEL);
	if (!totals)
		totals = kvcalloc(FGRAPH_TABLE_ROWS, sizeof(*totals), GFP_KERNEL);
	if (!table || !totals)
		return -ENOMEM;

	memset(table, 0, sizeof(*table));
	table_ops.private = table;
	fgraph_use_btf();
	ftrace_ops_set_global_filter(&table_ops.ops);
	return register_ftrace_graph(&table_ops);
}

static int set_enabled(bool wanted)
{
	int err = 0;

	mutex_lock(&table_mutex);
	if (wanted && !is_enabled)
		err = enable();
	if (!wanted && is_enabled)
		unregister_ftrace_graph(&table_ops);
	if (!err)
		is_enabled = wanted;
	mutex_unlock(&table_mutex);
	return err;
}

static ssize_t enabled_write(struct file *file, const char __user *from, size_t count,
			     loff_t *pos)
{
	unsigned long value;
	int err = kstrtoul_from_user(from, count, 10, &value);

	if (err)
		return err;
	if (value > 1)
		return -EINVAL;
	err = set_enabled(value);
	if (err)
		return err;
	*pos += count;
	return count;
}

static ssize_t enabled_read(struct file *file, char __user *to, size_t count, loff_t *pos)
{
	const char *text = READ_ONCE(is_enabled) ? "1\n" : "0\n";

	return simple_read_from_buffer(to, count, pos, text, 2);
}

static const struct file_operations enabled_operations = {
	.open = tracing_open_generic,
	.read = enabled_read,
	.write = enabled_write,
	.llseek = default_llseek,
};

static void *stat_next(void *previous, int index)
{
	return index < nr_totals ? &totals[index] : NULL;
}

static void *stat_start(struct tracer_stat *stat)
{
	mutex_lock(&table_mutex);
	nr_totals = table && totals ? fgraph_table_read(table, totals) : 0;
	mutex_unlock(&table_mutex);
	return stat_next(NULL, 0);
}

static int stat_headers(struct seq_file *m)
{
	mutex_lock(&table_mutex);
	seq_printf(m, "# dropped: %lu\n", table ? atomic_long_read(&table->dropped) : 0);
	mutex_unlock(&table_mutex);
	seq_printf(m, "%8s  %-*s  %-*s  Ended in\n", "Count", ERROR_WIDTH, "Error",
		   ORIGIN_WIDTH, "Made in");
	return 0;
}

static void show_function(struct seq_file *m, u32 key)
{
	seq_printf(m, "%ps", (void *)fgraph_unkey(key));
}

static int stat_show(struct seq_file *m, void *shown)
{
	const struct fgraph_total *total = shown;
	const struct fgraph_ending *ending = &total->ending;
	const char *name = fgraph_error_name(-(long)ending->error);

	seq_printf(m, "%8lu  ", total->count);
	seq_setwidth(m, ERROR_WIDTH + 1);
	seq_printf(m, "-%u", ending->error);
	if (name)
		seq_printf(m, " (%s)", name);
	seq_pad(m, ' ');

	seq_setwidth(m, ORIGIN_WIDTH + 1);
	if (ending->origin)
		show_function(m, ending->origin);
	if (!ending->origin || ending->guessed)
		seq_putc(m, '?');
	seq_pad(m, ' ');

	show_function(m, ending->func);
	seq_puts(m, ending->handled ? " (handled)\n" : " (returned)\n");
	return 0;
}

static struct tracer_stat table_stat = {
	.name = "function_errors",
	.stat_start = stat_start,
	.stat_next = stat_next,
	.stat_cmp = fgraph_table_compare,
	.stat_show = stat_show,
	.stat_headers = stat_headers,
};

static int __init set_enabled_at_boot(char *unused)
{
	is_enabled_at_boot = true;
	return 1;
}
__setup("ftrace_function_errors", set_enabled_at_boot);

static int __init enable_at_boot(void)
{
	int err = is_enabled_at_boot ? set_enabled(true) : 0;

	if (err)
		pr_warn("ftrace_function_errors: cannot be enabled (%d)\n", err);
	return 0;
}
core_initcall(enable_at_boot);

static int __init create_files(void)
{
	if (tracing_init_dentry())
		return 0;
	trace_create_file("function_errors_enabled", TRACE_MODE_WRITE, NULL, NULL,
			  &enabled_operations);
	if (register_stat_tracer(&table_stat))
		pr_warn("Could not create tracefs 'trace_stat/function_errors' entry\n");
	return 0;
}
fs_initcall(create_files);

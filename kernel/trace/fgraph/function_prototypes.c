// SPDX-License-Identifier: GPL-2.0
/*
 * function_prototypes.c - the file function_prototypes: all functions that can be traced
 *
 * The first lines count the functions that have a prototype, by source, and those that
 * have none, by reason. Then there is a line for each function:
 *
 *	int vfs_open(const struct path *path, struct file *file) // tables
 *	int known_int(void) [known] // BTF
 *	dentry_kill.part.0 // untyped: clone
 */
#include <linux/ftrace.h>
#include <linux/kallsyms.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "../ftrace_internal.h"
#include "type_source.h"

static const char * const reasons[] = {
	[FGRAPH_NO_SOURCE] = "no source",
	[FGRAPH_CLONE] = "clone",
	[FGRAPH_SEVERAL] = "several",
	[FGRAPH_ODD] = "odd",
	[FGRAPH_FULL] = "full",
};

/**
 * struct shown - the data for the line of a function
 * @function: the function and its prototype
 * @text: the text that has the function, or NULL
 * @symbol: name of the function
 * @module: name of its module, or NULL. Valid while the sources are locked
 */
struct shown {
	struct fgraph_function function;
	const struct fgraph_text *text;
	char symbol[KSYM_NAME_LEN];
	char *module;
};

/**
 * struct listed - the functions that an open file lists
 * @shown: room for one of them
 * @count: number of functions
 * @by_tables: number of functions whose prototype is from tables
 * @by_btf: number of functions whose prototype is from BTF
 * @without: number of functions without a prototype, by reason
 * @ips: addresses of the functions
 */
struct listed {
	struct shown shown;
	u32 count;
	u32 by_tables;
	u32 by_btf;
	u32 without[FGRAPH_REASONS];
	unsigned long ips[];
};

/*
 * Find the prototype, the symbol and the module of a function. Returns false if the
 * function is gone. The caller holds the lock of the sources, for which the removal of a
 * module waits. Kallsyms searches the symbols of a module one by one. So the symbol is
 * looked up only for a function that is shown, or that has no source.
 */
static bool find(unsigned long ip, bool is_shown, struct shown *shown)
{
	struct fgraph_function *function = &shown->function;
	bool no_source;

	if (!ftrace_location(ip))
		return false;
	shown->text = fgraph_find_function(ip, function);
	no_source = !function->type && function->proto == FGRAPH_NO_SOURCE;
	if (!is_shown && !no_source)
		return true;
	if (!kallsyms_lookup(ip, NULL, NULL, &shown->module, shown->symbol))
		return false;
	/* BTF does not have the copies that the compiler makes */
	if (no_source && strchr(shown->symbol, '.'))
		function->proto = FGRAPH_CLONE;
	return true;
}

static void count(struct listed *listed, const struct shown *shown)
{
	if (!shown->function.type)
		listed->without[shown->function.proto]++;
	else if (shown->text->source->rank == FGRAPH_RANK_TABLES)
		listed->by_tables++;
	else
		listed->by_btf++;
}

/*
 * Functions that come between counting and listing are left out. Disabled records are
 * left out, too: they are of weak functions that are overridden, and never run.
 */
static struct listed *list_functions(void)
{
	struct ftrace_rec_iter *iter;
	struct listed *listed;
	struct dyn_ftrace *rec;
	u32 room = 0;

	mutex_lock(&ftrace_lock);
	for_ftrace_rec_iter(iter)
		room++;
	mutex_unlock(&ftrace_lock);

	listed = kvzalloc(struct_size(listed, ips, room), GFP_KERNEL);
	if (!listed)
		return NULL;
	mutex_lock(&ftrace_lock);
	for_ftrace_rec_iter(iter) {
		rec = ftrace_rec_iter_record(iter);
		if (listed->count < room && !(rec->flags & FTRACE_FL_DISABLED))
			listed->ips[listed->count++] = rec->ip;
	}
	mutex_unlock(&ftrace_lock);
	return listed;
}

static void count_functions(struct listed *listed)
{
	u32 i, kept = 0;

	fgraph_lock_sources();
	for (i = 0; i < listed->count; i++) {
		cond_resched();
		if (!find(listed->ips[i], false, &listed->shown))
			continue;
		count(listed, &listed->shown);
		listed->ips[kept++] = listed->ips[i];
	}
	fgraph_unlock_sources();
	listed->count = kept;
}

/* The head is at position 0, the first function at position 1 */
static void *start(struct seq_file *m, loff_t *pos)
{
	struct listed *listed = m->private;

	fgraph_lock_sources();
	return *pos <= listed->count ? pos : NULL;
}

static void *next(struct seq_file *m, void *at, loff_t *pos)
{
	struct listed *listed = m->private;

	return ++*pos <= listed->count ? pos : NULL;
}

static void stop(struct seq_file *m, void *at)
{
	fgraph_unlock_sources();
}

static void show_head(struct seq_file *m, const struct listed *listed)
{
	u32 i;

	seq_printf(m, "# functions: %u\n# tables: %u\n# BTF: %u\n", listed->count,
		   listed->by_tables, listed->by_btf);
	for (i = 0; i < FGRAPH_REASONS; i++)
		seq_printf(m, "# untyped: %s: %u\n", reasons[i], listed->without[i]);
}

static int show(struct seq_file *m, void *at)
{
	struct listed *listed = m->private;
	struct shown *shown = &listed->shown;
	loff_t number = *(loff_t *)at;

	if (!number) {
		show_head(m, listed);
		return 0;
	}
	if (!find(listed->ips[number - 1], true, shown))
		return SEQ_SKIP;

	if (shown->function.type)
		shown->text->source->show(m, shown->text, shown->function.proto, shown->symbol);
	else
		seq_puts(m, shown->symbol);
	if (shown->module)
		seq_printf(m, " [%s]", shown->module);
	if (shown->function.type)
		seq_printf(m, " // %s\n", shown->text->source->name);
	else
		seq_printf(m, " // untyped: %s\n", reasons[shown->function.proto]);
	return 0;
}

static const struct seq_operations operations = {
	.start = start,
	.next = next,
	.stop = stop,
	.show = show,
};

static int open(struct inode *inode, struct file *file)
{
	struct listed *listed;
	int err = tracing_check_open_get_tr(NULL);

	if (err)
		return err;
	listed = list_functions();
	if (!listed)
		return -ENOMEM;
	count_functions(listed);
	err = seq_open(file, &operations);
	if (err)
		kvfree(listed);
	else
		((struct seq_file *)file->private_data)->private = listed;
	return err;
}

static int release(struct inode *inode, struct file *file)
{
	kvfree(((struct seq_file *)file->private_data)->private);
	return seq_release(inode, file);
}

static const struct file_operations file_operations = {
	.open = open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = release,
};

static int __init init(void)
{
	if (!tracing_init_dentry())
		trace_create_file("function_prototypes", TRACE_MODE_READ, NULL, NULL,
				  &file_operations);
	return 0;
}
late_initcall(init);

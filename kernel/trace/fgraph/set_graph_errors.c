// SPDX-License-Identifier: GPL-2.0
/*
 * set_graph_errors.c - the file set_graph_errors of a trace array
 *
 * The file lists the errors that are recorded by an option that records only errors. A
 * write replaces the list. A write to a file that was opened with O_APPEND adds to it.
 */
#include <linux/init.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/trace.h>

#include <asm/setup.h>

#include "../trace.h"
#include "errno_filter.h"

/* A list that has each error, also with a "!", as numbers is shorter */
#define MAX_TEXT	SZ_64K

/* Serializes writers of all filters, and readers, which print more than one word */
static DEFINE_MUTEX(filter_lock);

/* The list of a file that was truncated */
static const struct fgraph_errno_filter no_errors;

static const char * const faults[] = {
	[FGRAPH_ERRNO_NO_NAME] = "No such error",
	[FGRAPH_ERRNO_NO_NUMBER] = "Not the number of an error",
};

/**
 * struct opened - a file that is open
 * @tr: its trace array
 * @replace: the next write replaces the list
 * @clear: the file was truncated, and nothing was written to it yet
 */
struct opened {
	struct trace_array *tr;
	bool replace;
	bool clear;
};

/**
 * fgraph_errno_log - write a line about a word that is not an error to error_log
 * @tr: the trace array
 * @file: name of the file that was written
 * @text: the text that was written. It is trimmed
 * @word: the word in @text
 * @fault: why the word is not valid
 *
 * Context: may sleep
 */
void fgraph_errno_log(struct trace_array *tr, const char *file, char *text, const char *word,
		      enum fgraph_errno_fault fault)
{
	size_t at = word - text;

	strreplace(text, '\n', ' ');
	tracing_log_err(tr, file, strim(text), (const char **)faults, fault,
			at - (skip_spaces(text) - text));
}

/* Nothing changes if a word is not an error */
static int change(struct trace_array *tr, char *text, bool replace)
{
	struct fgraph_errno_filter *filter = &tr->graph_errors, *lists;
	enum fgraph_errno_fault fault;
	const char *word;

	lists = kzalloc(sizeof(*lists), GFP_KERNEL);
	if (!lists)
		return -ENOMEM;

	mutex_lock(&filter_lock);
	if (!replace)
		*lists = *filter;
	word = fgraph_errno_add(lists, text, &fault);
	if (!word)
		fgraph_errno_set(filter, lists);
	mutex_unlock(&filter_lock);

	kfree(lists);
	if (word)
		fgraph_errno_log(tr, "set_graph_errors", text, word, fault);
	return word ? -EINVAL : 0;
}

static int show(struct seq_file *m, void *at)
{
	struct opened *opened = m->private;

	mutex_lock(&filter_lock);
	fgraph_errno_show(m, &opened->tr->graph_errors);
	mutex_unlock(&filter_lock);
	return 0;
}

static int open(struct inode *inode, struct file *file)
{
	struct trace_array *tr = inode->i_private;
	struct opened *opened;
	int err = tracing_check_open_get_tr(tr);

	if (err)
		return err;
	opened = kzalloc(sizeof(*opened), GFP_KERNEL);
	err = opened ? single_open(file, show, opened) : -ENOMEM;
	if (err) {
		kfree(opened);
		trace_array_put(tr);
		return err;
	}
	opened->tr = tr;
	opened->replace = (file->f_flags & O_TRUNC) || !(file->f_flags & O_APPEND);
	opened->clear = (file->f_mode & FMODE_WRITE) && (file->f_flags & O_TRUNC);
	return 0;
}

static ssize_t write(struct file *file, const char __user *ubuf, size_t count, loff_t *pos)
{
	struct opened *opened = ((struct seq_file *)file->private_data)->private;
	char *text;
	int err;

	opened->clear = false;
	if (count > MAX_TEXT)
		return -EINVAL;
	text = memdup_user_nul(ubuf, count);
	if (IS_ERR(text))
		return PTR_ERR(text);
	err = change(opened->tr, text, opened->replace);
	kfree(text);
	if (err)
		return err;
	/* A program may write one list in several pieces, each of whole words */
	opened->replace = false;
	*pos += count;
	return count;
}

static int release(struct inode *inode, struct file *file)
{
	struct opened *opened = ((struct seq_file *)file->private_data)->private;

	/* Programs do not check the result of close(). Setting this list cannot fail */
	if (opened->clear) {
		mutex_lock(&filter_lock);
		fgraph_errno_set(&opened->tr->graph_errors, &no_errors);
		mutex_unlock(&filter_lock);
	}
	trace_array_put(opened->tr);
	kfree(opened);
	return single_release(inode, file);
}

static const struct file_operations file_operations = {
	.open = open,
	.read = seq_read,
	.write = write,
	.llseek = seq_lseek,
	.release = release,
};

/**
 * fgraph_errno_create_file - create the file set_graph_errors
 * @tr: the trace array whose errors the file selects
 * @parent: where to create it. NULL is the top of tracefs
 *
 * Context: may sleep
 */
void fgraph_errno_create_file(struct trace_array *tr, struct dentry *parent)
{
	trace_create_file("set_graph_errors", TRACE_MODE_WRITE, parent, tr, &file_operations);
}

static char boot_list[COMMAND_LINE_SIZE] __initdata;

static int __init keep_boot_list(char *text)
{
	strscpy(boot_list, text, sizeof(boot_list));
	return 1;
}
__setup("ftrace_graph_errors=", keep_boot_list);

/* An early_initcall, as the tracer may start at the next level of initcalls */
static int __init use_boot_list(void)
{
	struct trace_array *tr = top_trace_array();

	if (tr && *boot_list && change(tr, boot_list, true))
		pr_warn("ftrace_graph_errors: see error_log\n");
	return 0;
}
early_initcall(use_boot_list);

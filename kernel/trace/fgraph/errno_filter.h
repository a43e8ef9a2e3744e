/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_ERRNO_FILTER_H
#define _KERNEL_TRACE_FGRAPH_ERRNO_FILTER_H

#include <linux/bitmap.h>
#include <linux/bitops.h>

#include "error_memory.h"

/* Number of an errno, or of FGRAPH_NULL, in a bitmap */
#define FGRAPH_ERRNO_BITS	(FGRAPH_NULL + 1)

/**
 * struct fgraph_errno_filter - the errors that are chosen
 * @allow: those that are named. None stands for each errno
 * @deny: those that are named with a "!". They win
 * @left_out: each errno that is not chosen. This is what a return looks at
 * @null: NULL is chosen
 *
 * All zero chooses each errno, and not NULL.
 */
struct fgraph_errno_filter {
	DECLARE_BITMAP(allow, FGRAPH_ERRNO_BITS);
	DECLARE_BITMAP(deny, FGRAPH_ERRNO_BITS);
	DECLARE_BITMAP(left_out, FGRAPH_ERRNO_BITS);
	bool null;
};

/* Whether an errno, or FGRAPH_NULL if that is an error, is chosen */
static inline bool fgraph_errno_passes(const struct fgraph_errno_filter *filter, u16 error)
{
	return !test_bit(error, filter->left_out);
}

/**
 * enum fgraph_errno_fault - why a filter cannot be set
 * @FGRAPH_ERRNO_NO_NAME: a word is no name of an error
 * @FGRAPH_ERRNO_NO_NUMBER: a number is not that of an error
 */
enum fgraph_errno_fault {
	FGRAPH_ERRNO_NO_NAME,
	FGRAPH_ERRNO_NO_NUMBER,
};

struct dentry;
struct seq_file;
struct trace_array;

const char *fgraph_errno_add(struct fgraph_errno_filter *filter, const char *text,
			     enum fgraph_errno_fault *fault);
void fgraph_errno_set(struct fgraph_errno_filter *filter,
		      const struct fgraph_errno_filter *lists);
void fgraph_errno_show(struct seq_file *m, const struct fgraph_errno_filter *filter);

void fgraph_errno_log(struct trace_array *tr, const char *file, char *text, const char *word,
		      enum fgraph_errno_fault fault);

#ifdef CONFIG_FUNCTION_GRAPH_RETVAL
void fgraph_errno_create_file(struct trace_array *tr, struct dentry *parent);
#else
static inline void fgraph_errno_create_file(struct trace_array *tr, struct dentry *parent)
{
}
#endif

#endif /* _KERNEL_TRACE_FGRAPH_ERRNO_FILTER_H */

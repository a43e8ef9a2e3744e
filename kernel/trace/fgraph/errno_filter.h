/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_ERRNO_FILTER_H
#define _KERNEL_TRACE_FGRAPH_ERRNO_FILTER_H

#include <linux/bitmap.h>
#include <linux/bitops.h>

#include "error_memory.h"

/* Size of a bitmap with a bit for each errno, and for FGRAPH_NULL */
#define FGRAPH_ERRNO_BITS	(FGRAPH_NULL + 1)

/**
 * struct fgraph_errno_filter - the errors that are selected
 * @allow: errors that are named. If there are none, each errno is allowed
 * @deny: errors that are named with a "!". They override @allow
 * @left_out: each errno that is not selected. Traced returns read this bitmap
 * @null: NULL is selected
 *
 * If all fields are zero, each errno is selected, and NULL is not.
 */
struct fgraph_errno_filter {
	DECLARE_BITMAP(allow, FGRAPH_ERRNO_BITS);
	DECLARE_BITMAP(deny, FGRAPH_ERRNO_BITS);
	DECLARE_BITMAP(left_out, FGRAPH_ERRNO_BITS);
	bool null;
};

/* Whether an errno is selected. True for FGRAPH_NULL: it is passed only if .null is set */
static inline bool fgraph_errno_is_selected(const struct fgraph_errno_filter *filter, u16 error)
{
	return !test_bit(error, filter->left_out);
}

/**
 * enum fgraph_errno_fault - why a filter cannot be set
 * @FGRAPH_ERRNO_NO_NAME: a word is not the name of an error
 * @FGRAPH_ERRNO_NO_NUMBER: a number is not the number of an error
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

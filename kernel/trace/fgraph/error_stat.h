/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_ERROR_STAT_H
#define _KERNEL_TRACE_FGRAPH_ERROR_STAT_H

#include <linux/atomic.h>
#include <linux/ftrace.h>
#include <linux/types.h>

#include "shadow_stack.h"

/* Rows of a table, for different errors, origins and ends */
#define FGRAPH_TABLE_ROWS	4096
/* Rows that an error may be in */
#define FGRAPH_TABLE_PROBES	16

/**
 * struct fgraph_ending - an error that has ended
 * @origin: key of the function that made it, see fgraph_key(), or 0 if that is unknown
 * @func: key of the function where it ended
 * @error: the errno
 * @handled: a callee returned the error to @func, and @func returned something else, or its
 *	callees returned more errors. If not set, @func returned it, and has no caller
 * @guessed: as in struct fgraph_origin
 */
struct fgraph_ending {
	u32 origin;
	u32 func;
	u16 error;
	u8 handled;
	u8 guessed;
};

/**
 * struct fgraph_table - counts how often errors end
 * @dropped: number of errors that had no room here, or on the shadow stack
 * @rows: the rows, in the order of a hash table
 * @state: of a row: whether @ending is set, see error_stat.c
 * @ending: of a row: the error that it counts, and its end
 * @count: of a row: how often @ending was seen
 *
 * Two rows may have the same @ending. Zeroed memory is an empty table.
 */
struct fgraph_table {
	atomic_long_t dropped;
	struct fgraph_row {
		u32 state;
		struct fgraph_ending ending;
		atomic_long_t count;
	} rows[FGRAPH_TABLE_ROWS];
};

/**
 * struct fgraph_total - how often an error ended in the same way
 * @ending: the error, and its end. All totals of a table have different ones
 * @count: how often
 */
struct fgraph_total {
	struct fgraph_ending ending;
	unsigned long count;
};

void fgraph_table_count(struct fgraph_table *table, const struct fgraph_ending *ending);
void fgraph_table_return(struct fgraph_table *table, struct fgraph_stack *stack, int frame,
			 int idx, const struct ftrace_graph_ret *trace, u16 type);
unsigned int fgraph_table_read(const struct fgraph_table *table, struct fgraph_total *totals);
int fgraph_table_compare(const void *one, const void *other);

#endif /* _KERNEL_TRACE_FGRAPH_ERROR_STAT_H */

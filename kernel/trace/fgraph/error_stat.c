// SPDX-License-Identifier: GPL-2.0
/*
 * error_stat.c - count where errors come from, and where they end
 *
 * An error ends when a function without a caller returns it. An error also ends when a
 * function gets it from a callee, and returns something else:
 *
 *	do_mlock()
 *	  check_vma_flags() = -14
 *	do_mlock() = -12		-14 made in check_vma_flags, handled in do_mlock
 *	__x64_sys_mlock() = -12		-12 made in do_mlock, returned by __x64_sys_mlock
 *
 * A function that gets the same errno once more has handled the first one.
 *
 * The table has no lock, as a function may return in any context. A row is allocated once,
 * and stays. There is no wait for a row that is being filled in: an interrupt of the code
 * that fills it in may need it. The next row is used instead, and the reader adds up rows
 * that are the same.
 */
#include <linux/build_bug.h>
#include <linux/jhash.h>
#include <linux/kernel.h>
#include <linux/sort.h>
#include <linux/string.h>

#include "error_origin.h"
#include "error_stat.h"
#include "type_slots.h"

/* fgraph_row.state */
enum { FREE, TAKEN, FULL };

#define ENDING_WORDS	(sizeof(struct fgraph_ending) / sizeof(u32))

/* Endings are hashed and compared as memory, so there must be no padding */
static_assert(sizeof(struct fgraph_ending) ==
	      2 * sizeof(u32) + sizeof(u16) + 2 * sizeof(u8));

static int compare_endings(const struct fgraph_ending *one, const struct fgraph_ending *other)
{
	return memcmp(one, other, sizeof(*one));
}

static bool count_in_row(struct fgraph_row *row, const struct fgraph_ending *ending)
{
	/* Pairs with the release below */
	u32 state = smp_load_acquire(&row->state);

	if (state == FULL && !compare_endings(&row->ending, ending)) {
		atomic_long_inc(&row->count);
		return true;
	}
	if (state != FREE || cmpxchg(&row->state, FREE, TAKEN) != FREE)
		return false;
	row->ending = *ending;
	atomic_long_set(&row->count, 1);
	/* The ending and the count of a FULL row are visible */
	smp_store_release(&row->state, FULL);
	return true;
}

/**
 * fgraph_table_count - count an error that has ended
 * @table: the table
 * @ending: the error, and its end
 *
 * If there is no row for it, it is counted as dropped.
 *
 * Context: any, NMI included. RCU may not be watching
 */
void fgraph_table_count(struct fgraph_table *table, const struct fgraph_ending *ending)
{
	u32 at = jhash2((const u32 *)ending, ENDING_WORDS, 0);
	int i;

	for (i = 0; i < FGRAPH_TABLE_PROBES; i++) {
		if (count_in_row(&table->rows[(at + i) % FGRAPH_TABLE_ROWS], ending))
			return;
	}
	atomic_long_inc(&table->dropped);
}

static void count(struct fgraph_table *table, const struct fgraph_origin *origin, u32 func,
		  bool handled)
{
	struct fgraph_ending ending = {
		.origin = origin->func,
		.func = func,
		.error = origin->error,
		.handled = handled,
		.guessed = origin->guessed,
	};

	if (fgraph_is_failure(origin))
		fgraph_table_count(table, &ending);
}

/* Errors of its callees that a returning function does not return end in that function */
static void count_handled(struct fgraph_table *table, const struct fgraph_errors *errors, u32 func,
			  u16 returned)
{
	int i;

	for (i = 0; errors && i < FGRAPH_ERRORS; i++) {
		if (!fgraph_is_same_error(errors->errors[i].error, returned))
			count(table, &errors->errors[i], func, true);
	}
}

/**
 * fgraph_table_return - count the errors that end when a function returns
 * @table: the table
 * @stack: the shadow stack
 * @frame: index of the returning frame. The depth of the ops still includes it
 * @idx: index of the ops that traces the return, and has not called fgraph_origin_of()
 * @trace: the return, sign- or zero-extended by its type
 * @type: type of the return value, from fgraph_return_type()
 *
 * The call can be skipped if the value cannot be an error, and the frame has no errors.
 *
 * Context: retfunc of an ops, with preemption off. Any, NMI included. RCU may not be
 *	watching
 */
void fgraph_table_return(struct fgraph_table *table, struct fgraph_stack *stack, int frame,
			 int idx, const struct ftrace_graph_ret *trace, u16 type)
{
	struct ftrace_ret_stack *caller = fgraph_caller_of(stack, frame, idx);
	struct fgraph_origin origin = {}, dropped = {};
	u32 func = fgraph_key(trace->func);

	count_handled(table, fgraph_errors_of(stack, &stack->entries[frame], idx), func,
		      fgraph_errno_of(trace, type));
	/* NULL and false are only causes. Causes are not counted */
	if (fgraph_maybe_error(trace->retval))
		fgraph_origin_find(stack, frame, idx, trace, type, false, &origin, &dropped);

	if (!caller)
		count(table, &origin, func, false);
	else if (dropped.error && !dropped.func)
		atomic_long_inc(&table->dropped);
	else
		count(table, &dropped, fgraph_key(caller->func), true);
}

static int compare_totals(const void *one, const void *other)
{
	const struct fgraph_total *a = one, *b = other;

	return compare_endings(&a->ending, &b->ending);
}

/**
 * fgraph_table_read - read a table
 * @table: the table. It may change meanwhile, but must not be cleared
 * @totals: set to the totals. Has room for FGRAPH_TABLE_ROWS of them
 *
 * Context: any
 * Return: the number of totals
 */
unsigned int fgraph_table_read(const struct fgraph_table *table, struct fgraph_total *totals)
{
	unsigned int i, rows = 0, kept = 0;

	for (i = 0; i < FGRAPH_TABLE_ROWS; i++) {
		const struct fgraph_row *row = &table->rows[i];

		/* Pairs with count_in_row() */
		if (smp_load_acquire(&row->state) != FULL)
			continue;
		totals[rows].ending = row->ending;
		totals[rows++].count = atomic_long_read(&row->count);
	}

	sort(totals, rows, sizeof(*totals), compare_totals, NULL);
	for (i = 0; i < rows; i++) {
		if (kept && !compare_totals(&totals[kept - 1], &totals[i]))
			totals[kept - 1].count += totals[i].count;
		else
			totals[kept++] = totals[i];
	}
	return kept;
}

/**
 * fgraph_table_compare - compare two totals
 * @one: a struct fgraph_total
 * @other: another one
 *
 * Context: any
 * Return: less than 0 if @one is smaller, more than 0 if it is larger, 0 if they are the
 *	same
 */
int fgraph_table_compare(const void *one, const void *other)
{
	const struct fgraph_total *a = one, *b = other;

	if (a->count != b->count)
		return a->count < b->count ? -1 : 1;
	return compare_totals(a, b);
}

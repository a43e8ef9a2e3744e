// SPDX-License-Identifier: GPL-2.0
/*
 * error_stat_test.c - KUnit test of the table of errors
 *
 * Compares the table with a model that counts without limits. Calls functions by hand, and
 * checks the errors that end there.
 */
#include <kunit/test.h>
#include <linux/completion.h>
#include <linux/kthread.h>
#include <linux/mm.h>
#include <linux/preempt.h>
#include <linux/prandom.h>
#include <linux/string.h>

#include "error_origin_test.h"
#include "error_stat.h"
#include "type_slots.h"

#define SEED		23
#define STEPS		20000
#define FUNCS		8
#define ERRORS		4
/* Endings in the model: by origin, end, errno, handled and guessed */
#define ENDINGS		(FUNCS * FUNCS * ERRORS * 2 * 2)
#define THREADS		4

struct tested {
	struct fgraph_table *table;
	struct fgraph_total *totals;
	struct fgraph_stack *stack;
	int depth;
	struct completion done;
};

static struct fgraph_ending ending_of(u32 number)
{
	struct fgraph_ending ending = {};

	ending.origin = number % FUNCS;
	number /= FUNCS;
	ending.func = number % FUNCS;
	number /= FUNCS;
	ending.error = number % ERRORS + 1;
	number /= ERRORS;
	ending.handled = number % 2;
	ending.guessed = number / 2;
	return ending;
}

static u32 number_of(const struct fgraph_ending *ending)
{
	return (((ending->guessed * 2 + ending->handled) * ERRORS + ending->error - 1) * FUNCS +
		ending->func) * FUNCS + ending->origin;
}

static void count_what_a_model_counts(struct kunit *test)
{
	struct tested *t = test->priv;
	unsigned long *model = kunit_kcalloc(test, ENDINGS, sizeof(*model), GFP_KERNEL);
	unsigned int i, nr, expected = 0;
	struct rnd_state rnd;
	int step;

	KUNIT_ASSERT_NOT_NULL(test, model);
	prandom_seed_state(&rnd, SEED);
	for (step = 0; step < STEPS; step++) {
		/* Some endings are more frequent */
		u32 number = prandom_u32_state(&rnd) % (prandom_u32_state(&rnd) % ENDINGS + 1);
		struct fgraph_ending ending = ending_of(number);

		expected += !model[number]++;
		fgraph_table_count(t->table, &ending);
	}

	nr = fgraph_table_read(t->table, t->totals);
	KUNIT_EXPECT_EQ(test, nr, expected);
	for (i = 0; i < nr; i++)
		KUNIT_EXPECT_EQ(test, t->totals[i].count,
				model[number_of(&t->totals[i].ending)]);
	KUNIT_EXPECT_EQ(test, atomic_long_read(&t->table->dropped), 0);
}

static void drop_what_has_no_room(struct kunit *test)
{
	struct tested *t = test->priv;
	struct fgraph_ending ending = { .error = EIO };
	unsigned long counted = 0, dropped;
	unsigned int i, nr;

	for (i = 1; i <= 2 * FGRAPH_TABLE_ROWS; i++) {
		ending.origin = i;
		fgraph_table_count(t->table, &ending);
	}
	nr = fgraph_table_read(t->table, t->totals);
	dropped = atomic_long_read(&t->table->dropped);
	for (i = 0; i < nr; i++)
		counted += t->totals[i].count;
	KUNIT_EXPECT_LE(test, nr, FGRAPH_TABLE_ROWS);
	KUNIT_EXPECT_GT(test, nr, FGRAPH_TABLE_ROWS * 9 / 10);
	KUNIT_EXPECT_EQ(test, counted, nr);
	KUNIT_EXPECT_EQ(test, counted + dropped, 2 * FGRAPH_TABLE_ROWS);

	/* An ending that has a row is still counted */
	ending.origin = 1;
	fgraph_table_count(t->table, &ending);
	KUNIT_EXPECT_EQ(test, atomic_long_read(&t->table->dropped), dropped);
}

static struct fgraph_row *first_row(struct tested *t)
{
	struct fgraph_row *row = t->table->rows;

	while (row < t->table->rows + FGRAPH_TABLE_ROWS && !row->state)
		row++;
	return row < t->table->rows + FGRAPH_TABLE_ROWS ? row : NULL;
}

/* An interrupt counts the same ending while a row is filled in for it */
static void add_up_rows_that_are_the_same(struct kunit *test)
{
	struct tested *t = test->priv;
	struct fgraph_ending ending = { .origin = 1, .func = 2, .error = EIO };
	struct fgraph_row *row;
	u32 full;

	fgraph_table_count(t->table, &ending);
	row = first_row(t);
	KUNIT_ASSERT_NOT_NULL(test, row);
	full = row->state;
	/* Neither free nor full */
	row->state = U32_MAX;
	fgraph_table_count(t->table, &ending);
	fgraph_table_count(t->table, &ending);
	KUNIT_EXPECT_EQ(test, fgraph_table_read(t->table, t->totals), 1);
	KUNIT_EXPECT_EQ(test, t->totals[0].count, 2);

	row->state = full;
	fgraph_table_count(t->table, &ending);
	KUNIT_EXPECT_EQ(test, atomic_long_read(&row->count), 2);
	KUNIT_EXPECT_EQ(test, fgraph_table_read(t->table, t->totals), 1);
	KUNIT_EXPECT_EQ(test, t->totals[0].count, 4);
	KUNIT_EXPECT_EQ(test, t->totals[0].ending.origin, 1);
}

static int count_all(void *data)
{
	struct tested *t = data;
	u32 i;

	for (i = 0; i < 10 * ENDINGS; i++) {
		struct fgraph_ending ending = ending_of(i % ENDINGS);

		fgraph_table_count(t->table, &ending);
		if (i % 64 == 0)
			cond_resched();
	}
	complete(&t->done);
	return 0;
}

static void count_for_several_at_once(struct kunit *test)
{
	struct tested *t = test->priv;
	unsigned long sum = 0;
	int i, started = 0;
	unsigned int nr;

	init_completion(&t->done);
	for (i = 0; i < THREADS; i++)
		started += !IS_ERR(kthread_run(count_all, t, "fgraph_table/%d", i));
	for (i = 0; i < started; i++)
		wait_for_completion(&t->done);

	KUNIT_EXPECT_EQ(test, started, THREADS);
	nr = fgraph_table_read(t->table, t->totals);
	KUNIT_EXPECT_EQ(test, nr, ENDINGS);
	for (i = 0; i < nr; i++) {
		KUNIT_EXPECT_LE(test, t->totals[i].count, 10 * started);
		sum += t->totals[i].count;
	}
	/* Threads that fill in rows at the same time may leave no room for others */
	sum += atomic_long_read(&t->table->dropped);
	KUNIT_EXPECT_EQ(test, sum, 10 * started * ENDINGS);
}

static void tell_the_larger_one(struct kunit *test)
{
	struct fgraph_total few = { .ending = { .origin = 9 }, .count = 1 };
	struct fgraph_total many = { .ending = { .origin = 1 }, .count = ULONG_MAX };
	struct fgraph_total other = { .ending = { .origin = 2 }, .count = 1 };

	KUNIT_EXPECT_LT(test, fgraph_table_compare(&few, &many), 0);
	KUNIT_EXPECT_GT(test, fgraph_table_compare(&many, &few), 0);
	KUNIT_EXPECT_EQ(test, fgraph_table_compare(&few, &few), 0);
	KUNIT_EXPECT_NE(test, fgraph_table_compare(&few, &other), 0);
}

/* Call a function that one registered fgraph_ops (ops) traces */
static void enter(struct tested *t, u32 func, u32 context)
{
	push_frame(t->stack, t->depth++, func, BIT(0), context);
}

static void call(struct tested *t, u32 func)
{
	enter(t, func, 0);
}

/* The innermost function returns */
static void ret(struct tested *t, long retval, int kind)
{
	struct ftrace_ret_stack *entry = &t->stack->entries[--t->depth];
	struct ftrace_graph_ret trace = { .func = entry->func, .retval = retval };

	fgraph_table_return(t->table, t->stack, t->depth, 0, &trace, type_of(kind));
	t->stack->states[0].depth--;
	fgraph_origin_leave(t->stack, entry);
}

/* Return how often this ending was counted, and set the count to 0 */
static unsigned long take(struct tested *t, u32 origin, u16 error, u32 func, bool handled)
{
	unsigned long count = 0;
	int i;

	for (i = 0; i < FGRAPH_TABLE_ROWS; i++) {
		struct fgraph_row *row = &t->table->rows[i];

		if (!row->state || row->ending.origin != origin || row->ending.func != func ||
		    row->ending.error != error || row->ending.handled != handled)
			continue;
		count += atomic_long_xchg(&row->count, 0);
	}
	return count;
}

/* Expect that take() has returned all counts. Empties the table */
static void expect_no_more(struct kunit *test)
{
	struct tested *t = test->priv;
	unsigned int i, nr = fgraph_table_read(t->table, t->totals);

	for (i = 0; i < nr; i++)
		KUNIT_EXPECT_EQ(test, t->totals[i].count, 0);
	KUNIT_EXPECT_EQ(test, t->stack->error_slots, 0);
	memset(t->table, 0, sizeof(*t->table));
}

static void end_where_the_outermost_function_returns(struct kunit *test)
{
	struct tested *t = test->priv;

	call(t, 1);
	call(t, 2);
	call(t, 3);
	ret(t, -EIO, INT);
	/* Clean-up that succeeds does not matter */
	call(t, 4);
	ret(t, 0, INT);
	ret(t, -EIO, PTR);
	KUNIT_EXPECT_NULL(test, first_row(t));
	ret(t, -EIO, INT);
	KUNIT_EXPECT_EQ(test, take(t, 3, EIO, 1, false), 1);
	expect_no_more(test);

	call(t, 1);
	ret(t, -EIO, UNTYPED);
	KUNIT_ASSERT_NOT_NULL(test, first_row(t));
	KUNIT_EXPECT_TRUE(test, first_row(t)->ending.guessed);
	KUNIT_EXPECT_EQ(test, take(t, 1, EIO, 1, false), 1);
	expect_no_more(test);

	/* ERESTARTSYS and EINTR count as the same error */
	call(t, 1);
	call(t, 2);
	ret(t, -ERESTARTSYS, INT);
	ret(t, -EINTR, INT);
	KUNIT_EXPECT_EQ(test, take(t, 2, EINTR, 1, false), 1);
	expect_no_more(test);
}

static void end_where_something_else_is_returned(struct kunit *test)
{
	static const long others[] = { 0, 1, -ENOMEM };
	struct tested *t = test->priv;
	int i;

	for (i = 0; i < ARRAY_SIZE(others); i++) {
		call(t, 1);
		call(t, 2);
		call(t, 3);
		ret(t, -EFAULT, INT);
		ret(t, others[i], INT);
		KUNIT_EXPECT_EQ(test, take(t, 3, EFAULT, 2, true), 1);
		ret(t, others[i], INT);
		if (others[i] < 0)
			KUNIT_EXPECT_EQ(test, take(t, 2, ENOMEM, 1, false), 1);
		expect_no_more(test);
	}

	/* An error ends where NULL or false is returned */
	call(t, 1);
	call(t, 2);
	ret(t, -EPERM, INT);
	ret(t, 0, BOOL);
	KUNIT_EXPECT_EQ(test, take(t, 2, EPERM, 1, true), 1);
	call(t, 1);
	call(t, 2);
	ret(t, -EPERM, INT);
	ret(t, 0, PTR);
	KUNIT_EXPECT_EQ(test, take(t, 2, EPERM, 1, true), 1);
	expect_no_more(test);

	/* Two errors are handled at once */
	call(t, 1);
	call(t, 2);
	ret(t, -EPERM, INT);
	call(t, 3);
	ret(t, -EIO, INT);
	ret(t, 0, INT);
	KUNIT_EXPECT_EQ(test, take(t, 2, EPERM, 1, true), 1);
	KUNIT_EXPECT_EQ(test, take(t, 3, EIO, 1, true), 1);
	expect_no_more(test);
}

static void end_where_more_functions_fail(struct kunit *test)
{
	struct tested *t = test->priv;

	/* The same errno again: directly afterwards, and after another one */
	call(t, 1);
	call(t, 2);
	ret(t, -EAGAIN, INT);
	call(t, 3);
	ret(t, -EAGAIN, INT);
	KUNIT_EXPECT_EQ(test, take(t, 2, EAGAIN, 1, true), 1);
	call(t, 4);
	ret(t, -EIO, INT);
	call(t, 5);
	ret(t, -EAGAIN, INT);
	KUNIT_EXPECT_EQ(test, take(t, 3, EAGAIN, 1, true), 1);
	/* There is no room for a third errno */
	call(t, 6);
	ret(t, -EPERM, INT);
	KUNIT_EXPECT_EQ(test, take(t, 4, EIO, 1, true), 1);
	ret(t, -EAGAIN, INT);
	KUNIT_EXPECT_EQ(test, take(t, 6, EPERM, 1, true), 1);
	KUNIT_EXPECT_EQ(test, take(t, 5, EAGAIN, 1, false), 1);
	expect_no_more(test);
}

static void end_in_an_interrupt(struct kunit *test)
{
	struct tested *t = test->priv;

	call(t, 1);
	enter(t, 2, HARDIRQ_OFFSET);
	enter(t, 3, HARDIRQ_OFFSET);
	ret(t, -EIO, INT);
	ret(t, -EIO, INT);
	KUNIT_EXPECT_EQ(test, take(t, 3, EIO, 2, false), 1);
	ret(t, 0, INT);
	expect_no_more(test);
}

static void be_dropped_without_room(struct kunit *test)
{
	struct tested *t = test->priv;

	call(t, 1);
	call(t, 2);
	call(t, 3);
	t->stack->used = FGRAPH_DATA_WORDS;
	ret(t, -EIO, INT);
	t->stack->used = 0;
	KUNIT_EXPECT_EQ(test, atomic_long_read(&t->table->dropped), 1);
	ret(t, -EIO, INT);
	ret(t, -EIO, INT);
	/* The origin is unknown */
	KUNIT_EXPECT_EQ(test, take(t, 0, EIO, 1, false), 1);
	KUNIT_EXPECT_EQ(test, atomic_long_read(&t->table->dropped), 1);
	expect_no_more(test);
}

/* An error is counted for an ops although there is no room for errors of another ops */
static void be_counted_if_others_have_no_room(struct kunit *test)
{
	struct tested *t = test->priv;
	struct ftrace_graph_ret failed = { .func = 2, .retval = -EIO };
	struct fgraph_origin origin;

	call(t, 1);
	push_frame(t->stack, t->depth++, 2, BIT(0) | BIT(1), 0);
	t->stack->entries[0].ops |= BIT(1);
	t->stack->states[1].depth++;
	push_frame(t->stack, t->depth++, 3, BIT(1), 0);
	t->stack->used = FGRAPH_DATA_WORDS;
	failed.func = 3;
	fgraph_origin_find(t->stack, 2, 1, &failed, type_of(INT), false, &origin, NULL);
	t->stack->states[1].depth--;
	fgraph_origin_leave(t->stack, &t->stack->entries[--t->depth]);
	t->stack->used = 0;
	ret(t, -EIO, INT);
	KUNIT_EXPECT_EQ(test, atomic_long_read(&t->table->dropped), 0);
	ret(t, 0, INT);
	KUNIT_EXPECT_EQ(test, take(t, 2, EIO, 1, true), 1);
	KUNIT_EXPECT_EQ(test, atomic_long_read(&t->table->dropped), 0);
	expect_no_more(test);
}

static int fgraph_table_test_init(struct kunit *test)
{
	struct tested *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);

	test->priv = t;
	if (!t)
		return -ENOMEM;
	t->table = kvzalloc(sizeof(*t->table), GFP_KERNEL);
	t->totals = kvcalloc(FGRAPH_TABLE_ROWS, sizeof(*t->totals), GFP_KERNEL);
	t->stack = kvzalloc(FGRAPH_STACK_BYTES, GFP_KERNEL);
	return t->table && t->totals && t->stack ? 0 : -ENOMEM;
}

static void fgraph_table_test_exit(struct kunit *test)
{
	struct tested *t = test->priv;

	if (!t)
		return;
	kvfree(t->table);
	kvfree(t->totals);
	kvfree(t->stack);
}

static struct kunit_case fgraph_table_test_cases[] = {
	KUNIT_CASE(count_what_a_model_counts),
	KUNIT_CASE(drop_what_has_no_room),
	KUNIT_CASE(add_up_rows_that_are_the_same),
	KUNIT_CASE(count_for_several_at_once),
	KUNIT_CASE(tell_the_larger_one),
	KUNIT_CASE(end_where_the_outermost_function_returns),
	KUNIT_CASE(end_where_something_else_is_returned),
	KUNIT_CASE(end_where_more_functions_fail),
	KUNIT_CASE(end_in_an_interrupt),
	KUNIT_CASE(be_dropped_without_room),
	KUNIT_CASE(be_counted_if_others_have_no_room),
	{}
};

static struct kunit_suite fgraph_table_test_suite = {
	.name = "fgraph_table",
	.init = fgraph_table_test_init,
	.exit = fgraph_table_test_exit,
	.test_cases = fgraph_table_test_cases,
};

kunit_test_suites(&fgraph_table_test_suite);

// SPDX-License-Identifier: GPL-2.0
/*
 * sleep_time_test.c - KUnit test of the time that is left out for a task that sleeps
 *
 * A function changes the time for which its task has slept, as the scheduler does. The
 * clock of a CPU may be behind that of another one, so the time may decrease, and become
 * negative.
 */
#include <kunit/test.h>
#include <linux/ftrace.h>

#include "../trace.h"

static struct task_struct *caller;
static int entries;
static s64 left_out;

static noinline __noclone void fgraph_sleep_sleeps(u64 before, u64 after)
{
	fgraph_stack_of(current)->slept += after - before;
	barrier();
}

static __always_inline bool is_called(unsigned long func)
{
	unsigned long start = (unsigned long)dereference_function_descriptor(fgraph_sleep_sleeps);

	return current == caller && func - (start & ~1UL) < 64;
}

static int notrace enter(struct ftrace_graph_ent *trace, struct fgraph_ops *gops,
			 struct ftrace_regs *fregs)
{
	if (!is_called(trace->func))
		return 0;
	entries++;
	fgraph_keep_slept(gops);
	return 1;
}

static void notrace leave(struct ftrace_graph_ret *trace, struct fgraph_ops *gops,
			  struct ftrace_regs *fregs)
{
	WRITE_ONCE(left_out, fgraph_slept_since(gops));
}

static struct fgraph_ops user = {
	.entryfunc = enter,
	.retfunc = leave,
};

/*
 * Return the time that is left out for a function. Its task has slept for @before at the
 * entry, and for @after at the return. Not traced, as it may lie next to the function.
 */
static notrace s64 slept_between(s64 before, s64 after)
{
	u64 *slept = &fgraph_stack_of(current)->slept;

	*slept = before;
	/* The compiler does not know that a callback changes it */
	WRITE_ONCE(left_out, S64_MIN);
	fgraph_sleep_sleeps(before, after);
	return READ_ONCE(left_out);
}

static void fgraph_sleep_has_a_sign(struct kunit *test)
{
	static const s64 times[] = { 0, 1, -1, 5000, -5000, 1LL << 59, -(1LL << 59) };
	u64 slept;
	int i, j, err;

	caller = current;
	entries = 0;
	err = register_ftrace_graph(&user);
	if (err == -EBUSY)
		kunit_skip(test, "another fgraph_ops is registered already");
	KUNIT_ASSERT_EQ(test, err, 0);
	slept = fgraph_stack_of(current)->slept;
	for (i = 0; i < ARRAY_SIZE(times); i++)
		for (j = 0; j < ARRAY_SIZE(times); j++)
			KUNIT_EXPECT_EQ(test, slept_between(times[i], times[j]),
					times[j] - times[i]);
	fgraph_stack_of(current)->slept = slept;
	unregister_ftrace_graph(&user);
	KUNIT_EXPECT_EQ(test, entries, ARRAY_SIZE(times) * ARRAY_SIZE(times));
}

static struct kunit_case fgraph_sleep_cases[] = {
	KUNIT_CASE(fgraph_sleep_has_a_sign),
	{}
};

static struct kunit_suite fgraph_sleep_suite = {
	.name = "fgraph_sleep",
	.test_cases = fgraph_sleep_cases,
};

kunit_test_suite(fgraph_sleep_suite);

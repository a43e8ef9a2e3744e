// SPDX-License-Identifier: GPL-2.0
/*
 * trigger_test.c - KUnit test of triggers at errors
 *
 * A trigger records stack traces. While it does, a callback of ftrace calls the function
 * that the trigger is set for, and that function fails.
 */
#include <kunit/test.h>
#include <linux/ftrace.h>
#include <linux/preempt.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/trace.h>

#include "../ftrace_internal.h"
#include "../trace.h"
#include "trigger.h"

/* The compiler does not see the call of fail_within() */
static struct task_struct *task;
static int hooked;

static noinline __noclone int fgraph_trigger_fails(void)
{
	barrier();
	return -EXFULL;
}

static void notrace fail_within(unsigned long ip, unsigned long parent_ip, struct ftrace_ops *op,
				struct ftrace_regs *fregs)
{
	if (current != READ_ONCE(task) || !in_task())
		return;
	WRITE_ONCE(hooked, READ_ONCE(hooked) + 1);
	fgraph_trigger_fails();
}

/* KASAN takes stack traces, too, whenever memory is allocated: not here */
static void fail(void)
{
	WRITE_ONCE(task, current);
	fgraph_trigger_fails();
	WRITE_ONCE(task, NULL);
}

/* A callback that runs while fgraph_record_stack() takes a stack trace */
static struct ftrace_ops within = {
	.func = fail_within,
};

/* How often the trigger still fires, or -1 if it is not set */
static int left(struct trace_array *tr)
{
	char text[64] = "";
	struct seq_file m = { .buf = text, .size = sizeof(text) };
	int number;

	mutex_lock(&ftrace_lock);
	fgraph_triggers_show(&m, tr);
	mutex_unlock(&ftrace_lock);
	if (sscanf(text, "fgraph_trigger_fails:stacktrace:ret=EXFULL:%d", &number) != 1)
		return -1;
	return number;
}

static void fgraph_trigger_within_itself(struct kunit *test)
{
	char where[] = "stack_trace_save";
	struct trace_array *tr = trace_array_get_by_name("fgraph_trigger_test");

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, tr);
	WRITE_ONCE(hooked, 0);
	KUNIT_EXPECT_EQ(test, ftrace_set_filter(&within, where, strlen(where), 1), 0);
	KUNIT_EXPECT_EQ(test, register_ftrace_function(&within), 0);
	KUNIT_EXPECT_EQ(test, fgraph_trigger_write(tr, "fgraph_trigger_fails", "stacktrace",
						   "ret=EXFULL:9", 1), 0);
	KUNIT_EXPECT_EQ(test, left(tr), 9);

	fail();
	KUNIT_EXPECT_EQ(test, READ_ONCE(hooked), 1);
	KUNIT_EXPECT_EQ(test, left(tr), 8);
	/* The trigger has ended, so the next error counts */
	fail();
	KUNIT_EXPECT_EQ(test, READ_ONCE(hooked), 2);
	KUNIT_EXPECT_EQ(test, left(tr), 7);

	KUNIT_EXPECT_EQ(test, fgraph_trigger_write(tr, "!fgraph_trigger_fails", "stacktrace",
						   "ret=EXFULL", 1), 0);
	KUNIT_EXPECT_EQ(test, left(tr), -1);
	fail();
	KUNIT_EXPECT_EQ(test, READ_ONCE(hooked), 2);
	unregister_ftrace_function(&within);
	ftrace_free_filter(&within);
	trace_array_put(tr);
	KUNIT_EXPECT_EQ(test, trace_array_destroy(tr), 0);
}

static struct kunit_case fgraph_trigger_cases[] = {
	KUNIT_CASE(fgraph_trigger_within_itself),
	{}
};

static struct kunit_suite fgraph_trigger_suite = {
	.name = "fgraph_trigger",
	.test_cases = fgraph_trigger_cases,
};

kunit_test_suite(fgraph_trigger_suite);

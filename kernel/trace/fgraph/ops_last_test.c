// SPDX-License-Identifier: GPL-2.0
/*
 * ops_last_test.c - KUnit test of a registered fgraph_ops (ops) that is called last
 *
 * The test uses all indices for a moment, so the ops gets the only free one, whichever
 * that is.
 */
#include <kunit/test.h>
#include <linux/ftrace.h>
#include <linux/string.h>

#include "../trace.h"

/* Call sites begin within this number of bytes from the start of a function */
#define CALL_SITES	48

static struct fgraph_ops users[FGRAPH_ARRAY_SIZE];
static struct task_struct *caller;

/* The ops, in the order in which they got the return */
static struct fgraph_ops *called[FGRAPH_ARRAY_SIZE];
static int calls;

static noinline __noclone void fgraph_last_function(void)
{
	barrier();
}

static __always_inline bool is_called(unsigned long func)
{
	unsigned long begin = (unsigned long)dereference_function_descriptor(fgraph_last_function);

	/* The lowest bit is set for Thumb code */
	return current == caller && func - (begin & ~1UL) < CALL_SITES;
}

static int notrace enter(struct ftrace_graph_ent *trace, struct fgraph_ops *gops,
			 struct ftrace_regs *fregs)
{
	return is_called(trace->func);
}

static void notrace leave(struct ftrace_graph_ret *trace, struct fgraph_ops *gops,
			  struct ftrace_regs *fregs)
{
	if (is_called(trace->func) && calls < FGRAPH_ARRAY_SIZE)
		called[calls++] = gops;
}

static int add(struct fgraph_ops *user, unsigned int flags)
{
	memset(user, 0, sizeof(*user));
	user->entryfunc = enter;
	user->retfunc = leave;
	user->flags = flags;
	return register_ftrace_graph(user);
}

/* Unregister the ops. Register it as the last one: it gets the same index again */
static void call_it_last(struct kunit *test, struct fgraph_ops *user, int n)
{
	int i, number = user->idx;

	unregister_ftrace_graph(user);
	KUNIT_EXPECT_EQ(test, add(user, FGRAPH_OPS_LAST), 0);
	KUNIT_EXPECT_EQ(test, user->idx, number);
	/* The compiler does not see that leave() is called */
	calls = 0;
	barrier();
	fgraph_last_function();
	barrier();
	KUNIT_ASSERT_EQ(test, calls, n);
	KUNIT_EXPECT_PTR_EQ(test, called[n - 1], user);
	/* The other ops are called in the order of their indices */
	for (i = 1; i < n - 1; i++)
		KUNIT_EXPECT_LT(test, called[i - 1]->idx, called[i]->idx);

	unregister_ftrace_graph(user);
	KUNIT_EXPECT_EQ(test, add(user, 0), 0);
}

static void fgraph_last_with_any_number(struct kunit *test)
{
	int i, n = 0;

	caller = current;
	/* A tracer may be there that was selected on the kernel's command line */
	while (n < FGRAPH_ARRAY_SIZE && !add(&users[n], 0))
		n++;
	KUNIT_EXPECT_GE(test, n, FGRAPH_ARRAY_SIZE - 1);
	call_it_last(test, &users[0], n);
	call_it_last(test, &users[n / 2], n);
	call_it_last(test, &users[n - 1], n);
	for (i = 0; i < n; i++)
		unregister_ftrace_graph(&users[i]);
}

static struct kunit_case fgraph_last_cases[] = {
	KUNIT_CASE(fgraph_last_with_any_number),
	{}
};

static struct kunit_suite fgraph_last_suite = {
	.name = "fgraph_last",
	.test_cases = fgraph_last_cases,
};

kunit_test_suite(fgraph_last_suite);

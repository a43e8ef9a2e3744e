// SPDX-License-Identifier: GPL-2.0
/*
 * unwind_test.c - KUnit test of stack traces at returns
 *
 * The test registers an fgraph_ops for a moment. When a function returns, the stack trace
 * has the caller of the function, followed by the caller of that caller.
 */
#include <kunit/test.h>
#include <linux/ftrace.h>
#include <linux/kallsyms.h>
#include <linux/stacktrace.h>

static struct task_struct *task;
static unsigned long calls[64];
static unsigned int count;

static noinline __noclone int fgraph_unwind_called(void)
{
	barrier();
	return -EINVAL;
}

static noinline __noclone int fgraph_unwind_caller(void)
{
	int ret = fgraph_unwind_called();

	/* Prevent a tail call */
	barrier();
	return ret;
}

static __always_inline unsigned long start_of(void *func)
{
	/* The lowest bit is set for Thumb code */
	return (unsigned long)dereference_function_descriptor(func) & ~1UL;
}

/* All functions are traced during the test, so this has to be quick */
static __always_inline bool is_called(unsigned long func)
{
	return current == task && func - start_of(fgraph_unwind_called) < 64;
}

static bool is_in(unsigned long addr, void *func)
{
	unsigned long size, offset;

	return kallsyms_lookup_size_offset(addr, &size, &offset) &&
	       ((addr - offset) & ~1UL) == start_of(func);
}

static int notrace enter(struct ftrace_graph_ent *trace, struct fgraph_ops *gops,
			 struct ftrace_regs *fregs)
{
	return is_called(trace->func);
}

static void notrace leave(struct ftrace_graph_ret *trace, struct fgraph_ops *gops,
			  struct ftrace_regs *fregs)
{
	/* A short caller may begin within the 64 bytes, but it returns later */
	if (is_called(trace->func) && !count)
		count = stack_trace_save(calls, ARRAY_SIZE(calls), 0);
}

static struct fgraph_ops user = {
	.entryfunc = enter,
	.retfunc = leave,
};

static void fgraph_unwind_at_return(struct kunit *test)
{
	unsigned int i, of_caller, of_test;
	int err;

	count = 0;
	task = current;
	err = register_ftrace_graph(&user);
	if (err == -EBUSY)
		kunit_skip(test, "another fgraph_ops is registered already");
	KUNIT_ASSERT_EQ(test, err, 0);
	fgraph_unwind_caller();
	unregister_ftrace_graph(&user);

	of_caller = count;
	of_test = count;
	for (i = 0; i < count; i++) {
		if (is_in(calls[i], fgraph_unwind_caller))
			of_caller = min(of_caller, i);
		if (is_in(calls[i], fgraph_unwind_at_return))
			of_test = min(of_test, i);
	}
	KUNIT_EXPECT_LT(test, of_caller, of_test);
	KUNIT_EXPECT_LT(test, of_test, count);
}

static struct kunit_case fgraph_unwind_cases[] = {
	KUNIT_CASE(fgraph_unwind_at_return),
	{}
};

static struct kunit_suite fgraph_unwind_suite = {
	.name = "fgraph_unwind",
	.test_cases = fgraph_unwind_cases,
};

kunit_test_suite(fgraph_unwind_suite);

// SPDX-License-Identifier: GPL-2.0
/*
 * stack_pointer_test.c - KUnit test of the stack pointer that an fgraph_ops (ops) gets
 *
 * A function and its caller record their own stack pointers. According to the comments in
 * asm/ftrace_regs.h, a registered ops gets one of these, or the address of the return
 * address.
 */
#include <kunit/test.h>
#include <linux/ftrace.h>
#include <linux/sched.h>

static unsigned long called_sp, callers_sp, seen_sp;
static bool seen, has_registers;
static struct task_struct *caller;

/* The compiler moves the stack pointer only at the start and at the end of the function */
static noinline __noclone int fgraph_sp_called(int i)
{
	barrier();
	called_sp = current_stack_pointer;
	barrier();
	return i;
}

static noinline __noclone int fgraph_sp_caller(int i)
{
	barrier();
	callers_sp = current_stack_pointer;
	barrier();
	return fgraph_sp_called(i) + 1;
}

static __always_inline bool is_called(unsigned long func)
{
	unsigned long start = (unsigned long)dereference_function_descriptor(fgraph_sp_called);

	return current == caller && func - (start & ~1UL) < 64;
}

static int notrace enter(struct ftrace_graph_ent *trace, struct fgraph_ops *gops,
			 struct ftrace_regs *fregs)
{
	if (!is_called(trace->func))
		return 0;
	seen = true;
	has_registers = fregs;
	if (fregs)
		seen_sp = ftrace_regs_get_stack_pointer(fregs);
	return 0;
}

static void notrace leave(struct ftrace_graph_ret *trace, struct fgraph_ops *gops,
			  struct ftrace_regs *fregs)
{
}

static struct fgraph_ops user = {
	.entryfunc = enter,
	.retfunc = leave,
	.flags = FGRAPH_OPS_NO_TIMES,
};

static void fgraph_sp_at_entry(struct kunit *test)
{
	int err;

	seen = false;
	caller = current;
	err = register_ftrace_graph(&user);
	if (err == -EBUSY)
		kunit_skip(test, "another fgraph_ops is registered already");
	KUNIT_ASSERT_EQ(test, err, 0);
	KUNIT_EXPECT_EQ(test, fgraph_sp_caller(1), 2);
	unregister_ftrace_graph(&user);

	KUNIT_ASSERT_TRUE(test, seen);
	/* regs_test.c checks where there are no registers */
	if (!has_registers)
		return;
	if (IS_ENABLED(CONFIG_ARM))
		KUNIT_EXPECT_EQ(test, seen_sp, called_sp);
	else if (IS_ENABLED(CONFIG_X86))
		KUNIT_EXPECT_EQ(test, seen_sp, callers_sp - sizeof(long));
	else
		KUNIT_EXPECT_EQ(test, seen_sp, callers_sp);
}

static struct kunit_case fgraph_sp_cases[] = {
	KUNIT_CASE(fgraph_sp_at_entry),
	{}
};

static struct kunit_suite fgraph_sp_suite = {
	.name = "fgraph_sp",
	.test_cases = fgraph_sp_cases,
};

kunit_test_suite(fgraph_sp_suite);

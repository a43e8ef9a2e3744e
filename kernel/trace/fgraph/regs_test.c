// SPDX-License-Identifier: GPL-2.0
/*
 * regs_test.c - KUnit test of the registers that a registered fgraph_ops (ops) gets
 *
 * The test registers an ops for a moment. It calls a function with known arguments and a
 * known return value, and compares them with the registers.
 */
#include <kunit/test.h>
#include <linux/ftrace.h>
#include <linux/sched/task_stack.h>

#define ARGUMENT(n)	(0x5eed0000UL + (n))

/* A value that takes both return registers */
#ifdef CONFIG_64BIT
#define TWO_WORDS	unsigned __int128
#else
#define TWO_WORDS	u64
#endif

#define FIRST		0x1111f00dUL
#define SECOND		0x2222beefUL

/* __noclone keeps arguments that are not used: each one is where the ABI puts it */
static noinline __noclone TWO_WORDS
fgraph_regs_called(unsigned long a, unsigned long b, unsigned long c, unsigned long d,
		   unsigned long e, unsigned long f, unsigned long g, unsigned long h)
{
	barrier();
	return (TWO_WORDS)SECOND << BITS_PER_LONG | FIRST;
}

/* What the callbacks have seen of the function */
static struct {
	struct fgraph_ops *entry_ops;
	struct fgraph_ops *return_ops;
	bool has_arguments;
	unsigned long arguments[8];
	unsigned long behind_last;
	unsigned long ip;
	unsigned long func;
	unsigned long sp;
	unsigned long retval;
	unsigned long retval2;
} seen;

static struct task_struct *caller;

static __always_inline bool is_called(unsigned long func)
{
	unsigned long start = (unsigned long)dereference_function_descriptor(fgraph_regs_called);

	return current == caller && func - (start & ~1UL) < 64;
}

static int notrace enter(struct ftrace_graph_ent *trace, struct fgraph_ops *gops,
			 struct ftrace_regs *fregs)
{
	int i;

	if (!is_called(trace->func))
		return 0;
	seen.entry_ops = gops;
	seen.func = trace->func;
	seen.has_arguments = fregs;
	if (!fregs)
		return 1;
	for (i = 0; i < FTRACE_REGS_MAX_ARGS; i++)
		seen.arguments[i] = ftrace_regs_get_argument(fregs, i);
	seen.behind_last = ftrace_regs_get_argument(fregs, FTRACE_REGS_MAX_ARGS);
	seen.ip = ftrace_regs_get_instruction_pointer(fregs);
	seen.sp = ftrace_regs_get_stack_pointer(fregs);
	return 1;
}

static void notrace leave(struct ftrace_graph_ret *trace, struct fgraph_ops *gops,
			  struct ftrace_regs *fregs)
{
	if (!is_called(trace->func))
		return;
	seen.return_ops = gops;
	seen.retval = ftrace_regs_get_return_value(fregs);
	seen.retval2 = ftrace_regs_get_return_value2(fregs);
}

static struct fgraph_ops user = {
	.entryfunc = enter,
	.retfunc = leave,
};

/* Call the function while the ops is registered */
static void call_hooked(struct kunit *test)
{
	TWO_WORDS value;
	int err;

	memset(&seen, 0, sizeof(seen));
	caller = current;
	err = register_ftrace_graph(&user);
	if (err == -EBUSY)
		kunit_skip(test, "another fgraph_ops is registered already");
	KUNIT_ASSERT_EQ(test, err, 0);
	value = fgraph_regs_called(ARGUMENT(0), ARGUMENT(1), ARGUMENT(2), ARGUMENT(3),
				   ARGUMENT(4), ARGUMENT(5), ARGUMENT(6), ARGUMENT(7));
	unregister_ftrace_graph(&user);
	OPTIMIZER_HIDE_VAR(value);

	/* The registers of the function and of its caller were restored */
	KUNIT_EXPECT_EQ(test, (unsigned long)value, FIRST);
	KUNIT_EXPECT_EQ(test, (unsigned long)(value >> BITS_PER_LONG), SECOND);
	KUNIT_ASSERT_PTR_EQ(test, seen.entry_ops, &user);
	KUNIT_ASSERT_PTR_EQ(test, seen.return_ops, &user);
}

static void fgraph_regs_at_entry(struct kunit *test)
{
	int i;

	call_hooked(test);
	if (!IS_ENABLED(CONFIG_DYNAMIC_FTRACE) &&
	    (IS_ENABLED(CONFIG_ARM64) || IS_ENABLED(CONFIG_RISCV))) {
		KUNIT_EXPECT_FALSE(test, seen.has_arguments);
		return;
	}
	KUNIT_ASSERT_TRUE(test, seen.has_arguments);
	for (i = 0; i < FTRACE_REGS_MAX_ARGS; i++)
		KUNIT_EXPECT_EQ(test, seen.arguments[i], ARGUMENT(i));
	KUNIT_EXPECT_EQ(test, seen.behind_last, 0UL);
	/* One or two instructions behind the address that identifies the function */
	KUNIT_EXPECT_GT(test, seen.ip, seen.func);
	KUNIT_EXPECT_LE(test, seen.ip, seen.func + 9);
	/* The frame of the function is next to that of its caller */
	KUNIT_EXPECT_TRUE(test, object_is_on_stack((void *)seen.sp));
	KUNIT_EXPECT_LT(test, (unsigned long)__builtin_frame_address(0) - seen.sp, 1024UL);
}

static void fgraph_regs_at_return(struct kunit *test)
{
	call_hooked(test);
	KUNIT_EXPECT_EQ(test, seen.retval, FIRST);
	KUNIT_EXPECT_EQ(test, seen.retval2, SECOND);
}

static struct kunit_case fgraph_regs_cases[] = {
	KUNIT_CASE(fgraph_regs_at_entry),
	KUNIT_CASE(fgraph_regs_at_return),
	{}
};

static struct kunit_suite fgraph_regs_suite = {
	.name = "fgraph_regs",
	.test_cases = fgraph_regs_cases,
};

kunit_test_suite(fgraph_regs_suite);

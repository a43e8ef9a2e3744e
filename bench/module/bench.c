// SPDX-License-Identifier: GPL-2.0
/*
 * bench.c - call small functions many times and tell how long it took
 *
 * Write a number of calls to the parameter "calls", read the nanoseconds that
 * they took, all of them, from the parameter "took". Interrupts are off
 * meanwhile. Under QEMU with -icount shift=0 a nanosecond is an instruction.
 *
 * It is bench_leaf() that is called, or with the parameter "depth" above 0,
 * bench_nested(), which calls itself until it is so deep. With the parameter
 * "some", it is bench_some_10() and so on, in turn: where a type is looked up,
 * some are found later than others. None of them returns an error: that costs more.
 * With the parameter "fixed", bench_leaf() returns the number "error", which may be 0.
 * With the parameter "no", it is bench_no(), which returns false, called by bench_ask().
 * With the parameter "args", it is bench_two() or bench_six(), which have as many arguments,
 * each of one word.
 * With the parameter "deep", it is bench_deep(), which calls itself until it is so deep,
 * and always fails.
 *
 * With the parameter "fprobes", bench_leaf() has so many probes, one or two, at its entry and
 * its return, which do nothing. With "entry", too, they are at its entry only.
 *
 * "task_bytes" is the size, in the slab, of what the graph tracer has allocated for the task
 * that reads it. Read it while function_graph is the tracer. "task_struct_bytes" has the task itself, too.
 *
 * Write the addresses of register_ftrace_graph() and unregister_ftrace_graph() to
 * the parameter "user", and an fgraph_ops is registered that traces bench_leaf() and
 * does nothing. Write 0, and it goes. Kernels with one fgraph_ops do not have
 * the parameter.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/fprobe.h>
#include <linux/ftrace.h>
#include <linux/irqflags.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/timekeeping.h>
#include <linux/version.h>

/* No copy without the arguments that are not used */
#define noipa __attribute__((__noipa__))

/* Built for the series, for stock 6.1, and for what they are compared with (lab/variant/newer.base) */
#ifdef FPROBE_MAX_DATA
#define PROBED_REGS	struct ftrace_regs
#else
#define PROBED_REGS	struct pt_regs
#endif

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 2, 0) && !defined(FPROBE_MAX_DATA)
static void entered(struct fprobe *unused, unsigned long ip, struct pt_regs *regs, void *data)
{
}

static void left(struct fprobe *unused, unsigned long ip, struct pt_regs *regs, void *data)
{
}
#else
static int entered(struct fprobe *unused, unsigned long ip, unsigned long to, PROBED_REGS *regs, void *data)
{
	return 0;
}

static void left(struct fprobe *unused, unsigned long ip, unsigned long to, PROBED_REGS *regs, void *data)
{
}
#endif

static unsigned long long took;
module_param(took, ullong, 0444);

static int depth;
module_param(depth, int, 0644);

static int deep;
module_param(deep, int, 0644);

static bool fixed;
module_param(fixed, bool, 0644);

static int error;
module_param(error, int, 0644);

static bool some;
module_param(some, bool, 0644);

static bool no;
module_param(no, bool, 0644);

static int args;
module_param(args, int, 0644);

static int task_bytes_get(char *buffer, const struct kernel_param *kp)
{
	return sysfs_emit(buffer, "%zu\n", ksize(current->ret_stack));
}

static const struct kernel_param_ops task_bytes_ops = { .get = task_bytes_get };
module_param_cb(task_bytes, &task_bytes_ops, NULL, 0444);

static int task_struct_bytes_get(char *buffer, const struct kernel_param *kp)
{
	return sysfs_emit(buffer, "%zu\n", sizeof(*current) + ksize(current->ret_stack));
}

static const struct kernel_param_ops task_struct_bytes_ops = { .get = task_struct_bytes_get };
module_param_cb(task_struct_bytes, &task_struct_bytes_ops, NULL, 0444);

static int fprobes;
module_param(fprobes, int, 0444);

static bool entry;
module_param(entry, bool, 0444);

/* The kernel of the series has fregs, the newer one does not */
#ifdef FGRAPH_ARRAY_SIZE
#define FREGS	, struct ftrace_regs *fregs
#elif LINUX_VERSION_CODE >= KERNEL_VERSION(6, 11, 0)
#define FREGS
#endif

#ifdef FREGS
static int user_entered(struct ftrace_graph_ent *trace, struct fgraph_ops *gops FREGS)
{
	return 1;
}

static void user_left(struct ftrace_graph_ret *trace, struct fgraph_ops *gops FREGS)
{
}

static struct fgraph_ops graph_user = {
	.entryfunc = user_entered,
	.retfunc = user_left,
};

static void (*unregister_user)(struct fgraph_ops *gops);

static int user_set(const char *val, const struct kernel_param *kp)
{
	static char function[] = "bench_leaf";
	unsigned long enter, leave;
	int (*register_user)(struct fgraph_ops *gops);
	int ret;

	if (unregister_user) {
		unregister_user(&graph_user);
		unregister_user = NULL;
	}
	if (sscanf(val, "%lx %lx", &enter, &leave) < 2)
		return 0;
	ret = ftrace_set_filter(&graph_user.ops, function, strlen(function), 1);
	if (ret)
		return ret;
	register_user = (void *)enter;
	ret = register_user(&graph_user);
	if (!ret)
		unregister_user = (void *)leave;
	return ret;
}

static const struct kernel_param_ops user_ops = { .set = user_set };
module_param_cb(user, &user_ops, NULL, 0200);
#endif

int bench_unused(int i), bench_leaf(int i), bench_nested(int deeper), bench_deep(int deeper);
int bench_two(long a, const char *b), bench_six(long a, long b, long c, long d, long e, long f);
bool bench_no(int i);
int bench_ask(int times);

/* Not the first function of the module: riscv does not offer that one for tracing */
noinline int bench_unused(int i)
{
	barrier();
	return i;
}

noinline int bench_leaf(int i)
{
	barrier();
	return i;
}

noinline int bench_nested(int deeper)
{
	int ret = deeper;

	if (deeper > 1)
		ret = bench_nested(deeper - 1);
	barrier();
	return ret;
}

noinline int bench_deep(int deeper)
{
	int ret = -EINVAL;

	if (deeper > 1)
		ret = bench_deep(deeper - 1);
	barrier();
	return ret;
}

noipa int bench_two(long a, const char *b)
{
	barrier();
	return a;
}

noipa int bench_six(long a, long b, long c, long d, long e, long f)
{
	barrier();
	return a;
}

noinline bool bench_no(int i)
{
	barrier();
	return i < 0;
}

noinline int bench_ask(int times)
{
	int i, told = 1;

	for (i = 0; i < times; i++)
		told += bench_no(i);
	return told;
}

#define SOME(n)					\
	int bench_some_##n(int i);		\
	noinline int bench_some_##n(int i)	\
	{					\
		barrier();			\
		return n + i;			\
	}
#define SOME_5(n)	SOME(n##0) SOME(n##1) SOME(n##2) SOME(n##3) SOME(n##4)
SOME_5(1) SOME_5(2) SOME_5(3) SOME_5(4)

#define SOME_NAMES(n)	bench_some_##n##0, bench_some_##n##1, bench_some_##n##2, \
			bench_some_##n##3, bench_some_##n##4
static int (* const some_functions[])(int i) = {
	SOME_NAMES(1), SOME_NAMES(2), SOME_NAMES(3), SOME_NAMES(4),
};

static int run(const char *val, const struct kernel_param *kp)
{
	unsigned int calls, i;
	unsigned long flags;
	u64 start;
	int ret;

	ret = kstrtouint(val, 0, &calls);
	if (ret)
		return ret;

	local_irq_save(flags);
	start = ktime_get_ns();
	if (deep > 0) {
		for (i = 0; i < calls; i += deep)
			bench_deep(deep);
	} else if (depth > 0) {
		for (i = 0; i < calls; i += depth)
			bench_nested(depth);
	} else if (no) {
		bench_ask(calls);
	} else if (args) {
		for (i = 0; i < calls; i++)
			args == 2 ? bench_two(i, "b") : bench_six(i, i, i, i, i, i);
	} else if (some) {
		for (i = 0; i < calls; i++)
			some_functions[i % ARRAY_SIZE(some_functions)](i);
	} else {
		for (i = 0; i < calls; i++)
			bench_leaf(fixed ? error : i);
	}
	took = ktime_get_ns() - start;
	local_irq_restore(flags);
	return 0;
}

static const struct kernel_param_ops run_ops = {
	.set = run,
};
module_param_cb(calls, &run_ops, NULL, 0200);

static struct fprobe probes[] = {
	{ .entry_handler = entered, .exit_handler = left },
	{ .entry_handler = entered, .exit_handler = left },
};

static int registered;

static void bench_exit(void)
{
	while (registered)
		unregister_fprobe(&probes[--registered]);
}

static int __init bench_init(void)
{
	int ret;

	while (registered < fprobes && registered < ARRAY_SIZE(probes)) {
		if (entry)
			probes[registered].exit_handler = NULL;
		ret = register_fprobe(&probes[registered], "bench_leaf", NULL);
		if (ret) {
			bench_exit();
			return ret;
		}
		registered++;
	}
	return 0;
}
module_init(bench_init);
module_exit(bench_exit);

MODULE_DESCRIPTION("Calls for the cost of tracing to be counted on");
MODULE_LICENSE("GPL");

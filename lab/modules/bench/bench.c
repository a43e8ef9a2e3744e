// SPDX-License-Identifier: GPL-2.0
/*
 * bench.c - call one small function many times and tell how long it took
 *
 * Write a number of calls to the parameter "calls", read the nanoseconds that
 * they took, all of them, from the parameter "took". Interrupts are off
 * meanwhile. Under QEMU with -icount shift=0 a nanosecond is an instruction.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/irqflags.h>
#include <linux/module.h>
#include <linux/timekeeping.h>

static unsigned long long took;
module_param(took, ullong, 0444);

/* Not the first function of the module: riscv does not offer that one for tracing */
noinline int bench_unused(int i)
{
	barrier();
	return i;
}

noinline int bench_leaf(int i)
{
	barrier();
	return -i;
}

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
	for (i = 0; i < calls; i++)
		bench_leaf(i);
	took = ktime_get_ns() - start;
	local_irq_restore(flags);
	return 0;
}

static const struct kernel_param_ops run_ops = {
	.set = run,
};
module_param_cb(calls, &run_ops, NULL, 0200);

MODULE_DESCRIPTION("Calls for the cost of tracing to be counted on");
MODULE_LICENSE("GPL");

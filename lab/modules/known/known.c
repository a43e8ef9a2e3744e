// SPDX-License-Identifier: GPL-2.0
/*
 * known.c - functions whose return values are known
 *
 * Any number that is written to the parameter "call" has them called. The
 * write fails with -EIO unless the caller gets what they return.
 */
#include <linux/module.h>

/* Returned in two registers by the ABI of x86_64 (System V psABI, 3.2.3) */
struct pair {
	unsigned long first, second;
};

noinline struct pair known_pair(void);

/* Not the first function of the module: riscv does not offer that one for tracing */
static int call(const char *val, const struct kernel_param *kp)
{
	struct pair pair = known_pair();

	return pair.first == 0x11111111 && pair.second == 0x22222222 ? 0 : -EIO;
}

noinline struct pair known_pair(void)
{
	barrier();
	return (struct pair){ 0x11111111, 0x22222222 };
}

static const struct kernel_param_ops call_ops = {
	.set = call,
};
module_param_cb(call, &call_ops, NULL, 0200);

MODULE_DESCRIPTION("Functions whose return values are known");
MODULE_LICENSE("GPL");

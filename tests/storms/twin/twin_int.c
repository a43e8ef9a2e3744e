// SPDX-License-Identifier: GPL-2.0
/*
 * twin_int.c - a module that another one replaces at its address
 *
 * twin_void.c is the same, but for the return type of its function. A write of a
 * number to the parameter "calls" calls the function so often.
 */
#include <linux/kernel.h>
#include <linux/module.h>

#ifndef TYPE
#define TYPE	int
#define TWIN	twin_int
#define RESULT	value
#endif

noinline void twin_unused(void);
noinline TYPE TWIN(int value);

/* The first function of a module is not offered for tracing on riscv */
noinline void twin_unused(void)
{
	barrier();
}

noinline TYPE TWIN(int value)
{
	OPTIMIZER_HIDE_VAR(value);
	barrier();
	return RESULT;
}

static int set_calls(const char *text, const struct kernel_param *unused)
{
	unsigned int calls;
	int err = kstrtouint(text, 0, &calls);

	while (!err && calls--)
		TWIN(-2);
	return err;
}

static const struct kernel_param_ops calls_ops = { .set = set_calls };

module_param_cb(calls, &calls_ops, NULL, 0200);

MODULE_DESCRIPTION("Two modules for one address");
MODULE_LICENSE("GPL");

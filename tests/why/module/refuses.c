// SPDX-License-Identifier: GPL-2.0
/*
 * refuses.c - a write to the parameter number fails with -ENODATA if the number is odd
 *
 * The test looks for the lines that a comment marks.
 */
#include <linux/module.h>

static unsigned int even;

static noinline __noclone int refuses_odd(unsigned int number) /* declared */
{
	if (number & 1) /* decides */
		return -ENODATA; /* loads */
	even += number;
	barrier();
	return 0;
}

static __always_inline int refuses_inlined(unsigned int number)
{
	int ret = refuses_odd(number); /* call of refuses_odd */

	/* Keeps the call from becoming a jump */
	barrier();
	return ret;
}

/* Not in the section .text */
static noinline __noclone __section(".text.refuses") int refuses_apart(unsigned int number)
{
	int ret = refuses_inlined(number); /* inlined */

	barrier();
	return ret;
}

static int refuses_set(const char *value, const struct kernel_param *param)
{
	unsigned int number;
	int ret = kstrtouint(value, 0, &number);

	if (!ret)
		ret = refuses_apart(number); /* call of refuses_apart */
	barrier();
	return ret;
}

static const struct kernel_param_ops refuses_ops = { .set = refuses_set };
module_param_cb(number, &refuses_ops, NULL, 0200);

MODULE_DESCRIPTION("Refuses odd numbers");
MODULE_LICENSE("GPL");

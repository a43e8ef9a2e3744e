// SPDX-License-Identifier: GPL-2.0
/* A module whose insmod makes the kernel report, for lab/test/lab.bats. */
#include <linux/module.h>

static int __init report_init(void)
{
	WARN(1, "the lab's test asked for this");
	return 0;
}
module_init(report_init);

static void __exit report_exit(void) { }
module_exit(report_exit);

MODULE_DESCRIPTION("Makes the kernel report, for the lab's own test");
MODULE_LICENSE("GPL");

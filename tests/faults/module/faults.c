// SPDX-License-Identifier: GPL-2.0
/*
 * faults.c - memory that is forgotten, so that it is seen that kmemleak sees some
 *
 * A pointer may be left on a stack or in a register by chance: it is some times
 * the same.
 */
#include <linux/module.h>
#include <linux/slab.h>

noinline void faults_forget(void);
noinline void faults_forget(void)
{
	barrier_data(kmalloc(64, GFP_KERNEL));
}

static int __init faults_init(void)
{
	int i;

	for (i = 0; i < 8; i++)
		faults_forget();
	return 0;
}
module_init(faults_init);

static void __exit faults_exit(void)
{
}
module_exit(faults_exit);

MODULE_DESCRIPTION("Memory that is forgotten");
MODULE_LICENSE("GPL");

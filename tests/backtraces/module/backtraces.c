// SPDX-License-Identifier: GPL-2.0
/*
 * A chain of calls whose backtrace is known
 *
 * What is written to debugfs' backtraces/call says what happens at the end of
 * the chain bt_v, bt_a, bt_b, bt_c:
 *
 *   dump       bt_c has the stack dumped
 *   warn       bt_c warns
 *   interrupt  an interrupt in bt_spin has it dumped
 *   leaf       the same in bt_leaf, which calls nothing, so that it needs no
 *              frame; backtraces/middle has the offset of a place in there then
 *   sleep      bt_c sleeps until a signal comes; backtraces/sleeping is Y then
 *   deep       the stack gets deeper than it is anywhere else
 *
 * Two links of the chain are there because they are hard on an unwinder: bt_v
 * has variable arguments, and bt_tail, which no backtrace shows, is left by a
 * jump to bt_b.
 *
 * Not a module parameter: its write holds a lock that a read of another takes.
 */
#include <linux/debugfs.h>
#include <linux/hrtimer.h>
#include <linux/irqflags.h>
#include <linux/module.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/wait.h>

enum bottom { BT_DUMP, BT_WARN, BT_INTERRUPT, BT_LEAF, BT_SLEEP, BT_DEEP };

static const char * const bottoms[] = { "dump", "warn", "interrupt", "leaf", "sleep", "deep" };

static struct dentry *dir;
static struct hrtimer timer;
static bool fired;
static bool sleeping;
static u32 middle;
static DECLARE_WAIT_QUEUE_HEAD(never);

noinline int bt_v(int count, ...);
noinline int bt_a(enum bottom bottom);
noinline int bt_tail(enum bottom bottom);
noinline int bt_b(enum bottom bottom);
noinline int bt_c(enum bottom bottom);
noinline void bt_spin(void);
noinline void bt_leaf(void);
noinline void bt_deep(void);
noinline void bt_big(void);
noinline void bt_touch(char *p);

/* Not the first function of the module: riscv does not offer that one for tracing */
static ssize_t call(struct file *file, const char __user *from, size_t count, loff_t *pos)
{
	char word[16] = {};
	int bottom, ret;

	if (count >= sizeof(word))
		return -EINVAL;
	if (copy_from_user(word, from, count))
		return -EFAULT;
	bottom = sysfs_match_string(bottoms, word);
	if (bottom < 0)
		return bottom;
	ret = bt_v(1, bottom);
	return ret ?: count;
}

noinline int bt_v(int count, ...)
{
	va_list args;
	int ret;

	va_start(args, count);
	ret = bt_a(va_arg(args, int));
	va_end(args);
	barrier();
	return ret;
}

noinline int bt_a(enum bottom bottom)
{
	int ret = bt_tail(bottom);

	barrier();
	return ret;
}

noinline int bt_tail(enum bottom bottom)
{
	return bt_b(bottom);
}

noinline int bt_b(enum bottom bottom)
{
	int ret = bt_c(bottom);

	barrier();
	return ret;
}

static bool is_never(void)
{
	/* The state of the task is set: on one processor, whoever reads this finds it asleep */
	sleeping = true;
	return false;
}

/* Interrupts are off when it returns, so that the timer's comes in bt_spin or bt_leaf */
static void start_timer(void)
{
	fired = false;
	local_irq_disable();
	hrtimer_start(&timer, ns_to_ktime(100000), HRTIMER_MODE_REL_PINNED_HARD);
}

noinline int bt_c(enum bottom bottom)
{
	int ret = 0;

	switch (bottom) {
	case BT_DUMP:
		dump_stack();
		break;
	case BT_WARN:
		WARN(1, "because backtraces/call says so\n");
		break;
	case BT_INTERRUPT:
		start_timer();
		bt_spin();
		local_irq_enable();
		break;
	case BT_LEAF:
		start_timer();
		bt_leaf();
		local_irq_enable();
		break;
	case BT_SLEEP:
		ret = wait_event_interruptible(never, is_never());
		sleeping = false;
		break;
	case BT_DEEP:
		bt_deep();
		break;
	}
	barrier();
	return ret;
}

noinline void bt_spin(void)
{
	char c;

	bt_touch(&c);
	raw_local_irq_enable();
	while (!READ_ONCE(fired))
		cpu_relax();
	raw_local_irq_disable();
	bt_touch(&c);
	barrier();
}

noinline void bt_leaf(void)
{
	/* Raw: the others call something to trace it */
	raw_local_irq_enable();
	while (!READ_ONCE(fired))
		cpu_relax();
	raw_local_irq_disable();
	/* A jump to a label keeps the label where it is */
	asm goto("nop" : : : : here);
here:
	/* The lowest bit of a function's address tells that it is in Thumb code */
	middle = (unsigned long)&&here - ((unsigned long)bt_leaf & ~1);
}

static enum hrtimer_restart bt_timer(struct hrtimer *unused)
{
	dump_stack();
	WRITE_ONCE(fired, true);
	return HRTIMER_NORESTART;
}

noinline void bt_deep(void)
{
	unsigned long flags;

	/* No interrupt goes deeper */
	local_irq_save(flags);
	bt_big();
	local_irq_restore(flags);
}

noinline void bt_big(void)
{
	char big[3000];

	bt_touch(big);
	barrier();
}

noinline void bt_touch(char *p)
{
	WRITE_ONCE(*p, 0);
}

static const struct file_operations call_fops = {
	.owner = THIS_MODULE,
	.open = nonseekable_open,
	.write = call,
};

static int __init backtraces_init(void)
{
	hrtimer_init(&timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
	timer.function = bt_timer;
	dir = debugfs_create_dir("backtraces", NULL);
	debugfs_create_file("call", 0200, dir, NULL, &call_fops);
	debugfs_create_u32("middle", 0400, dir, &middle);
	debugfs_create_bool("sleeping", 0400, dir, &sleeping);
	return 0;
}
module_init(backtraces_init);

static void __exit backtraces_exit(void)
{
	debugfs_remove(dir);
}
module_exit(backtraces_exit);

MODULE_DESCRIPTION("A chain of calls whose backtrace is known");
MODULE_LICENSE("GPL");

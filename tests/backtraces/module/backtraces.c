// SPDX-License-Identifier: GPL-2.0
/*
 * A chain of calls whose backtrace is known
 *
 * A word that is written to debugfs' backtraces/call chooses the end of the chain
 * bt_v, bt_a, bt_b, bt_c:
 *
 *   dump       bt_c dumps the stack
 *   warn       bt_warn warns
 *   interrupt  an interrupt in bt_spin dumps the stack
 *   leaf       an interrupt in bt_leaf dumps the stack. bt_leaf calls nothing, so
 *              it needs no frame. After that, backtraces/middle has the offset of
 *              a place in bt_leaf
 *   sleep      bt_sleep sleeps until a signal comes. Meanwhile, backtraces/sleeping
 *              is Y
 *   fail       bt_c returns -EXDEV, and so do all of them
 *   deep       in bt_touch, the stack gets deeper than it is anywhere else. If
 *              backtraces/handler has the address of return_to_handler, the local
 *              variables of bt_deep are full of that and of the return address, as
 *              if earlier calls had left them there. The return address is known
 *              from a call without a handler
 *
 * Two functions of the chain are there because they are hard on an unwinder.
 * bt_v has variable arguments. bt_tail ends with a jump to bt_b, and no backtrace
 * shows it.
 *
 * Not a module parameter: its write holds a lock that a read of another takes.
 */
#include <linux/bottom_half.h>
#include <linux/debugfs.h>
#include <linux/hrtimer.h>
#include <linux/irqflags.h>
#include <linux/module.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/wait.h>

enum bottom { BT_DUMP, BT_WARN, BT_INTERRUPT, BT_LEAF, BT_SLEEP, BT_FAIL, BT_DEEP };

static const char * const bottoms[] = { "dump", "warn", "interrupt", "leaf", "sleep", "fail", "deep" };

static struct dentry *dir;
static struct hrtimer timer;
static bool fired;
static bool sleeping;
static u32 middle;
static unsigned long handler;
static DECLARE_WAIT_QUEUE_HEAD(never);

noinline int bt_v(int count, ...);
noinline int bt_a(enum bottom bottom);
noinline int bt_tail(enum bottom bottom);
noinline int bt_b(enum bottom bottom);
noinline int bt_c(enum bottom bottom);
noinline void bt_spin(void);
noinline void bt_leaf(void);
noinline void bt_deep(void);
noinline void bt_touch(char *p);

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
	/* The state of the task is set. On one CPU, a task that reads this finds it asleep */
	sleeping = true;
	return false;
}

/*
 * Interrupts are off when this returns, so that the timer's interrupt comes in
 * bt_spin or bt_leaf. Softirqs are off, too: another interrupt may end with a
 * softirq, and the timer's interrupt might come there.
 */
static void start_timer(void)
{
	fired = false;
	local_bh_disable();
	local_irq_disable();
	hrtimer_start(&timer, ns_to_ktime(100000), HRTIMER_MODE_REL_PINNED_HARD);
}

static void stop_timer(void)
{
	local_irq_enable();
	local_bh_enable();
}

/*
 * On i386, the tracer leaves the address of bt_b in what bt_c does not fill of its
 * frame. The stack tracer takes that for the return address. So what needs room on
 * the stack is not in bt_c.
 */
static noinline void bt_warn(void)
{
	WARN(1, "because backtraces/call says so\n");
	barrier();
}

static noinline int bt_sleep(void)
{
	int ret = wait_event_interruptible(never, is_never());

	sleeping = false;
	return ret;
}

noinline int bt_c(enum bottom bottom)
{
	int ret = 0;

	switch (bottom) {
	case BT_DUMP:
		dump_stack();
		break;
	case BT_WARN:
		bt_warn();
		break;
	case BT_INTERRUPT:
		start_timer();
		bt_spin();
		stop_timer();
		break;
	case BT_LEAF:
		start_timer();
		bt_leaf();
		stop_timer();
		break;
	case BT_SLEEP:
		ret = bt_sleep();
		break;
	case BT_FAIL:
		ret = -EXDEV;
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
	/* Raw: the others call a function to trace it */
	raw_local_irq_enable();
	while (!READ_ONCE(fired))
		cpu_relax();
	raw_local_irq_disable();
	/* A jump to a label keeps the label where it is */
	asm goto("nop" : : : : here);
here:
	/* The lowest bit of a function's address tells that the function is Thumb code */
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
	static unsigned long ret;
	unsigned long big[3000 / sizeof(long)];
	unsigned long flags;
	int i;

	if (!handler)
		ret = (unsigned long)__builtin_return_address(0);
	for (i = 0; i < ARRAY_SIZE(big); i++)
		WRITE_ONCE(big[i], handler && i % 2 ? ret : handler);
	/* No interrupt goes deeper */
	local_irq_save(flags);
	bt_touch((char *)big);
	local_irq_restore(flags);
}

static noinline notrace void bt_write(char *p)
{
	WRITE_ONCE(*p, 0);
}

/*
 * Not a leaf: arm's unwinder ends at a function that does not save its return address.
 * With room on the stack: otherwise arm's debug kernel does not see it deeper than at the
 * entry of bt_deep, whose variables are not full then.
 */
noinline void bt_touch(char *p)
{
	char room[64];

	bt_write(p);
	barrier_data(room);
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
	debugfs_create_xul("handler", 0600, dir, &handler);
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

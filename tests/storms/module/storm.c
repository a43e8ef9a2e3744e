// SPDX-License-Identifier: GPL-2.0
/*
 * storm.c - functions to call from everywhere at once, that see what becomes of it
 *
 * storm_outer() calls storm_leaf(), and both return what their argument says, in
 * both return registers: 0x5eedNNNN and 0xa112NNNN, where N are the last 16 bits
 * of it. Whoever calls them compares.
 *
 * storm_handle() calls storm_hand_up(), which calls itself up to seven times and
 * then storm_refuse(). Of four calls, one fails with EIO, which storm_handle()
 * returns. One fails with ENOSPC, which storm_handle() handles. A task does not move
 * to another CPU meanwhile, so that a reader sees all of its records in order.
 *
 * Files in debugfs' storm, with numbers:
 *
 *   calls    write: so many calls of storm_outer()
 *   last     write: the same, and then tracing_on is 0
 *   errors   write: so many calls of storm_handle()
 *   deep     write: storm_deep() calls itself until it is so deep
 *   hold     write: storm_hold() calls itself until it is so deep, and sleeps there
 *            until release is written. Then it calls storm_leaf(), and all return
 *   release  write: those who sleep in storm_hold() go on
 *   ticks    write: a timer fires so often, and calls storm_outer() and
 *            storm_tick(), which calls storm_handle(), in hard interrupt context
 *   walks    write: a timer walks the stack so often, at random times
 *   alarm    write: once the devices sleep, a timer wakes the system every so many
 *            seconds, until it is 0
 *   fprobe   write: 1 has a probe at the entry and at the return of storm_leaf(),
 *            0 has none
 *   done     read: calls of storm_outer()
 *   wrong    read: those of storm_outer() and storm_handle() that returned something
 *            else
 *   handed   read: calls of storm_handle() that returned EIO
 *   handled  read: those that handled ENOSPC
 *   held     read: how many sleep in storm_hold(), or are about to
 *   entries  read: what the probe saw
 *   returns  read: the same
 *
 * A write fails with -EIO when one of its calls returned something else. Not
 * parameters of the module: these are written by one at a time.
 */
#include <linux/atomic.h>
#include <linux/completion.h>
#include <linux/debugfs.h>
#include <linux/fprobe.h>
#include <linux/hrtimer.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/platform_device.h>
#include <linux/prandom.h>
#include <linux/preempt.h>
#include <linux/stacktrace.h>
#include <linux/suspend.h>
#include <linux/wait.h>

/* As large as two registers */
#ifdef CONFIG_64BIT
#define both unsigned __int128
#else
#define both u64
#endif

#define FIRST 0x5eed0000ul
#define SECOND 0xa1120000ul

static atomic_t done = ATOMIC_INIT(0);
static atomic_t wrong = ATOMIC_INIT(0);
static atomic_t handed = ATOMIC_INIT(0);
static atomic_t handled = ATOMIC_INIT(0);
static atomic_t held = ATOMIC_INIT(0);
static atomic_t releases = ATOMIC_INIT(0);
static atomic_t entries = ATOMIC_INIT(0);
static atomic_t returns = ATOMIC_INIT(0);

/* The registers that a call of this number leaves */
static __always_inline both value(unsigned int i)
{
	unsigned long number = i & 0xffff;

	return ((both)(SECOND | number) << BITS_PER_LONG) | FIRST | number;
}

noinline both storm_unused(unsigned int i);
noinline both storm_leaf(unsigned int i);
noinline both storm_outer(unsigned int i);
noinline both storm_deep(unsigned int deeper);
noinline both storm_hold(unsigned int deeper);
noinline int storm_refuse(unsigned int i);
noinline int storm_hand_up(unsigned int i, unsigned int deeper);
noinline int storm_handle(unsigned int i);
noinline int storm_tick(unsigned int i);

/* The first function of a module is not offered for tracing on riscv */
noinline both storm_unused(unsigned int i)
{
	return value(i);
}

noinline both storm_leaf(unsigned int i)
{
	/* The compiler may not know what its caller gets */
	OPTIMIZER_HIDE_VAR(i);
	return value(i);
}

noinline both storm_outer(unsigned int i)
{
	both ret = storm_leaf(i);

	barrier();
	return ret;
}

noinline both storm_deep(unsigned int deeper)
{
	unsigned int i = deeper;

	if (deeper > 1 && storm_deep(deeper - 1) != value(deeper - 1))
		i = 0;
	OPTIMIZER_HIDE_VAR(i);
	return value(i);
}

static DECLARE_WAIT_QUEUE_HEAD(holding);

/* Until the next release. Fails if a signal comes */
static bool sleep_here(void)
{
	int before = atomic_read(&releases), ret;

	atomic_inc(&held);
	ret = wait_event_interruptible(holding, atomic_read(&releases) != before);
	atomic_dec(&held);
	return !ret;
}

noinline both storm_hold(unsigned int deeper)
{
	unsigned int i = deeper;

	if (deeper > 1) {
		if (storm_hold(deeper - 1) != value(deeper - 1))
			i = 0;
	} else if (!sleep_here() || storm_leaf(deeper) != value(deeper)) {
		i = 0;
	}
	OPTIMIZER_HIDE_VAR(i);
	return value(i);
}

static bool call(unsigned int i)
{
	bool is_wrong = storm_outer(i) != value(i);

	atomic_add(is_wrong, &wrong);
	atomic_inc(&done);
	return is_wrong;
}

noinline int storm_refuse(unsigned int i)
{
	OPTIMIZER_HIDE_VAR(i);
	switch (i % 4) {
	case 1:
		return -EIO;
	case 3:
		return -ENOSPC;
	default:
		return 0;
	}
}

noinline int storm_hand_up(unsigned int i, unsigned int deeper)
{
	int ret = deeper ? storm_hand_up(i, deeper - 1) : storm_refuse(i);

	barrier();
	return ret;
}

noinline int storm_handle(unsigned int i)
{
	int ret = storm_hand_up(i, i / 4 % 8);

	OPTIMIZER_HIDE_VAR(ret);
	return ret == -ENOSPC ? 0 : ret;
}

/* It handles EIO, so that a chain begins with storm_handle() in an interrupt, too */
noinline int storm_tick(unsigned int i)
{
	int ret = storm_handle(i);

	OPTIMIZER_HIDE_VAR(ret);
	return -ret;
}

/* Whether a call of this number has returned something wrong */
static bool count_error(unsigned int i, int ret)
{
	bool is_wrong = ret != (i % 4 == 1 ? -EIO : 0);

	atomic_add(is_wrong, &wrong);
	atomic_add(i % 4 == 1, &handed);
	atomic_add(i % 4 == 3, &handled);
	return is_wrong;
}

static int set_errors(void *unused, u64 calls)
{
	unsigned int bad = 0;

	for (u64 i = 0; i < calls; i++) {
		migrate_disable();
		bad += count_error(i, storm_handle(i));
		migrate_enable();
		/* On a slow machine, interrupts may take most of the time */
		cond_resched();
	}
	return bad ? -EIO : 0;
}
DEFINE_SIMPLE_ATTRIBUTE(errors_fops, NULL, set_errors, "%llu\n");

static int set_calls(void *unused, u64 calls)
{
	unsigned int bad = 0;

	for (u64 i = 0; i < calls; i++)
		bad += call(i);
	return bad ? -EIO : 0;
}
DEFINE_SIMPLE_ATTRIBUTE(calls_fops, NULL, set_calls, "%llu\n");

static int set_last(void *unused, u64 calls)
{
	int ret = set_calls(unused, calls);

	tracing_off();
	return ret;
}
DEFINE_SIMPLE_ATTRIBUTE(last_fops, NULL, set_last, "%llu\n");

static int set_deep(void *unused, u64 depth)
{
	return storm_deep(depth) == value(depth) ? 0 : -EIO;
}
DEFINE_SIMPLE_ATTRIBUTE(deep_fops, NULL, set_deep, "%llu\n");

static int set_hold(void *unused, u64 depth)
{
	return storm_hold(depth) == value(depth) ? 0 : -EIO;
}
DEFINE_SIMPLE_ATTRIBUTE(hold_fops, NULL, set_hold, "%llu\n");

static int set_release(void *unused, u64 any)
{
	atomic_inc(&releases);
	wake_up_all(&holding);
	return 0;
}
DEFINE_SIMPLE_ATTRIBUTE(release_fops, NULL, set_release, "%llu\n");

static struct hrtimer timer;
static unsigned int ticks, ticked;
static bool tick_wrong;
static DECLARE_COMPLETION(ticked_all);
static DEFINE_MUTEX(tick_lock);

/* If all functions are traced, a timer mostly fires where the tracer is at the entry of this, or at its return */
static noinline void be_interrupted(void)
{
	barrier();
}

/* At a random time from now: however slow the machine is, something else runs in between */
static enum hrtimer_restart fire_later(struct hrtimer *timer)
{
	hrtimer_forward_now(timer, (20 + prandom_u32_max(1000)) * NSEC_PER_USEC);
	return HRTIMER_RESTART;
}

static enum hrtimer_restart tick(struct hrtimer *timer)
{
	tick_wrong |= count_error(ticked, -storm_tick(ticked));
	tick_wrong |= call(ticked++);
	if (ticked >= ticks) {
		complete(&ticked_all);
		return HRTIMER_NORESTART;
	}
	return fire_later(timer);
}

static int set_ticks(void *unused, u64 count)
{
	int ret;

	mutex_lock(&tick_lock);
	ticks = count;
	ticked = 0;
	tick_wrong = false;
	reinit_completion(&ticked_all);
	hrtimer_start(&timer, 0, HRTIMER_MODE_REL_HARD);
	while (!try_wait_for_completion(&ticked_all)) {
		be_interrupted();
		cond_resched();
	}
	/* It may still run where it said so */
	hrtimer_cancel(&timer);
	ret = tick_wrong ? -EIO : 0;
	mutex_unlock(&tick_lock);
	return ret;
}
DEFINE_SIMPLE_ATTRIBUTE(ticks_fops, NULL, set_ticks, "%llu\n");

/* How often the walker has to walk */
static unsigned int walks;
static struct hrtimer walker;
static DEFINE_MUTEX(walk_lock);

static enum hrtimer_restart walk(struct hrtimer *timer)
{
	unsigned long stack[64];

	stack_trace_save(stack, ARRAY_SIZE(stack), 0);
	WRITE_ONCE(walks, walks - 1);
	if (!walks)
		return HRTIMER_NORESTART;
	return fire_later(timer);
}

static int set_walks(void *unused, u64 count)
{
	if (!count)
		return -EINVAL;
	mutex_lock(&walk_lock);
	walks = count;
	hrtimer_start(&walker, 0, HRTIMER_MODE_REL_HARD);
	while (READ_ONCE(walks)) {
		be_interrupted();
		cond_resched();
	}
	/* It may still run where it said so */
	hrtimer_cancel(&walker);
	mutex_unlock(&walk_lock);
	return 0;
}
DEFINE_SIMPLE_ATTRIBUTE(walks_fops, NULL, set_walks, "%llu\n");

static struct hrtimer alarm;
static u64 alarm_seconds;
static DEFINE_MUTEX(alarm_lock);

static enum hrtimer_restart ring(struct hrtimer *timer)
{
	pm_system_wakeup();
	hrtimer_forward_now(timer, alarm_seconds * NSEC_PER_SEC);
	return HRTIMER_RESTART;
}

static int set_alarm(void *unused, u64 seconds)
{
	mutex_lock(&alarm_lock);
	hrtimer_cancel(&alarm);
	alarm_seconds = seconds;
	mutex_unlock(&alarm_lock);
	return 0;
}
DEFINE_SIMPLE_ATTRIBUTE(alarm_fops, NULL, set_alarm, "%llu\n");

/* Until here, it may have taken minutes: the machine is slow with all functions traced */
static int sleeper_suspend(struct device *dev)
{
	if (alarm_seconds)
		hrtimer_start(&alarm, alarm_seconds * NSEC_PER_SEC, HRTIMER_MODE_REL);
	return 0;
}

static const struct dev_pm_ops sleeper_pm = { .suspend_noirq = sleeper_suspend };

static struct platform_driver sleeper_driver = {
	.driver = { .name = "storm-sleeper", .pm = &sleeper_pm },
};

static struct platform_device *sleeper;

static int probe_entry(struct fprobe *unused, unsigned long ip, unsigned long to,
		       struct ftrace_regs *fregs, void *data)
{
	atomic_inc(&entries);
	return 0;
}

static void probe_return(struct fprobe *unused, unsigned long ip, unsigned long to,
			 struct ftrace_regs *fregs, void *data)
{
	atomic_inc(&returns);
}

static struct fprobe probe = {
	.entry_handler = probe_entry,
	.exit_handler = probe_return,
};
static bool probing;
static DEFINE_MUTEX(probe_lock);

static int set_fprobe(void *unused, u64 on)
{
	int ret = 0;

	mutex_lock(&probe_lock);
	if (on && !probing) {
		ret = register_fprobe(&probe, "storm_leaf", NULL);
	} else if (!on && probing) {
		ret = unregister_fprobe(&probe);
	}
	if (!ret)
		probing = on;
	mutex_unlock(&probe_lock);
	return ret;
}
DEFINE_SIMPLE_ATTRIBUTE(fprobe_fops, NULL, set_fprobe, "%llu\n");

static struct dentry *dir;

static int __init storm_init(void)
{
	int ret = platform_driver_register(&sleeper_driver);

	if (ret)
		return ret;
	sleeper = platform_device_register_simple("storm-sleeper", PLATFORM_DEVID_NONE, NULL, 0);
	if (IS_ERR(sleeper)) {
		platform_driver_unregister(&sleeper_driver);
		return PTR_ERR(sleeper);
	}
	hrtimer_init(&timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_HARD);
	timer.function = tick;
	hrtimer_init(&walker, CLOCK_MONOTONIC, HRTIMER_MODE_REL_HARD);
	walker.function = walk;
	hrtimer_init(&alarm, CLOCK_MONOTONIC, HRTIMER_MODE_REL);
	alarm.function = ring;
	dir = debugfs_create_dir("storm", NULL);
	debugfs_create_file("calls", 0200, dir, NULL, &calls_fops);
	debugfs_create_file("errors", 0200, dir, NULL, &errors_fops);
	debugfs_create_file("last", 0200, dir, NULL, &last_fops);
	debugfs_create_file("deep", 0200, dir, NULL, &deep_fops);
	debugfs_create_file("hold", 0200, dir, NULL, &hold_fops);
	debugfs_create_file("release", 0200, dir, NULL, &release_fops);
	debugfs_create_file("ticks", 0200, dir, NULL, &ticks_fops);
	debugfs_create_file("walks", 0200, dir, NULL, &walks_fops);
	debugfs_create_file("alarm", 0200, dir, NULL, &alarm_fops);
	debugfs_create_file("fprobe", 0200, dir, NULL, &fprobe_fops);
	debugfs_create_atomic_t("done", 0400, dir, &done);
	debugfs_create_atomic_t("wrong", 0400, dir, &wrong);
	debugfs_create_atomic_t("handed", 0400, dir, &handed);
	debugfs_create_atomic_t("handled", 0400, dir, &handled);
	debugfs_create_atomic_t("held", 0400, dir, &held);
	debugfs_create_atomic_t("entries", 0400, dir, &entries);
	debugfs_create_atomic_t("returns", 0400, dir, &returns);
	return 0;
}
module_init(storm_init);

static void __exit storm_exit(void)
{
	debugfs_remove(dir);
	platform_device_unregister(sleeper);
	platform_driver_unregister(&sleeper_driver);
	hrtimer_cancel(&alarm);
	set_fprobe(NULL, 0);
}
module_exit(storm_exit);

MODULE_DESCRIPTION("Functions that are called from everywhere at once");
MODULE_LICENSE("GPL");

// SPDX-License-Identifier: GPL-2.0
/*
 * broken.c - functions that break the shadow stack of the task that calls them
 *
 * A word that is written to the parameter call chooses the way. The write fails
 * with -EIO unless the functions return the right values to their callers. Before
 * that, deeper functions were called from each of them.
 *
 *   left      nothing is broken. The write fails with -EIO if an entry that was
 *             popped has a return address
 *   popped    one entry too few
 *   pushed    one entry too many
 *   negative  the index is below the shadow stack
 *   far       the index is beyond the shadow stack
 *   stale     the index is at an entry that was popped
 *   frame     the entry is for another frame, so this frame has none. The task
 *             cannot return, and is ended
 *   gone      a function that was called from this one has overwritten the
 *             entry
 *   tailed    as "gone", but the function was tail-called, where the compiler
 *             does that
 *   interrupted  as "gone", but an interrupt has overwritten the entry. It may
 *             run on another stack
 *   nested    as "interrupted", but in an interrupt. The second interrupt runs on
 *             a third stack. An interrupt cannot be ended: the machine panics
 *   asleep    the index is far beyond the shadow stack. The task's stack is
 *             walked, and the task sleeps
 *   every     from now on, each entry of each task is for another frame
 *   again     as "far". The worker that stops the tracer does not run before
 *             "held" is set to N
 */
#include <linux/ftrace.h>
#include <linux/hrtimer.h>
#include <linux/irqflags.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/stacktrace.h>
#include <linux/string.h>
#include <linux/trace_clock.h>
#include <linux/workqueue.h>

enum how {
	BROKEN_LEFT, BROKEN_POPPED, BROKEN_PUSHED, BROKEN_NEGATIVE, BROKEN_FAR, BROKEN_STALE, BROKEN_FRAME,
	BROKEN_GONE, BROKEN_TAILED, BROKEN_INTERRUPTED, BROKEN_NESTED, BROKEN_ASLEEP, BROKEN_EVERY, BROKEN_AGAIN
};

static const char * const hows[] = {
	"left", "popped", "pushed", "negative", "far", "stale", "frame", "gone", "tailed", "interrupted", "nested",
	"asleep", "every", "again"
};

/* "every" breaks the entries that are pushed from this time on */
static u64 since = U64_MAX;

/* The timer counts in rung how often it has rung. It stops when it finds rung above enough */
static int rung, enough = INT_MAX;

/* The timer calls nest() */
static bool nested;

/* "again" sets it */
static bool held;
module_param(held, bool, 0644);

/* On the only CPU, system_wq runs one work at a time, and this is before the worker */
static void hold(struct work_struct *work)
{
	while (READ_ONCE(held))
		schedule_timeout_uninterruptible(1);
	workqueue_set_max_active(system_wq, WQ_DFL_ACTIVE);
}

static DECLARE_WORK(holding, hold);

/* A frame that is on no stack of the kernel */
static notrace void move_elsewhere(struct ftrace_ret_stack *entry)
{
	static unsigned long elsewhere;

#ifdef HAVE_FUNCTION_GRAPH_FP_TEST
	entry->fp = (unsigned long)&elsewhere;
#else
	entry->retp = &elsewhere;
#endif
}

/* An odd frame: there is no such frame */
static notrace void break_entry(struct ftrace_ret_stack *entry)
{
#ifdef HAVE_FUNCTION_GRAPH_FP_TEST
	entry->fp |= 1;
#else
	entry->retp = (unsigned long *)((unsigned long)entry->retp | 1);
#endif
}

/* Breaks the innermost entry of each task that calls a function */
static notrace void break_caller(unsigned long ip, unsigned long parent, struct ftrace_ops *ops,
				 struct ftrace_regs *regs)
{
	struct ftrace_ret_stack *stack = current->ret_stack;
	int index = current->curr_ret_stack;

	if (stack && index >= 0 && index < FTRACE_RETFUNC_DEPTH && stack[index].calltime >= READ_ONCE(since))
		break_entry(&stack[index]);
}

static struct ftrace_ops calls = { .func = break_caller };

static void nest(void);

static enum hrtimer_restart ring(struct hrtimer *timer)
{
	if (nested)
		nest();
	hrtimer_forward_now(timer, ms_to_ktime(1));
	return rung++ <= READ_ONCE(enough) ? HRTIMER_RESTART : HRTIMER_NORESTART;
}

static struct hrtimer timer;

/* Whether an entry that was popped has a return address */
static noinline notrace bool left_address(void)
{
	struct ftrace_ret_stack *stack = current->ret_stack;
	unsigned long flags;
	bool left = false;

	raw_local_irq_save(flags);
	for (int i = current->curr_ret_stack + 1; i < FTRACE_RETFUNC_DEPTH; i++)
		left |= stack[i].ret;
	raw_local_irq_restore(flags);
	return left;
}

noinline void broken_other(void);
noinline void broken_other(void)
{
	barrier();
}

noinline void broken_middle(void);
noinline void broken_middle(void)
{
	broken_other();
	barrier();
}

noinline void broken_deep(int depth);
noinline void broken_deep(int depth)
{
	if (depth)
		broken_deep(depth - 1);
	barrier();
}

/* As if an NMI had found an index of -1 in an interrupt, and left its entries */
static noinline void nest(void)
{
	struct ftrace_ret_stack *stack = current->ret_stack;
	int index = current->curr_ret_stack;

	for (int i = 0; i <= index; i++)
		move_elsewhere(&stack[i]);
	barrier();
}

noinline int broken_tail(void);
noinline int broken_tail(void)
{
	barrier();
	return 0x1234;
}

noinline int broken_tailed(void);
noinline int broken_tailed(void)
{
	current->curr_ret_stack--;
	return broken_tail();
}

noinline int broken_leaf(enum how how);
noinline int broken_leaf(enum how how)
{
	struct ftrace_ret_stack *stack = current->ret_stack;
	int index = current->curr_ret_stack;
	unsigned long flags, trace[16];

	broken_deep(5);
	switch (how) {
	case BROKEN_LEFT:
		return left_address() ? -EIO : 0x1234;
	case BROKEN_POPPED:
		current->curr_ret_stack--;
		break;
	case BROKEN_PUSHED:
		current->curr_ret_stack++;
		break;
	case BROKEN_NEGATIVE:
		current->curr_ret_stack = -1000000;
		break;
	case BROKEN_FAR:
		current->curr_ret_stack = 1000000;
		break;
	case BROKEN_STALE:
		current->curr_ret_stack = index + 4;
		break;
	case BROKEN_FRAME:
		break_entry(&stack[index]);
		break;
	case BROKEN_GONE:
		current->curr_ret_stack = index - 1;
		broken_other();
		break;
	case BROKEN_TAILED:
		break;
	case BROKEN_INTERRUPTED:
		hrtimer_start(&timer, ms_to_ktime(1), HRTIMER_MODE_REL_PINNED_HARD);
		/* Raw: the others call a function to trace it */
		raw_local_irq_save(flags);
		current->curr_ret_stack = index - 1;
		WRITE_ONCE(enough, rung);
		raw_local_irq_restore(flags);
		while (READ_ONCE(rung) <= READ_ONCE(enough))
			cpu_relax();
		break;
	case BROKEN_NESTED:
		nested = true;
		hrtimer_start(&timer, ms_to_ktime(1), HRTIMER_MODE_REL_PINNED_HARD);
		for (;;)
			cpu_relax();
	case BROKEN_ASLEEP:
		/* So far beyond the shadow stack that nothing is mapped there */
		current->curr_ret_stack = INT_MAX - 1;
		stack_trace_save(trace, ARRAY_SIZE(trace), 0);
		schedule_timeout_uninterruptible(HZ / 10 + 1);
		break;
	case BROKEN_EVERY:
		register_ftrace_function(&calls);
		/* An interrupt would be the first that cannot return, and it cannot be ended */
		raw_local_irq_save(flags);
		WRITE_ONCE(since, trace_clock_local());
		broken_middle();
		raw_local_irq_restore(flags);
		break;
	case BROKEN_AGAIN:
		held = true;
		workqueue_set_max_active(system_wq, 1);
		schedule_work(&holding);
		current->curr_ret_stack = 1000000;
		break;
	}
	return 0x1234;
}

noinline int broken_inner(enum how how);
noinline int broken_inner(enum how how)
{
	int ret = how == BROKEN_TAILED ? broken_tailed() : broken_leaf(how);

	barrier();
	return ret + 1;
}

noinline int broken_outer(enum how how);
noinline int broken_outer(enum how how)
{
	int ret = broken_inner(how);

	barrier();
	return ret + 1;
}

static int call(const char *val, const struct kernel_param *kp)
{
	int how = sysfs_match_string(hows, val), ret;
	unsigned long flags = 0;
	bool returns;

	if (how < 0)
		return how;
	/* An interrupt may push where an entry was popped. A task must not end with interrupts off */
	returns = how < BROKEN_FRAME;
	if (returns)
		local_irq_save(flags);
	ret = broken_outer(how);
	if (returns)
		local_irq_restore(flags);
	return ret == 0x1236 ? 0 : -EIO;
}

static int __init broken_init(void)
{
	hrtimer_init(&timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
	timer.function = ring;
	return 0;
}
module_init(broken_init);

static const struct kernel_param_ops call_ops = { .set = call };
module_param_cb(call, &call_ops, NULL, 0200);

MODULE_DESCRIPTION("Functions that break the shadow stack of the task that calls them");
MODULE_LICENSE("GPL");

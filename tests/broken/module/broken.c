// SPDX-License-Identifier: GPL-2.0
/*
 * broken.c - functions that break the shadow stack of the task that calls them
 *
 * What is written to the parameter call says how. The write fails with -EIO
 * unless the functions return what they should to where they were called from:
 *
 *   popped    an entry too few
 *   pushed    an entry too many
 *   negative  an index below the shadow stack
 *   far       an index beyond it
 *   stale     an index at an entry that an earlier function has left, which was
 *             called from the same place of the stack
 *   frame     the entry of another frame, and so none of this one: the task
 *             cannot return, and is ended
 *   gone      the entry was overwritten by a function that was called from this
 *             one, and an earlier function has left one as with "stale"
 */
#include <linux/ftrace.h>
#include <linux/irqflags.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/string.h>

enum how {
	BROKEN_POPPED, BROKEN_PUSHED, BROKEN_NEGATIVE, BROKEN_FAR, BROKEN_STALE, BROKEN_FRAME, BROKEN_GONE
};

static const char * const hows[] = { "popped", "pushed", "negative", "far", "stale", "frame", "gone" };

/* Not the first function of the module: riscv does not offer that one for tracing */
static noinline notrace void break_entry(struct ftrace_ret_stack *entry)
{
#ifdef HAVE_FUNCTION_GRAPH_FP_TEST
	entry->fp ^= 64;
#else
	entry->retp += 64;
#endif
}

/* Where nobody calls or returns to */
static noinline notrace void nowhere(void)
{
	panic("a function has returned to where an earlier one was called from");
}

/* What an earlier function has left: the innermost entry, further up, and with another return address */
static noinline notrace void leave_stale(int at)
{
	struct ftrace_ret_stack *stack = current->ret_stack;

	stack[at] = stack[current->curr_ret_stack];
	stack[at].ret = (unsigned long)nowhere;
}

noinline void broken_other(void);
noinline void broken_other(void)
{
	barrier();
}

noinline int broken_leaf(enum how how);
noinline int broken_leaf(enum how how)
{
	int index = current->curr_ret_stack;

	switch (how) {
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
		leave_stale(index + 3);
		current->curr_ret_stack = index + 4;
		break;
	case BROKEN_FRAME:
		break_entry(&current->ret_stack[index]);
		break;
	case BROKEN_GONE:
		leave_stale(index + 3);
		current->curr_ret_stack = index - 1;
		broken_other();
		break;
	}
	return 0x1234;
}

noinline int broken_inner(enum how how);
noinline int broken_inner(enum how how)
{
	int ret = broken_leaf(how);

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
	/* What interrupts it may push where an entry was popped. A task is not to end like that */
	returns = how != BROKEN_FRAME && how != BROKEN_GONE;
	if (returns)
		local_irq_save(flags);
	ret = broken_outer(how);
	if (returns)
		local_irq_restore(flags);
	return ret == 0x1236 ? 0 : -EIO;
}

static const struct kernel_param_ops call_ops = { .set = call };
module_param_cb(call, &call_ops, NULL, 0200);

MODULE_DESCRIPTION("Functions that break the shadow stack of the task that calls them");
MODULE_LICENSE("GPL");

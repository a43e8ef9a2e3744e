// SPDX-License-Identifier: GPL-2.0
/*
 * ops_test.c - KUnit test of several registered fgraph_ops (ops)
 *
 * The test registers its own ops for a moment, and calls functions that they trace. Other
 * ops may be registered, too.
 */
#include <kunit/test.h>
#include <linux/completion.h>
#include <linux/err.h>
#include <linux/ftrace.h>
#include <linux/kthread.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/trace_clock.h>
#include <linux/workqueue.h>

#define TWICE	2

/* An ops, and what its callbacks have seen of the two functions */
struct test_ops {
	struct fgraph_ops ops;
	bool refuses_outer;
	int entries;
	int returns;
	bool entered[TWICE];	/* fgraph_ops_outer(), not fgraph_ops_inner() */
	int entry_depth[TWICE];
	int return_depth[TWICE];
	int own[TWICE];		/* its data at the return, or -1 */
	int parent;		/* its data in the caller's frame, or -1 */
	int times;		/* number of returns with both times */
	unsigned long var;
};

/*
 * Call sites begin within this number of bytes from the start of a function. The farthest
 * one is in fgraph_ops_outer() on riscv without dynamic ftrace: a call after a whole
 * prologue.
 */
#define CALL_SITES	48

static struct task_struct *caller;

static noinline __noclone void fgraph_ops_inner(void)
{
	barrier();
}

/* @meanwhile runs while this function is hooked, before the call of the other one */
static noinline __noclone void fgraph_ops_outer(void (*meanwhile)(void))
{
	meanwhile();
	fgraph_ops_inner();
	barrier();
}

/* Offset of a call site in the function, if it belongs to this function */
static __always_inline unsigned long offset(unsigned long func, void *function)
{
	return func - ((unsigned long)dereference_function_descriptor(function) & ~1UL);
}

/* A call site belongs to the nearest function before it: the two may lie close together */
static bool notrace is_outer(unsigned long func)
{
	return offset(func, fgraph_ops_outer) < offset(func, fgraph_ops_inner);
}

static bool notrace is_called(unsigned long func)
{
	return current == caller && min(offset(func, fgraph_ops_outer),
					offset(func, fgraph_ops_inner)) < CALL_SITES;
}

static int notrace enter(struct ftrace_graph_ent *trace, struct fgraph_ops *gops,
			 struct ftrace_regs *fregs)
{
	struct test_ops *user = container_of(gops, struct test_ops, ops);
	int *data, nth = user->entries;

	if (!is_called(trace->func) || nth == TWICE)
		return 0;
	user->entries++;
	user->entered[nth] = is_outer(trace->func);
	user->entry_depth[nth] = trace->depth;
	user->var = ++*fgraph_get_task_var(gops);
	data = fgraph_reserve_data(gops->idx, sizeof(*data));
	if (data)
		*data = 100 * gops->idx + nth;
	return !user->refuses_outer || !is_outer(trace->func);
}

static void notrace leave(struct ftrace_graph_ret *trace, struct fgraph_ops *gops,
			  struct ftrace_regs *fregs)
{
	struct test_ops *user = container_of(gops, struct test_ops, ops);
	int *data = fgraph_retrieve_data(gops->idx, NULL), nth = user->returns;

	if (nth == TWICE)
		return;
	user->returns++;
	user->return_depth[nth] = trace->depth;
	user->times += trace->calltime && trace->rettime >= trace->calltime;
	user->own[nth] = data ? *data : -1;
	data = fgraph_retrieve_parent_data(gops->idx, NULL, 1);
	if (!is_outer(trace->func))
		user->parent = data ? *data : -1;
}

static struct test_ops users[FGRAPH_ARRAY_SIZE + 1];

static void prepare(struct test_ops *user)
{
	memset(user, 0, sizeof(*user));
	user->ops.entryfunc = enter;
	user->ops.retfunc = leave;
}

static int add(struct test_ops *user)
{
	prepare(user);
	return register_ftrace_graph(&user->ops);
}

/* Not traced, as it may lie next to the two functions */
static notrace void nothing(void)
{
}

/* Register an ops for each index. A further one is refused, and changes nothing */
static void have_a_number_each(struct kunit *test)
{
	int i, n, err = 0;

	for (n = 0; n <= FGRAPH_ARRAY_SIZE && !err; n++)
		err = add(&users[n]);
	n--;
	KUNIT_EXPECT_EQ(test, err, -ENOSPC);
	/* A tracer may be there that was selected on the kernel's command line */
	KUNIT_EXPECT_GE(test, n, FGRAPH_ARRAY_SIZE - 1);
	fgraph_ops_outer(nothing);
	for (i = 0; i < n; i++)
		unregister_ftrace_graph(&users[i].ops);
	for (i = 0; i < n; i++) {
		KUNIT_EXPECT_EQ(test, users[i].entries, 2);
		KUNIT_EXPECT_EQ(test, users[i].returns, 2);
		KUNIT_EXPECT_EQ(test, users[i].own[0], 100 * users[i].ops.idx + 1);
		KUNIT_EXPECT_EQ(test, users[i].own[1], 100 * users[i].ops.idx);
		KUNIT_EXPECT_EQ(test, users[i].parent, 100 * users[i].ops.idx);
	}
	/* The ops that was refused is not registered */
	unregister_ftrace_graph(&users[n].ops);
	KUNIT_EXPECT_EQ(test, users[n].entries, 0);
}

/* Frames of another ops do not count in the depth of an ops */
static void count_their_own_frames(struct kunit *test)
{
	struct test_ops *all = &users[0], *some = &users[1];

	KUNIT_ASSERT_EQ(test, add(all), 0);
	KUNIT_EXPECT_EQ(test, add(some), 0);
	some->refuses_outer = true;
	fgraph_ops_outer(nothing);
	unregister_ftrace_graph(&some->ops);
	unregister_ftrace_graph(&all->ops);

	KUNIT_EXPECT_EQ(test, all->entry_depth[0], 0);
	KUNIT_EXPECT_EQ(test, all->entry_depth[1], 1);
	KUNIT_EXPECT_EQ(test, all->return_depth[0], 1);
	KUNIT_EXPECT_EQ(test, all->return_depth[1], 0);
	KUNIT_EXPECT_EQ(test, all->var, 2UL);
	KUNIT_EXPECT_EQ(test, some->entry_depth[0], 0);
	KUNIT_EXPECT_EQ(test, some->entry_depth[1], 0);
	KUNIT_EXPECT_EQ(test, some->returns, 1);
	KUNIT_EXPECT_EQ(test, some->return_depth[0], 0);
	KUNIT_EXPECT_EQ(test, some->own[0], 100 * some->ops.idx + 1);
	KUNIT_EXPECT_EQ(test, some->parent, -1);
	KUNIT_EXPECT_EQ(test, some->var, 2UL);
}

static int changed;

/* Unregister the first ops, and register another one, which gets its index */
static notrace void change_ops(void)
{
	unregister_ftrace_graph(&users[0].ops);
	changed = add(&users[2]);
}

static void get_no_return_of_others(struct kunit *test)
{
	struct test_ops *left = &users[0], *stays = &users[1], *next = &users[2];

	KUNIT_ASSERT_EQ(test, add(left), 0);
	KUNIT_EXPECT_EQ(test, add(stays), 0);
	fgraph_ops_outer(change_ops);
	KUNIT_EXPECT_EQ(test, changed, 0);
	unregister_ftrace_graph(&next->ops);
	unregister_ftrace_graph(&stays->ops);

	KUNIT_EXPECT_EQ(test, next->ops.idx, left->ops.idx);
	KUNIT_EXPECT_EQ(test, left->entries, 1);
	KUNIT_EXPECT_EQ(test, left->returns, 0);
	/* fgraph_ops_inner() only, and no data of the earlier ops with this index */
	KUNIT_EXPECT_EQ(test, next->entries, 1);
	KUNIT_EXPECT_EQ(test, next->entry_depth[0], 0);
	KUNIT_EXPECT_EQ(test, next->returns, 1);
	KUNIT_EXPECT_EQ(test, next->own[0], 100 * next->ops.idx);
	KUNIT_EXPECT_EQ(test, next->parent, -1);
	KUNIT_EXPECT_EQ(test, next->var, 1UL);
	KUNIT_EXPECT_EQ(test, stays->entries, 2);
	KUNIT_EXPECT_EQ(test, stays->returns, 2);
	KUNIT_EXPECT_EQ(test, stays->return_depth[1], 0);
}

/* All ops get the times if one of them uses times */
static void get_times_if_one_looks(struct kunit *test)
{
	struct test_ops *none = &users[0], *looks = &users[1];

	prepare(none);
	none->ops.flags = FGRAPH_OPS_NO_TIMES;
	KUNIT_ASSERT_EQ(test, register_ftrace_graph(&none->ops), 0);
	fgraph_ops_outer(nothing);
	KUNIT_EXPECT_EQ(test, none->returns, 2);
	/* A tracer may be there that was selected on the kernel's command line */
	if (!none->ops.idx)
		KUNIT_EXPECT_EQ(test, none->times, 0);

	KUNIT_EXPECT_EQ(test, add(looks), 0);
	none->entries = 0;
	none->returns = 0;
	fgraph_ops_outer(nothing);
	KUNIT_EXPECT_EQ(test, none->times, 2);
	KUNIT_EXPECT_EQ(test, looks->times, 2);
	unregister_ftrace_graph(&looks->ops);

	none->entries = 0;
	none->returns = 0;
	none->times = 0;
	fgraph_ops_outer(nothing);
	KUNIT_EXPECT_EQ(test, none->returns, 2);
	if (!none->ops.idx)
		KUNIT_EXPECT_EQ(test, none->times, 0);
	unregister_ftrace_graph(&none->ops);
}

static int fgraph_ops_test_init(struct kunit *test)
{
	caller = current;
	return 0;
}

static struct kunit_case fgraph_ops_cases[] = {
	KUNIT_CASE(have_a_number_each),
	KUNIT_CASE(count_their_own_frames),
	KUNIT_CASE(get_no_return_of_others),
	KUNIT_CASE(get_times_if_one_looks),
	{}
};

static struct kunit_suite fgraph_ops_suite = {
	.name = "fgraph_ops",
	.init = fgraph_ops_test_init,
	.test_cases = fgraph_ops_cases,
};

kunit_test_suite(fgraph_ops_suite);

#ifdef CONFIG_DYNAMIC_FTRACE
#define INNER	"fgraph_ops_inner"
#define OUTER	"fgraph_ops_outer"

/* Functions that the ops has seen since the last call: inner is bit 0, outer is bit 1 */
static int seen(struct test_ops *user)
{
	int found = 0, n;

	for (n = 0; n < user->entries; n++)
		found |= user->entered[n] ? 2 : 1;
	user->entries = 0;
	user->returns = 0;
	return found;
}

/* Trace this function only */
static void filter(struct test_ops *user, const char *name)
{
	char buf[sizeof(INNER)];

	strscpy(buf, name, sizeof(buf));
	ftrace_set_filter(&user->ops.ops, buf, strlen(buf), 1);
}

/* Trace all but this function */
static void filter_out(struct test_ops *user, const char *name)
{
	char buf[sizeof(INNER)];

	strscpy(buf, name, sizeof(buf));
	ftrace_set_notrace(&user->ops.ops, buf, strlen(buf), 1);
}

static void trace_what_they_choose(struct kunit *test)
{
	struct test_ops *inner = &users[0], *outer = &users[1], *rest = &users[2];

	prepare(inner);
	prepare(outer);
	prepare(rest);
	filter(inner, INNER);
	filter(outer, OUTER);
	filter_out(rest, INNER);

	/* One ops alone */
	KUNIT_ASSERT_EQ(test, register_ftrace_graph(&inner->ops), 0);
	KUNIT_EXPECT_EQ(test, register_ftrace_graph(&inner->ops), -EBUSY);
	fgraph_ops_outer(nothing);
	KUNIT_EXPECT_EQ(test, seen(inner), 1);

	KUNIT_EXPECT_EQ(test, register_ftrace_graph(&outer->ops), 0);
	fgraph_ops_outer(nothing);
	KUNIT_EXPECT_EQ(test, outer->return_depth[0], 0);
	KUNIT_EXPECT_EQ(test, inner->return_depth[0], 0);
	KUNIT_EXPECT_EQ(test, seen(inner), 1);
	KUNIT_EXPECT_EQ(test, seen(outer), 2);

	KUNIT_EXPECT_EQ(test, register_ftrace_graph(&rest->ops), 0);
	fgraph_ops_outer(nothing);
	KUNIT_EXPECT_EQ(test, seen(inner), 1);
	KUNIT_EXPECT_EQ(test, seen(outer), 2);
	KUNIT_EXPECT_EQ(test, seen(rest), 2);

	/* The filters change while the ops are registered */
	ftrace_set_filter(&inner->ops.ops, NULL, 0, 1);
	filter(outer, INNER);
	ftrace_set_notrace(&rest->ops.ops, NULL, 0, 1);
	fgraph_ops_outer(nothing);
	KUNIT_EXPECT_EQ(test, seen(inner), 3);
	KUNIT_EXPECT_EQ(test, seen(outer), 1);
	KUNIT_EXPECT_EQ(test, seen(rest), 3);

	/* Two are unregistered. Their filters have no effect any more */
	unregister_ftrace_graph(&inner->ops);
	unregister_ftrace_graph(&rest->ops);
	fgraph_ops_outer(nothing);
	KUNIT_EXPECT_EQ(test, seen(inner), 0);
	KUNIT_EXPECT_EQ(test, seen(outer), 1);
	KUNIT_EXPECT_EQ(test, seen(rest), 0);

	unregister_ftrace_graph(&outer->ops);
	ftrace_free_filter(&inner->ops.ops);
	ftrace_free_filter(&outer->ops.ops);
	ftrace_free_filter(&rest->ops.ops);
}

/* For a callback that takes long, in a task of its own */
static bool is_inside, is_gone, was_inside_late;
static DECLARE_COMPLETION(has_called);

static int notrace stay_inside(struct ftrace_graph_ent *trace, struct fgraph_ops *gops,
			       struct ftrace_regs *fregs)
{
	u64 until = trace_clock_local() + NSEC_PER_SEC;

	if (!is_called(trace->func) || !is_outer(trace->func))
		return 0;
	WRITE_ONCE(is_inside, true);
	/* At most a second, as unregister_ftrace_graph() waits for this callback */
	while (!READ_ONCE(is_gone) && trace_clock_local() < until)
		cpu_relax();
	was_inside_late = READ_ONCE(is_gone);
	WRITE_ONCE(is_inside, false);
	return 0;
}

static int call_slowly(void *unused)
{
	caller = current;
	fgraph_ops_outer(nothing);
	complete(&has_called);
	return 0;
}

static int next_error;
static bool next_meets_it;

static void add_next(struct work_struct *unused)
{
	prepare(&users[1]);
	filter(&users[1], INNER);
	next_error = register_ftrace_graph(&users[1].ops);
	next_meets_it = READ_ONCE(is_inside);
}

static DECLARE_DELAYED_WORK(next_work, add_next);

/*
 * When an ops is unregistered, none of its callbacks runs any more, even if there is no
 * other ops. Until then, no other ops gets its index: a task would have two ops in the
 * same place.
 */
static void go_when_callbacks_are_through(struct kunit *test)
{
	struct test_ops *left = &users[0], *next = &users[1];
	int number;

	is_inside = false;
	is_gone = false;
	was_inside_late = false;
	reinit_completion(&has_called);
	prepare(left);
	left->ops.entryfunc = stay_inside;
	/* A filter, because disabling all functions may take longer than the callback */
	filter(left, OUTER);
	KUNIT_ASSERT_EQ(test, register_ftrace_graph(&left->ops), 0);
	number = left->ops.idx;
	if (IS_ERR(kthread_run(call_slowly, NULL, "fgraph_ops")))
		complete(&has_called);
	/* With one CPU and no preemption, the callback is over when this task continues */
	while (!READ_ONCE(is_inside) && !completion_done(&has_called))
		schedule_timeout_uninterruptible(1);
	/* Register another ops while this one is unregistered */
	schedule_delayed_work(&next_work, HZ / 10);
	unregister_ftrace_graph(&left->ops);
	WRITE_ONCE(is_gone, true);
	wait_for_completion(&has_called);
	flush_delayed_work(&next_work);

	KUNIT_EXPECT_FALSE(test, was_inside_late);
	KUNIT_EXPECT_EQ(test, next_error, 0);
	if (next_meets_it)
		KUNIT_EXPECT_NE(test, next->ops.idx, number);
	unregister_ftrace_graph(&next->ops);

	/* The index is free afterwards */
	KUNIT_EXPECT_EQ(test, register_ftrace_graph(&left->ops), 0);
	KUNIT_EXPECT_EQ(test, left->ops.idx, number);
	unregister_ftrace_graph(&left->ops);
	ftrace_free_filter(&left->ops.ops);
	ftrace_free_filter(&next->ops.ops);
}

static struct kunit_case fgraph_choices_cases[] = {
	KUNIT_CASE(trace_what_they_choose),
	KUNIT_CASE(go_when_callbacks_are_through),
	{}
};

static struct kunit_suite fgraph_choices_suite = {
	.name = "fgraph_choices",
	.init = fgraph_ops_test_init,
	.test_cases = fgraph_choices_cases,
};

kunit_test_suite(fgraph_choices_suite);
#endif

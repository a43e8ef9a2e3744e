// SPDX-License-Identifier: GPL-2.0
/*
 * ops_test.c - KUnit test of several users of the graph
 *
 * The test has users of its own for a moment, and calls functions that they hook.
 * Others may be there, too.
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

/* A user, and what its callbacks have seen of the two functions */
struct test_user {
	struct fgraph_ops ops;
	bool refuses_outer;
	int entries;
	int returns;
	bool entered[TWICE];	/* the outer function */
	int entry_depth[TWICE];
	int return_depth[TWICE];
	int own[TWICE];		/* what it finds in its data at the return */
	int parent;		/* what it finds in those of the outer function */
	int times;		/* number of returns with both times */
	unsigned long var;
};

/*
 * Call sites begin so many bytes into a function, or less. The farthest is that of outer()
 * without dynamic ftrace on riscv: a call behind a whole prologue
 */
#define CALL_SITES	48

static struct task_struct *caller;

static noinline __noclone void fgraph_users_inner(void)
{
	barrier();
}

/* Something happens between the two calls, while this one is hooked */
static noinline __noclone void fgraph_users_outer(void (*meanwhile)(void))
{
	meanwhile();
	fgraph_users_inner();
	barrier();
}

/* From the begin of a function to its call site, if that is of this function */
static __always_inline unsigned long offset(unsigned long func, void *function)
{
	return func - ((unsigned long)dereference_function_descriptor(function) & ~1UL);
}

/* The one whose begin is next before the call site. The other one may lie close to it */
static bool notrace is_outer(unsigned long func)
{
	return offset(func, fgraph_users_outer) < offset(func, fgraph_users_inner);
}

static bool notrace is_called(unsigned long func)
{
	return current == caller && min(offset(func, fgraph_users_outer),
					offset(func, fgraph_users_inner)) < CALL_SITES;
}

static int notrace enter(struct ftrace_graph_ent *trace, struct fgraph_ops *gops,
			 struct ftrace_regs *fregs)
{
	struct test_user *user = container_of(gops, struct test_user, ops);
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
	struct test_user *user = container_of(gops, struct test_user, ops);
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

static struct test_user users[FGRAPH_MAX_USERS + 1];

static void prepare(struct test_user *user)
{
	memset(user, 0, sizeof(*user));
	user->ops.entryfunc = enter;
	user->ops.retfunc = leave;
}

static int add(struct test_user *user)
{
	prepare(user);
	return register_ftrace_graph(&user->ops);
}

/* Not traced: it may lie next to the two */
static notrace void nothing(void)
{
}

/* As many as there are numbers, and the next one changes nothing */
static void have_a_number_each(struct kunit *test)
{
	int i, n, err = 0;

	for (n = 0; n <= FGRAPH_MAX_USERS && !err; n++)
		err = add(&users[n]);
	n--;
	KUNIT_EXPECT_EQ(test, err, -ENOSPC);
	/* A tracer may be there that was selected on the kernel's command line */
	KUNIT_EXPECT_GE(test, n, FGRAPH_MAX_USERS - 1);
	fgraph_users_outer(nothing);
	for (i = 0; i < n; i++)
		unregister_ftrace_graph(&users[i].ops);
	for (i = 0; i < n; i++) {
		KUNIT_EXPECT_EQ(test, users[i].entries, 2);
		KUNIT_EXPECT_EQ(test, users[i].returns, 2);
		KUNIT_EXPECT_EQ(test, users[i].own[0], 100 * users[i].ops.idx + 1);
		KUNIT_EXPECT_EQ(test, users[i].own[1], 100 * users[i].ops.idx);
		KUNIT_EXPECT_EQ(test, users[i].parent, 100 * users[i].ops.idx);
	}
	/* Who was refused is not registered */
	unregister_ftrace_graph(&users[n].ops);
	KUNIT_EXPECT_EQ(test, users[n].entries, 0);
}

/* Frames that another user has are not one's own */
static void count_their_own_frames(struct kunit *test)
{
	struct test_user *all = &users[0], *some = &users[1];

	KUNIT_ASSERT_EQ(test, add(all), 0);
	KUNIT_EXPECT_EQ(test, add(some), 0);
	some->refuses_outer = true;
	fgraph_users_outer(nothing);
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

/* The first user goes, and another one gets its number */
static notrace void change_users(void)
{
	unregister_ftrace_graph(&users[0].ops);
	changed = add(&users[2]);
}

static void get_no_return_of_others(struct kunit *test)
{
	struct test_user *left = &users[0], *stays = &users[1], *next = &users[2];

	KUNIT_ASSERT_EQ(test, add(left), 0);
	KUNIT_EXPECT_EQ(test, add(stays), 0);
	fgraph_users_outer(change_users);
	KUNIT_EXPECT_EQ(test, changed, 0);
	unregister_ftrace_graph(&next->ops);
	unregister_ftrace_graph(&stays->ops);

	KUNIT_EXPECT_EQ(test, next->ops.idx, left->ops.idx);
	KUNIT_EXPECT_EQ(test, left->entries, 1);
	KUNIT_EXPECT_EQ(test, left->returns, 0);
	/* The inner function only, and nothing of who had the number before */
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

/* There is time for all if one looks at it */
static void get_times_if_one_looks(struct kunit *test)
{
	struct test_user *none = &users[0], *looks = &users[1];

	prepare(none);
	none->ops.flags = FGRAPH_OPS_NO_TIMES;
	KUNIT_ASSERT_EQ(test, register_ftrace_graph(&none->ops), 0);
	fgraph_users_outer(nothing);
	KUNIT_EXPECT_EQ(test, none->returns, 2);
	/* A tracer may be there that was selected on the kernel's command line */
	if (!none->ops.idx)
		KUNIT_EXPECT_EQ(test, none->times, 0);

	KUNIT_EXPECT_EQ(test, add(looks), 0);
	none->entries = 0;
	none->returns = 0;
	fgraph_users_outer(nothing);
	KUNIT_EXPECT_EQ(test, none->times, 2);
	KUNIT_EXPECT_EQ(test, looks->times, 2);
	unregister_ftrace_graph(&looks->ops);

	none->entries = 0;
	none->returns = 0;
	none->times = 0;
	fgraph_users_outer(nothing);
	KUNIT_EXPECT_EQ(test, none->returns, 2);
	if (!none->ops.idx)
		KUNIT_EXPECT_EQ(test, none->times, 0);
	unregister_ftrace_graph(&none->ops);
}

static int fgraph_users_test_init(struct kunit *test)
{
	caller = current;
	return 0;
}

static struct kunit_case fgraph_users_cases[] = {
	KUNIT_CASE(have_a_number_each),
	KUNIT_CASE(count_their_own_frames),
	KUNIT_CASE(get_no_return_of_others),
	KUNIT_CASE(get_times_if_one_looks),
	{}
};

static struct kunit_suite fgraph_users_suite = {
	.name = "fgraph_users",
	.init = fgraph_users_test_init,
	.test_cases = fgraph_users_cases,
};

kunit_test_suite(fgraph_users_suite);

#ifdef CONFIG_DYNAMIC_FTRACE
#define INNER	"fgraph_users_inner"
#define OUTER	"fgraph_users_outer"

/* Which of the two it has seen: 1 for the inner one, 2 for the outer one, since last asked */
static int seen(struct test_user *user)
{
	int found = 0, n;

	for (n = 0; n < user->entries; n++)
		found |= user->entered[n] ? 2 : 1;
	user->entries = 0;
	user->returns = 0;
	return found;
}

/* Trace this function only */
static void filter(struct test_user *user, const char *name)
{
	char buf[sizeof(INNER)];

	strscpy(buf, name, sizeof(buf));
	ftrace_set_filter(&user->ops.ops, buf, strlen(buf), 1);
}

/* Trace all but this function */
static void filter_out(struct test_user *user, const char *name)
{
	char buf[sizeof(INNER)];

	strscpy(buf, name, sizeof(buf));
	ftrace_set_notrace(&user->ops.ops, buf, strlen(buf), 1);
}

static void trace_what_they_choose(struct kunit *test)
{
	struct test_user *inner = &users[0], *outer = &users[1], *rest = &users[2];

	prepare(inner);
	prepare(outer);
	prepare(rest);
	filter(inner, INNER);
	filter(outer, OUTER);
	filter_out(rest, INNER);

	/* One alone */
	KUNIT_ASSERT_EQ(test, register_ftrace_graph(&inner->ops), 0);
	KUNIT_EXPECT_EQ(test, register_ftrace_graph(&inner->ops), -EBUSY);
	fgraph_users_outer(nothing);
	KUNIT_EXPECT_EQ(test, seen(inner), 1);

	KUNIT_EXPECT_EQ(test, register_ftrace_graph(&outer->ops), 0);
	fgraph_users_outer(nothing);
	KUNIT_EXPECT_EQ(test, outer->return_depth[0], 0);
	KUNIT_EXPECT_EQ(test, inner->return_depth[0], 0);
	KUNIT_EXPECT_EQ(test, seen(inner), 1);
	KUNIT_EXPECT_EQ(test, seen(outer), 2);

	KUNIT_EXPECT_EQ(test, register_ftrace_graph(&rest->ops), 0);
	fgraph_users_outer(nothing);
	KUNIT_EXPECT_EQ(test, seen(inner), 1);
	KUNIT_EXPECT_EQ(test, seen(outer), 2);
	KUNIT_EXPECT_EQ(test, seen(rest), 2);

	/* They change it while they are there */
	ftrace_set_filter(&inner->ops.ops, NULL, 0, 1);
	filter(outer, INNER);
	ftrace_set_notrace(&rest->ops.ops, NULL, 0, 1);
	fgraph_users_outer(nothing);
	KUNIT_EXPECT_EQ(test, seen(inner), 3);
	KUNIT_EXPECT_EQ(test, seen(outer), 1);
	KUNIT_EXPECT_EQ(test, seen(rest), 3);

	/* Two go. Nothing is left of what they chose */
	unregister_ftrace_graph(&inner->ops);
	unregister_ftrace_graph(&rest->ops);
	fgraph_users_outer(nothing);
	KUNIT_EXPECT_EQ(test, seen(inner), 0);
	KUNIT_EXPECT_EQ(test, seen(outer), 1);
	KUNIT_EXPECT_EQ(test, seen(rest), 0);

	unregister_ftrace_graph(&outer->ops);
	ftrace_free_filter(&inner->ops.ops);
	ftrace_free_filter(&outer->ops.ops);
	ftrace_free_filter(&rest->ops.ops);
}

/* A callback that takes long, in a task of its own */
static bool is_inside, is_gone, was_inside_late;
static DECLARE_COMPLETION(has_called);

static int notrace stay_inside(struct ftrace_graph_ent *trace, struct fgraph_ops *gops,
			       struct ftrace_regs *fregs)
{
	u64 until = trace_clock_local() + NSEC_PER_SEC;

	if (!is_called(trace->func) || !is_outer(trace->func))
		return 0;
	WRITE_ONCE(is_inside, true);
	/* Not for longer, as those who go wait for it */
	while (!READ_ONCE(is_gone) && trace_clock_local() < until)
		cpu_relax();
	was_inside_late = READ_ONCE(is_gone);
	WRITE_ONCE(is_inside, false);
	return 0;
}

static int call_slowly(void *unused)
{
	caller = current;
	fgraph_users_outer(nothing);
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
 * Who is unregistered has no callback that runs, also if nobody else is there. Until
 * then, nobody gets its number: one task would have two users in the same place
 */
static void go_when_callbacks_are_through(struct kunit *test)
{
	struct test_user *left = &users[0], *next = &users[1];
	int number;

	is_inside = false;
	is_gone = false;
	was_inside_late = false;
	reinit_completion(&has_called);
	prepare(left);
	left->ops.entryfunc = stay_inside;
	/* To disable all functions may take longer than the callback */
	filter(left, OUTER);
	KUNIT_ASSERT_EQ(test, register_ftrace_graph(&left->ops), 0);
	number = left->ops.idx;
	if (IS_ERR(kthread_run(call_slowly, NULL, "fgraph_users")))
		complete(&has_called);
	/* With one CPU and no preemption, it is through when this continues */
	while (!READ_ONCE(is_inside) && !completion_done(&has_called))
		schedule_timeout_uninterruptible(1);
	/* While this one goes */
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

	/* Then it is free */
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
	.init = fgraph_users_test_init,
	.test_cases = fgraph_choices_cases,
};

kunit_test_suite(fgraph_choices_suite);
#endif

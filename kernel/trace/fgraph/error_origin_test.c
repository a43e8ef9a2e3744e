// SPDX-License-Identifier: GPL-2.0
/*
 * error_origin_test.c - KUnit test of where errors come from
 *
 * Tests calls by hand, and a model that calls functions at random, which registered
 * fgraph_ops (ops) trace. The model keeps all returns that a caller has seen. It runs once
 * with NULL selected as an error, and once without.
 */
#include <kunit/test.h>
#include <linux/prandom.h>
#include <linux/preempt.h>
#include <linux/string.h>

#include "error_origin_test.h"
#include "type_slots.h"

#define SEED		17
#define STEPS		20000
#define USERS		3
#define SEEN		64

/* A function that has returned, as its caller sees it */
struct seen {
	struct fgraph_origin origin;	/* of the error, or its possible cause */
	bool is_cause;
	bool is_handled;
};

struct model_frame {
	struct seen seen[USERS][SEEN];
	int count[USERS];
};

struct model {
	struct fgraph_stack *stack;
	struct model_frame *frames;
	int depth;
	u32 func;
	bool null_fails;
	struct rnd_state rnd;
	int has_cause[FGRAPH_CAUSE_SAME + 1];
};

/* Call a function that the ops in the mask @ops trace */
static void enter(struct model *m, u32 func, u16 ops, u32 context)
{
	push_frame(m->stack, m->depth++, func, ops, context);
}

static void call(struct model *m, u32 func)
{
	enter(m, func, BIT(0), 0);
}

/* Return from the innermost function for one ops. Returns whether it is an error */
static bool tell(struct model *m, int idx, unsigned long retval, u16 type,
		 struct fgraph_origin *origin)
{
	struct ftrace_graph_ret trace = {
		.func = m->stack->entries[m->depth - 1].func,
		.retval = retval,
	};
	bool failed;

	memset(origin, 0, sizeof(*origin));
	failed = fgraph_origin_find(m->stack, m->depth - 1, idx, &trace, type, m->null_fails,
				    origin, NULL);
	m->stack->states[idx].depth--;
	return failed;
}

static void leave(struct model *m)
{
	fgraph_origin_leave(m->stack, &m->stack->entries[--m->depth]);
}

/* The innermost function returns */
static struct fgraph_origin ret(struct model *m, long retval, int kind)
{
	struct fgraph_origin origin;

	tell(m, 0, retval, type_of(kind), &origin);
	leave(m);
	return origin;
}

static void expect(struct kunit *test, struct fgraph_origin got, u32 from, u32 of, int error,
		   enum fgraph_cause why)
{
	KUNIT_EXPECT_EQ(test, got.func, from);
	KUNIT_EXPECT_EQ(test, got.cause, of);
	KUNIT_EXPECT_EQ(test, (int)got.cause_error, error);
	KUNIT_EXPECT_EQ(test, (int)got.why, (int)why);
}

static void expect_made_by(struct kunit *test, struct fgraph_origin got, u32 from)
{
	expect(test, got, from, 0, 0, FGRAPH_CAUSE_NONE);
}

static void come_from_the_last_who_returned_it(struct kunit *test)
{
	struct model *m = test->priv;

	call(m, 1);
	call(m, 2);
	expect_made_by(test, ret(m, -EINVAL, INT), 2);
	call(m, 3);
	call(m, 4);
	expect_made_by(test, ret(m, -EINVAL, UNTYPED), 4);
	/* A pointer may carry the errno */
	expect_made_by(test, ret(m, -EINVAL, PTR), 4);
	/* Clean-up that succeeds does not hide the error */
	call(m, 5);
	expect_made_by(test, ret(m, 0, INT), 0);
	expect(test, ret(m, -EINVAL, INT), 4, 2, EINVAL, FGRAPH_CAUSE_SAME);
}

static void end_where_they_are_handled(struct kunit *test)
{
	struct model *m = test->priv;

	call(m, 1);
	call(m, 2);
	call(m, 3);
	expect_made_by(test, ret(m, -EAGAIN, INT), 3);
	expect_made_by(test, ret(m, 0, INT), 0);
	expect_made_by(test, ret(m, -EIO, INT), 1);
}

/* 2 gets the errno from 3, stores it and succeeds. 1 finds it */
static void be_found_where_they_were_stored(struct kunit *test)
{
	static const int kinds[] = { INT, PTR, BOOL, UNTYPED };
	struct model *m = test->priv;
	int i;

	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		call(m, 1);
		call(m, 2);
		call(m, 3);
		expect_made_by(test, ret(m, -ENOSPC, INT), 3);
		expect_made_by(test, ret(m, 0, kinds[i]), 0);
		expect(test, ret(m, -ENOSPC, INT), 1, 3, ENOSPC, FGRAPH_CAUSE_SAME);
	}

	/* Not if 1 returns another errno */
	call(m, 1);
	call(m, 2);
	call(m, 3);
	ret(m, -ENOSPC, INT);
	ret(m, 0, INT);
	expect_made_by(test, ret(m, -EIO, INT), 1);

	/* Not if 4, another callee, returned the same errno */
	call(m, 1);
	call(m, 2);
	call(m, 3);
	ret(m, -ENOSPC, INT);
	ret(m, 0, INT);
	call(m, 4);
	ret(m, -ENOSPC, INT);
	expect_made_by(test, ret(m, -ENOSPC, INT), 4);

	/* Not if 2 fails, too, with another errno */
	call(m, 1);
	call(m, 2);
	call(m, 3);
	ret(m, -ENOSPC, INT);
	expect(test, ret(m, -EIO, INT), 2, 3, ENOSPC, FGRAPH_CAUSE_ERROR);
	expect(test, ret(m, -ENOSPC, INT), 1, 2, EIO, FGRAPH_CAUSE_ERROR);

	/* Not if two callees fail with other errnos: they replace a handled errno */
	call(m, 1);
	call(m, 2);
	call(m, 3);
	ret(m, -ENOSPC, INT);
	ret(m, 0, INT);
	call(m, 4);
	ret(m, -EIO, INT);
	call(m, 5);
	ret(m, -EFAULT, INT);
	expect(test, ret(m, -ENOSPC, INT), 1, 5, EFAULT, FGRAPH_CAUSE_ERROR);

	/* Errors that an interrupt handles are not kept for the interrupted function */
	call(m, 1);
	enter(m, 2, BIT(0), HARDIRQ_OFFSET);
	enter(m, 3, BIT(0), HARDIRQ_OFFSET);
	ret(m, -ENOSPC, INT);
	ret(m, 0, INT);
	expect_made_by(test, ret(m, -ENOSPC, INT), 1);
	KUNIT_EXPECT_EQ(test, m->stack->error_slots, 0);
}

/* 2 returns an errno to 1, which passes it to 3. 3 returns it, too */
static void be_given_to_a_function(struct kunit *test)
{
	struct model *m = test->priv;

	call(m, 9);
	call(m, 1);
	call(m, 2);
	ret(m, -ENOENT, PTR);
	call(m, 3);
	expect_made_by(test, ret(m, -ENOENT, INT), 3);
	expect(test, ret(m, -ENOENT, INT), 3, 2, ENOENT, FGRAPH_CAUSE_SAME);
	expect(test, ret(m, -ENOENT, INT), 3, 2, ENOENT, FGRAPH_CAUSE_SAME);

	/* The cause is 4, which made the errno, and not its caller 2 */
	call(m, 1);
	call(m, 2);
	call(m, 4);
	ret(m, -ENOENT, INT);
	ret(m, -ENOENT, INT);
	call(m, 3);
	ret(m, -ENOENT, INT);
	expect(test, ret(m, -ENOENT, INT), 3, 4, ENOENT, FGRAPH_CAUSE_SAME);

	/* The origin is 4 if 3 hands up the errno of its callee 4 */
	call(m, 1);
	call(m, 2);
	ret(m, -ENOENT, INT);
	call(m, 3);
	call(m, 4);
	ret(m, -ENOENT, INT);
	ret(m, -ENOENT, INT);
	expect(test, ret(m, -ENOENT, INT), 4, 2, ENOENT, FGRAPH_CAUSE_SAME);

	/* 3 makes the errno of another error: that of 4, which is the cause */
	call(m, 1);
	call(m, 2);
	ret(m, -ENOENT, INT);
	call(m, 3);
	call(m, 4);
	ret(m, -EIO, INT);
	ret(m, -ENOENT, INT);
	expect(test, ret(m, -ENOENT, INT), 3, 4, EIO, FGRAPH_CAUSE_ERROR);

	/* Both are called at the same place, one after the other: 2 is no cause */
	call(m, 1);
	call(m, 2);
	m->stack->entries[m->depth - 1].ret = 7;
	ret(m, -ENOENT, INT);
	call(m, 3);
	m->stack->entries[m->depth - 1].ret = 7;
	ret(m, -ENOENT, INT);
	expect_made_by(test, ret(m, -ENOENT, INT), 3);

	/* The same function is called twice */
	call(m, 1);
	call(m, 2);
	ret(m, -EAGAIN, INT);
	call(m, 2);
	ret(m, -EAGAIN, INT);
	expect_made_by(test, ret(m, -EAGAIN, INT), 2);
}

/* 1 calls 2, 3 and 4, maybe in a loop, and returns the errno that all of them return */
static void be_of_a_loop(struct kunit *test)
{
	struct model *m = test->priv;
	struct fgraph_origin origin;

	call(m, 9);
	call(m, 1);
	call(m, 2);
	ret(m, -ENOENT, INT);
	call(m, 3);
	ret(m, -ENOENT, INT);
	call(m, 4);
	expect_made_by(test, ret(m, -ENOENT, INT), 4);
	origin = ret(m, -ENOENT, INT);
	expect(test, origin, 4, 1, ENOENT, FGRAPH_CAUSE_SAME);
	KUNIT_EXPECT_TRUE(test, origin.guessed);
	origin = ret(m, -ENOENT, INT);
	expect(test, origin, 4, 1, ENOENT, FGRAPH_CAUSE_SAME);
	KUNIT_EXPECT_TRUE(test, origin.guessed);

	/* 1 returns another errno. Its cause is 4, the last callee */
	call(m, 1);
	call(m, 2);
	ret(m, -ENOENT, INT);
	call(m, 3);
	ret(m, -ENOENT, INT);
	call(m, 4);
	ret(m, -ENOENT, INT);
	expect(test, ret(m, -EIO, INT), 1, 4, ENOENT, FGRAPH_CAUSE_ERROR);
}

static void be_made_of_others(struct kunit *test)
{
	struct model *m = test->priv;

	call(m, 1);
	call(m, 2);
	call(m, 3);
	expect_made_by(test, ret(m, -EFAULT, INT), 3);
	expect(test, ret(m, -ENOMEM, INT), 2, 3, EFAULT, FGRAPH_CAUSE_ERROR);
	expect(test, ret(m, -ENOMEM, INT), 2, 3, EFAULT, FGRAPH_CAUSE_ERROR);

	/* Two errors are kept. The newest one is the cause of another errno */
	call(m, 1);
	call(m, 2);
	expect_made_by(test, ret(m, -EFAULT, INT), 2);
	call(m, 3);
	expect_made_by(test, ret(m, -EIO, INT), 3);
	expect_made_by(test, ret(m, -EFAULT, INT), 2);

	call(m, 1);
	call(m, 2);
	expect_made_by(test, ret(m, -EFAULT, INT), 2);
	call(m, 3);
	expect_made_by(test, ret(m, -EIO, INT), 3);
	expect(test, ret(m, -EPERM, INT), 1, 3, EIO, FGRAPH_CAUSE_ERROR);
}

static void be_made_of_null_and_false(struct kunit *test)
{
	struct model *m = test->priv;

	call(m, 1);
	call(m, 2);
	ret(m, 0, PTR);
	call(m, 3);
	ret(m, 1, BOOL);
	expect(test, ret(m, -ENOENT, INT), 1, 2, 0, FGRAPH_CAUSE_NULL);

	call(m, 1);
	call(m, 2);
	ret(m, 0, BOOL);
	expect(test, ret(m, -EPERM, INT), 1, 2, 0, FGRAPH_CAUSE_FALSE);

	/* 0 may be success if the type is not known */
	call(m, 1);
	call(m, 2);
	ret(m, 0, UNTYPED);
	expect_made_by(test, ret(m, -EPERM, INT), 1);

	/* As capable(), which returns false if cap_capable() returns an error */
	call(m, 1);
	call(m, 2);
	call(m, 3);
	call(m, 4);
	expect_made_by(test, ret(m, -EPERM, INT), 4);
	ret(m, 0, BOOL);
	ret(m, 0, BOOL);
	expect(test, ret(m, -EACCES, INT), 1, 4, EPERM, FGRAPH_CAUSE_HIDDEN);
}

static void be_null_if_that_is_selected(struct kunit *test)
{
	struct model *m = test->priv;

	m->null_fails = true;
	call(m, 1);
	call(m, 2);
	call(m, 3);
	expect_made_by(test, ret(m, 0, PTR), 3);
	expect_made_by(test, ret(m, 0, PTR), 3);
	expect(test, ret(m, -ENOMEM, INT), 1, 3, 0, FGRAPH_CAUSE_NULL);

	/* An error can be the cause of NULL, and NULL the cause of an error */
	call(m, 1);
	call(m, 2);
	call(m, 3);
	expect_made_by(test, ret(m, -EFAULT, INT), 3);
	expect(test, ret(m, 0, PTR), 2, 3, EFAULT, FGRAPH_CAUSE_ERROR);
	expect(test, ret(m, -ENOMEM, INT), 1, 3, EFAULT, FGRAPH_CAUSE_HIDDEN);

	/* false, numbers, untyped values and other pointers are no failures */
	call(m, 1);
	call(m, 2);
	expect_made_by(test, ret(m, 0, BOOL), 0);
	call(m, 2);
	expect_made_by(test, ret(m, 0, INT), 0);
	call(m, 2);
	expect_made_by(test, ret(m, 0, UNTYPED), 0);
	expect_made_by(test, ret(m, 1, PTR), 0);
}

/* a() is 2, x() is 3, y() is 4, z() is 5. The caller is 1 */
static void stay_where_null_is_returned(struct kunit *test)
{
	struct model *m = test->priv;
	int null_first;

	m->null_fails = true;
	for (null_first = 0; null_first < 2; null_first++) {
		call(m, 1);
		if (null_first) {
			call(m, 3);
			expect_made_by(test, ret(m, 0, PTR), 3);
		}
		call(m, 2);
		expect_made_by(test, ret(m, -EINVAL, INT), 2);
		if (!null_first) {
			call(m, 3);
			expect_made_by(test, ret(m, 0, PTR), 3);
		}
		call(m, 4);
		expect_made_by(test, ret(m, -ENOENT, INT), 4);
		expect_made_by(test, ret(m, -EINVAL, INT), 2);
	}

	/* NULL of x() replaces no errno, and that of y() is still the newest */
	call(m, 1);
	call(m, 2);
	ret(m, -EINVAL, INT);
	call(m, 4);
	ret(m, -ENOENT, INT);
	call(m, 3);
	expect_made_by(test, ret(m, 0, PTR), 3);
	expect(test, ret(m, -EPERM, INT), 1, 4, ENOENT, FGRAPH_CAUSE_ERROR);

	/* a() has failed for certain, so it is the cause. NULL of x() may be no failure */
	call(m, 1);
	call(m, 2);
	ret(m, -EFAULT, INT);
	call(m, 3);
	ret(m, 0, PTR);
	expect(test, ret(m, -ENOMEM, INT), 1, 2, EFAULT, FGRAPH_CAUSE_ERROR);

	/* The caller hands up NULL of x(). One other errno is kept, and then two */
	call(m, 1);
	call(m, 2);
	ret(m, -EFAULT, INT);
	call(m, 3);
	ret(m, 0, PTR);
	expect_made_by(test, ret(m, 0, PTR), 3);
	call(m, 1);
	call(m, 2);
	ret(m, -EFAULT, INT);
	call(m, 4);
	ret(m, -EIO, INT);
	call(m, 3);
	ret(m, 0, PTR);
	expect_made_by(test, ret(m, 0, PTR), 3);

	/* The cause is the last callee with NULL or false, as if NULL were not selected */
	call(m, 1);
	call(m, 3);
	ret(m, 0, PTR);
	call(m, 5);
	ret(m, 0, BOOL);
	expect(test, ret(m, -EPERM, INT), 1, 5, 0, FGRAPH_CAUSE_FALSE);
}

static void come_from_an_inner_call_of_the_same_function(struct kunit *test)
{
	struct model *m = test->priv;
	struct fgraph_origin origin;

	call(m, 1);
	call(m, 1);
	origin = ret(m, -EIO, INT);
	expect_made_by(test, origin, 1);
	KUNIT_EXPECT_FALSE(test, origin.recursive);
	origin = ret(m, -EIO, INT);
	expect_made_by(test, origin, 1);
	KUNIT_EXPECT_TRUE(test, origin.recursive);
}

static void be_restarts(struct kunit *test)
{
	struct model *m = test->priv;

	call(m, 1);
	call(m, 2);
	expect_made_by(test, ret(m, -ERESTARTSYS, INT), 2);
	expect_made_by(test, ret(m, -EINTR, INT), 2);
}

static void not_come_from_an_interrupt(struct kunit *test)
{
	static const u32 contexts[] = {
		SOFTIRQ_OFFSET, HARDIRQ_OFFSET, NMI_OFFSET + HARDIRQ_OFFSET,
		HARDIRQ_OFFSET + SOFTIRQ_OFFSET,
	};
	struct model *m = test->priv;
	int i;

	for (i = 0; i < ARRAY_SIZE(contexts); i++) {
		call(m, 1);
		enter(m, 2, BIT(0), contexts[i]);
		enter(m, 3, BIT(0), contexts[i]);
		expect_made_by(test, ret(m, -EIO, INT), 3);
		expect_made_by(test, ret(m, -EIO, INT), 3);
		expect_made_by(test, ret(m, -EIO, INT), 1);
	}

	/* A function that is called with softirqs and preemption off is a callee */
	call(m, 1);
	enter(m, 2, BIT(0), SOFTIRQ_DISABLE_OFFSET + PREEMPT_OFFSET);
	expect_made_by(test, ret(m, -EIO, INT), 2);
	expect_made_by(test, ret(m, -EIO, INT), 2);
}

/*
 * Functions that are called while a hook runs are no callees of the hooked function:
 * preempt_count() does not show an interrupt in its entry and exit code, nor a preemption.
 */
static void not_come_from_inside_a_hook(struct kunit *test)
{
	struct model *m = test->priv;

	call(m, 1);
	/* The entry hook of 2 runs. No ops has accepted the call yet */
	enter(m, 2, 0, 0);
	fgraph_origin_enter(&m->stack->entries[1]);
	call(m, 3);
	expect_made_by(test, ret(m, -EIO, INT), 3);
	KUNIT_EXPECT_EQ(test, m->stack->error_slots, 0);
	m->stack->entries[1].ops = BIT(0);
	m->stack->states[0].depth++;
	m->stack->entries[1].context = FGRAPH_CONTEXT_BUSY;
	fgraph_origin_entered(&m->stack->entries[1]);

	call(m, 4);
	expect_made_by(test, ret(m, -EIO, INT), 4);
	fgraph_origin_return(&m->stack->entries[1]);
	call(m, 5);
	expect_made_by(test, ret(m, -EIO, INT), 5);
	expect_made_by(test, ret(m, -EIO, INT), 4);
	expect_made_by(test, ret(m, -EIO, INT), 4);
	KUNIT_EXPECT_EQ(test, m->stack->error_slots, 0);
}

static void come_from_what_an_ops_traces(struct kunit *test)
{
	struct fgraph_origin origin;
	struct model *m = test->priv;

	enter(m, 1, BIT(0) | BIT(1), 0);
	enter(m, 2, BIT(0), 0);
	enter(m, 3, BIT(0) | BIT(1), 0);
	enter(m, 4, BIT(1), 0);
	tell(m, 1, -EIO, type_of(INT), &origin);
	leave(m);
	expect_made_by(test, origin, 4);
	tell(m, 0, -EIO, type_of(INT), &origin);
	expect_made_by(test, origin, 3);
	tell(m, 1, -EIO, type_of(INT), &origin);
	expect_made_by(test, origin, 4);
	leave(m);
	tell(m, 0, -EIO, type_of(INT), &origin);
	leave(m);
	tell(m, 1, -EIO, type_of(INT), &origin);
	expect_made_by(test, origin, 4);
	tell(m, 0, -EIO, type_of(INT), &origin);
	expect_made_by(test, origin, 3);
	leave(m);
	KUNIT_EXPECT_EQ(test, m->stack->error_slots, 0);
}

/* Without room for an error, no wrong origin is named */
static void not_be_named_without_room(struct kunit *test)
{
	struct model *m = test->priv;
	struct fgraph_origin origin;

	m->stack->used = FGRAPH_DATA_WORDS;
	call(m, 1);
	call(m, 2);
	call(m, 3);
	expect_made_by(test, ret(m, -EIO, INT), 3);
	m->stack->used = 0;
	KUNIT_EXPECT_TRUE(test, tell(m, 0, -EIO, type_of(INT), &origin));
	leave(m);
	expect_made_by(test, origin, 0);
	KUNIT_EXPECT_TRUE(test, tell(m, 0, -EIO, type_of(INT), &origin));
	leave(m);
	expect_made_by(test, origin, 0);
	call(m, 1);
	expect_made_by(test, ret(m, -EIO, INT), 1);
}

/* One ops has an error slot. The other one needs one later, when there is no room */
static void be_lost_for_one_ops_alone(struct kunit *test)
{
	struct model *m = test->priv;
	struct fgraph_origin origin;

	enter(m, 1, BIT(0) | BIT(1), 0);
	enter(m, 2, BIT(0) | BIT(1), 0);
	enter(m, 3, BIT(0), 0);
	tell(m, 0, -ENOENT, type_of(INT), &origin);
	leave(m);
	m->stack->used = FGRAPH_DATA_WORDS;
	enter(m, 4, BIT(0) | BIT(1), 0);
	tell(m, 0, -EIO, type_of(INT), &origin);
	expect_made_by(test, origin, 4);
	tell(m, 1, -EIO, type_of(INT), &origin);
	expect_made_by(test, origin, 4);
	leave(m);
	m->stack->used = 0;
	tell(m, 0, -EIO, type_of(INT), &origin);
	expect_made_by(test, origin, 4);
	tell(m, 1, -EIO, type_of(INT), &origin);
	expect_made_by(test, origin, 0);
	leave(m);
	tell(m, 0, -EIO, type_of(INT), &origin);
	expect_made_by(test, origin, 4);
	tell(m, 1, -EIO, type_of(INT), &origin);
	expect_made_by(test, origin, 0);
	leave(m);
	KUNIT_EXPECT_EQ(test, m->stack->error_slots, 0);
}

static u32 below(struct model *m, u32 limit)
{
	return prandom_u32_state(&m->rnd) % limit;
}

static int model_caller(const struct model *m, int idx, int frame)
{
	while (--frame >= 0 && !(m->stack->entries[frame].ops & BIT(idx)))
		;
	return frame;
}

static void see(struct model *m, int idx, int frame, struct seen seen)
{
	struct model_frame *caller;

	frame = model_caller(m, idx, frame);
	if (frame < 0)
		return;
	caller = &m->frames[frame];
	if (caller->count[idx] < SEEN)
		caller->seen[idx][caller->count[idx]++] = seen;
}

/* The newest return of @error that a function has seen, or of any errno if @error is 0 */
static const struct fgraph_origin *newest(const struct model_frame *frame, int idx, u16 error)
{
	u16 other = 0;
	int i;

	for (i = frame->count[idx] - 1; i >= 0; i--) {
		const struct seen *seen = &frame->seen[idx][i];

		if (seen->is_cause || seen->is_handled || seen->origin.error == FGRAPH_NULL)
			continue;
		if (!error || seen->origin.error == error)
			return &seen->origin;
		/* A third errno is not kept */
		if (other && other != seen->origin.error)
			return NULL;
		other = seen->origin.error;
	}
	return NULL;
}

/*
 * The newest return of @error that a callee has handled. It is kept only if there is at
 * most one other errno beside it.
 */
static const struct fgraph_origin *newest_handled(const struct model_frame *frame, int idx,
						  u16 error)
{
	const struct fgraph_origin *failed = newest(frame, idx, 0), *found = NULL;
	u16 other = failed ? failed->error : 0;
	int i;

	/* Two errnos that were not handled leave no room */
	for (i = 0; failed && i < frame->count[idx]; i++) {
		const struct seen *seen = &frame->seen[idx][i];

		if (!seen->is_cause && !seen->is_handled && seen->origin.error != FGRAPH_NULL &&
		    seen->origin.error != failed->error)
			return NULL;
	}
	for (i = frame->count[idx] - 1; i >= 0 && !found; i--) {
		const struct seen *seen = &frame->seen[idx][i];

		if (!seen->is_handled || (failed && seen->origin.error == failed->error))
			continue;
		if (seen->origin.error == error)
			found = &seen->origin;
		else if (!other)
			other = seen->origin.error;
		else if (other != seen->origin.error)
			return NULL;
	}
	return found;
}

/* The newest return of NULL. It has no room beside two errnos */
static const struct fgraph_origin *newest_null(const struct model_frame *frame, int idx)
{
	const struct fgraph_origin *null = NULL;
	u16 first = 0;
	int i;

	for (i = 0; i < frame->count[idx]; i++) {
		const struct fgraph_origin *origin = &frame->seen[idx][i].origin;

		if (frame->seen[idx][i].is_cause)
			continue;
		/* An errno takes the room whether it was handled or not */
		if (origin->error == FGRAPH_NULL)
			null = origin;
		else if (!first)
			first = origin->error;
		else if (origin->error != first)
			return NULL;
	}
	return null;
}

static const struct fgraph_origin *last_cause(const struct model_frame *frame, int idx)
{
	int i;

	for (i = frame->count[idx] - 1; i >= 0; i--) {
		if (frame->seen[idx][i].is_cause)
			return &frame->seen[idx][i].origin;
	}
	return NULL;
}

/* The possible cause that is kept if NULL with this @origin is returned */
static struct fgraph_origin cause_of_null(const struct fgraph_origin *origin)
{
	if (origin->cause_error)
		return (struct fgraph_origin) {
			.cause = origin->cause,
			.cause_error = origin->cause_error,
			.why = FGRAPH_CAUSE_HIDDEN,
		};
	return (struct fgraph_origin) { .cause = origin->func, .why = FGRAPH_CAUSE_NULL };
}

/* Expected origin of @error of the innermost function, or possible cause if that is 0 */
static struct fgraph_origin model_says(struct model *m, int idx, u16 error,
				       enum fgraph_cause why)
{
	const struct model_frame *frame = &m->frames[m->depth - 1];
	const struct fgraph_origin *seen = error ? newest(frame, idx, error) : NULL;
	const struct fgraph_origin *other = newest(frame, idx, 0), *hint = last_cause(frame, idx);
	const struct fgraph_origin *handled = error ? newest_handled(frame, idx, error) : NULL;
	struct fgraph_origin says = { .func = m->stack->entries[m->depth - 1].func };

	if (error == FGRAPH_NULL)
		seen = newest_null(frame, idx);
	if (seen)
		return *seen;
	says.error = error;
	if (error == FGRAPH_NULL && hint && hint->why == FGRAPH_CAUSE_NULL) {
		says.func = hint->cause;
	} else if (handled) {
		says.cause = handled->func;
		says.cause_error = error;
		says.why = FGRAPH_CAUSE_SAME;
	} else if (other) {
		says.cause = other->func;
		says.cause_error = other->error;
		says.why = error ? FGRAPH_CAUSE_ERROR : FGRAPH_CAUSE_HIDDEN;
	} else if (hint && (error || hint->why == FGRAPH_CAUSE_HIDDEN)) {
		says.cause = hint->cause;
		says.cause_error = hint->cause_error;
		says.why = hint->why;
	} else if (!error) {
		says.cause = says.func;
		says.why = why;
	}
	return says;
}

/* The caller sees an errno. An earlier callee may have returned the same one */
static void see_error(struct model *m, int idx, struct fgraph_origin origin)
{
	const struct ftrace_ret_stack *entries = m->stack->entries;
	int frame = model_caller(m, idx, m->depth - 1);
	const struct fgraph_origin *before = NULL;
	bool was_again;

	if (frame >= 0)
		before = newest(&m->frames[frame], idx, origin.error);
	was_again = before && before->again;
	origin.again = false;
	if (before && before->func != origin.func) {
		origin.again = true;
		if (was_again) {
			origin.cause = entries[frame].func;
			origin.guessed = true;
		} else if (origin.why != FGRAPH_CAUSE_ERROR) {
			origin.cause = before->func;
		}
		if (was_again || origin.cause == before->func) {
			origin.cause_error = origin.error;
			origin.why = FGRAPH_CAUSE_SAME;
		}
	}
	see(m, idx, m->depth - 1, (struct seen) { .origin = origin });
}

/* The innermost function succeeds. Its caller gets the errors that it has handled */
static void see_handled(struct model *m, int idx)
{
	const struct model_frame *frame = &m->frames[m->depth - 1];
	const struct fgraph_origin *last = newest(frame, idx, 0), *before = NULL;
	int i;

	for (i = frame->count[idx] - 1; last && i >= 0 && !before; i--) {
		const struct seen *seen = &frame->seen[idx][i];

		if (!seen->is_cause && !seen->is_handled && seen->origin.error != FGRAPH_NULL &&
		    seen->origin.error != last->error)
			before = &seen->origin;
	}
	if (before)
		see(m, idx, m->depth - 1,
		    (struct seen) { .origin = *before, .is_handled = true });
	if (last)
		see(m, idx, m->depth - 1, (struct seen) { .origin = *last, .is_handled = true });
}

static void expect_says(struct kunit *test, const struct fgraph_origin *origin,
			const struct fgraph_origin *says)
{
	KUNIT_ASSERT_EQ(test, origin->func, says->func);
	KUNIT_ASSERT_EQ(test, origin->cause, says->cause);
	KUNIT_ASSERT_EQ(test, (int)origin->error, (int)says->error);
	KUNIT_ASSERT_EQ(test, (int)origin->cause_error, (int)says->cause_error);
	KUNIT_ASSERT_EQ(test, (int)origin->why, (int)says->why);
	KUNIT_ASSERT_EQ(test, (int)origin->guessed, (int)says->guessed);
}

static void return_at_random(struct kunit *test)
{
	static const u16 errors[] = { EIO, EINVAL, ENOMEM, EPERM };
	struct model *m = test->priv;
	u16 ops = m->stack->entries[m->depth - 1].ops;
	int kind = below(m, 4), idx;
	u16 error = kind != BOOL && below(m, 2) ? errors[below(m, ARRAY_SIZE(errors))] : 0;
	long retval = error ? -(long)error : (long)below(m, 2);
	bool is_null = !retval && kind == PTR;
	bool is_cause = !retval && (kind == PTR || kind == BOOL);

	if (is_null && m->null_fails)
		error = FGRAPH_NULL;
	for (idx = 0; idx < USERS; idx++) {
		struct fgraph_origin origin, says;

		if (!(ops & BIT(idx)))
			continue;
		says = model_says(m, idx, error,
				  kind == BOOL ? FGRAPH_CAUSE_FALSE : FGRAPH_CAUSE_NULL);
		says.guessed |= kind == UNTYPED;
		KUNIT_ASSERT_EQ(test, tell(m, idx, retval, type_of(kind), &origin), !!error);
		if (error) {
			expect_says(test, &origin, &says);
			m->has_cause[origin.why]++;
		}
		if (error == FGRAPH_NULL)
			see(m, idx, m->depth - 1, (struct seen) { .origin = says });
		else if (error)
			see_error(m, idx, says);
		if (error == FGRAPH_NULL)
			says = cause_of_null(&says);
		if (is_cause)
			see(m, idx, m->depth - 1,
			    (struct seen) { .origin = says, .is_cause = true });
		if (!error || error == FGRAPH_NULL)
			see_handled(m, idx);
	}
	leave(m);
}

static void call_at_random(struct kunit *test)
{
	struct model *m = test->priv;
	int step, why;

	memset(m->has_cause, 0, sizeof(m->has_cause));
	for (step = 0; step < STEPS; step++) {
		/* Limit the depth, so that there is room for the error slots of all ops */
		if (m->depth && (m->depth == 10 || below(m, 2))) {
			return_at_random(test);
		} else {
			memset(&m->frames[m->depth], 0, sizeof(m->frames[0]));
			enter(m, ++m->func, below(m, BIT(USERS)), 0);
		}
		if (!m->depth)
			KUNIT_ASSERT_EQ(test, m->stack->error_slots, 0);
	}
	for (why = 0; why < ARRAY_SIZE(m->has_cause); why++)
		KUNIT_EXPECT_GT(test, m->has_cause[why], 10);
}

static void agree_with_all_that_was_seen(struct kunit *test)
{
	call_at_random(test);
}

static void agree_with_it_if_null_is_selected(struct kunit *test)
{
	struct model *m = test->priv;

	m->null_fails = true;
	call_at_random(test);
}

static void live_with_broken_slots(struct kunit *test)
{
	struct model *m = test->priv;
	struct fgraph_origin origin;
	int number;

	for (number = 0; number <= U16_MAX; number++) {
		call(m, 1);
		call(m, 2);
		m->stack->entries[0].errors = number;
		m->stack->entries[1].errors = number;
		tell(m, 0, -EIO, type_of(INT), &origin);
		leave(m);
		leave(m);
		m->stack->states[0].depth = 0;
		m->stack->error_slots = 0;
		m->stack->reserved = 0;
	}
}

static int fgraph_origin_test_init(struct kunit *test)
{
	struct model *m = kunit_kzalloc(test, sizeof(*m), GFP_KERNEL);

	if (!m)
		return -ENOMEM;
	m->stack = kunit_kzalloc(test, FGRAPH_STACK_BYTES, GFP_KERNEL);
	m->frames = kunit_kcalloc(test, 10, sizeof(*m->frames), GFP_KERNEL);
	prandom_seed_state(&m->rnd, SEED);
	test->priv = m;
	return m->stack && m->frames ? 0 : -ENOMEM;
}

static struct kunit_case fgraph_origin_test_cases[] = {
	KUNIT_CASE(come_from_the_last_who_returned_it),
	KUNIT_CASE(end_where_they_are_handled),
	KUNIT_CASE(be_found_where_they_were_stored),
	KUNIT_CASE(be_given_to_a_function),
	KUNIT_CASE(be_of_a_loop),
	KUNIT_CASE(be_made_of_others),
	KUNIT_CASE(be_made_of_null_and_false),
	KUNIT_CASE(be_null_if_that_is_selected),
	KUNIT_CASE(stay_where_null_is_returned),
	KUNIT_CASE(come_from_an_inner_call_of_the_same_function),
	KUNIT_CASE(be_restarts),
	KUNIT_CASE(not_come_from_an_interrupt),
	KUNIT_CASE(not_come_from_inside_a_hook),
	KUNIT_CASE(come_from_what_an_ops_traces),
	KUNIT_CASE(not_be_named_without_room),
	KUNIT_CASE(be_lost_for_one_ops_alone),
	KUNIT_CASE(agree_with_all_that_was_seen),
	KUNIT_CASE(agree_with_it_if_null_is_selected),
	KUNIT_CASE(live_with_broken_slots),
	{}
};

static struct kunit_suite fgraph_origin_test_suite = {
	.name = "fgraph_origin",
	.init = fgraph_origin_test_init,
	.test_cases = fgraph_origin_test_cases,
};

kunit_test_suites(&fgraph_origin_test_suite);

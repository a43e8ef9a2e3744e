// SPDX-License-Identifier: GPL-2.0
/*
 * error_origin_test.c - KUnit test of where errors come from
 *
 * Has calls by hand, and a model of users and interrupts that calls functions at random.
 * The model keeps all that a function has seen. It does so once where NULL is chosen, and
 * once where it is not.
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
	struct fgraph_origin origin;	/* of the error, or what it hints at */
	bool is_hint;
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

/* A function is called that the users of the mask trace */
static void enter(struct model *m, u32 func, u16 users, u32 context)
{
	push_frame(m->stack, m->depth++, func, users, context);
}

static void call(struct model *m, u32 func)
{
	enter(m, func, BIT(0), 0);
}

/* What a user is told when the innermost function returns */
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
	m->stack->users[idx].depth--;
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
	/* A pointer may carry it */
	expect_made_by(test, ret(m, -EINVAL, PTR), 4);
	/* Clean-up that succeeds does not hide it */
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

	/* Only if it is this errno */
	call(m, 1);
	call(m, 2);
	call(m, 3);
	ret(m, -ENOSPC, INT);
	ret(m, 0, INT);
	expect_made_by(test, ret(m, -EIO, INT), 1);

	/* Not if a function that was called returned it */
	call(m, 1);
	call(m, 2);
	call(m, 3);
	ret(m, -ENOSPC, INT);
	ret(m, 0, INT);
	call(m, 4);
	ret(m, -ENOSPC, INT);
	expect_made_by(test, ret(m, -ENOSPC, INT), 4);

	/* Nor if the function before failed itself */
	call(m, 1);
	call(m, 2);
	call(m, 3);
	ret(m, -ENOSPC, INT);
	expect(test, ret(m, -EIO, INT), 2, 3, ENOSPC, FGRAPH_CAUSE_ERROR);
	expect(test, ret(m, -ENOSPC, INT), 1, 2, EIO, FGRAPH_CAUSE_ERROR);

	/* Errnos of functions that have failed need the room */
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

	/* Nobody gets what an interrupt has handled */
	call(m, 1);
	enter(m, 2, BIT(0), HARDIRQ_OFFSET);
	enter(m, 3, BIT(0), HARDIRQ_OFFSET);
	ret(m, -ENOSPC, INT);
	ret(m, 0, INT);
	expect_made_by(test, ret(m, -ENOSPC, INT), 1);
	KUNIT_EXPECT_EQ(test, m->stack->blocks, 0);
}

/* 3 is given the errno of 2. Both return it to 1 */
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

	/* The function that made it is named, and not the one that was called */
	call(m, 1);
	call(m, 2);
	call(m, 4);
	ret(m, -ENOENT, INT);
	ret(m, -ENOENT, INT);
	call(m, 3);
	ret(m, -ENOENT, INT);
	expect(test, ret(m, -ENOENT, INT), 3, 4, ENOENT, FGRAPH_CAUSE_SAME);

	/* As is the one that made it further in, if 3 hands it on */
	call(m, 1);
	call(m, 2);
	ret(m, -ENOENT, INT);
	call(m, 3);
	call(m, 4);
	ret(m, -ENOENT, INT);
	ret(m, -ENOENT, INT);
	expect(test, ret(m, -ENOENT, INT), 4, 2, ENOENT, FGRAPH_CAUSE_SAME);

	/* 3 has it of another error */
	call(m, 1);
	call(m, 2);
	ret(m, -ENOENT, INT);
	call(m, 3);
	call(m, 4);
	ret(m, -EIO, INT);
	ret(m, -ENOENT, INT);
	expect(test, ret(m, -ENOENT, INT), 3, 4, EIO, FGRAPH_CAUSE_ERROR);

	/* Both are called at the same place, one after the other */
	call(m, 1);
	call(m, 2);
	m->stack->entries[m->depth - 1].ret = 7;
	ret(m, -ENOENT, INT);
	call(m, 3);
	m->stack->entries[m->depth - 1].ret = 7;
	ret(m, -ENOENT, INT);
	expect_made_by(test, ret(m, -ENOENT, INT), 3);

	/* The same function once more */
	call(m, 1);
	call(m, 2);
	ret(m, -EAGAIN, INT);
	call(m, 2);
	ret(m, -EAGAIN, INT);
	expect_made_by(test, ret(m, -EAGAIN, INT), 2);
}

/* 1 asks 2, 3 and 4 */
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

	/* Another errno is made of the last one */
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

	/* Two are kept. The newest is the cause */
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

	/* capable() makes false of what cap_capable() returns */
	call(m, 1);
	call(m, 2);
	call(m, 3);
	call(m, 4);
	expect_made_by(test, ret(m, -EPERM, INT), 4);
	ret(m, 0, BOOL);
	ret(m, 0, BOOL);
	expect(test, ret(m, -EACCES, INT), 1, 4, EPERM, FGRAPH_CAUSE_HIDDEN);
}

static void be_null_if_that_is_chosen(struct kunit *test)
{
	struct model *m = test->priv;

	m->null_fails = true;
	call(m, 1);
	call(m, 2);
	call(m, 3);
	expect_made_by(test, ret(m, 0, PTR), 3);
	expect_made_by(test, ret(m, 0, PTR), 3);
	expect(test, ret(m, -ENOMEM, INT), 1, 3, 0, FGRAPH_CAUSE_NULL);

	/* It is made of errors, and they of it */
	call(m, 1);
	call(m, 2);
	call(m, 3);
	expect_made_by(test, ret(m, -EFAULT, INT), 3);
	expect(test, ret(m, 0, PTR), 2, 3, EFAULT, FGRAPH_CAUSE_ERROR);
	expect(test, ret(m, -ENOMEM, INT), 1, 3, EFAULT, FGRAPH_CAUSE_HIDDEN);

	/* Nobody fails who returns false, or a number */
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

	/* Both errnos stay, and the second one is the newest still */
	call(m, 1);
	call(m, 2);
	ret(m, -EINVAL, INT);
	call(m, 4);
	ret(m, -ENOENT, INT);
	call(m, 3);
	expect_made_by(test, ret(m, 0, PTR), 3);
	expect(test, ret(m, -EPERM, INT), 1, 4, ENOENT, FGRAPH_CAUSE_ERROR);

	/* It is sure that a() failed. NULL may be nothing */
	call(m, 1);
	call(m, 2);
	ret(m, -EFAULT, INT);
	call(m, 3);
	ret(m, 0, PTR);
	expect(test, ret(m, -ENOMEM, INT), 1, 2, EFAULT, FGRAPH_CAUSE_ERROR);

	/* NULL of x() is what the caller returns, beside one errno and beside two */
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

	/* The last one that returned NULL or false, as if NULL were not chosen */
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

	/* A function may be called with softirqs off, and preemption */
	call(m, 1);
	enter(m, 2, BIT(0), SOFTIRQ_DISABLE_OFFSET + PREEMPT_OFFSET);
	expect_made_by(test, ret(m, -EIO, INT), 2);
	expect_made_by(test, ret(m, -EIO, INT), 2);
}

/* An interrupt may not count itself yet, or not any more, and a task may be preempted */
static void not_come_from_inside_a_hook(struct kunit *test)
{
	struct model *m = test->priv;

	call(m, 1);
	/* No user has said yet whether it wants it */
	enter(m, 2, 0, 0);
	fgraph_origin_enter(&m->stack->entries[1]);
	call(m, 3);
	expect_made_by(test, ret(m, -EIO, INT), 3);
	KUNIT_EXPECT_EQ(test, m->stack->blocks, 0);
	m->stack->entries[1].users = BIT(0);
	m->stack->users[0].depth++;
	m->stack->entries[1].context = FGRAPH_CONTEXT_BUSY;
	fgraph_origin_entered(&m->stack->entries[1]);

	call(m, 4);
	expect_made_by(test, ret(m, -EIO, INT), 4);
	fgraph_origin_return(&m->stack->entries[1]);
	call(m, 5);
	expect_made_by(test, ret(m, -EIO, INT), 5);
	expect_made_by(test, ret(m, -EIO, INT), 4);
	expect_made_by(test, ret(m, -EIO, INT), 4);
	KUNIT_EXPECT_EQ(test, m->stack->blocks, 0);
}

static void come_from_what_a_user_traces(struct kunit *test)
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
	KUNIT_EXPECT_EQ(test, m->stack->blocks, 0);
}

/* Without room, nothing wrong is named */
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

/* One user has had room before the other, who finds none */
static void be_lost_for_one_user_alone(struct kunit *test)
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
	KUNIT_EXPECT_EQ(test, m->stack->blocks, 0);
}

static u32 below(struct model *m, u32 limit)
{
	return prandom_u32_state(&m->rnd) % limit;
}

static int model_caller(const struct model *m, int idx, int frame)
{
	while (--frame >= 0 && !(m->stack->entries[frame].users & BIT(idx)))
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

/* The newest errno that a function has seen, any or one */
static const struct fgraph_origin *newest(const struct model_frame *frame, int idx, u16 error)
{
	u16 other = 0;
	int i;

	for (i = frame->count[idx] - 1; i >= 0; i--) {
		const struct seen *seen = &frame->seen[idx][i];

		if (seen->is_hint || seen->is_handled || seen->origin.error == FGRAPH_NULL)
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

/* A function that was called has handled this errno, and that was the last one beside another */
static const struct fgraph_origin *newest_handled(const struct model_frame *frame, int idx,
						  u16 error)
{
	const struct fgraph_origin *failed = newest(frame, idx, 0), *found = NULL;
	u16 other = failed ? failed->error : 0;
	int i;

	/* Two that nobody has handled leave no room */
	for (i = 0; failed && i < frame->count[idx]; i++) {
		const struct seen *seen = &frame->seen[idx][i];

		if (!seen->is_hint && !seen->is_handled && seen->origin.error != FGRAPH_NULL &&
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

/* NULL has no room beside two errnos */
static const struct fgraph_origin *newest_null(const struct model_frame *frame, int idx)
{
	const struct fgraph_origin *null = NULL;
	u16 first = 0;
	int i;

	for (i = 0; i < frame->count[idx]; i++) {
		const struct fgraph_origin *origin = &frame->seen[idx][i].origin;

		if (frame->seen[idx][i].is_hint)
			continue;
		/* Handled or not */
		if (origin->error == FGRAPH_NULL)
			null = origin;
		else if (!first)
			first = origin->error;
		else if (origin->error != first)
			return NULL;
	}
	return null;
}

static const struct fgraph_origin *last_hint(const struct model_frame *frame, int idx)
{
	int i;

	for (i = frame->count[idx] - 1; i >= 0; i--) {
		if (frame->seen[idx][i].is_hint)
			return &frame->seen[idx][i].origin;
	}
	return NULL;
}

/* What NULL of @origin hints at */
static struct fgraph_origin hint_of_null(const struct fgraph_origin *origin)
{
	if (origin->cause_error)
		return (struct fgraph_origin) {
			.cause = origin->cause,
			.cause_error = origin->cause_error,
			.why = FGRAPH_CAUSE_HIDDEN,
		};
	return (struct fgraph_origin) { .cause = origin->func, .why = FGRAPH_CAUSE_NULL };
}

/* What the innermost function is to say of an error, or of NULL or false */
static struct fgraph_origin model_says(struct model *m, int idx, u16 error,
				       enum fgraph_cause why)
{
	const struct model_frame *frame = &m->frames[m->depth - 1];
	const struct fgraph_origin *seen = error ? newest(frame, idx, error) : NULL;
	const struct fgraph_origin *other = newest(frame, idx, 0), *hint = last_hint(frame, idx);
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

/* The innermost function returns an errno, which another one may have returned before */
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

/* The innermost function succeeds: its caller may have what it has seen */
static void see_handled(struct model *m, int idx)
{
	const struct model_frame *frame = &m->frames[m->depth - 1];
	const struct fgraph_origin *last = newest(frame, idx, 0), *before = NULL;
	int i;

	for (i = frame->count[idx] - 1; last && i >= 0 && !before; i--) {
		const struct seen *seen = &frame->seen[idx][i];

		if (!seen->is_hint && !seen->is_handled && seen->origin.error != FGRAPH_NULL &&
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
	u16 users = m->stack->entries[m->depth - 1].users;
	int kind = below(m, 4), idx;
	u16 error = kind != BOOL && below(m, 2) ? errors[below(m, ARRAY_SIZE(errors))] : 0;
	long retval = error ? -(long)error : (long)below(m, 2);
	bool is_null = !retval && kind == PTR;
	bool is_hint = !retval && (kind == PTR || kind == BOOL);

	if (is_null && m->null_fails)
		error = FGRAPH_NULL;
	for (idx = 0; idx < USERS; idx++) {
		struct fgraph_origin origin, says;

		if (!(users & BIT(idx)))
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
			says = hint_of_null(&says);
		if (is_hint)
			see(m, idx, m->depth - 1,
			    (struct seen) { .origin = says, .is_hint = true });
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
		/* Not so deep that there is no room for blocks of all */
		if (m->depth && (m->depth == 10 || below(m, 2))) {
			return_at_random(test);
		} else {
			memset(&m->frames[m->depth], 0, sizeof(m->frames[0]));
			enter(m, ++m->func, below(m, BIT(USERS)), 0);
		}
		if (!m->depth)
			KUNIT_ASSERT_EQ(test, m->stack->blocks, 0);
	}
	for (why = 0; why < ARRAY_SIZE(m->has_cause); why++)
		KUNIT_EXPECT_GT(test, m->has_cause[why], 10);
}

static void agree_with_all_that_was_seen(struct kunit *test)
{
	call_at_random(test);
}

static void agree_with_it_if_null_is_chosen(struct kunit *test)
{
	struct model *m = test->priv;

	m->null_fails = true;
	call_at_random(test);
}

static void live_with_broken_blocks(struct kunit *test)
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
		m->stack->users[0].depth = 0;
		m->stack->blocks = 0;
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
	KUNIT_CASE(be_null_if_that_is_chosen),
	KUNIT_CASE(stay_where_null_is_returned),
	KUNIT_CASE(come_from_an_inner_call_of_the_same_function),
	KUNIT_CASE(be_restarts),
	KUNIT_CASE(not_come_from_an_interrupt),
	KUNIT_CASE(not_come_from_inside_a_hook),
	KUNIT_CASE(come_from_what_a_user_traces),
	KUNIT_CASE(not_be_named_without_room),
	KUNIT_CASE(be_lost_for_one_user_alone),
	KUNIT_CASE(agree_with_all_that_was_seen),
	KUNIT_CASE(agree_with_it_if_null_is_chosen),
	KUNIT_CASE(live_with_broken_blocks),
	{}
};

static struct kunit_suite fgraph_origin_test_suite = {
	.name = "fgraph_origin",
	.init = fgraph_origin_test_init,
	.test_cases = fgraph_origin_test_cases,
};

kunit_test_suites(&fgraph_origin_test_suite);

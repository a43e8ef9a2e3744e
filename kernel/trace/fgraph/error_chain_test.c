// SPDX-License-Identifier: GPL-2.0
/*
 * error_chain_test.c - KUnit test of chains of functions that hand an error up
 *
 * A model calls functions at random, which registered fgraph_ops (ops) trace. It keeps
 * each chain as a list. Each function has a number of its own.
 */
#include <kunit/test.h>
#include <linux/prandom.h>
#include <linux/string.h>

#include "error_chain.h"
#include "error_origin_test.h"

#define SEED		18
#define STEPS		20000
#define USERS		2
#define MAX_DEPTH	4

static const u16 errors[] = { EIO, EINVAL, ENOMEM };

#define ERRORS	ARRAY_SIZE(errors)

/* Index in errors[] of an error that is not selected */
#define LEFT_OUT	2

/* The last @aside functions belong to the earlier call that is kept aside */
struct model_chain {
	u32 funcs[MAX_DEPTH * MAX_DEPTH];
	int count;
	int aside;
};

struct model_frame {
	struct model_chain chains[USERS][ERRORS];
	/* Index in errors[] of the newest error, and of the one before it, or -1 */
	int newest[USERS], older[USERS];
};

struct model {
	struct fgraph_stack *stack;
	struct model_frame frames[MAX_DEPTH];
	int depth;
	u32 func;
	bool untyped;
	struct rnd_state rnd;
	int longest, most_aside;
};

static u32 below(struct model *m, u32 limit)
{
	return prandom_u32_state(&m->rnd) % limit;
}

static void enter(struct model *m, u16 ops, u32 context)
{
	struct model_frame *frame = &m->frames[m->depth];
	int idx;

	push_frame(m->stack, m->depth++, ++m->func, ops, context);
	memset(frame, 0, sizeof(*frame));
	for (idx = 0; idx < USERS; idx++) {
		frame->newest[idx] = -1;
		frame->older[idx] = -1;
	}
}

/* Return from the innermost function for one ops. False: a selected error has no caller */
static bool tell(struct model *m, int idx, u16 error)
{
	struct ftrace_graph_ret trace = {
		.func = m->stack->entries[m->depth - 1].func,
		.retval = -(long)error,
		.calltime = m->depth,
		.rettime = m->func,
	};
	struct ftrace_ret_stack *caller = fgraph_caller_of(m->stack, m->depth - 1, idx);
	struct fgraph_origin origin;
	bool failed;

	failed = fgraph_origin_find(m->stack, m->depth - 1, idx, &trace,
				    type_of(m->untyped ? UNTYPED : INT), false, &origin, NULL);
	if (failed && caller && error != errors[LEFT_OUT])
		fgraph_chain_add(m->stack, caller, m->depth - 1, idx, &trace, &origin);
	else if (failed && caller)
		fgraph_chain_forget(m->stack, caller, idx, error);
	m->stack->states[idx].depth--;
	return !failed || caller || error == errors[LEFT_OUT];
}

static void leave(struct model *m)
{
	fgraph_origin_leave(m->stack, &m->stack->entries[--m->depth]);
}

/* Expect @count links. The last @aside of them are aside */
static void expect_aside(struct kunit *test, int frame, int idx, u16 error, const u32 *funcs,
			 int count, int aside)
{
	u8 links[FTRACE_RETFUNC_DEPTH];
	struct model *m = test->priv;
	int i, got = fgraph_chain_links(m->stack, frame, idx, error, links);

	KUNIT_ASSERT_EQ(test, got, count);
	for (i = 0; i < count; i++) {
		const struct fgraph_link *link = fgraph_chain_link(m->stack, links[i]);

		KUNIT_ASSERT_EQ(test, link->func, funcs[i]);
		KUNIT_ASSERT_EQ(test, (int)link->error, (int)error);
		KUNIT_ASSERT_EQ(test, (int)link->aside, (int)(i >= count - aside));
	}
}

static void expect_links(struct kunit *test, int frame, int idx, u16 error, const u32 *funcs,
			 int count)
{
	expect_aside(test, frame, idx, error, funcs, count, 0);
}

static void go_up_with_the_error(struct kunit *test)
{
	static const u32 c[] = { 3 }, bc[] = { 2, 3 }, de[] = { 4, 5, 2, 3 };
	struct model *m = test->priv;

	enter(m, BIT(0), 0);
	enter(m, BIT(0), 0);
	enter(m, BIT(0), 0);
	KUNIT_EXPECT_TRUE(test, tell(m, 0, EIO));
	leave(m);
	expect_links(test, 1, 0, EIO, c, 1);
	KUNIT_EXPECT_TRUE(test, tell(m, 0, EIO));
	leave(m);
	expect_links(test, 0, 0, EIO, bc, 2);
	/* 1 calls 4, and gets the same error, made in 5. The earlier call goes aside */
	enter(m, BIT(0), 0);
	enter(m, BIT(0), 0);
	tell(m, 0, EIO);
	leave(m);
	KUNIT_EXPECT_TRUE(test, tell(m, 0, EIO));
	leave(m);
	expect_aside(test, 0, 0, EIO, de, 4, 2);
	/* The outermost function has no caller */
	KUNIT_EXPECT_FALSE(test, tell(m, 0, EIO));
	expect_aside(test, 0, 0, EIO, de, 4, 2);
	leave(m);
	KUNIT_EXPECT_EQ(test, m->stack->error_slots, 0);
}

/* 3 hands an error of 4 up to 2. Then 2 calls 5, which returns the same error */
static void keep_the_call_that_gave_the_error(struct kunit *test)
{
	static const u32 five[] = { 5, 3, 4 }, two[] = { 2, 5, 3, 4 }, six[] = { 6, 2, 5 };
	static const u32 seven[] = { 7 };
	struct model *m = test->priv;

	enter(m, BIT(0), 0);
	enter(m, BIT(0), 0);
	enter(m, BIT(0), 0);
	enter(m, BIT(0), 0);
	tell(m, 0, EIO);
	leave(m);
	tell(m, 0, EIO);
	leave(m);
	enter(m, BIT(0), 0);
	tell(m, 0, EIO);
	leave(m);
	expect_aside(test, 1, 0, EIO, five, 3, 2);
	tell(m, 0, EIO);
	leave(m);
	expect_aside(test, 0, 0, EIO, two, 4, 2);
	/* 1 calls 6, which returns the same error. Only one earlier call is aside */
	m->func = 5;
	enter(m, BIT(0), 0);
	tell(m, 0, EIO);
	leave(m);
	expect_aside(test, 0, 0, EIO, six, 3, 2);
	/* 7 is the third callee that returns it. This may be a loop: no call is aside */
	enter(m, BIT(0), 0);
	tell(m, 0, EIO);
	leave(m);
	expect_links(test, 0, 0, EIO, seven, 1);
	tell(m, 0, 0);
	leave(m);
	KUNIT_EXPECT_EQ(test, m->stack->error_slots, 0);
}

/* A link is guessed if its function, or one further down the chain, has an unknown type */
static void be_guessed_from_there_on(struct kunit *test)
{
	struct model *m = test->priv;
	u8 links[FTRACE_RETFUNC_DEPTH];
	int i;

	for (i = 0; i < 4; i++)
		enter(m, BIT(0), 0);
	tell(m, 0, EIO);
	leave(m);
	m->untyped = true;
	tell(m, 0, EIO);
	leave(m);
	m->untyped = false;
	tell(m, 0, EIO);
	leave(m);
	KUNIT_ASSERT_EQ(test, fgraph_chain_links(m->stack, 0, 0, EIO, links), 3);
	KUNIT_EXPECT_TRUE(test, fgraph_chain_link(m->stack, links[0])->guessed);
	KUNIT_EXPECT_TRUE(test, fgraph_chain_link(m->stack, links[1])->guessed);
	KUNIT_EXPECT_FALSE(test, fgraph_chain_link(m->stack, links[2])->guessed);
	tell(m, 0, 0);
	leave(m);
}

static void end_where_it_is_handled(struct kunit *test)
{
	static const u32 b[] = { 2 };
	struct model *m = test->priv;

	enter(m, BIT(0), 0);
	enter(m, BIT(0), 0);
	enter(m, BIT(0), 0);
	tell(m, 0, EIO);
	leave(m);
	KUNIT_EXPECT_TRUE(test, tell(m, 0, EINVAL));
	leave(m);
	expect_links(test, 0, 0, EIO, NULL, 0);
	expect_links(test, 0, 0, EINVAL, b, 1);
	tell(m, 0, 0);
	leave(m);
	KUNIT_EXPECT_EQ(test, m->stack->error_slots, 0);
}

static void not_go_to_what_is_interrupted(struct kunit *test)
{
	struct model *m = test->priv;

	enter(m, BIT(0), 0);
	enter(m, BIT(0), HARDIRQ_OFFSET);
	KUNIT_EXPECT_FALSE(test, tell(m, 0, EIO));
	leave(m);
	expect_links(test, 0, 0, EIO, NULL, 0);
	tell(m, 0, 0);
	leave(m);
	KUNIT_EXPECT_EQ(test, m->stack->error_slots, 0);
}

/* The innermost function returns an error. There is room for @room error slots in all */
static void hand_up(struct kunit *test, int room)
{
	struct model *m = test->priv;

	m->stack->used = FGRAPH_DATA_WORDS - room * sizeof(struct fgraph_link) / sizeof(u64);
	KUNIT_EXPECT_TRUE(test, tell(m, 0, EIO));
	leave(m);
}

static void lose_inner_calls_without_room(struct kunit *test)
{
	static const u32 c[] = { 3 }, b[] = { 2 }, fg[] = { 6, 7 };
	struct model *m = test->priv;
	int i;

	for (i = 0; i < 4; i++)
		enter(m, BIT(0), 0);
	/* There is room for the errors of c, and for no link */
	hand_up(test, 1);
	expect_links(test, 2, 0, EIO, NULL, 0);
	/* Room for the errors of b, too, and for a link */
	hand_up(test, 3);
	expect_links(test, 1, 0, EIO, c, 1);
	/*
	 * The errors of a take the slot of those of c. A second link would leave five slots
	 * free, but six have to stay free.
	 */
	hand_up(test, 9);
	expect_links(test, 0, 0, EIO, b, 1);
	tell(m, 0, 0);
	leave(m);
	KUNIT_EXPECT_EQ(test, m->stack->error_slots, 0);

	for (i = 0; i < 4; i++)
		enter(m, BIT(0), 0);
	hand_up(test, 1);
	hand_up(test, 3);
	hand_up(test, 10);
	expect_links(test, 0, 0, EIO, fg, 2);
	tell(m, 0, 0);
	leave(m);
	KUNIT_EXPECT_EQ(test, m->stack->error_slots, 0);
}

static void keep_the_return(struct kunit *test)
{
	struct ftrace_graph_ret trace = {
		.func = (unsigned long)keep_the_return,
		.retval = -EIO,
		.retval2 = IS_ENABLED(CONFIG_64BIT) ? 0 : -1,
		.calltime = 3,
		.rettime = 5ULL << 40,
	}, got = {};
	struct fgraph_origin origin = { .error = EIO };
	u8 links[FTRACE_RETFUNC_DEPTH];
	struct model *m = test->priv;
	const struct fgraph_link *link;

	enter(m, BIT(0), 0);
	enter(m, BIT(0), 0);
	m->stack->entries[1].ret = trace.func + 4;
	fgraph_chain_add(m->stack, &m->stack->entries[0], 1, 0, &trace, &origin);
	KUNIT_ASSERT_EQ(test, fgraph_chain_links(m->stack, 0, 0, EIO, links), 1);
	link = fgraph_chain_link(m->stack, links[0]);
	fgraph_chain_read(link, &got);
	KUNIT_EXPECT_EQ(test, memcmp(&got, &trace, sizeof(got)), 0);
	KUNIT_EXPECT_EQ(test, fgraph_unkey(link->caller), trace.func + 4);
}

/* Frame of the next caller that the ops traces, or -1 */
static int model_caller(struct model *m, int idx)
{
	int frame = m->depth - 1;

	while (--frame >= 0 && !(m->stack->entries[frame].ops & BIT(idx)))
		;
	return frame;
}

/* Whether the innermost function may have been given the error that it returns */
static bool is_given(struct model *m, int idx, u16 error)
{
	const struct ftrace_ret_stack *caller = &m->stack->entries[model_caller(m, idx)];
	const struct fgraph_errors *kept = fgraph_errors_of(m->stack, caller, idx);

	/* The newest error comes first. error_origin_test.c tests what is kept */
	return kept->errors[0].again && kept->errors[0].why == FGRAPH_CAUSE_SAME &&
	       kept->errors[0].cause != caller->func;
}

/* Append the caller's chain as the call aside. Drop what was aside before in both chains */
static void put_aside(struct model_chain *chain, const struct model_chain *earlier)
{
	int count = earlier->count - earlier->aside;

	chain->count -= chain->aside;
	memcpy(chain->funcs + chain->count, earlier->funcs, count * sizeof(u32));
	chain->count += count;
	chain->aside = count;
}

/* The innermost function returns an error. It becomes the newest one of the caller */
static void model_return(struct model *m, int idx, int number)
{
	struct model_frame *caller = &m->frames[model_caller(m, idx)];
	struct model_chain *to = &caller->chains[idx][number];
	struct model_chain from = m->frames[m->depth - 1].chains[idx][number];

	/* The earlier call goes aside. It replaces a call that is aside already */
	if (number != LEFT_OUT && is_given(m, idx, errors[number]))
		put_aside(&from, to);
	if (number != LEFT_OUT) {
		to->funcs[0] = m->stack->entries[m->depth - 1].func;
		memcpy(to->funcs + 1, from.funcs, from.count * sizeof(u32));
		to->count = from.count + 1;
		to->aside = from.aside;
	}
	m->longest = max(m->longest, to->count - to->aside);
	m->most_aside = max(m->most_aside, to->aside);
	if (caller->newest[idx] == number)
		return;
	/* A frame keeps two errors. The chain of the oldest one is dropped */
	if (caller->older[idx] >= 0 && caller->older[idx] != number)
		memset(&caller->chains[idx][caller->older[idx]], 0, sizeof(*to));
	caller->older[idx] = caller->newest[idx];
	caller->newest[idx] = number;
}

static void return_at_random(struct kunit *test)
{
	struct model *m = test->priv;
	u16 ops = m->stack->entries[m->depth - 1].ops;
	int idx, frame, error, number = below(m, ERRORS + 1);

	for (idx = 0; idx < USERS; idx++) {
		bool has_caller = model_caller(m, idx) >= 0;

		if (!(ops & BIT(idx)))
			continue;
		if (number == ERRORS) {
			tell(m, idx, 0);
			continue;
		}
		KUNIT_ASSERT_EQ(test, tell(m, idx, errors[number]),
				has_caller || number == LEFT_OUT);
		if (has_caller)
			model_return(m, idx, number);
	}
	leave(m);

	for (frame = 0; frame < m->depth; frame++) {
		for (idx = 0; idx < USERS; idx++) {
			for (error = 0; error < ERRORS; error++) {
				const struct model_chain *chain =
					&m->frames[frame].chains[idx][error];

				expect_aside(test, frame, idx, errors[error], chain->funcs,
					     chain->count, chain->aside);
			}
		}
	}
}

static void be_those_of_a_model(struct kunit *test)
{
	struct model *m = test->priv;
	int step;

	for (step = 0; step < STEPS; step++) {
		if (m->depth && (m->depth == MAX_DEPTH || below(m, 2)))
			return_at_random(test);
		else
			enter(m, below(m, BIT(USERS)), 0);
		if (!m->depth)
			KUNIT_ASSERT_EQ(test, m->stack->error_slots, 0);
	}
	KUNIT_EXPECT_EQ(test, m->longest, MAX_DEPTH - 1);
	KUNIT_EXPECT_GT(test, m->most_aside, 1);
}

static void live_with_broken_slots(struct kunit *test)
{
	u8 links[FTRACE_RETFUNC_DEPTH];
	struct model *m = test->priv;
	int number;

	memset(m->stack->data, 1, FGRAPH_DATA_WORDS * sizeof(u64));
	for (number = 0; number <= U16_MAX; number++) {
		enter(m, BIT(0), 0);
		enter(m, BIT(0), 0);
		m->stack->entries[0].errors = number;
		m->stack->entries[1].errors = number;
		tell(m, 0, EIO);
		fgraph_chain_links(m->stack, 0, 0, EIO, links);
		leave(m);
		leave(m);
		m->stack->states[0].depth = 0;
		m->stack->error_slots = 0;
		m->stack->reserved = 0;
	}
}

static int fgraph_chain_test_init(struct kunit *test)
{
	struct model *m = kunit_kzalloc(test, sizeof(*m), GFP_KERNEL);

	if (!m)
		return -ENOMEM;
	m->stack = kunit_kzalloc(test, FGRAPH_STACK_BYTES, GFP_KERNEL);
	prandom_seed_state(&m->rnd, SEED);
	test->priv = m;
	return m->stack ? 0 : -ENOMEM;
}

static struct kunit_case fgraph_chain_test_cases[] = {
	KUNIT_CASE(go_up_with_the_error),
	KUNIT_CASE(keep_the_call_that_gave_the_error),
	KUNIT_CASE(be_guessed_from_there_on),
	KUNIT_CASE(end_where_it_is_handled),
	KUNIT_CASE(not_go_to_what_is_interrupted),
	KUNIT_CASE(lose_inner_calls_without_room),
	KUNIT_CASE(keep_the_return),
	KUNIT_CASE(be_those_of_a_model),
	KUNIT_CASE(live_with_broken_slots),
	{}
};

static struct kunit_suite fgraph_chain_test_suite = {
	.name = "fgraph_chain",
	.init = fgraph_chain_test_init,
	.test_cases = fgraph_chain_test_cases,
};

kunit_test_suites(&fgraph_chain_test_suite);

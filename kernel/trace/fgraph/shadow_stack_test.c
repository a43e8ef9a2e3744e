// SPDX-License-Identifier: GPL-2.0
/*
 * shadow_stack_test.c - KUnit test of the data of registered fgraph_ops (ops)
 *
 * Tests single rules by hand, and a model that pushes and pops frames and reserves data at
 * random.
 */
#include <kunit/test.h>
#include <linux/align.h>
#include <linux/prandom.h>
#include <linux/string.h>

#include "shadow_stack.h"

#define SEED		17
#define STEPS		3000
#define LARGEST		100

/* Data of an ops in a frame */
struct kept {
	u8 *data;	/* NULL if there is none */
	int size;
	u8 fill;
};

struct model {
	struct fgraph_stack *stack;
	int frames;
	struct kept kept[FTRACE_RETFUNC_DEPTH][FGRAPH_ARRAY_SIZE];
	struct rnd_state rnd;
	u8 fill;
	u32 refused;
	u32 moved;
};

static u32 random_below(struct model *m, u32 limit)
{
	return prandom_u32_state(&m->rnd) % limit;
}

static void push_frame(struct model *m)
{
	struct ftrace_ret_stack *entry = &m->stack->entries[m->frames];

	entry->since = 1;
	entry->data = m->stack->used;
	entry->ops = BIT(0);
	memset(m->kept[m->frames++], 0, sizeof(m->kept[0]));
	m->stack->states[0].since = 1;
	m->stack->states[0].depth++;
}

static void pop_frame(struct model *m)
{
	m->frames--;
	if (m->stack->entries[m->frames].data != m->stack->used)
		fgraph_stack_drop(m->stack, m->frames);
	m->stack->states[0].depth--;
}

/* Reserve data in the innermost frame, and fill it */
static void *reserve_data(struct model *m, int idx, int size)
{
	struct kept *kept = &m->kept[m->frames - 1][idx];
	void *data = fgraph_stack_reserve(m->stack, m->frames - 1, idx, size);

	if (data) {
		*kept = (struct kept) { data, size, ++m->fill };
		memset(data, kept->fill, size);
		m->stack->entries[m->frames - 1].ops |= BIT(idx);
	}
	return data;
}

/* Drop the outermost frames, as on a CPU that comes online */
static void forget_frames(struct model *m, int count)
{
	struct fgraph_stack *stack = m->stack;

	fgraph_stack_forget(stack, count);
	m->frames -= count;
	memmove(stack->entries, stack->entries + count, m->frames * sizeof(stack->entries[0]));
	memmove(m->kept, m->kept + count, m->frames * sizeof(m->kept[0]));
	if (m->frames)
		stack->entries[0].data = 0;
	else
		stack->used = 0;
}

/* A broken shadow stack is mended: the innermost frames are lost */
static void cut_frames(struct model *m, int frames)
{
	m->frames = frames;
	fgraph_stack_cut(m->stack, frames);
}

static void expect_kept(struct kunit *test, const struct kept *kept, const void *data, int size)
{
	KUNIT_ASSERT_PTR_EQ(test, data, (const void *)kept->data);
	if (!data)
		return;
	KUNIT_EXPECT_EQ(test, size, kept->size);
	KUNIT_EXPECT_TRUE(test, IS_ALIGNED((unsigned long)data, sizeof(u64)));
	KUNIT_EXPECT_NULL(test, memchr_inv(data, kept->fill, size));
}

/* Each ops finds its data in the innermost frame, and in the frames of its callers */
static void expect_all(struct kunit *test)
{
	struct model *m = test->priv;
	int idx, frame, depth, size = 0;
	const void *data;

	for (idx = 0; m->frames && idx < FGRAPH_ARRAY_SIZE; idx++) {
		data = fgraph_stack_find(m->stack, m->frames - 1, idx, &size);
		expect_kept(test, &m->kept[m->frames - 1][idx], data, size);
		depth = 0;
		for (frame = m->frames - 2; frame >= 0; frame--) {
			if (!m->kept[frame][idx].data)
				continue;
			data = fgraph_stack_find_parent(m->stack, m->frames - 1, idx, &size,
							++depth);
			expect_kept(test, &m->kept[frame][idx], data, size);
		}
		data = fgraph_stack_find_parent(m->stack, m->frames - 1, idx, &size, depth + 1);
		KUNIT_EXPECT_NULL(test, data);
	}
	KUNIT_EXPECT_EQ(test, m->stack->states[0].depth, m->frames);
	if (!m->frames)
		KUNIT_EXPECT_EQ(test, m->stack->used, 0);
}

static void have_any_size(struct kunit *test)
{
	static const int sizes[] = { 1, 2, 4, 8, 3, 5, 12, 28, 100, 1000 };
	struct model *m = test->priv;
	int i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		push_frame(m);
		KUNIT_ASSERT_NOT_NULL(test, reserve_data(m, 0, sizes[i]));
		expect_all(test);
		pop_frame(m);
		expect_all(test);
	}
}

static void have_no_other_size(struct kunit *test)
{
	static const int sizes[] = { 0, -1, INT_MIN, INT_MAX, FGRAPH_STACK_BYTES };
	struct model *m = test->priv;
	int i;

	push_frame(m);
	for (i = 0; i < ARRAY_SIZE(sizes); i++)
		KUNIT_EXPECT_NULL(test, reserve_data(m, 0, sizes[i]));
	expect_all(test);
}

/* An ops can reserve data once in a frame */
static void have_one_in_a_frame(struct kunit *test)
{
	struct model *m = test->priv;

	push_frame(m);
	KUNIT_ASSERT_NOT_NULL(test, reserve_data(m, 3, 8));
	KUNIT_EXPECT_NULL(test, reserve_data(m, 3, 8));
	KUNIT_ASSERT_NOT_NULL(test, reserve_data(m, 4, 8));
	expect_all(test);
	push_frame(m);
	KUNIT_ASSERT_NOT_NULL(test, reserve_data(m, 3, 4));
	expect_all(test);
}

/* There is room for a time in each frame. Reservations fail when all the room is used */
static void have_all_the_room(struct kunit *test)
{
	struct model *m = test->priv;
	int idx;

	while (m->frames < FTRACE_RETFUNC_DEPTH) {
		push_frame(m);
		KUNIT_ASSERT_NOT_NULL(test, reserve_data(m, 1, sizeof(u64)));
	}
	for (idx = 2; idx < FGRAPH_ARRAY_SIZE; idx++) {
		while (reserve_data(m, idx, LARGEST))
			idx = min(idx + 1, FGRAPH_ARRAY_SIZE - 1);
	}
	KUNIT_EXPECT_NULL(test, reserve_data(m, 0, LARGEST));
	KUNIT_EXPECT_LE(test, m->stack->used, FGRAPH_DATA_WORDS);
	expect_all(test);
	while (m->frames) {
		pop_frame(m);
		expect_all(test);
	}
}

/* If outermost frames are dropped, the one that remains keeps its data in its new place */
static void lose_outer_frames(struct kunit *test)
{
	struct model *m = test->priv;

	push_frame(m);
	reserve_data(m, 0, 8);
	push_frame(m);
	reserve_data(m, 1, 8);
	push_frame(m);
	reserve_data(m, 1, 8);
	forget_frames(m, 2);
	expect_all(test);
	pop_frame(m);
	expect_all(test);
}

static void change_model(struct model *m)
{
	int idx;

	switch (random_below(m, 200)) {
	case 0:
		forget_frames(m, random_below(m, m->frames + 1));
		m->moved++;
		break;
	case 1:
		cut_frames(m, random_below(m, m->frames + 1));
		m->moved++;
		break;
	case 2 ... 60:
		if (m->frames < FTRACE_RETFUNC_DEPTH)
			push_frame(m);
		break;
	case 61 ... 110:
		if (m->frames)
			pop_frame(m);
		break;
	default:
		if (!m->frames)
			break;
		idx = random_below(m, FGRAPH_ARRAY_SIZE);
		if (!reserve_data(m, idx, 1 + random_below(m, LARGEST)))
			m->refused++;
	}
}

static void be_as_in_the_model(struct kunit *test)
{
	struct model *m = test->priv;
	int i;

	for (i = 0; i < STEPS; i++) {
		change_model(m);
		expect_all(test);
	}
	/* Fewer would mean that the model does not do what it should */
	KUNIT_EXPECT_GT(test, m->refused, STEPS / 50);
	KUNIT_EXPECT_GT(test, m->moved, STEPS / 200);
}

static int fgraph_stack_test_init(struct kunit *test)
{
	struct model *m = kunit_kzalloc(test, sizeof(*m), GFP_KERNEL);

	if (!m)
		return -ENOMEM;
	m->stack = kunit_kzalloc(test, FGRAPH_STACK_BYTES, GFP_KERNEL);
	if (!m->stack)
		return -ENOMEM;
	prandom_seed_state(&m->rnd, SEED);
	test->priv = m;
	return 0;
}

static struct kunit_case fgraph_stack_test_cases[] = {
	KUNIT_CASE(have_any_size),
	KUNIT_CASE(have_no_other_size),
	KUNIT_CASE(have_one_in_a_frame),
	KUNIT_CASE(have_all_the_room),
	KUNIT_CASE(lose_outer_frames),
	KUNIT_CASE(be_as_in_the_model),
	{}
};

static struct kunit_suite fgraph_stack_test_suite = {
	.name = "fgraph_stack",
	.init = fgraph_stack_test_init,
	.test_cases = fgraph_stack_test_cases,
};

kunit_test_suites(&fgraph_stack_test_suite);

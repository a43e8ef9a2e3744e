// SPDX-License-Identifier: GPL-2.0
/*
 * func_filter_test.c - KUnit test of the filters of registered fgraph_ops (ops)
 *
 * Each ops has random filter lists. The lookup of each function has to return the ops
 * whose lists select it.
 */
#include <kunit/test.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/prandom.h>
#include <linux/slab.h>

#include "../ftrace_internal.h"
#include "../trace.h"
#include "func_filter.h"

#define SEED		17
#define ROUNDS		200
#define FUNCTIONS	40
#define FIRST		0x1000UL
#define DISTANCE	0x40UL

static unsigned long ip_of(int function)
{
	return FIRST + function * DISTANCE;
}

/* A list of random functions. It may be empty */
static struct ftrace_hash *choose(struct kunit *test, struct rnd_state *rnd, u64 *chosen)
{
	struct ftrace_hash *hash = alloc_ftrace_hash(4);
	int count = prandom_u32_state(rnd) % 3 ? prandom_u32_state(rnd) % 8 : 0;

	KUNIT_ASSERT_NOT_NULL(test, hash);
	*chosen = 0;
	while (count--) {
		int function = prandom_u32_state(rnd) % FUNCTIONS;

		if (*chosen & BIT_ULL(function))
			continue;
		KUNIT_ASSERT_EQ(test, add_hash_entry(hash, ip_of(function)), 0);
		*chosen |= BIT_ULL(function);
	}
	return hash;
}

static bool is_enabled(const struct fgraph_choice *all, unsigned long ip)
{
	return (ftrace_hash_empty(all->filter_hash) || ftrace_lookup_ip(all->filter_hash, ip)) &&
		!ftrace_lookup_ip(all->notrace_hash, ip);
}

static void find_as_chosen(struct kunit *test)
{
	struct fgraph_choice choices[FGRAPH_ARRAY_SIZE] = {};
	u64 filter_list[FGRAPH_ARRAY_SIZE], notrace_list[FGRAPH_ARRAY_SIZE];
	struct fgraph_filter *built;
	struct rnd_state rnd;
	int round, function, idx;
	u16 ops;

	prandom_seed_state(&rnd, SEED);
	for (round = 0; round < ROUNDS; round++) {
		bool differ = false;

		ops = prandom_u32_state(&rnd);
		/* Few ops, most of the time */
		if (round % 4)
			ops &= 7 << round % 14;
		for (idx = 0; idx < FGRAPH_ARRAY_SIZE; idx++) {
			choices[idx].filter_hash = choose(test, &rnd, &filter_list[idx]);
			choices[idx].notrace_hash = choose(test, &rnd, &notrace_list[idx]);
		}
		built = fgraph_filter_build(choices, ops);
		KUNIT_ASSERT_NOT_NULL(test, built);
		for (function = 0; function < FUNCTIONS; function++) {
			u16 found = fgraph_filter_ops(built, ip_of(function)), expected = 0;

			for (idx = 0; idx < FGRAPH_ARRAY_SIZE; idx++) {
				if ((ops & BIT(idx)) &&
				    (!filter_list[idx] || (filter_list[idx] & BIT_ULL(function))) &&
				    !(notrace_list[idx] & BIT_ULL(function)))
					expected |= BIT(idx);
			}
			KUNIT_EXPECT_EQ(test, found, expected);
			KUNIT_EXPECT_EQ(test, is_enabled(&built->all, ip_of(function)),
					expected != 0);
			differ |= expected && expected != ops;
		}
		/* The function after the last one is in no list */
		differ |= built->others && built->others != ops;
		KUNIT_EXPECT_EQ(test, built->differ, differ);
		fgraph_filter_free(built);
		for (idx = 0; idx < FGRAPH_ARRAY_SIZE; idx++) {
			free_ftrace_hash(choices[idx].filter_hash);
			free_ftrace_hash(choices[idx].notrace_hash);
		}
	}
}

/*
 * A new function may get the address of an unloaded one. Only ops with an empty list of
 * functions to trace, which stands for all functions, trace it.
 */
static void forget_what_has_gone(struct kunit *test)
{
	struct fgraph_choice choices[FGRAPH_ARRAY_SIZE] = {};
	struct fgraph_filter *built;

	choices[0].filter_hash = alloc_ftrace_hash(0);
	choices[1].notrace_hash = alloc_ftrace_hash(0);
	KUNIT_ASSERT_NOT_NULL(test, choices[0].filter_hash);
	KUNIT_ASSERT_NOT_NULL(test, choices[1].notrace_hash);
	KUNIT_ASSERT_EQ(test, add_hash_entry(choices[0].filter_hash, ip_of(0)), 0);
	KUNIT_ASSERT_EQ(test, add_hash_entry(choices[1].notrace_hash, ip_of(0)), 0);
	built = fgraph_filter_build(choices, BIT(0) | BIT(1));
	KUNIT_ASSERT_NOT_NULL(test, built);
	KUNIT_EXPECT_EQ(test, fgraph_filter_ops(built, ip_of(0)), BIT(0));
	fgraph_filter_forget(built, ip_of(0));
	KUNIT_EXPECT_EQ(test, fgraph_filter_ops(built, ip_of(0)), BIT(1));
	fgraph_filter_forget(built, ip_of(1));
	KUNIT_EXPECT_EQ(test, fgraph_filter_ops(built, ip_of(1)), BIT(1));
	fgraph_filter_free(built);
	free_ftrace_hash(choices[0].filter_hash);
	free_ftrace_hash(choices[1].notrace_hash);
}

/* If a lookup in the vmalloc area may fault, a filter too large for kmalloc() is refused */
static void have_memory_that_does_not_fault(struct kunit *test)
{
	bool faults = IS_ENABLED(CONFIG_ARM) || IS_ENABLED(CONFIG_RISCV);
	struct fgraph_filter *filter = fgraph_filter_alloc(1);
	int bits;

	KUNIT_ASSERT_NOT_NULL(test, filter);
	KUNIT_EXPECT_FALSE(test, is_vmalloc_addr(filter));
	fgraph_filter_free(filter);

	/* The smallest size that is too large for kmalloc() */
	for (bits = 1; struct_size(filter, slots, BIT(bits)) <= KMALLOC_MAX_SIZE; bits++)
		;
	filter = fgraph_filter_alloc(bits);
	KUNIT_EXPECT_EQ(test, faults, !filter);
	KUNIT_EXPECT_EQ(test, !faults, is_vmalloc_addr(filter));
	fgraph_filter_free(filter);
}

static struct kunit_case fgraph_filter_cases[] = {
	KUNIT_CASE(find_as_chosen),
	KUNIT_CASE(forget_what_has_gone),
	KUNIT_CASE(have_memory_that_does_not_fault),
	{}
};

static struct kunit_suite fgraph_filter_suite = {
	.name = "fgraph_filter",
	.test_cases = fgraph_filter_cases,
};

kunit_test_suite(fgraph_filter_suite);

// SPDX-License-Identifier: GPL-2.0
/*
 * error_cause_test.c - KUnit test of the fast path that keeps NULL and false
 *
 * The frame of the caller has an error slot. fgraph_cause_fast() may update it, but only
 * for functions that this caller has called.
 */
#include <kunit/test.h>
#include <linux/preempt.h>

#include "error_origin_test.h"
#include "type_slots.h"

#define OUTER	1
#define FIRST	2
#define INNER	3

/* Call a function whose return hook begins. It is in frame 1, its caller in frame 0 */
static struct ftrace_ret_stack *enter_inner(struct fgraph_stack *stack, u32 func, u32 context)
{
	push_frame(stack, 1, func, BIT(0), context);
	fgraph_origin_return(&stack->entries[1]);
	return &stack->entries[1];
}

static void leave_inner(struct fgraph_stack *stack)
{
	fgraph_origin_leave(stack, &stack->entries[1]);
	stack->states[0].depth--;
}

/* Returns whether @func is the possible cause that is kept for the caller */
static bool causes_at(struct fgraph_stack *stack, u32 func)
{
	const struct fgraph_errors *kept = fgraph_errors_of(stack, &stack->entries[0], 0);

	return kept && kept->cause == func;
}

/* The function in frame 1 returns false. Returns whether the fast path keeps that */
static bool keep_cause(struct fgraph_stack *stack)
{
	struct ftrace_ret_stack *entry = &stack->entries[1];
	bool again = fgraph_cause_fast(stack, entry, 0, entry->func, FGRAPH_CAUSE_FALSE);

	fgraph_origin_keep_cause(stack, entry, 0, entry->func, FGRAPH_CAUSE_FALSE);
	leave_inner(stack);
	return again;
}

static void be_of_its_callees(struct kunit *test)
{
	struct fgraph_stack *stack = test->priv;

	enter_inner(stack, INNER, 0);
	KUNIT_EXPECT_TRUE(test, keep_cause(stack));
	KUNIT_EXPECT_TRUE(test, causes_at(stack, INNER));
}

static void not_be_of_an_interrupt(struct kunit *test)
{
	static const u32 contexts[] = { SOFTIRQ_OFFSET, HARDIRQ_OFFSET, NMI_OFFSET };
	struct fgraph_stack *stack = test->priv;
	int i;

	for (i = 0; i < ARRAY_SIZE(contexts); i++) {
		enter_inner(stack, INNER, contexts[i]);
		KUNIT_EXPECT_FALSE(test, keep_cause(stack));
		KUNIT_EXPECT_TRUE(test, causes_at(stack, FIRST));
	}
}

static void not_be_of_what_a_hook_calls(struct kunit *test)
{
	struct fgraph_stack *stack = test->priv;

	stack->entries[0].context |= FGRAPH_CONTEXT_BUSY;
	enter_inner(stack, INNER, 0);
	KUNIT_EXPECT_FALSE(test, keep_cause(stack));
	KUNIT_EXPECT_TRUE(test, causes_at(stack, FIRST));
}

/* The caller's frame belongs to an earlier fgraph_ops (ops) with the same index */
static void not_belong_to_a_later_ops(struct kunit *test)
{
	struct fgraph_stack *stack = test->priv;

	enter_inner(stack, INNER, 0)->since = 2;
	stack->states[0].since = 2;
	KUNIT_EXPECT_FALSE(test, keep_cause(stack));
	KUNIT_EXPECT_TRUE(test, causes_at(stack, FIRST));
}

static void be_the_error_that_it_hides(struct kunit *test)
{
	struct ftrace_graph_ret failed = { .func = FIRST, .retval = -EIO };
	struct fgraph_stack *stack = test->priv;
	struct fgraph_origin origin;

	enter_inner(stack, INNER, 0);
	fgraph_origin_entered(&stack->entries[1]);
	push_frame(stack, 2, FIRST, BIT(0), 0);
	fgraph_origin_return(&stack->entries[2]);
	KUNIT_EXPECT_TRUE(test, fgraph_origin_find(stack, 2, 0, &failed, type_of(INT), false,
						   &origin, NULL));
	stack->states[0].depth--;
	fgraph_origin_return(&stack->entries[1]);
	KUNIT_EXPECT_FALSE(test, keep_cause(stack));
	KUNIT_EXPECT_TRUE(test, causes_at(stack, FIRST));
	KUNIT_EXPECT_TRUE(test,
			  fgraph_errors_of(stack, &stack->entries[0], 0)->cause_error == EIO);
}

static void not_be_of_a_function_without_caller(struct kunit *test)
{
	struct fgraph_stack *stack = test->priv;
	struct ftrace_ret_stack *entry = &stack->entries[0];

	KUNIT_EXPECT_FALSE(test, fgraph_cause_fast(stack, entry, 0, OUTER, FGRAPH_CAUSE_FALSE));
}

static void not_be_in_a_broken_slot(struct kunit *test)
{
	struct fgraph_stack *stack = test->priv;
	u16 errors = stack->entries[0].errors;

	enter_inner(stack, INNER, 0);
	for (stack->entries[0].errors = FGRAPH_MAX_ERROR_SLOTS + 1;
	     stack->entries[0].errors <= FGRAPH_FIRST_SLOT; stack->entries[0].errors++)
		KUNIT_EXPECT_FALSE(test, fgraph_cause_fast(stack, &stack->entries[1], 0, INNER,
							   FGRAPH_CAUSE_FALSE));
	stack->entries[0].errors = errors;
	leave_inner(stack);
	KUNIT_EXPECT_TRUE(test, causes_at(stack, FIRST));
}

/* Enter the caller. Its first callee returns false */
static int fgraph_cause_test_init(struct kunit *test)
{
	struct fgraph_stack *stack = kunit_kzalloc(test, FGRAPH_STACK_BYTES, GFP_KERNEL);

	if (!stack)
		return -ENOMEM;
	test->priv = stack;
	push_frame(stack, 0, OUTER, BIT(0), 0);
	enter_inner(stack, FIRST, 0);
	if (keep_cause(stack) || !causes_at(stack, FIRST))
		return -EINVAL;
	return 0;
}

static struct kunit_case fgraph_cause_test_cases[] = {
	KUNIT_CASE(be_of_its_callees),
	KUNIT_CASE(not_be_of_an_interrupt),
	KUNIT_CASE(not_be_of_what_a_hook_calls),
	KUNIT_CASE(not_belong_to_a_later_ops),
	KUNIT_CASE(be_the_error_that_it_hides),
	KUNIT_CASE(not_be_of_a_function_without_caller),
	KUNIT_CASE(not_be_in_a_broken_slot),
	{}
};

static struct kunit_suite fgraph_cause_test_suite = {
	.name = "fgraph_cause",
	.init = fgraph_cause_test_init,
	.test_cases = fgraph_cause_test_cases,
};

kunit_test_suites(&fgraph_cause_test_suite);

// SPDX-License-Identifier: GPL-2.0
/*
 * error_cause_test.c - KUnit test of keeping NULL and false in few steps
 *
 * A caller has something kept for it. fgraph_hint_again() may add to that, but not for a
 * function that somebody else has called.
 */
#include <kunit/test.h>
#include <linux/preempt.h>

#include "error_origin_test.h"
#include "type_slots.h"

#define OUTER	1
#define FIRST	2
#define INNER	3

/* The caller is in frame 0, and what it calls in frame 1 */
static struct ftrace_ret_stack *enter_inner(struct fgraph_stack *stack, u32 func, u32 context)
{
	push_frame(stack, 1, func, BIT(0), context);
	fgraph_origin_return(&stack->entries[1]);
	return &stack->entries[1];
}

static void leave_inner(struct fgraph_stack *stack)
{
	fgraph_origin_leave(stack, &stack->entries[1]);
	stack->users[0].depth--;
}

/* Returns whether the caller has it now */
static bool hints_at(struct fgraph_stack *stack, u32 func)
{
	const struct fgraph_errors *kept = fgraph_errors_of(stack, &stack->entries[0], 0);

	return kept && kept->hint == func;
}

/* The function in frame 1 returns false. Returns whether that takes few steps */
static bool hint(struct fgraph_stack *stack)
{
	struct ftrace_ret_stack *entry = &stack->entries[1];
	bool again = fgraph_hint_again(stack, entry, 0, entry->func, FGRAPH_CAUSE_FALSE);

	fgraph_origin_hint(stack, entry, 0, entry->func, FGRAPH_CAUSE_FALSE);
	leave_inner(stack);
	return again;
}

static void be_of_its_callees(struct kunit *test)
{
	struct fgraph_stack *stack = test->priv;

	enter_inner(stack, INNER, 0);
	KUNIT_EXPECT_TRUE(test, hint(stack));
	KUNIT_EXPECT_TRUE(test, hints_at(stack, INNER));
}

static void not_be_of_an_interrupt(struct kunit *test)
{
	static const u32 contexts[] = { SOFTIRQ_OFFSET, HARDIRQ_OFFSET, NMI_OFFSET };
	struct fgraph_stack *stack = test->priv;
	int i;

	for (i = 0; i < ARRAY_SIZE(contexts); i++) {
		enter_inner(stack, INNER, contexts[i]);
		KUNIT_EXPECT_FALSE(test, hint(stack));
		KUNIT_EXPECT_TRUE(test, hints_at(stack, FIRST));
	}
}

static void not_be_of_what_a_hook_calls(struct kunit *test)
{
	struct fgraph_stack *stack = test->priv;

	stack->entries[0].context |= FGRAPH_CONTEXT_BUSY;
	enter_inner(stack, INNER, 0);
	KUNIT_EXPECT_FALSE(test, hint(stack));
	KUNIT_EXPECT_TRUE(test, hints_at(stack, FIRST));
}

/* The caller's frame is of the user who had the number before */
static void not_be_of_a_later_user(struct kunit *test)
{
	struct fgraph_stack *stack = test->priv;

	enter_inner(stack, INNER, 0)->since = 2;
	stack->users[0].since = 2;
	KUNIT_EXPECT_FALSE(test, hint(stack));
	KUNIT_EXPECT_TRUE(test, hints_at(stack, FIRST));
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
	stack->users[0].depth--;
	fgraph_origin_return(&stack->entries[1]);
	KUNIT_EXPECT_FALSE(test, hint(stack));
	KUNIT_EXPECT_TRUE(test, hints_at(stack, FIRST));
	KUNIT_EXPECT_TRUE(test,
			  fgraph_errors_of(stack, &stack->entries[0], 0)->hint_error == EIO);
}

static void not_be_of_a_function_without_caller(struct kunit *test)
{
	struct fgraph_stack *stack = test->priv;
	struct ftrace_ret_stack *entry = &stack->entries[0];

	KUNIT_EXPECT_FALSE(test, fgraph_hint_again(stack, entry, 0, OUTER, FGRAPH_CAUSE_FALSE));
}

static void not_be_in_a_broken_block(struct kunit *test)
{
	struct fgraph_stack *stack = test->priv;
	u16 errors = stack->entries[0].errors;

	enter_inner(stack, INNER, 0);
	for (stack->entries[0].errors = FGRAPH_MAX_BLOCKS + 1;
	     stack->entries[0].errors <= FGRAPH_FIRST_BLOCK; stack->entries[0].errors++)
		KUNIT_EXPECT_FALSE(test, fgraph_hint_again(stack, &stack->entries[1], 0, INNER,
							   FGRAPH_CAUSE_FALSE));
	stack->entries[0].errors = errors;
	leave_inner(stack);
	KUNIT_EXPECT_TRUE(test, hints_at(stack, FIRST));
}

/* The caller is entered, and the first function returns false */
static int fgraph_hint_test_init(struct kunit *test)
{
	struct fgraph_stack *stack = kunit_kzalloc(test, FGRAPH_STACK_BYTES, GFP_KERNEL);

	if (!stack)
		return -ENOMEM;
	test->priv = stack;
	push_frame(stack, 0, OUTER, BIT(0), 0);
	enter_inner(stack, FIRST, 0);
	if (hint(stack) || !hints_at(stack, FIRST))
		return -EINVAL;
	return 0;
}

static struct kunit_case fgraph_hint_test_cases[] = {
	KUNIT_CASE(be_of_its_callees),
	KUNIT_CASE(not_be_of_an_interrupt),
	KUNIT_CASE(not_be_of_what_a_hook_calls),
	KUNIT_CASE(not_be_of_a_later_user),
	KUNIT_CASE(be_the_error_that_it_hides),
	KUNIT_CASE(not_be_of_a_function_without_caller),
	KUNIT_CASE(not_be_in_a_broken_block),
	{}
};

static struct kunit_suite fgraph_hint_test_suite = {
	.name = "fgraph_hint",
	.init = fgraph_hint_test_init,
	.test_cases = fgraph_hint_test_cases,
};

kunit_test_suites(&fgraph_hint_test_suite);

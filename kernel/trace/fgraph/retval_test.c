// SPDX-License-Identifier: GPL-2.0
/*
 * retval_test.c - KUnit test of how return values are printed
 */
#include <kunit/test.h>

#include "retval.h"

#define HEX	TRACE_GRAPH_PRINT_RETVAL_HEX
#define TWO	TRACE_GRAPH_PRINT_RETVAL2
#define NAMES	TRACE_GRAPH_PRINT_RETVAL_NAMES

struct retval_case {
	unsigned long retval;
	const char *smart;
	const char *hex;
};

/* Values that read the same on 32-bit and 64-bit machines */
static const struct retval_case any_width[] = {
	{ 0,		"ret=0x0",		"ret=0x0" },
	{ 1,		"ret=0x1",		"ret=0x1" },
	{ 22,		"ret=0x16",		"ret=0x16" },
	{ 4095,		"ret=0xfff",		"ret=0xfff" },
	{ 0xea,		"ret=0xea",		"ret=0xea" },
	{ 0xffea,	"ret=0xffea",		"ret=0xffea" },
	{ 0x7fffffff,	"ret=0x7fffffff",	"ret=0x7fffffff" },
	{ 0x80000000,	"ret=0x80000000",	"ret=0x80000000" },
	{ 0xffffefff,	"ret=0xffffefff",	"ret=0xffffefff" },
	{ 0xfffff000,	"ret=0xfffff000",	"ret=0xfffff000" },
	{ 0xfffff001,	"ret=-4095",		"ret=0xfffff001" },
	{ 0xffffffea,	"ret=-22",		"ret=0xffffffea" },
	{ 0xfffffffe,	"ret=-2",		"ret=0xfffffffe" },
	{ 0xffffffff,	"ret=-1",		"ret=0xffffffff" },
};

#ifdef CONFIG_64BIT
static const struct retval_case this_width[] = {
	{ -1UL,		"ret=-1",		"ret=0xffffffffffffffff" },
	{ -22UL,	"ret=-22",		"ret=0xffffffffffffffea" },
	{ -4095UL,	"ret=-4095",		"ret=0xfffffffffffff001" },
	{ -4096UL,	"ret=0xfffffffffffff000", "ret=0xfffffffffffff000" },
	{ LONG_MIN,	"ret=0x8000000000000000", "ret=0x8000000000000000" },
	{ LONG_MAX,	"ret=0x7fffffffffffffff", "ret=0x7fffffffffffffff" },
	/* INT_MIN as a long. INT_MIN as an int is above */
	{ INT_MIN,	"ret=0xffffffff80000000", "ret=0xffffffff80000000" },
	/* Neither an int nor an error, because of the upper half */
	{ 0x100000000,	"ret=0x100000000",	"ret=0x100000000" },
	{ 0x1ffffffea,	"ret=0x1ffffffea",	"ret=0x1ffffffea" },
	{ 0x7fffffffffffffea, "ret=0x7fffffffffffffea", "ret=0x7fffffffffffffea" },
	{ 0xfffffffeffffffea, "ret=0xfffffffeffffffea", "ret=0xfffffffeffffffea" },
	{ 0xffff888000209e00, "ret=0xffff888000209e00", "ret=0xffff888000209e00" },
};
#else
static const struct retval_case this_width[] = {
	{ -1UL,		"ret=-1",		"ret=0xffffffff" },
	{ -22UL,	"ret=-22",		"ret=0xffffffea" },
	{ -4095UL,	"ret=-4095",		"ret=0xfffff001" },
	{ -4096UL,	"ret=0xfffff000",	"ret=0xfffff000" },
	{ LONG_MIN,	"ret=0x80000000",	"ret=0x80000000" },
	{ LONG_MAX,	"ret=0x7fffffff",	"ret=0x7fffffff" },
	{ 0xc1234560,	"ret=0xc1234560",	"ret=0xc1234560" },
};
#endif

static void expect_print(struct kunit *test, unsigned long retval,
			 unsigned long retval2, u32 flags, const char *expected)
{
	struct ftrace_graph_ret trace = {
		.retval = retval,
		.retval2 = retval2,
	};
	struct trace_seq *s = test->priv;

	trace_seq_init(s);
	fgraph_print_retval(s, &trace, flags);
	trace_seq_putc(s, '\0');
	KUNIT_EXPECT_STREQ(test, s->buffer, expected);
}

static void expect_cases(struct kunit *test, const struct retval_case *cases,
			 size_t count)
{
	size_t i;

	for (i = 0; i < count; i++) {
		expect_print(test, cases[i].retval, 0, 0, cases[i].smart);
		expect_print(test, cases[i].retval, 0, HEX, cases[i].hex);
		/* The second register makes no difference */
		expect_print(test, cases[i].retval, -22UL, 0, cases[i].smart);
		expect_print(test, cases[i].retval, -22UL, HEX, cases[i].hex);
	}
}

static void print_values_of_any_width(struct kunit *test)
{
	expect_cases(test, any_width, ARRAY_SIZE(any_width));
}

static void print_values_of_this_width(struct kunit *test)
{
	expect_cases(test, this_width, ARRAY_SIZE(this_width));
}

static void print_both_registers(struct kunit *test)
{
	expect_print(test, 0, 0, TWO, "ret=0x0 ret2=0x0");
	expect_print(test, 0, 1, TWO, "ret=0x0 ret2=0x1");
	expect_print(test, 0x11111111, 0x22222222, TWO,
		     "ret=0x11111111 ret2=0x22222222");
	/* The second register is no value by itself: it is never printed as an error */
	expect_print(test, -22UL, 0xffffffea, TWO, "ret=-22 ret2=0xffffffea");
	expect_print(test, 0xffffffea, 1, TWO | HEX,
		     "ret=0xffffffea ret2=0x1");
}

static void print_names_of_errors(struct kunit *test)
{
	expect_print(test, -22UL, 0, NAMES, "ret=-22 (EINVAL)");
	expect_print(test, 0xffffffea, 0, NAMES, "ret=-22 (EINVAL)");
	expect_print(test, 0xffffffea, 0, NAMES | HEX, "ret=0xffffffea (EINVAL)");
	expect_print(test, -22UL, 1, NAMES | TWO, "ret=-22 (EINVAL) ret2=0x1");
	/* Errnos of the kernel only, an errno without a name, values that are no errors */
	expect_print(test, -512UL, 0, NAMES, "ret=-512 (EINTR or restarted)");
	expect_print(test, -516UL, 0, NAMES, "ret=-516 (EINTR or restarted)");
	expect_print(test, -4095UL, 0, NAMES, "ret=-4095");
	expect_print(test, 0, 0, NAMES, "ret=0x0");
	expect_print(test, 22, 0, NAMES, "ret=0x16");
	expect_print(test, 0x7fffffff, 0, NAMES, "ret=0x7fffffff");
}

static void show_only_if_asked_to(struct kunit *test)
{
	KUNIT_EXPECT_FALSE(test, fgraph_shows_retval(0));
	KUNIT_EXPECT_FALSE(test, fgraph_shows_retval(HEX | TWO));
	KUNIT_EXPECT_FALSE(test, fgraph_shows_retval(~TRACE_GRAPH_PRINT_RETVAL));
	KUNIT_EXPECT_TRUE(test, fgraph_shows_retval(TRACE_GRAPH_PRINT_RETVAL));
}

static int fgraph_retval_test_init(struct kunit *test)
{
	test->priv = kunit_kzalloc(test, sizeof(struct trace_seq), GFP_KERNEL);
	return test->priv ? 0 : -ENOMEM;
}

static struct kunit_case fgraph_retval_test_cases[] = {
	KUNIT_CASE(print_values_of_any_width),
	KUNIT_CASE(print_values_of_this_width),
	KUNIT_CASE(print_both_registers),
	KUNIT_CASE(print_names_of_errors),
	KUNIT_CASE(show_only_if_asked_to),
	{}
};

static struct kunit_suite fgraph_retval_test_suite = {
	.name = "fgraph_retval",
	.init = fgraph_retval_test_init,
	.test_cases = fgraph_retval_test_cases,
};

kunit_test_suites(&fgraph_retval_test_suite);

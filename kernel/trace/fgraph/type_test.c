// SPDX-License-Identifier: GPL-2.0
/*
 * type_test.c - KUnit test of return values whose type is known
 */
#include <kunit/test.h>

#include "type.h"

#define HEX	TRACE_GRAPH_PRINT_RETVAL_HEX

struct type_case {
	enum fgraph_kind kind;
	u32 bytes;
	bool is_signed;
	/* Registers as a function leaves them: the bits above the value are undefined */
	unsigned long retval, retval2;
	const char *text, *hex;
};

#define NOTHING	""

/* Values that read the same on 32-bit and 64-bit machines */
static const struct type_case any_width[] = {
	{ FGRAPH_VOID, 0, false, -22UL, 1, NOTHING, NOTHING },
	{ FGRAPH_MEMORY, 64, false, -22UL, 1, NOTHING, NOTHING },
	{ FGRAPH_STRUCT, 64, false, -22UL, 1, NOTHING, NOTHING },
	{ FGRAPH_STRUCT, 0, false, -22UL, 1, NOTHING, NOTHING },

	{ FGRAPH_BOOL, 1, false, 0xffffff00, 1, "ret=false", "ret=0x0" },
	{ FGRAPH_BOOL, 1, false, 0xffffff01, 1, "ret=true", "ret=0x1" },
	{ FGRAPH_BOOL, 1, false, 2, 1, "ret=0x2", "ret=0x2" },

	{ FGRAPH_INT, 1, true, 0x12345612, 1, "ret=18", "ret=0x12" },
	{ FGRAPH_INT, 1, true, 0x123456ea, 1, "ret=-22", "ret=0xea" },
	{ FGRAPH_INT, 1, true, 0x80, 1, "ret=-128", "ret=0x80" },
	{ FGRAPH_INT, 1, false, 0x123456ea, 1, "ret=0xea", "ret=0xea" },
	{ FGRAPH_INT, 1, false, -22UL, 1, "ret=0xea", "ret=0xea" },
	{ FGRAPH_INT, 2, true, 0x1234ffea, 1, "ret=-22", "ret=0xffea" },
	{ FGRAPH_INT, 2, true, 0x12341234, 1, "ret=4660", "ret=0x1234" },
	{ FGRAPH_INT, 2, true, 0x8000, 1, "ret=-32768", "ret=0x8000" },
	{ FGRAPH_INT, 2, false, -22UL, 1, "ret=0xffea", "ret=0xffea" },

	{ FGRAPH_ERRNO_INT, 4, true, 0, 1, "ret=0", "ret=0x0" },
	{ FGRAPH_ERRNO_INT, 4, true, 22, 1, "ret=22", "ret=0x16" },
	{ FGRAPH_ERRNO_INT, 4, true, 0xffffffea, 1, "ret=-22", "ret=0xffffffea" },
	{ FGRAPH_ERRNO_INT, 4, true, -22UL, 1, "ret=-22", "ret=0xffffffea" },
	{ FGRAPH_ERRNO_INT, 4, true, 0x80000000, 1, "ret=-2147483648", "ret=0x80000000" },
	{ FGRAPH_ERRNO_INT, 4, true, 0x7fffffff, 1, "ret=2147483647", "ret=0x7fffffff" },
	/* Never an error, whatever it looks like */
	{ FGRAPH_INT, 4, false, 0xffffffea, 1, "ret=0xffffffea", "ret=0xffffffea" },
	{ FGRAPH_INT, 4, false, -22UL, 1, "ret=0xffffffea", "ret=0xffffffea" },
	{ FGRAPH_INT, 4, false, 0, 1, "ret=0x0", "ret=0x0" },

	{ FGRAPH_ENUM, 4, false, 16, 1, "ret=16", "ret=0x10" },
	{ FGRAPH_ENUM, 4, false, 0xffffffea, 1, "ret=4294967274", "ret=0xffffffea" },
	{ FGRAPH_ENUM, 4, true, 0xffffffea, 1, "ret=-22", "ret=0xffffffea" },
	{ FGRAPH_ENUM, 1, false, 0x180, 1, "ret=128", "ret=0x80" },

	{ FGRAPH_STRUCT, 1, false, 0x1234, 1, "ret={0x34}", "ret={0x34}" },
	{ FGRAPH_STRUCT, 4, false, 0x12345678, 1, "ret={0x12345678}", "ret={0x12345678}" },
};

#ifdef CONFIG_64BIT
static const struct type_case this_width[] = {
	/* int: the upper half is undefined on x86_64, arm64. riscv sign-extends a u32 */
	{ FGRAPH_ERRNO_INT, 4, true, 0x12345678ffffffea, 1, "ret=-22", "ret=0xffffffea" },
	{ FGRAPH_ERRNO_INT, 4, true, 0xffffffff00000001, 1, "ret=1", "ret=0x1" },
	{ FGRAPH_INT, 4, false, 0xffffffff80000001, 1, "ret=0x80000001", "ret=0x80000001" },
	{ FGRAPH_ENUM, 4, false, 0xffffffff80000001, 1, "ret=2147483649", "ret=0x80000001" },
	/* long, s64, u64, unsigned long */
	{ FGRAPH_ERRNO_INT, 8, true, -22UL, 1, "ret=-22", "ret=0xffffffffffffffea" },
	{ FGRAPH_ERRNO_INT, 8, true, 0xffffffea, 1, "ret=4294967274", "ret=0xffffffea" },
	{ FGRAPH_ERRNO_INT, 8, true, LONG_MIN, 1, "ret=-9223372036854775808",
	  "ret=0x8000000000000000" },
	{ FGRAPH_INT, 8, false, -22UL, 1, "ret=0xffffffffffffffea", "ret=0xffffffffffffffea" },
	{ FGRAPH_ERRNO_INT, 8, false, -22UL, 1, "ret=-22", "ret=0xffffffffffffffea" },
	{ FGRAPH_ERRNO_INT, 8, false, -4096UL, 1, "ret=0xfffffffffffff000",
	  "ret=0xfffffffffffff000" },
	{ FGRAPH_ERRNO_INT, 8, false, 0x1000, 1, "ret=0x1000", "ret=0x1000" },
	{ FGRAPH_POINTER, 8, false, 0xffff888000209e00, 1, "ret=0xffff888000209e00",
	  "ret=0xffff888000209e00" },
	{ FGRAPH_POINTER, 8, false, 0, 1, "ret=0x0", "ret=0x0" },
	{ FGRAPH_POINTER, 8, false, -4095UL, 1, "ret=-4095", "ret=0xfffffffffffff001" },
	/* A user space pointer, not an error in an int */
	{ FGRAPH_POINTER, 8, false, 0xffffffea, 1, "ret=0xffffffea", "ret=0xffffffea" },
	/* __int128, and structs in two registers, the second one in part */
	{ FGRAPH_INT, 16, false, 1, 8, "ret=0x80000000000000001", "ret=0x80000000000000001" },
	{ FGRAPH_INT, 16, true, -22UL, 0, "ret=0xffffffffffffffea", "ret=0xffffffffffffffea" },
	{ FGRAPH_STRUCT, 16, false, 1, -22UL, "ret={0x1, 0xffffffffffffffea}",
	  "ret={0x1, 0xffffffffffffffea}" },
	{ FGRAPH_STRUCT, 12, false, 1, -22UL, "ret={0x1, 0xffffffea}", "ret={0x1, 0xffffffea}" },
	{ FGRAPH_STRUCT, 17, false, 1, 2, NOTHING, NOTHING },
	{ FGRAPH_STRUCT, 3, false, 0x12345678, 1, "ret={0x345678}", "ret={0x345678}" },
};
#else
static const struct type_case this_width[] = {
	{ FGRAPH_ERRNO_INT, 8, true, 0xffffffea, 0xffffffff, "ret=-22",
	  "ret=0xffffffffffffffea" },
	{ FGRAPH_ERRNO_INT, 8, true, 0xffffffea, 0, "ret=4294967274", "ret=0xffffffea" },
	{ FGRAPH_ERRNO_INT, 8, true, 0, 0x80000000, "ret=-9223372036854775808",
	  "ret=0x8000000000000000" },
	{ FGRAPH_INT, 8, false, 0x55667788, 0x11223344, "ret=0x1122334455667788",
	  "ret=0x1122334455667788" },
	{ FGRAPH_INT, 8, false, 1, 8, "ret=0x800000001", "ret=0x800000001" },
	{ FGRAPH_INT, 8, false, -22UL, -1UL, "ret=0xffffffffffffffea",
	  "ret=0xffffffffffffffea" },
	{ FGRAPH_ENUM, 8, true, -22UL, -1UL, "ret=-22", "ret=0xffffffffffffffea" },
	{ FGRAPH_ERRNO_INT, 4, false, -22UL, 1, "ret=-22", "ret=0xffffffea" },
	{ FGRAPH_ERRNO_INT, 4, false, -4096UL, 1, "ret=0xfffff000", "ret=0xfffff000" },
	{ FGRAPH_ERRNO_INT, 4, false, 0x1000, 1, "ret=0x1000", "ret=0x1000" },
	{ FGRAPH_POINTER, 4, false, 0xc1234560, 1, "ret=0xc1234560", "ret=0xc1234560" },
	{ FGRAPH_POINTER, 4, false, 0, 1, "ret=0x0", "ret=0x0" },
	{ FGRAPH_POINTER, 4, false, -4095UL, 1, "ret=-4095", "ret=0xfffff001" },
#ifdef CONFIG_X86_32
	{ FGRAPH_STRUCT, 8, false, 1, 2, "ret={0x1, 0x2}", "ret={0x1, 0x2}" },
	{ FGRAPH_STRUCT, 3, false, 1, 2, NOTHING, NOTHING },
#else
	{ FGRAPH_STRUCT, 8, false, 1, 2, NOTHING, NOTHING },
	{ FGRAPH_STRUCT, 3, false, 0x12345678, 2, "ret={0x345678}", "ret={0x345678}" },
#endif
};
#endif

static void expect_print(struct kunit *test, u16 type, const struct ftrace_graph_ret *trace,
			 u32 flags, const char *expected)
{
	struct ftrace_graph_ret ret = *trace;
	struct trace_seq *s = test->priv;

	trace_seq_init(s);
	fgraph_extend_value(&ret, type);
	if (fgraph_type_has_value(type))
		fgraph_print_typed(s, type, &ret, flags);
	trace_seq_putc(s, '\0');
	KUNIT_EXPECT_STREQ(test, s->buffer, expected);
}

static void expect_case(struct kunit *test, const struct type_case *c)
{
	u16 type = fgraph_make_type(c->kind, c->bytes, c->is_signed);
	struct ftrace_graph_ret trace = {
		.retval = c->retval,
		.retval2 = c->retval2,
	};

	KUNIT_EXPECT_NE(test, type, 0);
	KUNIT_EXPECT_EQ(test, type & ~FGRAPH_TYPE_MASK, 0);
	expect_print(test, type, &trace, 0, c->text);
	expect_print(test, type, &trace, HEX, c->hex);
	/* A value that was extended when it was recorded prints the same */
	fgraph_extend_value(&trace, type);
	expect_print(test, type, &trace, 0, c->text);
	expect_print(test, type, &trace, HEX, c->hex);
	if (!fgraph_type_has_value(type))
		KUNIT_EXPECT_EQ(test, trace.retval | trace.retval2, 0);
	else if (type & FGRAPH_TYPE_ONE)
		KUNIT_EXPECT_EQ(test, trace.retval2, 0);
}

static void print_types_of_any_width(struct kunit *test)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(any_width); i++)
		expect_case(test, &any_width[i]);
}

static void print_types_of_this_width(struct kunit *test)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(this_width); i++)
		expect_case(test, &this_width[i]);
}

static void extend_to_the_whole_register(struct kunit *test)
{
	struct ftrace_graph_ret trace = { .retval = 0xffea, .retval2 = 5 };

	fgraph_extend_value(&trace, 0);
	KUNIT_EXPECT_EQ(test, trace.retval, 0xffea);
	KUNIT_EXPECT_EQ(test, trace.retval2, 5);

	fgraph_extend_value(&trace, fgraph_make_type(FGRAPH_INT, 2, true));
	KUNIT_EXPECT_EQ(test, trace.retval, -22UL);
	KUNIT_EXPECT_EQ(test, trace.retval2, 0);

	fgraph_extend_value(&trace, fgraph_make_type(FGRAPH_INT, 2, false));
	KUNIT_EXPECT_EQ(test, trace.retval, 0xffea);

	trace.retval2 = 5;
	fgraph_extend_value(&trace, fgraph_make_type(FGRAPH_INT, 2 * sizeof(long), false));
	KUNIT_EXPECT_EQ(test, trace.retval, 0xffea);
	KUNIT_EXPECT_EQ(test, trace.retval2, 5);
}

static void expect_error(struct kunit *test, enum fgraph_kind kind, u32 bytes, bool is_signed,
			 long expected)
{
	u16 type = fgraph_make_type(kind, bytes, is_signed);
	struct ftrace_graph_ret trace = { .retval = -22UL, .retval2 = -1UL };

	fgraph_extend_value(&trace, type);
	KUNIT_EXPECT_EQ_MSG(test, fgraph_typed_error(&trace, type), expected,
			    "kind %u, %u bytes, signed %u", kind, bytes, is_signed);
}

/* The same bits, by different types */
static void be_an_error_if_the_type_lets_it(struct kunit *test)
{
	expect_error(test, FGRAPH_ERRNO_INT, 4, true, -22);
	expect_error(test, FGRAPH_ERRNO_INT, 8, true, -22);
	expect_error(test, FGRAPH_ERRNO_INT, sizeof(long), false, -22);
	expect_error(test, FGRAPH_POINTER, sizeof(long), false, -22);
	expect_error(test, FGRAPH_INT, 4, false, 0);
	expect_error(test, FGRAPH_INT, 8, false, 0);
	expect_error(test, FGRAPH_INT, 1, true, 0);
	expect_error(test, FGRAPH_INT, 2, true, 0);
	expect_error(test, FGRAPH_BOOL, 1, false, 0);
	expect_error(test, FGRAPH_ENUM, 4, true, 0);
	expect_error(test, FGRAPH_VOID, 0, false, 0);
	expect_error(test, FGRAPH_STRUCT, 4, false, 0);
}

static void have_no_type_without_a_rule(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, fgraph_make_type(FGRAPH_UNTYPED, 4, true), 0);
	KUNIT_EXPECT_EQ(test, fgraph_make_type(FGRAPH_KINDS, 4, true), 0);
	KUNIT_EXPECT_EQ(test, fgraph_make_type(FGRAPH_BOOL, 4, false), 0);
	KUNIT_EXPECT_EQ(test, fgraph_make_type(FGRAPH_POINTER, 2, false), 0);
	KUNIT_EXPECT_EQ(test, fgraph_make_type(FGRAPH_INT, 0, true), 0);
	KUNIT_EXPECT_EQ(test, fgraph_make_type(FGRAPH_INT, 3, true), 0);
	KUNIT_EXPECT_EQ(test, fgraph_make_type(FGRAPH_INT, 4 * sizeof(long), true), 0);
	KUNIT_EXPECT_EQ(test, fgraph_make_type(FGRAPH_ENUM, 4 * sizeof(long), true), 0);
}

static int fgraph_type_test_init(struct kunit *test)
{
	test->priv = kunit_kzalloc(test, sizeof(struct trace_seq), GFP_KERNEL);
	return test->priv ? 0 : -ENOMEM;
}

static struct kunit_case fgraph_type_test_cases[] = {
	KUNIT_CASE(print_types_of_any_width),
	KUNIT_CASE(print_types_of_this_width),
	KUNIT_CASE(extend_to_the_whole_register),
	KUNIT_CASE(be_an_error_if_the_type_lets_it),
	KUNIT_CASE(have_no_type_without_a_rule),
	{}
};

static struct kunit_suite fgraph_type_test_suite = {
	.name = "fgraph_type",
	.init = fgraph_type_test_init,
	.test_cases = fgraph_type_test_cases,
};

kunit_test_suites(&fgraph_type_test_suite);

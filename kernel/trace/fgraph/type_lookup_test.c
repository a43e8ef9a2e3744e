// SPDX-License-Identifier: GPL-2.0
/*
 * type_lookup_test.c - KUnit test of prototypes that are found by address
 */
#include <kunit/test.h>
#include <linux/err.h>
#include <linux/mm.h>

#include "../ftrace_internal.h"
#include "return_type.h"
#include "type_source.h"

/* As many functions as a kernel of a distribution has */
#define MANY	40000

#define BASE	((unsigned long)(IS_ENABLED(CONFIG_64BIT) ? 0xffffffff81000000ULL : 0xc1000000))

/* Stand for modules, at addresses that are not used */
#define MODULES	1000
#define MODULE	0x10000000UL

static struct fgraph_function *alloc_functions(struct kunit *test)
{
	struct fgraph_function *functions;

	functions = kvcalloc(MANY, sizeof(*functions), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, functions);
	return functions;
}

static void fill(struct fgraph_function *functions, u32 count, unsigned long distance)
{
	u32 i;

	for (i = 0; i < count; i++) {
		functions[i].ip = BASE + i * distance;
		functions[i].type = i & FGRAPH_TYPE_MASK;
		functions[i].proto = i * 0x10003;
	}
}

/* Two values of an enumeration have a name, whatever the function is */
static const char *enumerator(const struct fgraph_text *text, u32 proto, u32 value)
{
	return value == -22U ? "MINUS" : value == 0xea ? "BYTE" : NULL;
}

static const struct fgraph_source source = {
	.enumerator = enumerator,
};

/* The functions at BASE exist since time 100 */
static struct fgraph_protos *build(const struct fgraph_function *functions, u32 count)
{
	static const struct fgraph_text text = {
		.start = { BASE, 32 }, .end = { BASE + 0x100, 48 }, .since = 100, .source = &source,
	};

	return fgraph_protos_build(functions, count, &text);
}

static bool is_found(const struct fgraph_protos *protos, const struct fgraph_function *function)
{
	struct fgraph_function found;

	return fgraph_protos_find(protos, function->ip, &found) &&
	       found.ip == function->ip && found.type == function->type &&
	       found.proto == function->proto;
}

/* Each function is found by its address, and by no address beside it */
static void expect_all(struct kunit *test, const struct fgraph_function *functions, u32 count)
{
	struct fgraph_protos *protos = build(functions, count);
	struct fgraph_function found;
	u32 i, lost = 0, wrong = 0;

	KUNIT_ASSERT_FALSE(test, IS_ERR(protos));
	for (i = 0; i < count; i++) {
		lost += !is_found(protos, &functions[i]);
		wrong += fgraph_protos_find(protos, functions[i].ip + 1, &found);
		wrong += fgraph_protos_find(protos, functions[i].ip - 1, &found);
	}
	wrong += fgraph_protos_find(protos, 0, &found);
	wrong += fgraph_protos_find(protos, -1UL, &found);
	fgraph_protos_free(protos);
	KUNIT_EXPECT_EQ(test, lost, 0);
	KUNIT_EXPECT_EQ(test, wrong, 0);
}

static void find_few(struct kunit *test)
{
	struct fgraph_function *functions = alloc_functions(test);
	u32 count;

	for (count = 1; count <= 64; count++) {
		fill(functions, count, 16);
		expect_all(test, functions, count);
	}
	kvfree(functions);
}

/* Distances that functions of one size have, and the worst for a hash that shifts */
static void find_at_regular_distances(struct kunit *test)
{
	static const unsigned long distances[] = {
		4, 8, 12, 16, 20, 24, 32, 48, 64, 80, 96, 128, 160, 256, 512, 1024, 4096, 65536,
	};
	struct fgraph_function *functions = alloc_functions(test);
	int i;

	for (i = 0; i < ARRAY_SIZE(distances); i++) {
		fill(functions, MANY / 8, distances[i]);
		expect_all(test, functions, MANY / 8);
	}
	kvfree(functions);
}

/* From a fixed seed, functions of 16 to 1024 bytes */
static void find_many(struct kunit *test)
{
	struct fgraph_function *functions = alloc_functions(test);
	u32 i, random = 1, next = 0;

	fill(functions, MANY, 0);
	for (i = 0; i < MANY; i++) {
		random = random * 1664525 + 1013904223;
		next += 16 + (random >> 26) * 16;
		functions[i].ip += next;
	}
	expect_all(test, functions, MANY);
	kvfree(functions);
}

static void refuse_one_address_twice(struct kunit *test)
{
	struct fgraph_function *functions = alloc_functions(test);

	fill(functions, 64, 0);
	KUNIT_EXPECT_EQ(test, PTR_ERR(build(functions, 64)), -EINVAL);
	kvfree(functions);
}

static void expect_print_at(struct kunit *test, u64 time, u32 flags, const char *expected)
{
	struct ftrace_graph_ret trace = {
		.func = BASE + 16,
		.retval = -22UL,
		.retval2 = 0x1234,
		.calltime = time,
		.rettime = time + 1,
	};
	struct trace_seq *s = test->priv;

	trace_seq_init(s);
	fgraph_print_return(s, " /* ", &trace, " */", flags);
	trace_seq_putc(s, '\0');
	KUNIT_EXPECT_STREQ(test, s->buffer, expected);
}

static void expect_print(struct kunit *test, u32 flags, const char *expected)
{
	expect_print_at(test, 100, flags, expected);
}

/* Set the prototypes of the kernel. NULL removes them */
static void publish_protos(struct fgraph_protos *protos)
{
	static struct fgraph_protos *before;

	fgraph_publish_kernel(protos);
	fgraph_synchronize_cpus();
	if (before != &fgraph_protos_none)
		fgraph_protos_free(before);
	before = protos;
}

/* Publish functions at BASE, BASE + 16 and BASE + 32. That at BASE + 16 has this type */
static void publish(struct kunit *test, u16 type)
{
	struct fgraph_function functions[3];
	struct fgraph_protos *protos;

	fill(functions, 3, 16);
	functions[1].type = type;
	protos = build(functions, 3);
	KUNIT_ASSERT_FALSE(test, IS_ERR(protos));
	publish_protos(protos);
}

#define TYPE	TRACE_GRAPH_PRINT_RETVAL_TYPE
#define NAMES	TRACE_GRAPH_PRINT_RETVAL_NAMES

/* Print as a line of the trace does. No other code publishes types before init has run */
static void print_by_type(struct kunit *test)
{
	u16 type = fgraph_make_type(FGRAPH_INT, 1, false);
	struct ftrace_graph_ret trace = { .func = BASE + 16, .calltime = 100 };

	publish(test, type);
	KUNIT_EXPECT_EQ(test, fgraph_record_type(&trace, TYPE), type);
	KUNIT_EXPECT_EQ(test, fgraph_record_type(&trace, 0), 0);
	trace.calltime = 99;
	KUNIT_EXPECT_EQ(test, fgraph_record_type(&trace, TYPE), 0);
	expect_print(test, TYPE, " /* ret=0xea */");
	expect_print(test, TYPE | NAMES, " /* ret=0xea */");
	expect_print(test, 0, " /* ret=-22 */");
	expect_print(test, NAMES, " /* ret=-22 (EINVAL) */");
	/* The second register does not belong to the value */
	expect_print(test, TYPE | TRACE_GRAPH_PRINT_RETVAL2, " /* ret=0xea */");
	expect_print(test, TRACE_GRAPH_PRINT_RETVAL2, " /* ret=-22 ret2=0x1234 */");
	expect_print(test, TRACE_GRAPH_PRINT_RETVAL2 | NAMES,
		     " /* ret=-22 (EINVAL) ret2=0x1234 */");
	/* A record from before time 100 belongs to something else */
	expect_print_at(test, 99, TYPE, " /* ret=-22 */");

	publish(test, fgraph_make_type(FGRAPH_VOID, 0, false));
	expect_print(test, TYPE, "");

	publish(test, 0);
	expect_print(test, TYPE, " /* ret=-22 */");

	publish_protos(NULL);
	expect_print(test, TYPE, " /* ret=-22 */");
}

static void print_names(struct kunit *test)
{
	publish(test, fgraph_make_type(FGRAPH_ERRNO_INT, 4, true));
	expect_print(test, TYPE | NAMES, " /* ret=-22 (EINVAL) */");
	expect_print(test, TYPE, " /* ret=-22 */");
	expect_print(test, TYPE | NAMES | TRACE_GRAPH_PRINT_RETVAL_HEX,
		     " /* ret=0xffffffea (EINVAL) */");
	publish(test, fgraph_make_type(FGRAPH_POINTER, sizeof(long), false));
	expect_print(test, TYPE | NAMES, " /* ret=-22 (EINVAL) */");
	publish(test, fgraph_make_type(FGRAPH_ENUM, 4, true));
	expect_print(test, TYPE | NAMES, " /* ret=-22 (MINUS) */");
	expect_print(test, TYPE, " /* ret=-22 */");
	publish(test, fgraph_make_type(FGRAPH_ENUM, 1, false));
	expect_print(test, TYPE | NAMES, " /* ret=234 (BYTE) */");
	publish(test, fgraph_make_type(FGRAPH_ENUM, 2, false));
	expect_print(test, TYPE | NAMES, " /* ret=65514 */");
	publish_protos(NULL);
}

static void expect_record(struct kunit *test, unsigned long retval, unsigned long retval2)
{
	struct ftrace_graph_ret trace = {
		.func = BASE + 16, .retval = 0xffea, .retval2 = 0x1234,
	};

	fgraph_extend_value(&trace, fgraph_return_type(trace.func, 0));
	KUNIT_EXPECT_EQ(test, trace.retval, 0xffea);
	KUNIT_EXPECT_EQ(test, trace.retval2, 0x1234);
	fgraph_extend_value(&trace, fgraph_return_type(trace.func, TYPE));
	KUNIT_EXPECT_EQ(test, trace.retval, retval);
	KUNIT_EXPECT_EQ(test, trace.retval2, retval2);
}

static void record_by_type(struct kunit *test)
{
	expect_record(test, 0xffea, 0x1234);
	publish(test, fgraph_make_type(FGRAPH_INT, 2, true));
	expect_record(test, -22UL, 0);
	publish(test, fgraph_make_type(FGRAPH_VOID, 0, false));
	expect_record(test, 0, 0);
	publish(test, fgraph_make_type(FGRAPH_INT, 2 * sizeof(long), false));
	expect_record(test, 0xffea, 0x1234);
	publish(test, 0);
	expect_record(test, 0xffea, 0x1234);
	publish_protos(NULL);
}

static u16 type_at(unsigned long ip)
{
	struct fgraph_function function;
	u16 type, recorded;

	preempt_disable();
	fgraph_find_function(ip, &function);
	type = function.type;
	recorded = fgraph_return_type(ip, TYPE) & FGRAPH_TYPE_MASK;
	preempt_enable();
	return type == recorded ? type : U16_MAX;
}

/* As many modules as there may be, each with one function in each of its parts */
static void find_in_modules(struct kunit *test)
{
	struct fgraph_protos **protos;
	u32 i, wrong = 0;

	protos = kvcalloc(MODULES, sizeof(*protos), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, protos);
	publish_protos(&fgraph_protos_none);
	for (i = 0; i < MODULES; i++) {
		/* Not in the order of their addresses */
		unsigned long at = MODULE + (i * 7 % MODULES) * 0x100;
		struct fgraph_function functions[] = {
			{ .ip = at + 8, .type = 1 + i % 8 }, { .ip = at + 0x88, .type = 9 },
		};
		struct fgraph_text text = {
			.start = { at, at + 0x80 }, .end = { at + 0x10, at + 0x90 },
		};

		protos[i] = fgraph_protos_build(functions, 2, &text);
		if (IS_ERR(protos[i])) {
			protos[i] = NULL;
			break;
		}
		fgraph_publish_module(protos[i]);
	}
	KUNIT_EXPECT_EQ(test, i, MODULES);
	while (i-- > 0) {
		unsigned long at = protos[i]->text.start[0];

		wrong += type_at(at + 8) != 1 + i % 8 || type_at(at + 0x88) != 9;
		wrong += type_at(at) || type_at(at + 7) || type_at(at + 9) || type_at(at + 0xff);
		fgraph_unpublish_init(protos[i]);
		wrong += type_at(at + 8) != 1 + i % 8 || type_at(at + 0x88);
		if (i % 2)
			fgraph_unpublish_module(protos[i]);
		wrong += i % 2 && type_at(at + 8);
	}
	KUNIT_EXPECT_EQ(test, wrong, 0);
	for (i = 0; i < MODULES; i += 2) {
		if (protos[i])
			fgraph_unpublish_module(protos[i]);
	}
	KUNIT_EXPECT_EQ(test, type_at(MODULE + 8), 0);
	publish_protos(NULL);
	for (i = 0; i < MODULES; i++)
		fgraph_protos_free(protos[i]);
	kvfree(protos);
}

static int fgraph_proto_test_init(struct kunit *test)
{
	test->priv = kunit_kzalloc(test, sizeof(struct trace_seq), GFP_KERNEL);
	return test->priv ? 0 : -ENOMEM;
}

static struct kunit_case fgraph_proto_test_cases[] = {
	KUNIT_CASE(find_few),
	KUNIT_CASE(find_at_regular_distances),
	KUNIT_CASE(find_many),
	KUNIT_CASE(refuse_one_address_twice),
	KUNIT_CASE(print_by_type),
	KUNIT_CASE(print_names),
	KUNIT_CASE(record_by_type),
	KUNIT_CASE(find_in_modules),
	{}
};

static struct kunit_suite fgraph_proto_test_suite = {
	.name = "fgraph_proto",
	.init = fgraph_proto_test_init,
	.test_cases = fgraph_proto_test_cases,
};

kunit_test_suites(&fgraph_proto_test_suite);

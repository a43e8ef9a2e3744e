// SPDX-License-Identifier: GPL-2.0
/*
 * type_tables_test.c - KUnit test of the check of tables of prototypes
 */
#include <kunit/test.h>
#include <linux/stddef.h>

#include "type.h"
#include "type_tables.h"

/* int f(char *name, enum e); and void g(void); in the kernel. A module has f(), too */
struct image {
	struct fgraph_tables header;
	struct fgraph_tables_object objects[2];
	struct fgraph_tables_type types[4];
	struct fgraph_tables_enumerator enumerators[2];
	u32 names[1];
	u16 words[8];
	struct fgraph_tables_function functions[1];
	char strings[32];
};

/* Offsets in strings[] */
#define S_VMLINUX	0
#define S_INT		8
#define S_VOID		12
#define S_NAME		17
#define S_LAST		31

static const struct fgraph_tables_object object = {
	.name = S_VMLINUX,
	.types = offsetof(struct image, types),
	.nr_types = 4,
	.enumerators = offsetof(struct image, enumerators),
	.nr_enumerators = 2,
	.names = offsetof(struct image, names),
	.nr_names = 1,
	.words = offsetof(struct image, words),
	.nr_words = 8,
};

static const struct fgraph_tables_function good_functions[] = {
	{ .site = -16, .proto = 0, .names = 2 },
	{ .site = 0, .proto = 3 },
	{ .site = 16, .proto = FGRAPH_NO_PROTO, .names = FGRAPH_CLONE },
};

struct fixture {
	struct image image;
	struct fgraph_tables_function functions[ARRAY_SIZE(good_functions)];
};

static void set_up(struct fixture *f)
{
	struct image *image = &f->image;

	memset(image, 0, sizeof(*image));
	image->header = (struct fgraph_tables) {
		.magic = FGRAPH_TABLES_MAGIC,
		.version = FGRAPH_TABLES_VERSION,
		.bytes = sizeof(*image),
		.objects = 2,
		.strings = offsetof(struct image, strings),
	};
	image->objects[0] = object;
	image->objects[0].nr_functions = ARRAY_SIZE(good_functions);
	image->objects[1] = object;
	image->objects[1].functions = offsetof(struct image, functions);
	image->objects[1].nr_functions = 1;
	image->types[0] = (struct fgraph_tables_type) {
		.name = S_INT, .bytes = 4, .kind = FGRAPH_ERRNO_INT, .is_signed = 1,
	};
	image->types[1] = (struct fgraph_tables_type) {
		.name = S_NAME, .bytes = sizeof(long), .kind = FGRAPH_POINTER,
	};
	image->types[2] = (struct fgraph_tables_type) {
		.name = S_NAME, .bytes = 4, .kind = FGRAPH_ENUM, .nr = 2,
	};
	image->types[3] = (struct fgraph_tables_type) {
		.name = S_VOID, .kind = FGRAPH_VOID,
	};
	image->names[0] = S_NAME;
	/* f(): int, two arguments (pointer, enum), their names. g(): void, no argument */
	image->words[0] = 0;
	image->words[1] = 2;
	image->words[2] = 1;
	image->words[3] = 2;
	image->words[4] = 0;
	image->words[5] = FGRAPH_NO_NAME;
	image->words[6] = 3;
	image->words[7] = 0;
	image->functions[0] = good_functions[0];
	strcpy(image->strings + S_VMLINUX, "vmlinux");
	strcpy(image->strings + S_INT, "int");
	strcpy(image->strings + S_VOID, "void");
	strcpy(image->strings + S_NAME, "name");
	memcpy(f->functions, good_functions, sizeof(good_functions));
}

static const char *check(const struct fixture *f)
{
	return fgraph_tables_check(&f->image.header, sizeof(f->image), f->functions,
				   ARRAY_SIZE(f->functions));
}

static void take_good_tables(struct kunit *test)
{
	struct fixture *f = test->priv;
	const struct fgraph_tables *tables = &f->image.header;

	KUNIT_EXPECT_NULL(test, check(f));
	KUNIT_EXPECT_EQ(test, fgraph_tables_type(tables, f->image.objects, &f->functions[0]),
			fgraph_make_type(FGRAPH_ERRNO_INT, 4, true));
	KUNIT_EXPECT_EQ(test, fgraph_tables_type(tables, f->image.objects, &f->functions[1]),
			fgraph_make_type(FGRAPH_VOID, 0, false));
	KUNIT_EXPECT_EQ(test, fgraph_tables_type(tables, f->image.objects, &f->functions[2]), 0);
	KUNIT_EXPECT_STREQ(test, fgraph_tables_string(tables, S_INT), "int");
}

static void name_enumerators(struct kunit *test)
{
	struct fixture *f = test->priv;
	const struct fgraph_tables *tables = &f->image.header;

	/* Let f() return the enumeration */
	f->image.words[0] = 2;
	f->image.enumerators[0].name = S_INT;
	f->image.enumerators[1].name = S_NAME;
	f->image.enumerators[1].value = -2U;
	KUNIT_EXPECT_NULL(test, check(f));
	KUNIT_EXPECT_STREQ(test, fgraph_tables_enumerator(tables, f->image.objects, 0, 0), "int");
	KUNIT_EXPECT_STREQ(test, fgraph_tables_enumerator(tables, f->image.objects, 0, -2),
			   "name");
	KUNIT_EXPECT_NULL(test, fgraph_tables_enumerator(tables, f->image.objects, 0, 2));
	/* g() returns no enumeration */
	KUNIT_EXPECT_NULL(test, fgraph_tables_enumerator(tables, f->image.objects, 3, 0));
}

/* Change one value in good tables. The check has to refuse them */
#define DAMAGE(where, value) do {					\
		set_up(f);						\
		(where) = (value);					\
		KUNIT_EXPECT_NOT_NULL_MSG(test, check(f),		\
					  #where " = " #value);		\
	} while (0)

static void refuse_a_damaged_header(struct kunit *test)
{
	struct fixture *f = test->priv;

	DAMAGE(f->image.header.magic, 0);
	DAMAGE(f->image.header.version, FGRAPH_TABLES_VERSION + 1);
	DAMAGE(f->image.header.bytes, sizeof(struct image) - 1);
	DAMAGE(f->image.header.bytes, sizeof(struct image) + 1);
	DAMAGE(f->image.header.objects, 0);
	DAMAGE(f->image.header.objects, 1000);
	DAMAGE(f->image.header.objects, -1U);
	DAMAGE(f->image.header.strings, 0);
	DAMAGE(f->image.header.strings, sizeof(struct image));
	DAMAGE(f->image.header.strings, -1U);
	DAMAGE(f->image.strings[S_LAST], 'x');

	set_up(f);
	KUNIT_EXPECT_NOT_NULL(test, fgraph_tables_check(&f->image.header, 0, NULL, 0));
	KUNIT_EXPECT_NOT_NULL(test, fgraph_tables_check(&f->image.header, 4, NULL, 0));
	KUNIT_EXPECT_NOT_NULL(test, fgraph_tables_check(&f->image.header, sizeof(f->image),
							f->functions, 2));
}

static void refuse_damaged_objects(struct kunit *test)
{
	struct fixture *f = test->priv;

	DAMAGE(f->image.objects[1].name, 32);
	DAMAGE(f->image.objects[1].name, -1U);
	DAMAGE(f->image.objects[0].functions, offsetof(struct image, functions));
	DAMAGE(f->image.objects[0].nr_functions, 2);
	DAMAGE(f->image.objects[1].functions, 0);
	DAMAGE(f->image.objects[1].functions, offsetof(struct image, functions) + 2);
	DAMAGE(f->image.objects[1].functions, offsetof(struct image, strings));
	DAMAGE(f->image.objects[1].nr_functions, 2);
	DAMAGE(f->image.objects[1].nr_functions, -1U);
	DAMAGE(f->image.objects[1].nr_functions, 1U << 29);
	DAMAGE(f->image.objects[1].types, 0);
	DAMAGE(f->image.objects[1].types, -4U);
	DAMAGE(f->image.objects[1].nr_types, 2);
	DAMAGE(f->image.objects[1].nr_types, 1000);
	DAMAGE(f->image.objects[1].enumerators, -4U);
	DAMAGE(f->image.objects[1].nr_enumerators, 1);
	DAMAGE(f->image.objects[1].nr_enumerators, -1U);
	DAMAGE(f->image.objects[1].names, -4U);
	DAMAGE(f->image.objects[1].nr_names, 0);
	DAMAGE(f->image.objects[1].nr_names, -1U);
	DAMAGE(f->image.objects[1].words, -4U);
	DAMAGE(f->image.objects[1].nr_words, 4);
	DAMAGE(f->image.objects[1].nr_words, -2U);
}

static void refuse_damaged_prototypes(struct kunit *test)
{
	struct fixture *f = test->priv;

	DAMAGE(f->image.types[0].name, 32);
	DAMAGE(f->image.types[0].kind, FGRAPH_KINDS);
	DAMAGE(f->image.types[2].first, 1);
	DAMAGE(f->image.types[2].first, U16_MAX);
	DAMAGE(f->image.types[2].nr, 3);
	DAMAGE(f->image.enumerators[1].name, 32);
	DAMAGE(f->image.names[0], 32);
	DAMAGE(f->image.words[0], 4);
	DAMAGE(f->image.words[1], 0x8000);
	DAMAGE(f->image.words[1], 255);
	DAMAGE(f->image.words[2], 4);
	DAMAGE(f->image.words[4], 1);
	DAMAGE(f->functions[0].proto, 4);
	DAMAGE(f->functions[0].names, 4);
	DAMAGE(f->functions[0].names, 0xffff);
	DAMAGE(f->functions[1].proto, 0xfffe);
	DAMAGE(f->functions[2].names, FGRAPH_REASONS);
	DAMAGE(f->functions[1].site, -16);
	DAMAGE(f->functions[1].site, 17);
	DAMAGE(f->image.functions[0].proto, 4);
}

/* Flip each bit. Tables that pass the check cause no access outside: KASAN reports those */
static void survive_any_bit(struct kunit *test)
{
	struct fixture *f = test->priv;
	u32 bit, i, refused = 0;

	for (bit = 0; bit < 8 * sizeof(f->image); bit++) {
		set_up(f);
		((u8 *)&f->image)[bit / 8] ^= 1 << (bit % 8);
		if (check(f)) {
			refused++;
			continue;
		}
		for (i = 0; i < ARRAY_SIZE(f->functions); i++)
			fgraph_tables_type(&f->image.header, f->image.objects, &f->functions[i]);
	}
	kunit_info(test, "%u of %u refused", refused, bit);
	KUNIT_EXPECT_GT(test, refused, 0);
	KUNIT_EXPECT_LT(test, refused, bit);
}

static int fgraph_tables_test_init(struct kunit *test)
{
	struct fixture *f = kunit_kzalloc(test, sizeof(*f), GFP_KERNEL);

	if (!f)
		return -ENOMEM;
	set_up(f);
	test->priv = f;
	return 0;
}

static struct kunit_case fgraph_tables_test_cases[] = {
	KUNIT_CASE(take_good_tables),
	KUNIT_CASE(name_enumerators),
	KUNIT_CASE(refuse_a_damaged_header),
	KUNIT_CASE(refuse_damaged_objects),
	KUNIT_CASE(refuse_damaged_prototypes),
	KUNIT_CASE(survive_any_bit),
	{}
};

static struct kunit_suite fgraph_tables_test_suite = {
	.name = "fgraph_tables",
	.init = fgraph_tables_test_init,
	.test_cases = fgraph_tables_test_cases,
};

kunit_test_suites(&fgraph_tables_test_suite);

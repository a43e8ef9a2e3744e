// SPDX-License-Identifier: GPL-2.0
/*
 * errno_filter_test.c - KUnit test of filters by errno
 */
#include <kunit/test.h>
#include <linux/errno.h>
#include <linux/prandom.h>
#include <linux/seq_file.h>
#include <linux/sizes.h>
#include <linux/string.h>

#include "errno_filter.h"

#define SEED	18
#define ROUNDS	300

struct filters {
	struct fgraph_errno_filter lists;
	struct fgraph_errno_filter filter;
	char text[SZ_64K];
	struct seq_file m;
};

static void set(struct kunit *test, const char *text)
{
	struct filters *f = test->priv;
	enum fgraph_errno_fault fault;

	memset(&f->lists, 0, sizeof(f->lists));
	KUNIT_ASSERT_NULL(test, fgraph_errno_add(&f->lists, text, &fault));
	fgraph_errno_set(&f->filter, &f->lists);
}

static const char *shown(struct filters *f)
{
	f->m = (struct seq_file) { .buf = f->text, .size = sizeof(f->text) };
	fgraph_errno_show(&f->m, &f->filter);
	f->text[f->m.count] = '\0';
	return f->text;
}

static void expect(struct kunit *test, u16 error, bool passes)
{
	struct filters *f = test->priv;

	KUNIT_EXPECT_EQ_MSG(test, fgraph_errno_is_selected(&f->filter, error), passes, "%u", error);
}

static void choose_each_errno_if_empty(struct kunit *test)
{
	struct filters *f = test->priv;

	expect(test, 1, true);
	expect(test, MAX_ERRNO, true);
	KUNIT_EXPECT_FALSE(test, f->filter.null);
	KUNIT_EXPECT_STREQ(test, shown(f), "any\n");
	set(test, "\n\n");
	expect(test, EINVAL, true);
	KUNIT_EXPECT_FALSE(test, f->filter.null);
}

static void choose_errors_by_name(struct kunit *test)
{
	struct filters *f = test->priv;

	set(test, "EINVAL -ENOMEM,71 ENOTSUP\tEWOULDBLOCK\n");
	expect(test, EINVAL, true);
	expect(test, ENOMEM, true);
	expect(test, 71, true);
	expect(test, EOPNOTSUPP, true);
	expect(test, EAGAIN, true);
	expect(test, ENOENT, false);
	KUNIT_EXPECT_FALSE(test, f->filter.null);
	set(test, "NULL");
	expect(test, ENOENT, false);
	KUNIT_EXPECT_TRUE(test, f->filter.null);
	KUNIT_EXPECT_STREQ(test, shown(f), "NULL\n");
	set(test, "NULL any !3000");
	expect(test, ENOENT, true);
	expect(test, 3000, false);
	KUNIT_EXPECT_TRUE(test, f->filter.null);
	KUNIT_EXPECT_STREQ(test, shown(f), "any NULL !3000\n");
}

static void leave_out_errors(struct kunit *test)
{
	struct filters *f = test->priv;

	set(test, "!EAGAIN !-ENOENT");
	expect(test, EAGAIN, false);
	expect(test, ENOENT, false);
	expect(test, EINVAL, true);
	KUNIT_EXPECT_STREQ(test, shown(f), "any !ENOENT !EAGAIN\n");
	set(test, "!EINVAL EINVAL EIO");
	expect(test, EINVAL, false);
	expect(test, EIO, true);
	expect(test, EAGAIN, false);
	set(test, "EIO !NULL NULL");
	KUNIT_EXPECT_FALSE(test, f->filter.null);
	set(test, "!any");
	expect(test, EIO, false);
	KUNIT_EXPECT_STREQ(test, shown(f), "any !any\n");
}

static void take_restarts_for_eintr(struct kunit *test)
{
	struct filters *f = test->priv;

	set(test, "EINTR");
	expect(test, EINTR, true);
	expect(test, ERESTARTSYS, true);
	expect(test, ERESTART_RESTARTBLOCK, true);
	KUNIT_EXPECT_STREQ(test, shown(f), "EINTR\n");
	set(test, "!ERESTARTSYS");
	expect(test, EINTR, true);
	expect(test, ERESTARTSYS, false);
	expect(test, ERESTARTNOHAND, true);
	set(test, "any !EINTR");
	expect(test, ERESTARTNOINTR, false);
}

static void refuse_what_is_no_error(struct kunit *test)
{
	static const struct {
		const char *text;
		int at;
		enum fgraph_errno_fault fault;
	} bad[] = {
		{ "EINVALID", 0, FGRAPH_ERRNO_NO_NAME },
		{ "EINVAL  einval", 8, FGRAPH_ERRNO_NO_NAME },
		{ "EIO !", 4, FGRAPH_ERRNO_NO_NAME },
		{ "!!EIO", 0, FGRAPH_ERRNO_NO_NAME },
		{ "--EIO", 0, FGRAPH_ERRNO_NO_NAME },
		{ "-NULL", 0, FGRAPH_ERRNO_NO_NAME },
		{ "-", 0, FGRAPH_ERRNO_NO_NAME },
		{ "EIO 0", 4, FGRAPH_ERRNO_NO_NUMBER },
		{ "4096", 0, FGRAPH_ERRNO_NO_NUMBER },
		{ "65536", 0, FGRAPH_ERRNO_NO_NUMBER },
		{ "!22x", 0, FGRAPH_ERRNO_NO_NUMBER },
		{ "EEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEE", 0, FGRAPH_ERRNO_NO_NAME },
	};
	struct filters *f = test->priv;
	enum fgraph_errno_fault fault;
	int i;

	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		KUNIT_EXPECT_PTR_EQ_MSG(test, fgraph_errno_add(&f->lists, bad[i].text, &fault),
					bad[i].text + bad[i].at, "%s", bad[i].text);
		KUNIT_EXPECT_EQ_MSG(test, fault, bad[i].fault, "%s", bad[i].text);
	}
}

/* Random lists: the text that fgraph_errno_show() prints gives the same filter */
static void be_shown_as_written(struct kunit *test)
{
	struct filters *f = test->priv;
	enum fgraph_errno_fault fault;
	struct fgraph_errno_filter *again = kunit_kzalloc(test, sizeof(*again), GFP_KERNEL);
	struct rnd_state rnd;
	int round, i;

	KUNIT_ASSERT_NOT_NULL(test, again);
	prandom_seed_state(&rnd, SEED);
	for (round = 0; round < ROUNDS; round++) {
		char words[512] = "";
		size_t n = 0;

		for (i = prandom_u32_state(&rnd) % 20; i; i--) {
			u32 range = prandom_u32_state(&rnd) % 4 ? 140 : MAX_ERRNO;

			n += scnprintf(words + n, sizeof(words) - n, "%s%s%u ",
				       prandom_u32_state(&rnd) % 2 ? "" : "!",
				       prandom_u32_state(&rnd) % 2 ? "" : "-",
				       prandom_u32_state(&rnd) % range + 1);
		}
		if (!(prandom_u32_state(&rnd) % 4))
			scnprintf(words + n, sizeof(words) - n, "%s", round % 2 ? "any" : "NULL");
		set(test, words);

		memset(&f->lists, 0, sizeof(f->lists));
		memset(again, 0, sizeof(*again));
		KUNIT_ASSERT_NULL(test, fgraph_errno_add(&f->lists, shown(f), &fault));
		fgraph_errno_set(again, &f->lists);
		KUNIT_ASSERT_TRUE_MSG(test, bitmap_equal(again->left_out, f->filter.left_out,
							 FGRAPH_ERRNO_BITS), "%s", words);
		KUNIT_ASSERT_EQ(test, again->null, f->filter.null);
	}
}

static int fgraph_errno_test_init(struct kunit *test)
{
	test->priv = kunit_kzalloc(test, sizeof(struct filters), GFP_KERNEL);
	return test->priv ? 0 : -ENOMEM;
}

static struct kunit_case fgraph_errno_test_cases[] = {
	KUNIT_CASE(choose_each_errno_if_empty),
	KUNIT_CASE(choose_errors_by_name),
	KUNIT_CASE(leave_out_errors),
	KUNIT_CASE(take_restarts_for_eintr),
	KUNIT_CASE(refuse_what_is_no_error),
	KUNIT_CASE(be_shown_as_written),
	{}
};

static struct kunit_suite fgraph_errno_test_suite = {
	.name = "fgraph_errno",
	.init = fgraph_errno_test_init,
	.test_cases = fgraph_errno_test_cases,
};

kunit_test_suites(&fgraph_errno_test_suite);

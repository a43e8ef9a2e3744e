// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_fprobe.c - simple sanity test for fprobe
 */

#include <linux/completion.h>
#include <linux/delay.h>
#include <linux/kernel.h>
#include <linux/fprobe.h>
#include <linux/kallsyms.h>
#include <linux/kthread.h>
#include <linux/random.h>
#include <kunit/test.h>

#define div_factor 3

/* Deeper than a shadow stack */
#define DEEP 70

static struct kunit *current_test;

static u32 rand1;
static int entries, exits;
static u32 entry_val, exit_val;

/* Use indirect calls to avoid inlining the target functions */
static u32 (*target)(u32 value);
static u32 (*target2)(u32 value);
static u32 (*target_calls)(u32 value, void (*meanwhile)(void));
static u32 (*target_deep)(u32 depth);
static unsigned long target_ip;
static unsigned long target2_ip;

static noinline u32 fprobe_selftest_target(u32 value)
{
	return (value / div_factor);
}

static noinline u32 fprobe_selftest_target2(u32 value)
{
	return (value / div_factor) + 1;
}

static noinline u32 fprobe_selftest_calls(u32 value, void (*meanwhile)(void))
{
	meanwhile();
	return value / div_factor;
}

static noinline u32 fprobe_selftest_deep(u32 depth)
{
	return depth ? target_deep(depth - 1) + 1 : 0;
}

static notrace int fp_entry_handler(struct fprobe *fp, unsigned long ip, unsigned long ret_ip,
				    struct ftrace_regs *fregs, void *data)
{
	KUNIT_EXPECT_FALSE(current_test, preemptible());
	/* This can be called on the fprobe_selftest_target and the fprobe_selftest_target2 */
	if (ip != target_ip)
		KUNIT_EXPECT_EQ(current_test, ip, target2_ip);
	KUNIT_EXPECT_EQ(current_test, (u32)ftrace_regs_get_argument(fregs, 0), rand1);
	entry_val = (rand1 / div_factor);
	entries++;
	if (fp->entry_data_size) {
		KUNIT_EXPECT_NOT_NULL(current_test, data);
		if (data) {
			memset(data, 0xa5, fp->entry_data_size);
			*(u32 *)data = entry_val;
		}
	} else {
		KUNIT_EXPECT_NULL(current_test, data);
	}
	return 0;
}

static notrace void fp_exit_handler(struct fprobe *fp, unsigned long ip, unsigned long ret_ip,
				    struct ftrace_regs *fregs, void *data)
{
	u32 ret = ftrace_regs_get_return_value(fregs);

	KUNIT_EXPECT_FALSE(current_test, preemptible());
	if (ip != target_ip) {
		KUNIT_EXPECT_EQ(current_test, ip, target2_ip);
		KUNIT_EXPECT_EQ(current_test, ret, (rand1 / div_factor) + 1);
	} else
		KUNIT_EXPECT_EQ(current_test, ret, (rand1 / div_factor));
	KUNIT_EXPECT_EQ(current_test, entry_val, (rand1 / div_factor));
	if (fp->entry_data_size) {
		u8 *last = data + fp->entry_data_size - 1;

		KUNIT_EXPECT_EQ(current_test, *(u32 *)data, entry_val);
		if (fp->entry_data_size > sizeof(u32))
			KUNIT_EXPECT_EQ(current_test, *last, 0xa5);
	}
	exit_val = entry_val + div_factor;
	exits++;
}

/* Count only. The return address is the same at the entry and at the return */
static notrace int count_entry(struct fprobe *fp, unsigned long ip, unsigned long ret_ip,
			       struct ftrace_regs *fregs, void *data)
{
	if (data)
		*(unsigned long *)data = ret_ip;
	entries++;
	return 0;
}

static notrace int refuse_entry(struct fprobe *fp, unsigned long ip, unsigned long ret_ip,
				struct ftrace_regs *fregs, void *data)
{
	entries++;
	return 1;
}

static notrace void count_exit(struct fprobe *fp, unsigned long ip, unsigned long ret_ip,
			       struct ftrace_regs *fregs, void *data)
{
	if (data)
		KUNIT_EXPECT_EQ(current_test, ret_ip, *(unsigned long *)data);
	exits++;
}

/* ask_entry() wants the exit handler */
static bool exit_is_wanted;

static notrace int ask_entry(struct fprobe *fp, unsigned long ip, unsigned long ret_ip,
			     struct ftrace_regs *fregs, void *data)
{
	count_entry(fp, ip, ret_ip, fregs, data);
	return !exit_is_wanted;
}

static void call_both(struct kunit *test, bool exit)
{
	entry_val = 0;
	exit_val = 0;
	target(rand1);
	KUNIT_EXPECT_NE(test, 0, entry_val);
	KUNIT_EXPECT_EQ(test, exit ? entry_val + div_factor : 0, exit_val);

	entry_val = 0;
	exit_val = 0;
	target2(rand1);
	KUNIT_EXPECT_NE(test, 0, entry_val);
	KUNIT_EXPECT_EQ(test, exit ? entry_val + div_factor : 0, exit_val);
}

/* Test entry only (no function graph) */
static void test_fprobe_entry(struct kunit *test)
{
	struct fprobe fp_entry = {
		.entry_handler = fp_entry_handler,
	};

	/* Before register, unregister should be failed. */
	KUNIT_EXPECT_NE(test, 0, unregister_fprobe(&fp_entry));
	KUNIT_EXPECT_EQ(test, 0, register_fprobe(&fp_entry, "fprobe_selftest_target*", NULL));
	call_both(test, false);
	KUNIT_EXPECT_EQ(test, 0, unregister_fprobe(&fp_entry));
	target(rand1);
	KUNIT_EXPECT_EQ(test, entries, 2);
}

static void test_fprobe(struct kunit *test)
{
	struct fprobe fp = {
		.entry_handler = fp_entry_handler,
		.exit_handler = fp_exit_handler,
	};

	KUNIT_EXPECT_EQ(test, 0, register_fprobe(&fp, "fprobe_selftest_target*", NULL));
	call_both(test, true);
	KUNIT_EXPECT_EQ(test, 0, unregister_fprobe(&fp));
	target(rand1);
	KUNIT_EXPECT_EQ(test, entries, 2);
	KUNIT_EXPECT_EQ(test, exits, 2);
	KUNIT_EXPECT_EQ(test, fp.nmissed, 0UL);
}

static void test_fprobe_syms(struct kunit *test)
{
	static const char *syms[] = {"fprobe_selftest_target", "fprobe_selftest_target2"};
	struct fprobe fp = {
		.entry_handler = fp_entry_handler,
		.exit_handler = fp_exit_handler,
	};

	KUNIT_EXPECT_EQ(test, 0, register_fprobe_syms(&fp, syms, 2));
	call_both(test, true);
	KUNIT_EXPECT_EQ(test, 0, unregister_fprobe(&fp));
}

/* One of two functions that match */
static void test_fprobe_notfilter(struct kunit *test)
{
	struct fprobe fp = {
		.entry_handler = fp_entry_handler,
		.exit_handler = fp_exit_handler,
	};

	KUNIT_EXPECT_EQ(test, 0, register_fprobe(&fp, "fprobe_selftest_target*", "*target2"));
	target(rand1);
	target2(rand1);
	KUNIT_EXPECT_EQ(test, entries, 1);
	KUNIT_EXPECT_EQ(test, exits, 1);
	KUNIT_EXPECT_EQ(test, 0, unregister_fprobe(&fp));
}

/* The data of the entry handler reach the exit handler, whatever their size is */
static void test_fprobe_data(struct kunit *test)
{
	static const size_t sizes[] = { sizeof(u32), sizeof(u64), 13, FPROBE_MAX_DATA };
	struct fprobe fp = {
		.entry_handler = fp_entry_handler,
		.exit_handler = fp_exit_handler,
	};
	int i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		fp.entry_data_size = sizes[i];
		KUNIT_EXPECT_EQ(test, 0, register_fprobe(&fp, "fprobe_selftest_target*", NULL));
		call_both(test, true);
		KUNIT_EXPECT_EQ(test, 0, unregister_fprobe(&fp));
	}
}

/* The entry handler does without the exit handler. A probe may have an exit handler only */
static void test_fprobe_skip(struct kunit *test)
{
	struct fprobe refuses = {
		.entry_handler = refuse_entry,
		.exit_handler = count_exit,
	};
	struct fprobe exit_only = {
		.exit_handler = fp_exit_handler,
	};

	KUNIT_EXPECT_EQ(test, 0, register_fprobe(&refuses, "fprobe_selftest_target", NULL));
	target(rand1);
	KUNIT_EXPECT_EQ(test, entries, 1);
	KUNIT_EXPECT_EQ(test, exits, 0);

	KUNIT_EXPECT_EQ(test, 0, register_fprobe(&exit_only, "fprobe_selftest_target", NULL));
	entry_val = rand1 / div_factor;
	target(rand1);
	KUNIT_EXPECT_EQ(test, entries, 2);
	KUNIT_EXPECT_EQ(test, exits, 1);
	KUNIT_EXPECT_EQ(test, 0, unregister_fprobe(&exit_only));
	KUNIT_EXPECT_EQ(test, 0, unregister_fprobe(&refuses));
}

/* Each of several probes on a function has its own data, and goes alone */
static void test_fprobe_several(struct kunit *test)
{
	struct fprobe fp[3] = {
		{
			.entry_handler = fp_entry_handler,
			.exit_handler = fp_exit_handler,
			.entry_data_size = 4,
		}, {
			.entry_handler = refuse_entry,
			.exit_handler = count_exit,
			.entry_data_size = 40,
		}, {
			.entry_handler = fp_entry_handler,
			.exit_handler = fp_exit_handler,
			.entry_data_size = 24,
		},
	};
	struct fprobe entry = { .entry_handler = fp_entry_handler };

	KUNIT_EXPECT_EQ(test, 0, register_fprobe(&fp[0], "fprobe_selftest_target", NULL));
	KUNIT_EXPECT_EQ(test, 0, register_fprobe(&fp[1], "fprobe_selftest_target*", NULL));
	KUNIT_EXPECT_EQ(test, 0, register_fprobe(&entry, "fprobe_selftest_target", NULL));
	KUNIT_EXPECT_EQ(test, 0, register_fprobe(&fp[2], "fprobe_selftest_target", NULL));
	target(rand1);
	KUNIT_EXPECT_EQ(test, entries, 4);
	KUNIT_EXPECT_EQ(test, exits, 2);
	/* Neither kind takes the other kind's function along */
	KUNIT_EXPECT_EQ(test, 0, unregister_fprobe(&fp[0]));
	target(rand1);
	KUNIT_EXPECT_EQ(test, entries, 7);
	KUNIT_EXPECT_EQ(test, exits, 3);
	KUNIT_EXPECT_EQ(test, 0, unregister_fprobe(&entry));
	target(rand1);
	KUNIT_EXPECT_EQ(test, entries, 9);
	KUNIT_EXPECT_EQ(test, exits, 4);
	KUNIT_EXPECT_EQ(test, 0, unregister_fprobe(&fp[2]));
	KUNIT_EXPECT_EQ(test, 0, unregister_fprobe(&fp[1]));
	target(rand1);
	KUNIT_EXPECT_EQ(test, entries, 9);
}

static struct fprobe counting = {
	.entry_handler = count_entry,
	.exit_handler = count_exit,
	.entry_data_size = sizeof(unsigned long),
};

/* The return does not read data that an earlier call has left at the same depth */
static void test_fprobe_skip_next(struct kunit *test)
{
	struct fprobe asks = {
		.entry_handler = ask_entry,
		.exit_handler = count_exit,
		.entry_data_size = sizeof(unsigned long),
	};

	KUNIT_EXPECT_EQ(test, 0, register_fprobe(&counting, "fprobe_selftest_target", NULL));
	KUNIT_EXPECT_EQ(test, 0, register_fprobe(&asks, "fprobe_selftest_target", NULL));
	exit_is_wanted = true;
	target(rand1);
	KUNIT_EXPECT_EQ(test, exits, 2);
	exit_is_wanted = false;
	target(rand1);
	KUNIT_EXPECT_EQ(test, exits, 3);
	KUNIT_EXPECT_EQ(test, entries, 4);
	KUNIT_EXPECT_EQ(test, 0, unregister_fprobe(&asks));
	KUNIT_EXPECT_EQ(test, 0, unregister_fprobe(&counting));
}

static struct fprobe another = {
	.entry_handler = count_entry,
	.exit_handler = count_exit,
	.entry_data_size = 56,
};

static void add(struct fprobe *fp)
{
	KUNIT_EXPECT_EQ(current_test, 0, register_fprobe(fp, "fprobe_selftest_calls", NULL));
}

static void remove(struct fprobe *fp)
{
	KUNIT_EXPECT_EQ(current_test, 0, unregister_fprobe(fp));
}

static void register_anew(void)
{
	remove(&counting);
	add(&counting);
}

static void register_another(void)
{
	remove(&counting);
	add(&another);
}

static void toggle(void)
{
	if (fprobe_disabled(&counting))
		enable_fprobe(&counting);
	else
		disable_fprobe(&counting);
}

/* Something happens during a call. So often have the handlers been called then, in all */
static void call_while(struct kunit *test, void (*meanwhile)(void), int want_entries,
		       int want_exits)
{
	target_calls(rand1, meanwhile);
	KUNIT_EXPECT_EQ(test, entries, want_entries);
	KUNIT_EXPECT_EQ(test, exits, want_exits);
}

/*
 * A return reaches the registration that saw the entry, or none. A user of the graph stays
 * meanwhile: the frame belongs to it.
 */
static void test_fprobe_anew(struct kunit *test)
{
	struct fprobe stays = { .exit_handler = fp_exit_handler };

	KUNIT_EXPECT_EQ(test, 0, register_fprobe(&stays, "fprobe_selftest_target2", NULL));
	add(&counting);
	call_while(test, register_anew, 1, 0);
	call_while(test, register_another, 2, 0);
	remove(&another);
	remove(&stays);
}

/* Disabled at the entry or at the return: no exit handler. What it had no entry of, neither */
static void test_fprobe_disabled(struct kunit *test)
{
	add(&counting);
	call_while(test, toggle, 1, 0);
	call_while(test, toggle, 1, 0);
	remove(&counting);
}

static struct fprobe bare = {
	.entry_handler = count_entry,
	.exit_handler = count_exit,
};

static struct fprobe refusing = {
	.entry_handler = refuse_entry,
	.exit_handler = count_exit,
};

static void add_another(void)
{
	add(&another);
}

static void remove_another(void)
{
	remove(&another);
}

static void register_bare_anew(void)
{
	remove(&bare);
	add(&bare);
}

static void add_refusing(void)
{
	add(&refusing);
}

/* Nothing is kept for probes without data. Others come and go during a call */
static void test_fprobe_bare(struct kunit *test)
{
	struct fprobe stays = { .exit_handler = fp_exit_handler };

	KUNIT_EXPECT_EQ(test, 0, register_fprobe(&stays, "fprobe_selftest_target2", NULL));
	add(&bare);
	call_while(test, add_another, 1, 1);
	call_while(test, remove_another, 3, 2);
	call_while(test, register_bare_anew, 4, 2);
	call_while(test, add_another, 5, 3);
	call_while(test, register_bare_anew, 7, 4);
	remove_another();
	/* Only one of two wants the return, so that is kept */
	call_while(test, add_refusing, 8, 5);
	call_while(test, add_another, 10, 6);
	remove_another();
	call_while(test, register_bare_anew, 12, 6);
	remove(&refusing);
	remove(&bare);
	remove(&stays);
}

static void call_too_deep(struct kunit *test, struct fprobe *fp)
{
	entries = 0;
	exits = 0;
	KUNIT_EXPECT_EQ(test, 0, register_fprobe(fp, "fprobe_selftest_deep", NULL));
	KUNIT_EXPECT_EQ(test, target_deep(DEEP - 1), DEEP - 1);
	KUNIT_EXPECT_EQ(test, entries, exits);
	KUNIT_EXPECT_GT(test, fp->nmissed, 0UL);
	KUNIT_EXPECT_EQ(test, entries + fp->nmissed, (unsigned long)DEEP);
	KUNIT_EXPECT_EQ(test, 0, unregister_fprobe(fp));
}

/*
 * Calls are counted that find no entry on the shadow stack, or no room for their data there.
 * Without data, the entries are used up first.
 */
static void test_fprobe_missed(struct kunit *test)
{
	int without_data;

	call_too_deep(test, &bare);
	without_data = entries;
	call_too_deep(test, &another);
	KUNIT_EXPECT_LT(test, entries, without_data);
}

/* A handler has begun, and has ended */
static bool has_begun, has_ended;

static DECLARE_COMPLETION(called);

static notrace void take_long(void)
{
	WRITE_ONCE(has_begun, true);
	mdelay(20);
	WRITE_ONCE(has_ended, true);
}

static notrace int long_entry(struct fprobe *fp, unsigned long ip, unsigned long ret_ip,
			      struct ftrace_regs *fregs, void *data)
{
	take_long();
	return 0;
}

static notrace void long_exit(struct fprobe *fp, unsigned long ip, unsigned long ret_ip,
			      struct ftrace_regs *fregs, void *data)
{
	take_long();
}

static int call_once(void *unused)
{
	target(rand1);
	complete(&called);
	return 0;
}

static void unregister_meanwhile(struct kunit *test, struct fprobe *fp)
{
	has_begun = false;
	has_ended = false;
	KUNIT_EXPECT_EQ(test, 0, register_fprobe(fp, "fprobe_selftest_target", NULL));
	KUNIT_ASSERT_FALSE(test, IS_ERR(kthread_run(call_once, NULL, "fprobe_test")));
	while (!READ_ONCE(has_begun))
		usleep_range(10, 20);
	KUNIT_EXPECT_EQ(test, 0, unregister_fprobe(fp));
	KUNIT_EXPECT_TRUE(test, READ_ONCE(has_ended));
	wait_for_completion(&called);
}

/* No handler runs any more when a probe is unregistered */
static void test_fprobe_waits(struct kunit *test)
{
	struct fprobe stays = { .exit_handler = fp_exit_handler };
	struct fprobe entry = { .entry_handler = long_entry };
	struct fprobe both = { .entry_handler = long_entry, .exit_handler = count_exit };
	struct fprobe exit = { .exit_handler = long_exit };

	unregister_meanwhile(test, &entry);
	unregister_meanwhile(test, &exit);
	KUNIT_EXPECT_EQ(test, 0, register_fprobe(&stays, "fprobe_selftest_target2", NULL));
	unregister_meanwhile(test, &both);
	unregister_meanwhile(test, &exit);
	KUNIT_EXPECT_EQ(test, 0, unregister_fprobe(&stays));
}

/* Each kind of bad request has its error, and changes nothing */
static void test_fprobe_errors(struct kunit *test)
{
	unsigned long data = (unsigned long)&rand1;
	struct fprobe none = { };
	struct fprobe large = {
		.exit_handler = fp_exit_handler,
		.entry_data_size = FPROBE_MAX_DATA + 1,
	};

	KUNIT_EXPECT_EQ(test, -EINVAL, register_fprobe(NULL, "fprobe_selftest_target", NULL));
	KUNIT_EXPECT_EQ(test, -EINVAL, register_fprobe(&none, "fprobe_selftest_target", NULL));
	KUNIT_EXPECT_EQ(test, -E2BIG, register_fprobe(&large, "fprobe_selftest_target", NULL));
	KUNIT_EXPECT_EQ(test, -EINVAL, register_fprobe(&counting, "fprobe_selftest_none", NULL));
	KUNIT_EXPECT_EQ(test, -EINVAL, register_fprobe(&counting, "fprobe_selftest_target",
						       "fprobe_selftest_*"));
	KUNIT_EXPECT_EQ(test, -EINVAL, register_fprobe_ips(&counting, &data, 1));
	KUNIT_EXPECT_EQ(test, -EINVAL, unregister_fprobe(&counting));

	KUNIT_EXPECT_EQ(test, 0, register_fprobe(&counting, "fprobe_selftest_target", NULL));
	KUNIT_EXPECT_EQ(test, -EEXIST, register_fprobe(&counting, "fprobe_selftest_target2", NULL));
	target(rand1);
	target2(rand1);
	KUNIT_EXPECT_EQ(test, entries, 1);
	KUNIT_EXPECT_EQ(test, exits, 1);
	KUNIT_EXPECT_EQ(test, 0, unregister_fprobe(&counting));
	KUNIT_EXPECT_EQ(test, -EINVAL, unregister_fprobe(&counting));
}

static unsigned long get_ftrace_location(void *func)
{
	unsigned long size, addr = (unsigned long)func;

	if (!kallsyms_lookup_size_offset(addr, &size, NULL) || !size)
		return 0;

	return ftrace_location_range(addr, addr + size - 1);
}

static int fprobe_test_init(struct kunit *test)
{
	do {
		rand1 = get_random_u32();
	} while (rand1 <= div_factor);

	current_test = test;
	entries = 0;
	exits = 0;
	target = fprobe_selftest_target;
	target2 = fprobe_selftest_target2;
	target_calls = fprobe_selftest_calls;
	target_deep = fprobe_selftest_deep;
	target_ip = get_ftrace_location(target);
	target2_ip = get_ftrace_location(target2);

	return 0;
}

static struct kunit_case fprobe_testcases[] = {
	KUNIT_CASE(test_fprobe_entry),
	KUNIT_CASE(test_fprobe),
	KUNIT_CASE(test_fprobe_syms),
	KUNIT_CASE(test_fprobe_notfilter),
	KUNIT_CASE(test_fprobe_data),
	KUNIT_CASE(test_fprobe_skip),
	KUNIT_CASE(test_fprobe_skip_next),
	KUNIT_CASE(test_fprobe_several),
	KUNIT_CASE(test_fprobe_anew),
	KUNIT_CASE(test_fprobe_bare),
	KUNIT_CASE(test_fprobe_disabled),
	KUNIT_CASE(test_fprobe_missed),
	KUNIT_CASE(test_fprobe_waits),
	KUNIT_CASE(test_fprobe_errors),
	{}
};

static struct kunit_suite fprobe_test_suite = {
	.name = "fprobe_test",
	.init = fprobe_test_init,
	.test_cases = fprobe_testcases,
};

kunit_test_suites(&fprobe_test_suite);

MODULE_LICENSE("GPL");

// SPDX-License-Identifier: GPL-2.0
/*
 * type_source_test.c - KUnit test of types that come and go with modules
 *
 * The modules are models, at addresses that are not used. A source has the types of their
 * functions, and a type for an address of the kernel that is not a function.
 */
#include <kunit/test.h>
#include <linux/ktime.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/slab.h>

#include <asm/sections.h>

#include "type.h"
#include "type_source.h"

/* As on a machine with many modules, in the 4 GB that the kernel and its modules are in */
#define MODULES		1000
#define FIRST_MODULE	(((unsigned long)_stext & ~0xffffffffUL) + 0x20000000)
#define MODULE_BYTES	0x1000

/* Functions in each part of a module. The init functions follow the others */
#define FUNCTIONS	8

/* An address that is no call site */
#define IN_KERNEL	((unsigned long)_stext + 1)

/* Two sources. Each one has its rank as the type of all its functions */
#define BY_SOURCE	1
#define BY_BETTER	2

enum trouble {
	NO_TROUBLE,
	NO_MEMORY,		/* load() returns -ENOMEM */
	TOLD_APART_BY_NOTHING,	/* load() succeeds, but the lookup cannot be built */
};

/* What happens when types of the last module are loaded */
static enum trouble trouble;
static int releases;

static struct module *modules;

static unsigned long address_of(const struct module *mod)
{
	return (unsigned long)mod->core_layout.base;
}

static int load(struct fgraph_source *source, const struct module *mod, struct fgraph_found *found)
{
	bool is_last = mod == &modules[MODULES];
	struct fgraph_function *functions;
	u32 i;

	if (mod && (mod < modules || mod > &modules[MODULES]))
		return 0;
	if (is_last && trouble == NO_MEMORY)
		return -ENOMEM;
	functions = kvcalloc(2 * FUNCTIONS, sizeof(*functions), GFP_KERNEL);
	if (!functions)
		return -ENOMEM;
	for (i = 0; i < 2 * FUNCTIONS; i++) {
		functions[i].type = source->rank;
		functions[i].ip = mod ? address_of(mod) + i * 16 : IN_KERNEL;
		if (is_last && trouble == TOLD_APART_BY_NOTHING)
			functions[i].ip = address_of(mod);
	}
	found->functions = functions;
	found->count = mod ? 2 * FUNCTIONS : 1;
	found->data = functions;
	return 0;
}

static void count_release(const void *data)
{
	releases++;
}

/* These ranks are higher than those of tables and BTF */
static struct fgraph_source source = {
	.name = "source", .rank = FGRAPH_RANK_TABLES + BY_SOURCE, .load = load,
	.release = count_release,
};

static struct fgraph_source better = {
	.name = "better", .rank = FGRAPH_RANK_TABLES + BY_BETTER, .load = load,
	.release = count_release,
};

/* Type of the function at this address: the rank of its source, or 0 */
static u16 type_of(unsigned long ip)
{
	struct fgraph_function function;
	u16 type;

	fgraph_lock_sources();
	type = fgraph_find_function(ip, &function) ? function.type : 0;
	fgraph_unlock_sources();
	return type;
}

static void comes(struct module *mod)
{
	fgraph_module_changes(mod, MODULE_STATE_COMING);
}

static void goes(struct module *mod)
{
	fgraph_module_changes(mod, MODULE_STATE_GOING);
}

static void expect_module(struct kunit *test, const struct module *mod, u16 type, u16 init)
{
	KUNIT_EXPECT_EQ(test, type_of(address_of(mod)), type);
	KUNIT_EXPECT_EQ(test, type_of(address_of(mod) + (FUNCTIONS - 1) * 16), type);
	KUNIT_EXPECT_EQ(test, type_of(address_of(mod) + FUNCTIONS * 16), init);
	KUNIT_EXPECT_EQ(test, type_of(address_of(mod) + 8), 0);
}

static void come_and_go(struct kunit *test)
{
	struct module *early = &modules[0], *late = &modules[1];

	comes(early);
	expect_module(test, early, 0, 0);
	KUNIT_EXPECT_EQ(test, fgraph_register_source(&source), 0);
	KUNIT_EXPECT_EQ(test, type_of(IN_KERNEL), source.rank);
	expect_module(test, early, source.rank, source.rank);
	comes(late);
	expect_module(test, late, source.rank, source.rank);
	fgraph_module_changes(early, MODULE_STATE_LIVE);
	expect_module(test, early, source.rank, 0);
	expect_module(test, late, source.rank, source.rank);
	goes(early);
	expect_module(test, early, 0, 0);
	expect_module(test, late, source.rank, source.rank);
	fgraph_unregister_source(&source);
	expect_module(test, late, 0, 0);
	goes(late);
	/* Data of the kernel and of both modules, once each */
	KUNIT_EXPECT_EQ(test, releases, 3);
}

static void take_from_the_highest_rank(struct kunit *test)
{
	struct module *mod = &modules[0];

	comes(mod);
	fgraph_module_changes(mod, MODULE_STATE_LIVE);
	KUNIT_EXPECT_EQ(test, fgraph_register_source(&source), 0);
	KUNIT_EXPECT_EQ(test, fgraph_register_source(&better), 0);
	expect_module(test, mod, better.rank, 0);
	KUNIT_EXPECT_EQ(test, type_of(IN_KERNEL), better.rank);
	fgraph_unregister_source(&better);
	expect_module(test, mod, source.rank, 0);
	KUNIT_EXPECT_EQ(test, type_of(IN_KERNEL), source.rank);
	fgraph_unregister_source(&source);
	expect_module(test, mod, 0, 0);
	goes(mod);
	KUNIT_EXPECT_EQ(test, releases, 6);
}

/* If types cannot be loaded for a module, it has none. All other types stay */
static void lose_nothing_where_memory_is_short(struct kunit *test)
{
	struct module *mod = &modules[0], *last = &modules[MODULES];

	comes(mod);
	KUNIT_EXPECT_EQ(test, fgraph_register_source(&source), 0);
	for (trouble = NO_MEMORY; trouble <= TOLD_APART_BY_NOTHING; trouble++) {
		comes(last);
		expect_module(test, last, 0, 0);
		expect_module(test, mod, source.rank, source.rank);
		KUNIT_EXPECT_EQ(test, type_of(IN_KERNEL), source.rank);
		goes(last);
	}
	/* The types are loaded later, when there is memory */
	trouble = NO_MEMORY;
	comes(last);
	expect_module(test, last, 0, 0);
	trouble = NO_TROUBLE;
	fgraph_load_sources();
	expect_module(test, last, source.rank, source.rank);
	goes(last);
	goes(mod);
	fgraph_unregister_source(&source);
}

/* Time in ns to load and unload a module. The minimum of some runs: other tasks run, too */
static s64 time_of_one_more(void)
{
	struct module *last = &modules[MODULES];
	s64 least = S64_MAX;
	int i;

	for (i = 0; i < 5; i++) {
		ktime_t begin = ktime_get();

		comes(last);
		fgraph_module_changes(last, MODULE_STATE_LIVE);
		goes(last);
		least = min(least, ktime_to_ns(ktime_sub(ktime_get(), begin)));
	}
	return least;
}

static void take_no_longer_with_many_modules(struct kunit *test)
{
	s64 untyped, typed;
	u32 i;

	for (i = 0; i < MODULES; i++)
		comes(&modules[i]);
	untyped = time_of_one_more();
	KUNIT_EXPECT_EQ(test, fgraph_register_source(&source), 0);
	typed = time_of_one_more();
	kunit_info(test, "one more than %d modules: %lld us, typed: %lld us", MODULES,
		   div_s64(untyped, NSEC_PER_USEC), div_s64(typed, NSEC_PER_USEC));
	KUNIT_EXPECT_LT(test, typed, untyped + 20 * NSEC_PER_MSEC);
	expect_module(test, &modules[MODULES - 1], source.rank, source.rank);
	for (i = 0; i < MODULES; i++)
		goes(&modules[i]);
	expect_module(test, &modules[MODULES - 1], 0, 0);
	fgraph_unregister_source(&source);
	/* Data of the kernel, of the modules, and of each load of the last module */
	KUNIT_EXPECT_EQ(test, releases, 1 + MODULES + 5);
}

static int fgraph_source_test_init(struct kunit *test)
{
	u32 i;

	trouble = NO_TROUBLE;
	releases = 0;
	modules = kvcalloc(MODULES + 1, sizeof(*modules), GFP_KERNEL);
	if (!modules)
		return -ENOMEM;
	for (i = 0; i <= MODULES; i++) {
		unsigned long base = FIRST_MODULE + i * MODULE_BYTES;

		modules[i].num_ftrace_callsites = 2 * FUNCTIONS;
		modules[i].core_layout.base = (void *)base;
		modules[i].core_layout.size = FUNCTIONS * 16;
		modules[i].init_layout.base = (void *)base + FUNCTIONS * 16;
		modules[i].init_layout.size = FUNCTIONS * 16;
	}
	return 0;
}

static void fgraph_source_test_exit(struct kunit *test)
{
	kvfree(modules);
	modules = NULL;
}

static struct kunit_case fgraph_source_test_cases[] = {
	KUNIT_CASE(come_and_go),
	KUNIT_CASE(take_from_the_highest_rank),
	KUNIT_CASE(lose_nothing_where_memory_is_short),
	KUNIT_CASE(take_no_longer_with_many_modules),
	{}
};

static struct kunit_suite fgraph_source_test_suite = {
	.name = "fgraph_source",
	.init = fgraph_source_test_init,
	.exit = fgraph_source_test_exit,
	.test_cases = fgraph_source_test_cases,
};

kunit_test_suites(&fgraph_source_test_suite);

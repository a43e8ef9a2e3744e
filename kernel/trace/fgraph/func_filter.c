// SPDX-License-Identifier: GPL-2.0
/*
 * func_filter.c - which users of the function graph trace a function
 *
 * Each user has a filter, and one ftrace_ops is registered for all of them. It enables
 * the functions that some user traces, and no others. A call is looked up once for all
 * users.
 */
#include <linux/bitops.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/slab.h>

#include "../ftrace_internal.h"
#include "../trace.h"
#include "func_filter.h"

/* The hashes of an ops have up to so many bits, too */
#define MAX_HASH_BITS 12

static u16 users_of(const struct fgraph_choice *choices, u16 users, unsigned long ip)
{
	unsigned long left = users;
	u16 found = 0;
	int idx;

	for_each_set_bit(idx, &left, FGRAPH_MAX_USERS) {
		struct ftrace_hash *filter_hash = choices[idx].filter_hash;

		if (!ftrace_hash_empty(filter_hash) && !ftrace_lookup_ip(filter_hash, ip))
			continue;
		if (!ftrace_lookup_ip(choices[idx].notrace_hash, ip))
			found |= BIT(idx);
	}
	return found;
}

static void add_functions(struct fgraph_filter *filter, const struct fgraph_choice *choices,
			  u16 users, const struct ftrace_hash *hash)
{
	struct fgraph_filter_slot *slot;
	struct ftrace_func_entry *entry;
	unsigned long i;

	if (!hash || !hash->count)
		return;
	for (i = 0; i < BIT(hash->size_bits); i++) {
		hlist_for_each_entry(entry, &hash->buckets[i], hlist) {
			/* It was of a module that has gone */
			if (!entry->ip)
				continue;
			slot = fgraph_filter_slot(filter, entry->ip);
			slot->ip = entry->ip;
			slot->users = users_of(choices, users, entry->ip);
		}
	}
}

static unsigned long count_of(const struct ftrace_hash *hash)
{
	return hash ? hash->count : 0;
}

static bool is_some(u16 found, u16 users)
{
	return found && found != users;
}

/* What is traced by anyone: functions by name, or all but some */
static int choose_for_all(struct fgraph_filter *filter, u16 users, unsigned long count)
{
	int bits = min(ilog2(count + 1), MAX_HASH_BITS);
	struct fgraph_filter_slot *slot;

	filter->all.filter_hash = alloc_ftrace_hash(filter->others ? 0 : bits);
	filter->all.notrace_hash = alloc_ftrace_hash(filter->others ? bits : 0);
	if (!filter->all.filter_hash || !filter->all.notrace_hash)
		return -ENOMEM;

	/* No function is not the same as all of them */
	if (!filter->others)
		filter->all.filter_hash->flags |= FTRACE_HASH_FL_MOD;
	filter->differ = is_some(filter->others, users);
	for (slot = filter->slots; slot < filter->slots + BIT(filter->bits); slot++) {
		struct ftrace_hash *hash = NULL;

		if (!slot->ip)
			continue;
		filter->differ |= is_some(slot->users, users);
		if (slot->users && !filter->others)
			hash = filter->all.filter_hash;
		if (!slot->users && filter->others)
			hash = filter->all.notrace_hash;
		if (hash && add_hash_entry(hash, slot->ip))
			return -ENOMEM;
	}
	return 0;
}

/**
 * fgraph_filter_alloc - make a filter without functions
 * @bits: it has 2 to the power of it slots
 *
 * On some architectures, the page table of a task gets what is new in the vmalloc area by a
 * fault. do_DataAbort() of arm, and do_page_fault() of riscv, are traced. The hook would
 * look them up before they have mended the page table: the lookup would fault again, in a
 * task that has no stack left at last. A filter that is too large for kmalloc() finds no
 * memory there. On arm, this is one of more than 131071 functions, if memory is not in
 * small pieces.
 *
 * Context: may sleep
 * Return: the filter, which fgraph_filter_free() frees, or NULL if there is no memory
 */
struct fgraph_filter *fgraph_filter_alloc(int bits)
{
	size_t size = struct_size((struct fgraph_filter *)0, slots, BIT(bits));
	struct fgraph_filter *filter;

	if (IS_ENABLED(CONFIG_ARM) || IS_ENABLED(CONFIG_RISCV))
		filter = kzalloc(size, GFP_KERNEL | __GFP_NOWARN);
	else
		filter = kvzalloc(size, GFP_KERNEL);
	if (filter)
		filter->bits = bits;
	return filter;
}

/**
 * fgraph_filter_build - find out who traces what
 * @choices: what each user has chosen, by its number
 * @users: the users that there are, a bit for each
 *
 * Context: may sleep. The caller sees to it that nobody changes the hashes
 * Return: the filter, which fgraph_filter_free() frees, or NULL if there is no memory
 */
struct fgraph_filter *fgraph_filter_build(const struct fgraph_choice *choices, u16 users)
{
	unsigned long left = users, count = 0;
	struct fgraph_filter *filter;
	int idx;

	for_each_set_bit(idx, &left, FGRAPH_MAX_USERS)
		count += count_of(choices[idx].filter_hash) + count_of(choices[idx].notrace_hash);
	filter = fgraph_filter_alloc(ilog2(roundup_pow_of_two(2 * count + 2)));
	if (!filter)
		return NULL;

	for_each_set_bit(idx, &left, FGRAPH_MAX_USERS) {
		if (ftrace_hash_empty(choices[idx].filter_hash))
			filter->others |= BIT(idx);
		add_functions(filter, choices, users, choices[idx].filter_hash);
		add_functions(filter, choices, users, choices[idx].notrace_hash);
	}
	if (choose_for_all(filter, users, count)) {
		fgraph_filter_free(filter);
		return NULL;
	}
	return filter;
}

/**
 * fgraph_filter_forget - forget a function of a module that has gone
 * @filter: a filter, in use or not
 * @ip: the function's call site
 *
 * Nobody has named what comes to this address next.
 *
 * Context: any. The function is not called
 */
void fgraph_filter_forget(struct fgraph_filter *filter, unsigned long ip)
{
	struct fgraph_filter_slot *slot = fgraph_filter_slot(filter, ip);

	if (slot->ip)
		WRITE_ONCE(slot->users, filter->others);
}

/**
 * fgraph_filter_free - free a filter
 * @filter: a filter that nobody looks at, or NULL
 *
 * Context: may sleep
 */
void fgraph_filter_free(struct fgraph_filter *filter)
{
	if (!filter)
		return;
	free_ftrace_hash(filter->all.filter_hash);
	free_ftrace_hash(filter->all.notrace_hash);
	kvfree(filter);
}

// SPDX-License-Identifier: GPL-2.0
/*
 * func_filter.c - look up which registered fgraph_ops (ops) trace a function
 *
 * Each ops has a filter. One ftrace_ops is registered for all ops. It enables the
 * functions that some ops traces, and no others. A call is looked up once for all ops.
 */
#include <linux/bitops.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/slab.h>

#include "../ftrace_internal.h"
#include "../trace.h"
#include "func_filter.h"

/* Same limit as FTRACE_HASH_MAX_BITS, for the hashes of an ftrace_ops */
#define MAX_HASH_BITS 12

static u16 ops_for(const struct fgraph_choice *choices, u16 ops, unsigned long ip)
{
	unsigned long left = ops;
	u16 found = 0;
	int idx;

	for_each_set_bit(idx, &left, FGRAPH_ARRAY_SIZE) {
		struct ftrace_hash *filter_hash = choices[idx].filter_hash;

		if (!ftrace_hash_empty(filter_hash) && !ftrace_lookup_ip(filter_hash, ip))
			continue;
		if (!ftrace_lookup_ip(choices[idx].notrace_hash, ip))
			found |= BIT(idx);
	}
	return found;
}

static void add_functions(struct fgraph_filter *filter, const struct fgraph_choice *choices,
			  u16 ops, const struct ftrace_hash *hash)
{
	struct fgraph_filter_slot *slot;
	struct ftrace_func_entry *entry;
	unsigned long i;

	if (!hash || !hash->count)
		return;
	for (i = 0; i < BIT(hash->size_bits); i++) {
		hlist_for_each_entry(entry, &hash->buckets[i], hlist) {
			/* Cleared: the text of the function, e.g. of a module, was freed */
			if (!entry->ip)
				continue;
			slot = fgraph_filter_slot(filter, entry->ip);
			slot->ip = entry->ip;
			slot->ops = ops_for(choices, ops, entry->ip);
		}
	}
}

static unsigned long count_of(const struct ftrace_hash *hash)
{
	return hash ? hash->count : 0;
}

static bool is_some(u16 found, u16 ops)
{
	return found && found != ops;
}

/* Select the functions that any ops traces: those of a list, or all but those of a list */
static int choose_for_all(struct fgraph_filter *filter, u16 ops, unsigned long count)
{
	int bits = min(ilog2(count + 1), MAX_HASH_BITS);
	struct fgraph_filter_slot *slot;

	filter->all.filter_hash = alloc_ftrace_hash(filter->others ? 0 : bits);
	filter->all.notrace_hash = alloc_ftrace_hash(filter->others ? bits : 0);
	if (!filter->all.filter_hash || !filter->all.notrace_hash)
		return -ENOMEM;

	/* With this flag, an empty filter_hash selects no function instead of all */
	if (!filter->others)
		filter->all.filter_hash->flags |= FTRACE_HASH_FL_MOD;
	filter->differ = is_some(filter->others, ops);
	for (slot = filter->slots; slot < filter->slots + BIT(filter->bits); slot++) {
		struct ftrace_hash *hash = NULL;

		if (!slot->ip)
			continue;
		filter->differ |= is_some(slot->ops, ops);
		if (slot->ops && !filter->others)
			hash = filter->all.filter_hash;
		if (!slot->ops && filter->others)
			hash = filter->all.notrace_hash;
		if (hash && add_hash_entry(hash, slot->ip))
			return -ENOMEM;
	}
	return 0;
}

/**
 * fgraph_filter_alloc - allocate a filter without functions
 * @bits: the filter has 2 to the power of @bits slots
 *
 * On some architectures, a page fault adds new mappings of the vmalloc area to the page
 * table of a task. The fault handlers do_DataAbort() of arm and do_page_fault() of riscv
 * are traced. The hook would look them up before they have updated the page table. The
 * lookup would fault again, until the task has no stack left. So a filter is not in the
 * vmalloc area there. A filter that is too large for kmalloc() gets no memory. On arm,
 * this happens with more than 131071 functions, unless memory is fragmented.
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
 * fgraph_filter_build - build the filter of all ops
 * @choices: the hashes of each ops, by index
 * @ops: the ops to include, a bit for each
 *
 * Context: may sleep. The caller ensures that the hashes do not change
 * Return: the filter, which fgraph_filter_free() frees, or NULL if there is no memory
 */
struct fgraph_filter *fgraph_filter_build(const struct fgraph_choice *choices, u16 ops)
{
	unsigned long left = ops, count = 0;
	struct fgraph_filter *filter;
	int idx;

	for_each_set_bit(idx, &left, FGRAPH_ARRAY_SIZE)
		count += count_of(choices[idx].filter_hash) + count_of(choices[idx].notrace_hash);
	filter = fgraph_filter_alloc(ilog2(roundup_pow_of_two(2 * count + 2)));
	if (!filter)
		return NULL;

	for_each_set_bit(idx, &left, FGRAPH_ARRAY_SIZE) {
		if (ftrace_hash_empty(choices[idx].filter_hash))
			filter->others |= BIT(idx);
		add_functions(filter, choices, ops, choices[idx].filter_hash);
		add_functions(filter, choices, ops, choices[idx].notrace_hash);
	}
	if (choose_for_all(filter, ops, count)) {
		fgraph_filter_free(filter);
		return NULL;
	}
	return filter;
}

/**
 * fgraph_filter_forget - forget a function whose text is freed, e.g. with its module
 * @filter: a filter, in use or not
 * @ip: the function's call site
 *
 * The next function at this address is in no list of an ops.
 *
 * Context: any. The function is not called
 */
void fgraph_filter_forget(struct fgraph_filter *filter, unsigned long ip)
{
	struct fgraph_filter_slot *slot = fgraph_filter_slot(filter, ip);

	if (slot->ip)
		WRITE_ONCE(slot->ops, filter->others);
}

/**
 * fgraph_filter_free - free a filter
 * @filter: a filter that no hook reads any more, or NULL
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

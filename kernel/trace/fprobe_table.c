// SPDX-License-Identifier: GPL-2.0
/*
 * fprobe_table.c - look up which fprobes with an exit handler probe a function
 */
#include <linux/log2.h>
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/sort.h>

#include "fprobe_table.h"

/* A function of a registration */
struct pair {
	unsigned long ip;
	struct fprobe_set *set;
};

static int compare_pairs(const void *a, const void *b)
{
	const struct pair *one = a, *other = b;

	if (one->ip != other->ip)
		return one->ip < other->ip ? -1 : 1;
	return one->set->number < other->set->number ? -1 : 1;
}

static struct fprobe_table *alloc_table(unsigned int pairs, unsigned int set_count)
{
	struct fprobe_table *table;
	size_t sites, bytes;
	u8 bits = max(ilog2(pairs) + 2, 4);

	sites = struct_size(table, sites, BIT(bits));
	bytes = size_add(sites, array_size(pairs, sizeof(*table->ips) + sizeof(*table->probes)));
	bytes = size_add(bytes, array_size(set_count, sizeof(*table->sets)));
	table = kvzalloc(bytes, GFP_KERNEL);
	if (!table)
		return NULL;
	table->shift = BITS_PER_LONG - bits;
	table->set_count = set_count;
	table->ips = (void *)table + sites;
	table->probes = (void *)(table->ips + pairs);
	table->sets = table->probes + pairs;
	return table;
}

static struct fprobe_site *add_site(struct fprobe_table *table, unsigned long ip)
{
	struct fprobe_site *site = fprobe_table_site(table, ip);

	site->ip = ip;
	table->ips[table->ip_count++] = ip;
	return site;
}

static void end_site(struct fprobe_site *site)
{
	/* Headers alone */
	if (site && site->words == site->count && site->count <= BITS_PER_LONG)
		site->words = 0;
}

static void fill_table(struct fprobe_table *table, const struct pair *pairs, unsigned int count)
{
	struct fprobe_site *site = NULL;
	unsigned int i;

	for (i = 0; i < count; i++) {
		if (!site || site->ip != pairs[i].ip) {
			end_site(site);
			site = add_site(table, pairs[i].ip);
			site->sets = &table->probes[i];
		}
		site->count++;
		site->words += pairs[i].set->words;
		table->probes[i] = pairs[i].set;
		table->sets[pairs[i].set->slot] = pairs[i].set;
	}
	end_site(site);
}

/**
 * fprobe_table_build - build the table of registrations
 * @sets: list of struct fprobe_set. One of them has a function at least
 *
 * Context: may sleep. The list and its registrations must not change meanwhile
 * Return: the table, which kvfree() frees, or NULL if there is no memory
 */
struct fprobe_table *fprobe_table_build(const struct list_head *sets)
{
	unsigned int count = 0, set_count = 0, i;
	struct fprobe_table *table;
	struct fprobe_set *set;
	struct pair *pairs;

	list_for_each_entry(set, sets, list) {
		count += set->count;
		set_count = max(set_count, set->slot + 1U);
	}
	pairs = kvmalloc_array(count, sizeof(*pairs), GFP_KERNEL);
	if (!pairs)
		return NULL;
	count = 0;
	list_for_each_entry(set, sets, list) {
		for (i = 0; i < set->count; i++)
			pairs[count++] = (struct pair){ set->ips[i], set };
	}
	sort(pairs, count, sizeof(*pairs), compare_pairs, NULL);
	table = alloc_table(count, set_count);
	if (table)
		fill_table(table, pairs, count);
	kvfree(pairs);
	return table;
}

/**
 * fprobe_table_forget - take a function out of a table
 * @table: the table
 * @ip: call site of the function. The table has it, and it is not called any more
 *
 * Context: any. Others may look functions up meanwhile
 */
void fprobe_table_forget(struct fprobe_table *table, unsigned long ip)
{
	WRITE_ONCE(fprobe_table_site(table, ip)->ip, FPROBE_SITE_GONE);
}

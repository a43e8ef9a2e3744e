/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FPROBE_TABLE_H
#define _KERNEL_TRACE_FPROBE_TABLE_H

#include <linux/compiler.h>
#include <linux/ftrace.h>
#include <linux/hash.h>
#include <linux/list.h>

#include "fgraph/shadow_stack.h"

struct fprobe;

/**
 * struct fprobe_set - a registration of an fprobe: its functions
 * @list: in the list of registrations with an exit handler, or without one
 * @fp: the fprobe. A disabled one from the time when it is unregistered
 * @number: number of the registration. No other registration has it. 0 without an exit handler
 * @since: number of the registration among those of the function graph, see
 *	fgraph_number_registration(). 0 until the handlers are to be called
 * @slot: index in fprobe_table.sets
 * @words: words that its data take in a frame, the header included
 * @ops: selects the functions, and calls the entry handler, if there is no exit handler
 * @count: number of functions that are left. A function goes with its module
 * @ips: their call sites, sorted
 */
struct fprobe_set {
	struct list_head list;
	struct fprobe *fp;
	u32 number;
	u32 since;
	u16 slot;
	u16 words;
	struct ftrace_ops ops;
	unsigned int count;
	unsigned long ips[];
};

/**
 * struct fprobe_site - a function that fprobes with an exit handler probe
 * @ip: its call site, 0 in a free place, 1 if the function is gone
 * @sets: its registrations, side by side in fprobe_table.probes
 * @count: number of @sets
 * @words: words that the data of all of them take in a frame. 0 if none of them wants data, and
 *	there are no more than BITS_PER_LONG
 */
struct fprobe_site {
	unsigned long ip;
	struct fprobe_set **sets;
	u32 count;
	u32 words;
};

#define FPROBE_SITE_GONE	1UL

/**
 * struct fprobe_table - which fprobes with an exit handler probe which function
 * @shift: the upper BITS_PER_LONG - @shift bits of a product are an index of @sites
 * @ip_count: number of functions
 * @set_count: number of @sets
 * @ips: the call sites of the functions
 * @sets: the registrations by their slots, NULL in a free one
 * @probes: the registrations of a function lie side by side, in the order of their numbers
 * @sites: a hash table with open addressing. At least half of it is free
 *
 * Only a function that goes with its module changes a table. For all else, another one is
 * built and published.
 */
struct fprobe_table {
	u8 shift;
	unsigned int ip_count;
	unsigned int set_count;
	unsigned long *ips;
	struct fprobe_set **sets;
	struct fprobe_set **probes;
	struct fprobe_site sites[];
};

/* Number of sites */
static __always_inline unsigned long fprobe_table_size(const struct fprobe_table *table)
{
	return BIT(BITS_PER_LONG - table->shift);
}

/* The site of a function, or the free one where it would be, which has no registrations */
static __always_inline struct fprobe_site *
fprobe_table_site(struct fprobe_table *table, unsigned long ip)
{
	/* As hash_long() */
	struct fprobe_site *site = &table->sites[ip * GOLDEN_RATIO_PRIME >> table->shift];
	unsigned long there;

	/* One that goes meanwhile is not called any more */
	while (unlikely((there = READ_ONCE(site->ip)) != ip) && there) {
		if (++site == &table->sites[fprobe_table_size(table)])
			site = table->sites;
	}
	return site;
}

/* The registration with this number, or NULL if it is gone */
static __always_inline struct fprobe_set *
fprobe_table_set(const struct fprobe_table *table, u16 slot, u32 number)
{
	struct fprobe_set *set = slot < table->set_count ? table->sets[slot] : NULL;

	return set && set->number == number ? set : NULL;
}

/* Whether the handlers of a registration are for the call that a frame is of */
static __always_inline bool fprobe_set_was_there(const struct fprobe_set *set,
						 const struct ftrace_ret_stack *frame)
{
	u32 since = READ_ONCE(set->since);

	return since && fgraph_was_there(since, frame->since);
}

struct fprobe_table *fprobe_table_build(const struct list_head *sets);
void fprobe_table_forget(struct fprobe_table *table, unsigned long ip);

#ifdef CONFIG_FPROBE
void fprobe_forget(unsigned long ip);
#else
static inline void fprobe_forget(unsigned long ip) { }
#endif

#endif /* _KERNEL_TRACE_FPROBE_TABLE_H */

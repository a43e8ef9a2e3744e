/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_FUNC_FILTER_H
#define _KERNEL_TRACE_FGRAPH_FUNC_FILTER_H

#include <linux/bits.h>
#include <linux/ftrace.h>
#include <linux/hash.h>

struct ftrace_hash;

/**
 * struct fgraph_choice - functions that are selected
 * @filter_hash: the functions to trace. If it is empty: all
 * @notrace_hash: the functions not to trace
 */
struct fgraph_choice {
	struct ftrace_hash *filter_hash;
	struct ftrace_hash *notrace_hash;
};

/**
 * struct fgraph_filter - which registered fgraph_ops (ops) trace which function
 * @all: functions that any ops traces. For the ftrace_ops of all ops, which takes the
 *	hashes over
 * @others: ops that trace each function that is not in @slots, a bit for each
 * @differ: some function is traced by some ops, and not by all
 * @bits: there are 2 to the power of @bits slots
 * @slots: the slots of the hash table
 * @ip: in a slot: the call site of a function that a hash of an ops names, or 0
 * @ops: in a slot: ops that trace the function, a bit for each
 *
 * A hash table with open addressing. At least half of the slots are free. It only changes
 * when fgraph_filter_forget() removes a function.
 */
struct fgraph_filter {
	struct fgraph_choice all;
	u16 others;
	bool differ;
	u8 bits;
	struct fgraph_filter_slot {
		unsigned long ip;
		u16 ops;
	} slots[];
};

/* The slot of a function, or the free one where it would be */
static __always_inline struct fgraph_filter_slot *
fgraph_filter_slot(struct fgraph_filter *filter, unsigned long ip)
{
	unsigned long i = hash_long(ip, filter->bits);

	while (filter->slots[i].ip != ip && filter->slots[i].ip)
		i = (i + 1) & (BIT(filter->bits) - 1);
	return &filter->slots[i];
}

/* The ops that trace a function, a bit for each */
static __always_inline u16 fgraph_filter_ops(struct fgraph_filter *filter, unsigned long ip)
{
	struct fgraph_filter_slot *slot = fgraph_filter_slot(filter, ip);

	return slot->ip ? READ_ONCE(slot->ops) : filter->others;
}

struct fgraph_filter *fgraph_filter_alloc(int bits);
struct fgraph_filter *fgraph_filter_build(const struct fgraph_choice *choices, u16 ops);
void fgraph_filter_forget(struct fgraph_filter *filter, unsigned long ip);
#ifdef CONFIG_DYNAMIC_FTRACE
void fgraph_filter_free(struct fgraph_filter *filter);
#else
static inline void fgraph_filter_free(struct fgraph_filter *filter) { }
#endif

#endif /* _KERNEL_TRACE_FGRAPH_FUNC_FILTER_H */

/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_TYPE_SLOTS_H
#define _KERNEL_TRACE_FGRAPH_TYPE_SLOTS_H

#include <linux/list.h>
#include <linux/rbtree_latch.h>

#include "type.h"
#include "type_lookup.h"

/* A free bit of the type in a slot: this slot is the last one of its bucket */
#define FGRAPH_SLOT_LAST	BIT(15)

/* A function in the lookup table, see type_lookup.c */
struct fgraph_slot {
	u32 key;
	u16 type;
	u16 proto_low;
};

/*
 * A part of a module's text, as a node of the tree in which a module is found by address.
 * A part that is not in the tree is empty: start equals end.
 */
struct fgraph_part {
	struct latch_tree_node node;
	unsigned long start;
	unsigned long end;
	const struct fgraph_protos *protos;
};

/*
 * The functions of the kernel or of a module. One allocation holds this struct and its
 * arrays. A traced return uses only the first six members, of the kernel's functions.
 */
struct fgraph_protos {
	unsigned long start;
	unsigned long size;
	u32 buckets;
	u32 factor;
	u32 *first;
	struct fgraph_slot *slots;
	u16 *proto_high;
	u32 count;
	struct fgraph_text text;
	struct fgraph_part parts[FGRAPH_TEXT_PARTS];
	struct list_head gone;
	size_t bytes;
};

/* A function of a module. Once @key is set, @type does not change. Key 0 ends a search */
struct fgraph_module_slot {
	u32 key;
	u32 type;
};

/**
 * struct fgraph_module_slots - return types of the functions of all modules
 * @shift: shift of the hash that selects the first slot to search for a function
 * @mask: number of slots minus 1
 * @used: number of slots that have a key, at most half of them
 * @old: the slots that these replace, until fgraph_old_slots() takes them
 * @slots: open addressing. A function is in the slot of its hash, or in one that follows
 */
struct fgraph_module_slots {
	u32 shift;
	u32 mask;
	u32 used;
	struct fgraph_module_slots *old;
	struct fgraph_module_slot slots[];
};

extern const struct fgraph_protos *fgraph_protos_kernel;
extern struct fgraph_protos fgraph_protos_none;
extern struct fgraph_module_slots *fgraph_modules;

/**
 * fgraph_protos_now - return the prototypes of the kernel
 *
 * Return: the prototypes, fgraph_protos_none if only modules may have prototypes, or NULL
 *	if there are none at all. They stay valid until preemption is enabled
 * Context: any, NMI included, with preemption off
 */
static __always_inline const struct fgraph_protos *fgraph_protos_now(void)
{
	return READ_ONCE(fgraph_protos_kernel);
}

/*
 * The low 32 bits of an address identify a function: the kernel and its modules lie
 * in a window of 4 GB, which direct calls and module loading require.
 */
static __always_inline u32 fgraph_key(unsigned long ip)
{
	return ip;
}

static __always_inline u32 fgraph_bucket(const struct fgraph_protos *protos, u32 key)
{
	return (u64)(key * protos->factor) * protos->buckets >> 32;
}

/* Most functions are in the first slot of their bucket */
static __always_inline bool fgraph_find_slot(const struct fgraph_protos *protos, unsigned long ip,
					     const struct fgraph_slot **found)
{
	u32 key = fgraph_key(ip);
	const struct fgraph_slot *slot;

	slot = protos->slots + protos->first[fgraph_bucket(protos, key)];
	while (unlikely(slot->key != key)) {
		if (slot->type & FGRAPH_SLOT_LAST)
			return false;
		slot++;
	}
	*found = slot;
	return true;
}

/* The golden ratio in 32 bits: it spreads addresses that lie at regular distances */
#define FGRAPH_FACTOR	0x9e3779b1U

/* The type of a function of a module, or 0 */
static __always_inline u16 fgraph_module_type(unsigned long ip)
{
	const struct fgraph_module_slots *modules = READ_ONCE(fgraph_modules);
	u32 found, key = fgraph_key(ip), i = key * FGRAPH_FACTOR >> modules->shift;

	while (unlikely((found = READ_ONCE(modules->slots[i].key)) != key)) {
		if (!found)
			return 0;
		i = (i + 1) & modules->mask;
	}
	return modules->slots[i].type;
}

#endif /* _KERNEL_TRACE_FGRAPH_TYPE_SLOTS_H */

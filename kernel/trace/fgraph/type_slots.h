/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_TYPE_SLOTS_H
#define _KERNEL_TRACE_FGRAPH_TYPE_SLOTS_H

#include <linux/list.h>
#include <linux/rbtree_latch.h>

#include "type.h"
#include "type_lookup.h"

/* In the bits of a type that are free: no slot of this bucket follows */
#define FGRAPH_SLOT_LAST	BIT(15)

/* A function in the lookup, see type_lookup.c */
struct fgraph_slot {
	u32 key;
	u16 type;
	u16 proto_low;
};

/* A part of a module, by which its functions are found. Empty if it is not in the tree */
struct fgraph_part {
	struct latch_tree_node node;
	unsigned long start;
	unsigned long end;
	const struct fgraph_protos *protos;
};

/*
 * The functions of the kernel or of a module, with all that is pointed to in one
 * piece of memory. A traced return needs the first six, of the kernel.
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

/* A function of a module. Once @key is set, @type stays. 0 ends a search */
struct fgraph_module_slot {
	u32 key;
	u32 type;
};

/**
 * struct fgraph_module_slots - what a traced return of a function of any module needs
 * @shift: for the hash, which tells the first slot of a function
 * @mask: number of slots less 1
 * @used: number of slots that have a key, at most a half of them
 * @old: others that were there before
 * @slots: the slots. A function is in its first one, or in one of those that follow
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
 * fgraph_protos_now - tell the prototypes of the kernel
 *
 * Return: the prototypes, fgraph_protos_none if only modules may have some, or NULL if
 *	nothing has. They stay until preemption is on
 * Context: any, NMI included, with preemption off
 */
static __always_inline const struct fgraph_protos *fgraph_protos_now(void)
{
	return READ_ONCE(fgraph_protos_kernel);
}

/*
 * The low 32 bits tell all functions apart: the kernel and its modules lie in a
 * window of 4 GB, as direct calls and module loading need it.
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

/* The golden ratio in 32 bits: it spreads addresses at regular distances */
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

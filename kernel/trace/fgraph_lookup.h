/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _LINUX_KERNEL_FGRAPH_LOOKUP_H
#define _LINUX_KERNEL_FGRAPH_LOOKUP_H

#include "fgraph_proto.h"
#include "fgraph_type.h"

/* In the bits of a type that are free: no slot of this bucket follows */
#define FGRAPH_SLOT_LAST	BIT(15)

/* A function in the lookup, see fgraph_proto.c */
struct fgraph_slot {
	u32 key;
	u16 type;
	u16 proto_low;
};

/* With all that it points to in one piece of memory. A traced return needs the first four */
struct fgraph_protos {
	u32 buckets;
	u32 factor;
	u32 *first;
	struct fgraph_slot *slots;
	u16 *proto_high;
	u32 count;
	u32 nr_texts;
	struct fgraph_text *texts;
	size_t bytes;
};

extern struct fgraph_protos *fgraph_protos_published;

/**
 * fgraph_protos_now - tell the prototypes that are looked up
 *
 * Return: the prototypes, or NULL if there are none. They stay until preemption is on
 * Context: any, NMI included, with preemption off
 */
static __always_inline const struct fgraph_protos *fgraph_protos_now(void)
{
	return READ_ONCE(fgraph_protos_published);
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

#endif /* _LINUX_KERNEL_FGRAPH_LOOKUP_H */

// SPDX-License-Identifier: GPL-2.0
/*
 * fgraph_proto.c - find the prototype of a traced function by its address
 *
 * Functions lie by buckets, without empty slots. The bucket of an address tells
 * its first slot, and a bit tells the last one:
 *
 *	first[]		| 0 | 2 | 2 | 3 | ...	by bucket
 *
 *	slots[]		| a   b L | c L | d L | ...	a, b: bucket 0; c: 1; d: 3
 *
 * A bucket without functions has the last slot of another bucket, where no
 * address of its own can be.
 *
 * Once published, it is never changed: a new one takes its place.
 */
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/overflow.h>
#include <linux/rcupdate.h>
#include <linux/vmalloc.h>

#include "fgraph_proto.h"

/* In the bits of a type that are free: no slot of this bucket follows */
#define SLOT_LAST	BIT(15)

/* Slots that a search looks at, at most */
#define LONGEST_BUCKET	10

/* Factors to try for one number of buckets, before that is doubled */
#define FACTORS		16

/*
 * The golden ratio in 32 bits: it spreads addresses at regular distances.
 * Others are tried if it makes a bucket too long.
 */
#define FIRST_FACTOR	0x9e3779b1U
#define NEXT_FACTOR(f)	((f) * 0x2c1b3c6dU)

struct slot {
	u32 key;
	u16 type;
	u16 proto;
};

struct fgraph_protos {
	u32 buckets;
	u32 factor;
	u32 count;
	u32 *first;
	u16 *names;
	struct slot slots[];
};

static DEFINE_MUTEX(publish_mutex);
static struct fgraph_protos *published __read_mostly;

/*
 * The low 32 bits tell all functions apart: the kernel and its modules lie in a
 * window of 4 GB, as direct calls and module loading need it.
 */
static __always_inline u32 key_of(unsigned long ip)
{
	return ip;
}

static __always_inline u32 bucket_of(u32 key, u32 factor, u32 buckets)
{
	return (u64)(key * factor) * buckets >> 32;
}

static __always_inline const struct slot *
find_slot(const struct fgraph_protos *protos, unsigned long ip)
{
	u32 key = key_of(ip);
	const struct slot *slot;

	slot = protos->slots + protos->first[bucket_of(key, protos->factor, protos->buckets)];
	while (slot->key != key) {
		if (slot->type & SLOT_LAST)
			return NULL;
		slot++;
	}
	return slot;
}

/* Count the functions of each bucket into first[]. Fails if a bucket is too long */
static bool count_buckets(struct fgraph_protos *protos, const struct fgraph_function *functions)
{
	u32 i, *count;

	memset(protos->first, 0, array_size(protos->buckets, sizeof(*protos->first)));
	for (i = 0; i < protos->count; i++) {
		count = &protos->first[bucket_of(key_of(functions[i].ip), protos->factor,
						 protos->buckets)];
		if (++*count > LONGEST_BUCKET)
			return false;
	}
	return true;
}

static bool find_factor(struct fgraph_protos *protos, const struct fgraph_function *functions)
{
	int i;

	protos->factor = FIRST_FACTOR;
	for (i = 0; i < FACTORS; i++) {
		if (count_buckets(protos, functions))
			return true;
		protos->factor = NEXT_FACTOR(protos->factor);
	}
	return false;
}

/* Make first[] the end of each bucket, from the number of functions in it */
static void add_counts(struct fgraph_protos *protos)
{
	u32 i, end = 0;

	for (i = 0; i < protos->buckets; i++) {
		end += protos->first[i];
		protos->first[i] = end;
	}
}

/*
 * Fill the slots from the end of each bucket, so that first[] comes to be its
 * begin.
 */
static void fill_slots(struct fgraph_protos *protos, const struct fgraph_function *functions)
{
	u32 i, *first;
	struct slot *slot;

	for (i = 0; i < protos->count; i++) {
		first = &protos->first[bucket_of(key_of(functions[i].ip), protos->factor,
						 protos->buckets)];
		--*first;
		slot = &protos->slots[*first];
		slot->key = key_of(functions[i].ip);
		slot->type = functions[i].type & FGRAPH_TYPE_MASK;
		slot->proto = functions[i].proto;
		protos->names[*first] = functions[i].names;
	}
}

/* Mark the last slot of each bucket, and let empty buckets begin with such a slot */
static void end_buckets(struct fgraph_protos *protos)
{
	u32 i, end = protos->count;

	for (i = protos->buckets; i-- > 0; ) {
		if (protos->first[i] == end) {
			protos->first[i] = end ? end - 1 : 0;
			continue;
		}
		protos->slots[end - 1].type |= SLOT_LAST;
		end = protos->first[i];
	}
}

static struct fgraph_protos *alloc_protos(u32 count, u32 buckets)
{
	struct fgraph_protos *protos;

	protos = kvmalloc(struct_size(protos, slots, count), GFP_KERNEL);
	if (!protos)
		return NULL;
	protos->count = count;
	protos->buckets = buckets;
	protos->first = kvmalloc_array(buckets, sizeof(*protos->first), GFP_KERNEL);
	protos->names = kvmalloc_array(count, sizeof(*protos->names), GFP_KERNEL);
	if (!protos->first || !protos->names) {
		fgraph_protos_free(protos);
		return NULL;
	}
	return protos;
}

/**
 * fgraph_protos_free - free prototypes that nobody reads
 * @protos: the prototypes, or NULL
 *
 * Context: may sleep
 */
void fgraph_protos_free(struct fgraph_protos *protos)
{
	if (!protos)
		return;
	kvfree(protos->names);
	kvfree(protos->first);
	kvfree(protos);
}

/**
 * fgraph_protos_build - make functions known by their address
 * @functions: the functions, each address once. They are copied
 * @count: number of functions, not 0
 *
 * Return: the prototypes, or an error: -ENOMEM, or -EINVAL if the addresses
 *	cannot be told apart
 * Context: may sleep
 */
struct fgraph_protos *fgraph_protos_build(const struct fgraph_function *functions, u32 count)
{
	struct fgraph_protos *protos;
	u32 buckets;

	for (buckets = count; buckets <= 4 * count; buckets *= 2) {
		protos = alloc_protos(count, buckets);
		if (!protos)
			return ERR_PTR(-ENOMEM);
		if (find_factor(protos, functions)) {
			add_counts(protos);
			fill_slots(protos, functions);
			end_buckets(protos);
			return protos;
		}
		fgraph_protos_free(protos);
	}
	return ERR_PTR(-EINVAL);
}

/**
 * fgraph_protos_count - tell how many functions there are
 * @protos: the prototypes, or NULL
 *
 * Return: the number of functions
 * Context: any
 */
u32 fgraph_protos_count(const struct fgraph_protos *protos)
{
	return protos ? protos->count : 0;
}

/**
 * fgraph_protos_copy - copy all functions, in no order
 * @protos: the prototypes, or NULL
 * @base: an address of the kernel's text, by which whole addresses are made
 * @functions: room for fgraph_protos_count() functions
 *
 * Return: the number of functions
 * Context: any
 */
u32 fgraph_protos_copy(const struct fgraph_protos *protos, unsigned long base,
		       struct fgraph_function *functions)
{
	u32 i, count = fgraph_protos_count(protos);

	for (i = 0; i < count; i++) {
		functions[i].ip = base + (s32)(protos->slots[i].key - key_of(base));
		functions[i].type = protos->slots[i].type & FGRAPH_TYPE_MASK;
		functions[i].proto = protos->slots[i].proto;
		functions[i].names = protos->names[i];
	}
	return count;
}

/**
 * fgraph_protos_find - find a function by its address
 * @protos: the prototypes
 * @ip: address of the call site
 * @function: where to put what is known of it
 *
 * Return: whether the function is known
 * Context: any
 */
bool fgraph_protos_find(const struct fgraph_protos *protos, unsigned long ip,
			struct fgraph_function *function)
{
	const struct slot *slot = find_slot(protos, ip);

	if (!slot)
		return false;
	function->ip = ip;
	function->type = slot->type & FGRAPH_TYPE_MASK;
	function->proto = slot->proto;
	function->names = protos->names[slot - protos->slots];
	return true;
}

/**
 * fgraph_protos_publish - make prototypes those that are looked up
 * @protos: the prototypes, or NULL for none
 *
 * Return: the prototypes that were looked up before, or NULL. Nobody reads them
 *	any more
 * Context: may sleep. Waits for all CPUs: return values are recorded where RCU
 *	is not watching
 */
struct fgraph_protos *fgraph_protos_publish(struct fgraph_protos *protos)
{
	struct fgraph_protos *before;

	mutex_lock(&publish_mutex);
	before = published;
	/* Whoever sees the pointer sees the slots */
	smp_store_release(&published, protos);
	if (before)
		synchronize_rcu_tasks_rude();
	mutex_unlock(&publish_mutex);
	return before;
}

/**
 * fgraph_find_type - find the return type of a traced function
 * @ip: address of the call site, as it is in a record
 *
 * Return: the type, or 0 if it is not known
 * Context: any, NMI included
 */
u16 fgraph_find_type(unsigned long ip)
{
	const struct fgraph_protos *protos;
	const struct slot *slot;
	u16 type = 0;

	preempt_disable_notrace();
	protos = READ_ONCE(published);
	slot = protos ? find_slot(protos, ip) : NULL;
	if (slot)
		type = slot->type & FGRAPH_TYPE_MASK;
	preempt_enable_notrace();
	return type;
}

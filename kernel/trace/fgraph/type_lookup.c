// SPDX-License-Identifier: GPL-2.0
/*
 * type_lookup.c - find the prototype of a traced function by its address
 *
 * The slots of functions are grouped by buckets, without empty slots. The hash of an
 * address selects a bucket. first[] has the first slot of each bucket, and a bit (L)
 * marks the last slot:
 *
 *	first[]		| 0 | 2 | 2 | 3 | ...	by bucket
 *
 *	slots[]		| a   b L | c L | d L | ...	a, b: bucket 0; c: 1; d: 3
 *
 * An empty bucket refers to the last slot of the bucket before it, or to slot 0 if there
 * is none. No address of the empty bucket matches there.
 *
 * The kernel and each module have their own slots. Slots are never changed: new ones
 * replace them. When a record is printed, a function that is not in the kernel's slots
 * is looked up in a tree of the modules. That is too slow for a traced return. So the
 * types of the functions of all modules are also in one table (fgraph_modules). At
 * least half of its slots are empty, so that the functions of another module can be
 * added.
 *
 * Readers have preemption off, and may run where RCU is not watching. Before memory
 * that a reader may see is freed, fgraph_synchronize_cpus() runs a work item on each
 * CPU.
 */
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "error_name.h"
#include "type_slots.h"
#include "type_source.h"

/* Maximum number of slots in a bucket, and so of slots that a search looks at */
#define LONGEST_BUCKET	10

/* Number of factors to try before the number of buckets is doubled */
#define FACTORS		16

/* The next factor to try if a bucket is too long */
#define NEXT_FACTOR(f)	((f) * 0x2c1b3c6dU)

const struct fgraph_protos *fgraph_protos_kernel __read_mostly;

/* One bucket with one slot. No call site has its key, 0. Its type is 0: not known */
static u32 first_of_none;
static struct fgraph_slot slot_of_none = { .type = FGRAPH_SLOT_LAST };

struct fgraph_protos fgraph_protos_none = {
	.buckets = 1,
	.first = &first_of_none,
	.slots = &slot_of_none,
};

/* Key of a slot whose function has been removed. No call site has this key */
#define GONE	1

/* The slots while no module has functions */
static struct {
	struct fgraph_module_slots head;
	struct fgraph_module_slot slots[2];
} no_modules = { .head.shift = 31, .head.mask = 1 };

struct fgraph_module_slots *fgraph_modules __read_mostly = &no_modules.head;

static __always_inline struct fgraph_part *to_part(struct latch_tree_node *node)
{
	return container_of(node, struct fgraph_part, node);
}

static __always_inline bool is_before(struct latch_tree_node *a, struct latch_tree_node *b)
{
	return to_part(a)->start < to_part(b)->start;
}

static __always_inline int compare(void *key, struct latch_tree_node *node)
{
	const struct fgraph_part *part = to_part(node);
	unsigned long ip = (unsigned long)key;

	if (ip < part->start)
		return -1;
	return ip >= READ_ONCE(part->end);
}

static const struct latch_tree_ops by_address = { .less = is_before, .comp = compare };
static struct latch_tree_root modules __cacheline_aligned = {
	.seq = SEQCNT_LATCH_ZERO(modules.seq),
};

/* Count the functions of each bucket in first[]. Fails if a bucket is too long */
static bool count_buckets(struct fgraph_protos *protos, const struct fgraph_function *functions)
{
	u32 i, *count;

	memset(protos->first, 0, array_size(protos->buckets, sizeof(*protos->first)));
	for (i = 0; i < protos->count; i++) {
		count = &protos->first[fgraph_bucket(protos, fgraph_key(functions[i].ip))];
		if (++*count > LONGEST_BUCKET)
			return false;
	}
	return true;
}

static bool find_factor(struct fgraph_protos *protos, const struct fgraph_function *functions)
{
	int i;

	protos->factor = FGRAPH_FACTOR;
	for (i = 0; i < FACTORS; i++) {
		if (count_buckets(protos, functions))
			return true;
		protos->factor = NEXT_FACTOR(protos->factor);
	}
	return false;
}

/* Turn first[] from the number of functions of each bucket into the end of each bucket */
static void add_counts(struct fgraph_protos *protos)
{
	u32 i, end = 0;

	for (i = 0; i < protos->buckets; i++) {
		end += protos->first[i];
		protos->first[i] = end;
	}
}

/*
 * Fill the slots of each bucket from its end. This turns first[] into the start of
 * each bucket.
 */
static void fill_slots(struct fgraph_protos *protos, const struct fgraph_function *functions)
{
	u32 i, key, *first;
	struct fgraph_slot *slot;

	for (i = 0; i < protos->count; i++) {
		key = fgraph_key(functions[i].ip);
		first = &protos->first[fgraph_bucket(protos, key)];
		--*first;
		slot = &protos->slots[*first];
		slot->key = key;
		slot->type = functions[i].type & FGRAPH_TYPE_MASK;
		slot->proto_low = functions[i].proto;
		protos->proto_high[*first] = functions[i].proto >> 16;
	}
}

/* Mark the last slot of each bucket, and set first[] of the empty buckets */
static void end_buckets(struct fgraph_protos *protos)
{
	u32 i, end = protos->count;

	for (i = protos->buckets; i-- > 0; ) {
		if (protos->first[i] == end) {
			protos->first[i] = end ? end - 1 : 0;
			continue;
		}
		protos->slots[end - 1].type |= FGRAPH_SLOT_LAST;
		end = protos->first[i];
	}
}

/* Not kvmalloc(), which rounds up to a power of 2 */
static void *alloc(size_t bytes)
{
	if (bytes < PAGE_SIZE)
		return kmalloc(bytes, GFP_KERNEL);
	return alloc_pages_exact(bytes, GFP_KERNEL | __GFP_NORETRY | __GFP_NOWARN) ?:
	       vmalloc(bytes);
}

static struct fgraph_protos *alloc_protos(u32 count, u32 buckets)
{
	struct fgraph_protos *protos;
	size_t bytes = sizeof(*protos);

	bytes = size_add(bytes, array_size(count, sizeof(*protos->slots)));
	bytes = size_add(bytes, array_size(buckets, sizeof(*protos->first)));
	bytes = size_add(bytes, array_size(count, sizeof(*protos->proto_high)));
	protos = alloc(bytes);
	if (!protos)
		return NULL;

	protos->bytes = bytes;
	protos->count = count;
	protos->buckets = buckets;
	protos->slots = (void *)(protos + 1);
	protos->first = (void *)(protos->slots + count);
	protos->proto_high = (void *)(protos->first + buckets);
	return protos;
}

/**
 * fgraph_protos_free - free prototypes that have no readers
 * @protos: the prototypes, or NULL
 *
 * Context: may sleep
 */
void fgraph_protos_free(struct fgraph_protos *protos)
{
	if (is_vmalloc_addr(protos))
		vfree(protos);
	else if (protos && protos->bytes < PAGE_SIZE)
		kfree(protos);
	else if (protos)
		free_pages_exact(protos, protos->bytes);
}

static void set_text(struct fgraph_protos *protos, const struct fgraph_text *text)
{
	int i;

	protos->text = *text;
	protos->start = text->start[0];
	protos->size = text->end[0] - text->start[0];
	for (i = 0; i < FGRAPH_TEXT_PARTS; i++) {
		protos->parts[i].start = text->start[i];
		protos->parts[i].end = text->end[i];
		protos->parts[i].protos = protos;
	}
}

/**
 * fgraph_protos_build - build the prototypes of functions, for lookup by address
 * @functions: the functions, each address once. They are copied
 * @count: number of functions, not 0
 * @text: where the functions are. It is copied
 *
 * Return: the prototypes, or an error: -ENOMEM, or -EINVAL if no factor and number of
 *	buckets keeps all buckets short enough
 * Context: may sleep
 */
struct fgraph_protos *fgraph_protos_build(const struct fgraph_function *functions, u32 count,
					  const struct fgraph_text *text)
{
	struct fgraph_protos *protos;
	u32 buckets;

	/* Buckets cost memory and save time. A search looks at 1.6 slots on average */
	for (buckets = count - count / 4; buckets <= 4 * count; buckets *= 2) {
		protos = alloc_protos(count, buckets);
		if (!protos)
			return ERR_PTR(-ENOMEM);
		if (find_factor(protos, functions)) {
			add_counts(protos);
			fill_slots(protos, functions);
			end_buckets(protos);
			set_text(protos, text);
			return protos;
		}
		fgraph_protos_free(protos);
	}
	return ERR_PTR(-EINVAL);
}

static u32 proto_of(const struct fgraph_protos *protos, const struct fgraph_slot *slot)
{
	return (u32)protos->proto_high[slot - protos->slots] << 16 | slot->proto_low;
}

/**
 * fgraph_protos_find - find a function by its address
 * @protos: the prototypes
 * @ip: address of the call site
 * @function: where to store the function
 *
 * Return: whether the function is found
 * Context: any
 */
bool fgraph_protos_find(const struct fgraph_protos *protos, unsigned long ip,
			struct fgraph_function *function)
{
	const struct fgraph_slot *slot;

	if (!fgraph_find_slot(protos, ip, &slot))
		return false;
	function->ip = ip;
	function->type = slot->type & FGRAPH_TYPE_MASK;
	function->proto = proto_of(protos, slot);
	return true;
}

static const struct fgraph_protos *protos_of_module(unsigned long ip)
{
	struct latch_tree_node *node = latch_tree_find((void *)ip, &modules, &by_address);

	return node ? to_part(node)->protos : NULL;
}

/**
 * fgraph_find_function - look up the prototype of a function
 * @ip: address of the call site
 * @function: where to store the result. If the function has no prototype, its type is
 *	0 and its proto is one of enum fgraph_reason
 *
 * Return: the text that has the function, or NULL if the function is not found
 * Context: any, NMI included. With preemption off, or between fgraph_lock_sources() and
 *	fgraph_unlock_sources()
 */
const struct fgraph_text *fgraph_find_function(unsigned long ip, struct fgraph_function *function)
{
	const struct fgraph_protos *protos = fgraph_protos_now();

	if (protos && fgraph_protos_find(protos, ip, function))
		return &protos->text;
	protos = protos_of_module(ip);
	if (protos && fgraph_protos_find(protos, ip, function))
		return &protos->text;
	*function = (struct fgraph_function) { .ip = ip, .proto = FGRAPH_NO_SOURCE };
	return NULL;
}

/**
 * fgraph_publish_kernel - set the prototypes of the kernel
 * @protos: the prototypes, fgraph_protos_none if only modules may have prototypes, or NULL
 *
 * The caller serializes all publishing. The previous prototypes may have readers until
 * fgraph_synchronize_cpus() has been called.
 *
 * Context: any
 */
void fgraph_publish_kernel(struct fgraph_protos *protos)
{
	/* A reader that sees the pointer sees the slots */
	smp_store_release(&fgraph_protos_kernel, protos);
}

/* More than one slot is free, so the search ends */
static void put_slot(struct fgraph_module_slots *modules, u32 key, u32 type)
{
	u32 i = key * FGRAPH_FACTOR >> modules->shift;

	while (modules->slots[i].key)
		i = (i + 1) & modules->mask;
	modules->slots[i].type = type;
	/* A reader that sees the key sees the type */
	smp_store_release(&modules->slots[i].key, key);
	modules->used++;
}

static void put_protos(struct fgraph_module_slots *modules, const struct fgraph_protos *protos)
{
	u32 i;

	for (i = 0; i < protos->count; i++)
		put_slot(modules, protos->slots[i].key, protos->slots[i].type & FGRAPH_TYPE_MASK);
}

/* Remove the oldest slot that has the key: the search finds it first */
static void remove_slot(u32 key)
{
	u32 i = key * FGRAPH_FACTOR >> fgraph_modules->shift;

	while (fgraph_modules->slots[i].key != key) {
		if (!fgraph_modules->slots[i].key)
			return;
		i = (i + 1) & fgraph_modules->mask;
	}
	WRITE_ONCE(fgraph_modules->slots[i].key, GONE);
}

static void remove_slots(const struct fgraph_part *part)
{
	const struct fgraph_slot *slots = part->protos->slots;
	u32 i;

	for (i = 0; i < part->protos->count; i++) {
		if (slots[i].key - fgraph_key(part->start) < part->end - part->start)
			remove_slot(slots[i].key);
	}
}

/* Copy all functions to new slots, with room for @more and for as many again */
static struct fgraph_module_slots *grow(u32 more)
{
	const struct fgraph_module_slots *from = fgraph_modules;
	struct fgraph_module_slots *modules;
	u32 i, bits, count = more;

	for (i = 0; i <= from->mask; i++)
		count += from->slots[i].key > GONE;
	bits = order_base_2(count) + 2;
	modules = kvzalloc(struct_size(modules, slots, BIT(bits)), GFP_KERNEL);
	if (!modules)
		return NULL;
	modules->shift = 32 - bits;
	modules->mask = BIT(bits) - 1;
	for (i = 0; i <= from->mask; i++) {
		if (from->slots[i].key > GONE)
			put_slot(modules, from->slots[i].key, from->slots[i].type);
	}
	return modules;
}

/**
 * fgraph_publish_module - add the functions of a module to the lookup
 * @protos: their prototypes. If the module has others, the caller unpublishes those next
 *
 * The caller serializes all publishing. A traced return finds the functions only if
 * the kernel has prototypes, or fgraph_protos_none.
 *
 * Return: 0 or -ENOMEM
 * Context: may sleep
 */
int fgraph_publish_module(struct fgraph_protos *protos)
{
	struct fgraph_module_slots *grown;
	int i;

	if (2 * (fgraph_modules->used + protos->count) > fgraph_modules->mask) {
		grown = grow(protos->count);
		if (!grown)
			return -ENOMEM;
		grown->old = fgraph_modules;
		/* A reader that sees the pointer sees the slots */
		smp_store_release(&fgraph_modules, grown);
	}
	put_protos(fgraph_modules, protos);
	for (i = 0; i < FGRAPH_TEXT_PARTS; i++) {
		if (protos->parts[i].start != protos->parts[i].end)
			latch_tree_insert(&protos->parts[i].node, &modules, &by_address);
	}
	return 0;
}

static void unpublish(struct fgraph_part *part)
{
	if (part->start == part->end)
		return;
	remove_slots(part);
	latch_tree_erase(&part->node, &modules, &by_address);
	WRITE_ONCE(part->end, part->start);
}

/**
 * fgraph_unpublish_module - remove the functions of a module from the lookup
 * @protos: their prototypes. They may have readers until fgraph_synchronize_cpus() has
 *	been called
 *
 * The caller serializes all publishing.
 *
 * Context: any
 */
void fgraph_unpublish_module(struct fgraph_protos *protos)
{
	int i;

	for (i = 0; i < FGRAPH_TEXT_PARTS; i++)
		unpublish(&protos->parts[i]);
}

/**
 * fgraph_unpublish_init - remove the init functions of a module from the lookup
 * @protos: prototypes of the module
 *
 * The caller serializes all publishing.
 *
 * Context: any
 */
void fgraph_unpublish_init(struct fgraph_protos *protos)
{
	unpublish(&protos->parts[1]);
}

/**
 * fgraph_old_slots - take the slots that have been replaced
 *
 * The caller serializes this with all publishing.
 *
 * Return: the old slots, or NULL. Free them by fgraph_free_slots() after
 *	fgraph_synchronize_cpus()
 * Context: any
 */
struct fgraph_module_slots *fgraph_old_slots(void)
{
	struct fgraph_module_slots *old = fgraph_modules->old;

	fgraph_modules->old = NULL;
	return old;
}

/**
 * fgraph_free_slots - free slots that have no readers
 * @slots: the return value of fgraph_old_slots()
 *
 * Context: may sleep
 */
void fgraph_free_slots(struct fgraph_module_slots *slots)
{
	struct fgraph_module_slots *old;

	for (; slots; slots = old) {
		old = slots->old;
		if (slots != &no_modules.head)
			kvfree(slots);
	}
}

/*
 * Find the function of a record. The text must be older than the record, because
 * another module may have been at this address before.
 */
static const struct fgraph_text *find_record(const struct ftrace_graph_ret *trace, u32 flags,
					     struct fgraph_function *function)
{
	const struct fgraph_text *text;

	if (!(flags & TRACE_GRAPH_PRINT_RETVAL_TYPE))
		return NULL;
	text = fgraph_find_function(trace->func, function);
	return text && function->type && trace->calltime >= text->since ? text : NULL;
}

/**
 * fgraph_record_type - look up the type of a recorded return
 * @trace: the return, as it was recorded
 * @flags: the type is looked up only with TRACE_GRAPH_PRINT_RETVAL_TYPE
 *
 * Context: any, NMI included
 * Return: the type, or 0 if it is not known
 */
u16 fgraph_record_type(const struct ftrace_graph_ret *trace, u32 flags)
{
	struct fgraph_function function;
	u16 type = 0;

	preempt_disable_notrace();
	if (find_record(trace, flags, &function))
		type = function.type;
	preempt_enable_notrace();
	return type;
}

static void print_name(struct trace_seq *s, const struct ftrace_graph_ret *trace,
		       const struct fgraph_text *text, const struct fgraph_function *function)
{
	const char *name = NULL;

	if (fgraph_type_kind(function->type) == FGRAPH_ENUM)
		name = text->source->enumerator(text, function->proto, trace->retval);
	else
		name = fgraph_error_name(fgraph_typed_error(trace, function->type));
	if (name)
		trace_seq_printf(s, " (%s)", name);
}

/**
 * fgraph_print_return - print a return value, by its type if the type is known
 * @s: where to print
 * @before: text before the value
 * @trace: the return, as it was recorded
 * @after: text after the value
 * @flags: the type is looked up only with TRACE_GRAPH_PRINT_RETVAL_TYPE. The other flags
 *	are those of fgraph_print_retval(). The second register is not printed
 *	separately if the type is known
 *
 * If the function returns no value in registers, nothing is printed.
 *
 * Context: any, NMI included
 */
void fgraph_print_return(struct trace_seq *s, const char *before,
			 const struct ftrace_graph_ret *trace, const char *after, u32 flags)
{
	const struct fgraph_text *text;
	struct fgraph_function function;
	struct ftrace_graph_ret ret = *trace;

	preempt_disable_notrace();
	text = find_record(trace, flags, &function);
	if (!text) {
		trace_seq_puts(s, before);
		fgraph_print_retval(s, trace, flags);
		trace_seq_puts(s, after);
	} else if (fgraph_type_has_value(function.type)) {
		fgraph_extend_value(&ret, function.type);
		trace_seq_puts(s, before);
		fgraph_print_typed(s, function.type, &ret, flags);
		if (flags & TRACE_GRAPH_PRINT_RETVAL_NAMES)
			print_name(s, &ret, text, &function);
		trace_seq_puts(s, after);
	}
	preempt_enable_notrace();
}

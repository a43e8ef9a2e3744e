// SPDX-License-Identifier: GPL-2.0
/*
 * type_lookup.c - find the prototype of a traced function by its address
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
 * The kernel has slots of its own, and so has each module. They are never changed:
 * new ones take their place. Where a record is printed, a function that is not the
 * kernel's is looked for in a tree of the modules. A traced return has no time for
 * that. So the types of all modules are in slots of their own, too, which are empty
 * by a half at least, so that those of one more can be put in.
 *
 * Readers have preemption off, and may be where RCU is not watching. Who frees
 * what they have seen waits for a work item on each CPU.
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

/* Slots that a search looks at, at most */
#define LONGEST_BUCKET	10

/* Factors to try for one number of buckets, before that is doubled */
#define FACTORS		16

/* Others are tried if the first one makes a bucket too long */
#define NEXT_FACTOR(f)	((f) * 0x2c1b3c6dU)

const struct fgraph_protos *fgraph_protos_kernel __read_mostly;

/* One bucket, with a slot that no call site has: it would have a type */
static u32 first_of_none;
static struct fgraph_slot slot_of_none = { .type = FGRAPH_SLOT_LAST };

struct fgraph_protos fgraph_protos_none = {
	.buckets = 1,
	.first = &first_of_none,
	.slots = &slot_of_none,
};

/* The key of a function of a module that has gone. No call site has it */
#define GONE	1

/* No module */
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

/* Count the functions of each bucket into first[]. Fails if a bucket is too long */
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

/* Mark the last slot of each bucket, and let empty buckets begin with such a slot */
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

/* kvmalloc() would round up to a power of 2 */
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
 * fgraph_protos_free - free prototypes that nobody reads
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
 * fgraph_protos_build - make functions known by their address
 * @functions: the functions, each address once. They are copied
 * @count: number of functions, not 0
 * @text: where the functions are. It is copied
 *
 * Return: the prototypes, or an error: -ENOMEM, or -EINVAL if the addresses
 *	cannot be told apart
 * Context: may sleep
 */
struct fgraph_protos *fgraph_protos_build(const struct fgraph_function *functions, u32 count,
					  const struct fgraph_text *text)
{
	struct fgraph_protos *protos;
	u32 buckets;

	/* Each bucket takes memory, and saves time: 1.6 slots are looked at on average */
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
 * @function: where to put what is known of it
 *
 * Return: whether the function is known
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
 * fgraph_find_function - tell what is known of a function
 * @ip: address of the call site
 * @function: where to put it. If it has no prototype, its type is 0 and its
 *	proto is one of enum fgraph_reason
 *
 * Return: the text that has the function, or NULL if nothing is known
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
 * fgraph_publish_kernel - make prototypes those of the kernel
 * @protos: the prototypes, fgraph_protos_none if only modules may have some, or NULL
 *
 * The caller makes sure that nobody else publishes. Those that were there before
 * have readers until fgraph_synchronize_cpus() was called.
 *
 * Context: any
 */
void fgraph_publish_kernel(struct fgraph_protos *protos)
{
	/* Whoever sees the pointer sees the slots */
	smp_store_release(&fgraph_protos_kernel, protos);
}

/* There is room: more than one slot is free */
static void put_slot(struct fgraph_module_slots *modules, u32 key, u32 type)
{
	u32 i = key * FGRAPH_FACTOR >> modules->shift;

	while (modules->slots[i].key)
		i = (i + 1) & modules->mask;
	modules->slots[i].type = type;
	/* Whoever sees the key sees the type */
	smp_store_release(&modules->slots[i].key, key);
	modules->used++;
}

static void put_protos(struct fgraph_module_slots *modules, const struct fgraph_protos *protos)
{
	u32 i;

	for (i = 0; i < protos->count; i++)
		put_slot(modules, protos->slots[i].key, protos->slots[i].type & FGRAPH_TYPE_MASK);
}

/* Of several slots with one key, the first one was put in first */
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

/* New slots with the functions that are there, and room for @more and for as many again */
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
 * fgraph_publish_module - let the functions of a module be found
 * @protos: their prototypes. If the module has others, those are to be unpublished next
 *
 * The caller makes sure that nobody else publishes. Functions are found if the
 * kernel has prototypes, or fgraph_protos_none.
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
		/* Whoever sees the pointer sees the slots */
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
 * fgraph_unpublish_module - let the functions of a module be found no more
 * @protos: their prototypes. They have readers until fgraph_synchronize_cpus() was
 *	called
 *
 * The caller makes sure that nobody else publishes.
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
 * fgraph_unpublish_init - let the functions of a module's init be found no more
 * @protos: prototypes of the module
 *
 * The caller makes sure that nobody else publishes.
 *
 * Context: any
 */
void fgraph_unpublish_init(struct fgraph_protos *protos)
{
	unpublish(&protos->parts[1]);
}

/**
 * fgraph_old_slots - take the slots that are not used any more
 *
 * The caller makes sure that nobody publishes.
 *
 * Return: for fgraph_free_slots(), once fgraph_synchronize_cpus() was called. Or NULL
 * Context: any
 */
struct fgraph_module_slots *fgraph_old_slots(void)
{
	struct fgraph_module_slots *old = fgraph_modules->old;

	fgraph_modules->old = NULL;
	return old;
}

/**
 * fgraph_free_slots - free slots that nobody reads
 * @slots: what fgraph_old_slots() has returned
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
 * Find the function of a record. It has to be older than the record: another
 * module may have been at its address before.
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
 * fgraph_record_type - tell the type of a return that was recorded
 * @trace: the return, as it was recorded
 * @flags: TRACE_GRAPH_PRINT_RETVAL_TYPE asks for the type
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
 * fgraph_print_return - print a return value by its type, if that is known
 * @s: where to print
 * @before: text before the value
 * @trace: the return, as it was recorded
 * @after: text after the value
 * @flags: TRACE_GRAPH_PRINT_RETVAL_TYPE asks for the type, the others are as for
 *	fgraph_print_retval(). The second register is not printed by itself if
 *	the type is known
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

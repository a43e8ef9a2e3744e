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
#include <linux/overflow.h>
#include <linux/sched.h>
#include <linux/vmalloc.h>
#include <linux/workqueue.h>

#include "fgraph_lookup.h"
#include "fgraph_source.h"

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

struct fgraph_protos *fgraph_protos_published __read_mostly;

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
static struct fgraph_protos *alloc_protos(u32 count, u32 buckets, u32 nr_texts)
{
	struct fgraph_protos *protos;
	size_t bytes = sizeof(*protos);

	bytes = size_add(bytes, array_size(nr_texts, sizeof(*protos->texts)));
	bytes = size_add(bytes, array_size(count, sizeof(*protos->slots)));
	bytes = size_add(bytes, array_size(buckets, sizeof(*protos->first)));
	bytes = size_add(bytes, array_size(count, sizeof(*protos->proto_high)));
	protos = alloc_pages_exact(bytes, GFP_KERNEL | __GFP_NORETRY | __GFP_NOWARN) ?:
		 vmalloc(bytes);
	if (!protos)
		return NULL;

	protos->bytes = bytes;
	protos->count = count;
	protos->buckets = buckets;
	protos->nr_texts = nr_texts;
	protos->texts = (void *)(protos + 1);
	protos->slots = (void *)(protos->texts + nr_texts);
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
	else if (protos)
		free_pages_exact(protos, protos->bytes);
}

/**
 * fgraph_protos_build - make functions known by their address
 * @functions: the functions, each address once. They are copied
 * @count: number of functions, not 0
 * @texts: the texts that the functions are in. They are copied
 * @nr_texts: number of texts
 *
 * Return: the prototypes, or an error: -ENOMEM, or -EINVAL if the addresses
 *	cannot be told apart
 * Context: may sleep
 */
struct fgraph_protos *fgraph_protos_build(const struct fgraph_function *functions, u32 count,
					  const struct fgraph_text *texts, u32 nr_texts)
{
	struct fgraph_protos *protos;
	u32 buckets;

	/* Each bucket takes memory, and saves time: 1.6 slots are looked at on average */
	for (buckets = count - count / 4; buckets <= 4 * count; buckets *= 2) {
		protos = alloc_protos(count, buckets, nr_texts);
		if (!protos)
			return ERR_PTR(-ENOMEM);
		if (find_factor(protos, functions)) {
			add_counts(protos);
			fill_slots(protos, functions);
			end_buckets(protos);
			memcpy(protos->texts, texts, array_size(nr_texts, sizeof(*texts)));
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

static u32 proto_of(const struct fgraph_protos *protos, const struct fgraph_slot *slot)
{
	return protos->proto_high[slot - protos->slots] << 16 | slot->proto_low;
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
		functions[i].ip = base + (s32)(protos->slots[i].key - fgraph_key(base));
		functions[i].type = protos->slots[i].type & FGRAPH_TYPE_MASK;
		functions[i].proto = proto_of(protos, &protos->slots[i]);
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
	const struct fgraph_slot *slot;

	if (!fgraph_find_slot(protos, ip, &slot))
		return false;
	function->ip = ip;
	function->type = slot->type & FGRAPH_TYPE_MASK;
	function->proto = proto_of(protos, slot);
	return true;
}

static void do_nothing(struct work_struct *unused)
{
}

/**
 * fgraph_protos_publish - make prototypes those that are looked up
 * @protos: the prototypes, or NULL for none
 *
 * The caller makes sure that nobody else publishes.
 *
 * Return: the prototypes that were looked up before, or NULL. Nobody reads them
 *	any more
 * Context: may sleep. Waits for all CPUs: return values are recorded where RCU
 *	is not watching, with preemption off
 */
struct fgraph_protos *fgraph_protos_publish(struct fgraph_protos *protos)
{
	struct fgraph_protos *before = fgraph_protos_published;

	/* Whoever sees the pointer sees the slots */
	smp_store_release(&fgraph_protos_published, protos);
	/* As synchronize_rcu_tasks_rude(), which does not wait where memory is short */
	while (before && schedule_on_each_cpu(do_nothing))
		schedule_timeout_uninterruptible(1);
	return before;
}

static const struct fgraph_text *text_of(const struct fgraph_protos *protos, unsigned long ip)
{
	u32 i;

	for (i = 0; i < protos->nr_texts; i++) {
		if (fgraph_text_has(&protos->texts[i], ip))
			return &protos->texts[i];
	}
	return NULL;
}

/*
 * Find the function of a record. It has to be older than the record: another
 * module may have been at its address before.
 */
static const struct fgraph_text *
find_record(const struct fgraph_protos *protos, const struct ftrace_graph_ret *trace,
	    struct fgraph_function *function)
{
	const struct fgraph_text *text = text_of(protos, trace->func);

	if (!text || trace->calltime < text->since ||
	    !fgraph_protos_find(protos, trace->func, function) || !function->type)
		return NULL;
	return text;
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
	const struct fgraph_protos *protos;
	const struct fgraph_text *text = NULL;
	struct fgraph_function function;
	struct ftrace_graph_ret ret = *trace;

	preempt_disable_notrace();
	protos = fgraph_protos_now();
	if (protos && (flags & TRACE_GRAPH_PRINT_RETVAL_TYPE))
		text = find_record(protos, trace, &function);
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

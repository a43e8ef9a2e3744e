// SPDX-License-Identifier: GPL-2.0
/*
 * fprobe - Simple ftrace probe wrapper for function entry.
 *
 * An fprobe with an exit handler is called by the function graph: one fgraph_ops serves all
 * of them, and fprobe_table.c tells which of them probe a function. What an entry handler
 * hands to the exit handler lies on the shadow stack, behind a header with the number of the
 * registration. So the return of a call reaches the registration that saw its entry, or none.
 * If no fprobe of a function has data, and all want the return, nothing is kept: the frame
 * itself says which registrations were there when the function was called.
 *
 * An fprobe without an exit handler has an ftrace_ops of its own: a call costs less than half
 * without the shadow stack.
 */
#define pr_fmt(fmt) "fprobe: " fmt

#include <linux/bitfield.h>
#include <linux/bsearch.h>
#include <linux/context_tracking.h>
#include <linux/err.h>
#include <linux/fprobe.h>
#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>

#include "fprobe_table.h"
#include "ftrace_internal.h"
#include "trace.h"

/* Protects all below, fprobe.set, and changes of a set */
static DEFINE_MUTEX(fprobe_mutex);

/* Registrations without an exit handler, and with one: struct fprobe_set */
static LIST_HEAD(entry_sets);
static LIST_HEAD(exit_sets);

/* Unregistered ones that fprobe_table still has: there was no memory for another one */
static LIST_HEAD(dead_sets);

/*
 * The functions of exit_sets, NULL if there are none: no callback of fprobe_graph runs then.
 * Handlers read it with preemption disabled.
 */
static struct fprobe_table *fprobe_table;

/* struct fprobe_set.fp once the fprobe is unregistered */
static struct fprobe fprobe_gone = { .flags = FPROBE_FL_DISABLED };

/* Number of the last registration */
static u32 fprobe_registrations;

/*
 * The header of the data of an fprobe in a frame. Headers are never 0: a 0 follows the last
 * one if there is room left.
 */
#define HEADER_SLOT	GENMASK_ULL(15, 0)
#define HEADER_WORDS	GENMASK_ULL(31, 16)
#define HEADER_NUMBER	GENMASK_ULL(63, 32)

static __always_inline u64 make_header(const struct fprobe_set *set)
{
	return FIELD_PREP(HEADER_NUMBER, set->number) | FIELD_PREP(HEADER_WORDS, set->words) |
	       FIELD_PREP(HEADER_SLOT, set->slot);
}

static __always_inline void *data_behind(u64 *header, const struct fprobe_set *set)
{
	return set->words > 1 ? header + 1 : NULL;
}

/* Context: preemption is disabled */
static __always_inline struct fprobe_table *read_table(void)
{
	/* Pairs with publish(): the table is complete */
	return smp_load_acquire(&fprobe_table);
}

/* The innermost frame of the task. For callbacks of an fgraph_ops */
static __always_inline const struct ftrace_ret_stack *innermost_frame(void)
{
	return &current->ret_stack[current->curr_ret_stack];
}

/* rcu_is_watching() without a call. Preemption is disabled */
static __always_inline bool is_watching(void)
{
#ifdef CONFIG_CONTEXT_TRACKING_IDLE
	return !rcu_dynticks_curr_cpu_in_eqs();
#else
	return rcu_is_watching();
#endif
}

/*
 * Start to call handlers, with preemption disabled. Returns what stop_handlers() wants, or a
 * negative number: RCU is not watching, or the function was called by a handler.
 */
static __always_inline int start_handlers(unsigned long ip, unsigned long ret_ip)
{
	int bit = ftrace_test_recursion_trylock(ip, ret_ip);

	if (likely(bit < 0 || is_watching()))
		return bit;
	ftrace_test_recursion_unlock(bit);
	return -1;
}

static __always_inline void stop_handlers(int bit)
{
	ftrace_test_recursion_unlock(bit);
}

#ifdef FTRACE_GRAPH_ENTRY_IS_LOCKED
/*
 * As start_handlers(), in a hook that has the lock. A hook that is called within another one,
 * by a handler, has this bit.
 */
static __always_inline int start_entry_handlers(unsigned long ip, unsigned long ret_ip)
{
	if (current->trace_recursion & BIT(TRACE_CTX_TRANSITION + TRACE_FTRACE_START))
		return -1;
	return is_watching() ? 0 : -1;
}

static __always_inline void stop_entry_handlers(int bit)
{
}
#else
#define start_entry_handlers	start_handlers
#define stop_entry_handlers	stop_handlers
#endif

/*
 * Called before a handler of an fprobe that is disabled, or shared with kprobes: then the
 * handler counts as a running kprobe. Fails if it must not be called
 */
static bool begin_shared(struct fprobe *fp)
{
	if (fprobe_disabled(fp))
		return false;
	if (kprobe_running()) {
		fp->nmissed++;
		return false;
	}
	kprobe_busy_begin();
	return true;
}

NOKPROBE_SYMBOL(begin_shared);

/* Whether begin_shared() is not needed */
static __always_inline bool is_plain(const struct fprobe *fp)
{
	return !(READ_ONCE(fp->flags) & (FPROBE_FL_DISABLED | FPROBE_FL_KPROBE_SHARED));
}

static noinline bool
call_shared_entry(struct fprobe *fp, unsigned long ip, unsigned long ret_ip,
		  struct ftrace_regs *fregs, void *data)
{
	bool wanted = true;

	if (!begin_shared(fp))
		return false;
	if (fp->entry_handler)
		wanted = !fp->entry_handler(fp, ip, ret_ip, fregs, data);
	kprobe_busy_end();
	return wanted;
}

NOKPROBE_SYMBOL(call_shared_entry);

/* Call the entry handler. Returns whether the exit handler is wanted */
static __always_inline bool
call_entry(struct fprobe *fp, unsigned long ip, unsigned long ret_ip, struct ftrace_regs *fregs,
	   void *data)
{
	if (unlikely(!is_plain(fp)))
		return call_shared_entry(fp, ip, ret_ip, fregs, data);
	return !fp->entry_handler || !fp->entry_handler(fp, ip, ret_ip, fregs, data);
}

static noinline void
call_shared_exit(struct fprobe *fp, unsigned long ip, unsigned long ret_ip,
		 struct ftrace_regs *fregs, void *data)
{
	if (!begin_shared(fp))
		return;
	fp->exit_handler(fp, ip, ret_ip, fregs, data);
	kprobe_busy_end();
}

NOKPROBE_SYMBOL(call_shared_exit);

static __always_inline void
call_exit(struct fprobe *fp, unsigned long ip, unsigned long ret_ip, struct ftrace_regs *fregs,
	  void *data)
{
	if (unlikely(!is_plain(fp)))
		call_shared_exit(fp, ip, ret_ip, fregs, data);
	else
		fp->exit_handler(fp, ip, ret_ip, fregs, data);
}

static void count_miss(const struct fprobe_set *set)
{
	struct fprobe *fp = READ_ONCE(set->fp);

	if (!fprobe_disabled(fp))
		fp->nmissed++;
}

/* ftrace_ops.func of an fprobe without an exit handler */
static void fprobe_entry(unsigned long ip, unsigned long parent_ip, struct ftrace_ops *ops,
			 struct ftrace_regs *fregs)
{
	const struct fprobe_set *set = container_of(ops, struct fprobe_set, ops);
	int bit = start_handlers(ip, parent_ip);
	struct fprobe *fp = set->fp;

	if (unlikely(bit < 0)) {
		count_miss(set);
		return;
	}
	if (likely(is_plain(fp)))
		fp->entry_handler(fp, ip, parent_ip, fregs, NULL);
	else
		call_shared_entry(fp, ip, parent_ip, fregs, NULL);
	stop_handlers(bit);
}

NOKPROBE_SYMBOL(fprobe_entry);

static void count_missed(const struct fprobe_site *site)
{
	u32 i;

	for (i = 0; i < site->count; i++)
		count_miss(site->sets[i]);
}

/*
 * Call the entry handlers of a function. What they hand to exit handlers is kept in the frame.
 * Returns whether the return is wanted
 */
static noinline bool
enter_site(const struct fprobe_site *site, unsigned long ip, unsigned long ret_ip,
	   struct ftrace_regs *fregs, int idx)
{
	u64 *data = fgraph_reserve_data(idx, site->words * sizeof(u64)), *next, *end;
	struct fprobe_set *set;
	u32 i;

	if (unlikely(!data)) {
		count_missed(site);
		return false;
	}
	next = data;
	end = data + site->words;
	for (i = 0; i < site->count; i++) {
		set = site->sets[i];
		if (!call_entry(READ_ONCE(set->fp), ip, ret_ip, fregs, data_behind(next, set)))
			continue;
		*next = make_header(set);
		next += set->words;
	}
	if (next != end)
		*next = 0;
	return next != data;
}

NOKPROBE_SYMBOL(enter_site);

/*
 * Some registrations want the return: a bit in @wanted for each. Returns whether there was room
 * to keep that
 */
static noinline bool keep_wanted(const struct fprobe_site *site, unsigned long wanted, int idx)
{
	u64 *data = fgraph_reserve_data(idx, hweight_long(wanted) * sizeof(u64)), *next = data;
	struct fprobe_set *set;

	for (; wanted; wanted &= wanted - 1) {
		set = site->sets[__ffs(wanted)];
		if (likely(data))
			*next++ = make_header(set);
		else
			count_miss(set);
	}
	return data;
}

NOKPROBE_SYMBOL(keep_wanted);

/* As enter_site(), for a function none of whose fprobes has data */
static __always_inline bool
enter_bare(const struct fprobe_site *site, const struct ftrace_ret_stack *frame, unsigned long ip,
	   struct ftrace_regs *fregs, int idx)
{
	struct fprobe_set *const *next = site->sets, *const *end = next + site->count;
	unsigned long wanted = 0, refused = 0, bit = 1;
	struct fprobe_set *set;

	for (; next < end; next++, bit <<= 1) {
		set = *next;
		if (unlikely(!fprobe_set_was_there(set, frame)))
			continue;
		if (likely(call_entry(READ_ONCE(set->fp), ip, frame->ret, fregs, NULL)))
			wanted |= bit;
		else
			refused |= bit;
	}
	if (unlikely(wanted && refused))
		return keep_wanted(site, wanted, idx);
	return wanted;
}

/* fgraph_ops.missedfunc. Also for calls for which start_handlers() has failed */
static void fprobe_graph_missed(unsigned long func, struct fgraph_ops *gops)
{
	preempt_disable_notrace();
	count_missed(fprobe_table_site(read_table(), func));
	preempt_enable_notrace();
}

NOKPROBE_SYMBOL(fprobe_graph_missed);

static int fprobe_graph_entry(struct ftrace_graph_ent *trace, struct fgraph_ops *gops,
			      struct ftrace_regs *fregs)
{
	const struct ftrace_ret_stack *frame = innermost_frame();
	unsigned long ip = trace->func;
	int bit = start_entry_handlers(ip, frame->ret);
	const struct fprobe_site *site;
	bool wanted;

	if (unlikely(bit < 0)) {
		fprobe_graph_missed(ip, gops);
		return 0;
	}
	site = fprobe_table_site(read_table(), ip);
	if (likely(!site->words))
		wanted = enter_bare(site, frame, ip, fregs, gops->idx);
	else
		wanted = enter_site(site, ip, frame->ret, fregs, gops->idx);
	stop_entry_handlers(bit);
	return wanted;
}

NOKPROBE_SYMBOL(fprobe_graph_entry);

static __always_inline void
leave_set(struct fprobe_set *set, unsigned long ip, unsigned long ret_ip,
	  struct ftrace_regs *fregs, void *data, bool is_missed)
{
	if (is_missed)
		count_miss(set);
	else
		call_exit(READ_ONCE(set->fp), ip, ret_ip, fregs, data);
}

/* Leave the registrations that have data in the frame */
static noinline void
leave_site(const struct fprobe_table *table, unsigned long ip, unsigned long ret_ip,
	   struct ftrace_regs *fregs, u64 *data, const u64 *end, bool is_missed)
{
	struct fprobe_set *set;

	for (; data < end && *data; data += FIELD_GET(HEADER_WORDS, *data)) {
		set = fprobe_table_set(table, FIELD_GET(HEADER_SLOT, *data),
				       FIELD_GET(HEADER_NUMBER, *data));
		if (likely(set))
			leave_set(set, ip, ret_ip, fregs, data_behind(data, set), is_missed);
	}
}

NOKPROBE_SYMBOL(leave_site);

/* Leave the registrations that keep nothing in the frame: all that were there */
static __always_inline void
leave_bare(struct fprobe_table *table, const struct ftrace_ret_stack *frame, unsigned long ip,
	   struct ftrace_regs *fregs, bool is_missed)
{
	const struct fprobe_site *site = fprobe_table_site(table, ip);
	struct fprobe_set *const *next = site->sets, *const *end = next + site->count;

	for (; next < end; next++) {
		if (likely(fprobe_set_was_there(*next, frame)))
			leave_set(*next, ip, frame->ret, fregs, NULL, is_missed);
	}
}

/*
 * Call the exit handlers that wait for the return. If @is_missed, only count them. If the task
 * has no data of the ops, the frame has none
 */
static __always_inline void
leave_frame(unsigned long ip, struct fgraph_ops *gops, struct ftrace_regs *fregs, bool is_missed)
{
	const struct ftrace_ret_stack *frame = innermost_frame();
	struct fprobe_table *table = read_table();
	u64 *data = NULL;
	int bytes;

	if (fgraph_stack_of(current)->states[gops->idx].newest)
		data = fgraph_retrieve_data(gops->idx, &bytes);
	if (data)
		leave_site(table, ip, frame->ret, fregs, data, (void *)data + bytes, is_missed);
	else
		leave_bare(table, frame, ip, fregs, is_missed);
}

/* start_handlers() has failed */
static noinline void leave_missed(unsigned long ip, struct fgraph_ops *gops)
{
	preempt_disable_notrace();
	leave_frame(ip, gops, NULL, true);
	preempt_enable_notrace();
}

NOKPROBE_SYMBOL(leave_missed);

static void fprobe_graph_return(struct ftrace_graph_ret *trace, struct fgraph_ops *gops,
				struct ftrace_regs *fregs)
{
	unsigned long ip = trace->func;
	int bit = start_handlers(ip, innermost_frame()->ret);

	if (unlikely(bit < 0)) {
		leave_missed(ip, gops);
		return;
	}
	leave_frame(ip, gops, fregs, false);
	stop_handlers(bit);
}

NOKPROBE_SYMBOL(fprobe_graph_return);

/* Registered while fprobe_table is there. Its filter has the functions of the table */
static struct fgraph_ops fprobe_graph = {
	.entryfunc	= fprobe_graph_entry,
	.retfunc	= fprobe_graph_return,
	.missedfunc	= fprobe_graph_missed,
	.flags		= FGRAPH_OPS_NO_TIMES,
};

/* After this, no handler reads the table that was there before, or its sets */
static struct fprobe_table *publish(struct fprobe_table *table)
{
	struct fprobe_table *old = fprobe_table;

	/* Pairs with read_table() */
	smp_store_release(&fprobe_table, table);
	/* Not synchronize_rcu(): a handler looks functions up where RCU is not watching, too */
	fgraph_synchronize_cpus();
	return old;
}

static void free_sets(struct list_head *sets)
{
	struct fprobe_set *set, *next;

	list_for_each_entry_safe(set, next, sets, list)
		kvfree(set);
	INIT_LIST_HEAD(sets);
}

static bool has_functions(const struct list_head *sets)
{
	struct fprobe_set *set;

	list_for_each_entry(set, sets, list) {
		if (set->count)
			return true;
	}
	return false;
}

/* The next filter is a new one: ftrace_free_filter() leaves pointers behind */
static void free_filter(void)
{
	ftrace_free_filter(&fprobe_graph.ops);
	memset(&fprobe_graph.ops, 0, sizeof(fprobe_graph.ops));
}

/* No function is left. There may have been none before */
static void stop_graph(void)
{
	if (fprobe_table) {
		unregister_ftrace_graph(&fprobe_graph);
		free_filter();
		kvfree(publish(NULL));
	}
	free_sets(&dead_sets);
}

/* Add a registration to exit_sets, which are in the order of their slots, in the lowest free one */
static int add_exit_set(struct fprobe_set *set)
{
	struct fprobe_set *other;
	unsigned int slot = 0;

	list_for_each_entry(other, &exit_sets, list) {
		if (other->slot != slot)
			break;
		slot++;
	}
	if (slot > FIELD_MAX(HEADER_SLOT))
		return -ENOSPC;
	set->slot = slot;
	list_add_tail(&set->list, &other->list);
	return 0;
}

/* Probe the functions of exit_sets, one of which is new */
static int start_graph(void)
{
	struct fprobe_table *table = fprobe_table_build(&exit_sets), *old;
	int ret;

	if (!table)
		return -ENOMEM;
	old = publish(table);
	ret = ftrace_set_filter_ips(&fprobe_graph.ops, table->ips, table->ip_count, 0, 1);
	if (!ret && !old)
		ret = register_ftrace_graph(&fprobe_graph);
	if (ret && !old)
		free_filter();
	if (ret)
		old = publish(old);
	else
		free_sets(&dead_sets);
	kvfree(old);
	return ret;
}

static int register_exit(struct fprobe_set *set)
{
	int ret = add_exit_set(set);

	if (ret)
		return ret;
	if (!++fprobe_registrations)
		fprobe_registrations = 1;
	set->number = fprobe_registrations;
	ret = start_graph();
	if (ret)
		list_del(&set->list);
	else
		fgraph_number_registration(&set->since);
	return ret;
}

/* Needs no memory: without it, the functions of the set stay enabled, and nothing is called */
static void unregister_exit(struct fprobe_set *set)
{
	struct fprobe_table *table;

	WRITE_ONCE(set->fp, &fprobe_gone);
	list_move(&set->list, &dead_sets);
	if (!has_functions(&exit_sets)) {
		stop_graph();
		return;
	}
	table = fprobe_table_build(&exit_sets);
	if (!table) {
		/* The handlers that have read set->fp have ended after this */
		fgraph_synchronize_cpus();
		return;
	}
	kvfree(publish(table));
	free_sets(&dead_sets);
	ftrace_set_filter_ips(&fprobe_graph.ops, table->ips, table->ip_count, 0, 1);
}

static int register_entry(struct fprobe_set *set)
{
	int ret;

	set->ops.func = fprobe_entry;
	set->ops.flags = FTRACE_OPS_FL_SAVE_REGS;
	ret = ftrace_set_filter_ips(&set->ops, set->ips, set->count, 0, 0);
	if (!ret)
		ret = register_ftrace_function(&set->ops);
	if (ret)
		ftrace_free_filter(&set->ops);
	else
		list_add(&set->list, &entry_sets);
	return ret;
}

static void unregister_entry(struct fprobe_set *set)
{
	/*
	 * forget_entry() has unregistered an ops without functions. If ftrace is dead, its list
	 * keeps the ops.
	 */
	if (set->count && unregister_ftrace_function(&set->ops))
		return;
	list_del(&set->list);
	ftrace_free_filter(&set->ops);
	kvfree(set);
}

static int compare_ips(const void *a, const void *b)
{
	unsigned long one = *(const unsigned long *)a, other = *(const unsigned long *)b;

	return one < other ? -1 : one > other;
}

/* A function is gone. Returns whether it was in the set */
static bool forget_function(struct fprobe_set *set, unsigned long ip)
{
	unsigned long *found = bsearch(&ip, set->ips, set->count, sizeof(ip), compare_ips);

	if (!found)
		return false;
	set->count--;
	memmove(found, found + 1, (set->ips + set->count - found) * sizeof(ip));
	return true;
}

/* The next function at this address is another one */
static void forget_entry(struct fprobe_set *set, unsigned long ip)
{
	if (!forget_function(set, ip))
		return;
	/* It selects no function any more */
	if (!set->count) {
		unregister_ftrace_function(&set->ops);
		return;
	}
	mutex_lock(&ftrace_lock);
	fgraph_forget_in(&set->ops, ip);
	mutex_unlock(&ftrace_lock);
}

/**
 * fprobe_forget - probe a function no more, as its text is freed
 * @ip: its call site
 *
 * fgraph_forget() takes it out of the filter of fprobe_graph.
 *
 * Context: may sleep
 */
void fprobe_forget(unsigned long ip)
{
	struct fprobe_set *set;
	bool found = false;

	mutex_lock(&fprobe_mutex);
	list_for_each_entry(set, &entry_sets, list)
		forget_entry(set, ip);
	list_for_each_entry(set, &exit_sets, list)
		found |= forget_function(set, ip);
	if (found) {
		fprobe_table_forget(fprobe_table, ip);
		if (!has_functions(&exit_sets))
			stop_graph();
	}
	mutex_unlock(&fprobe_mutex);
}

/* Put the modules of the functions */
static void put_modules(struct module **modules, int count)
{
	while (count--)
		module_put(modules[count]);
	kvfree(modules);
}

/*
 * Get the modules of the functions, so that none is freed while a set is registered. Returns
 * their number
 */
static int get_modules(const struct fprobe_set *set, struct module ***modules)
{
	struct module **got, *mod;
	int count = 0, ret = 0;
	unsigned int i;

	got = kvmalloc_array(set->count, sizeof(*got), GFP_KERNEL);
	if (!got)
		return -ENOMEM;
	for (i = 0; i < set->count && !ret; i++) {
		preempt_disable();
		mod = __module_text_address(set->ips[i]);
		if (mod && (!count || got[count - 1] != mod)) {
			if (try_module_get(mod))
				got[count++] = mod;
			else
				ret = -ENOENT;
		}
		preempt_enable();
		/* It may have gone before */
		if (ftrace_location(set->ips[i]) != set->ips[i])
			ret = -ENOENT;
	}
	if (ret) {
		put_modules(got, count);
		return ret;
	}
	*modules = got;
	return count;
}

static int register_set(struct fprobe *fp, struct fprobe_set *set)
{
	int ret;

	mutex_lock(&fprobe_mutex);
	if (fp->set) {
		ret = -EEXIST;
	} else {
		fp->nmissed = 0;
		ret = fp->exit_handler ? register_exit(set) : register_entry(set);
	}
	if (!ret)
		fp->set = set;
	mutex_unlock(&fprobe_mutex);
	return ret;
}

static int register_modules_set(struct fprobe *fp, struct fprobe_set *set)
{
	struct module **modules;
	int ret, count = get_modules(set, &modules);

	if (count < 0)
		return count;
	ret = register_set(fp, set);
	put_modules(modules, count);
	return ret;
}

static struct fprobe_set *alloc_set(struct fprobe *fp, unsigned int count)
{
	struct fprobe_set *set = kvzalloc(struct_size(set, ips, count), GFP_KERNEL);

	if (set) {
		set->fp = fp;
		set->words = 1 + DIV_ROUND_UP(fp->entry_data_size, sizeof(u64));
	}
	return set;
}

/* Sort the functions, and leave out double ones */
static void sort_set(struct fprobe_set *set)
{
	unsigned int i, count = 0;

	sort(set->ips, set->count, sizeof(*set->ips), compare_ips, NULL);
	for (i = 0; i < set->count; i++) {
		if (!i || set->ips[i] != set->ips[i - 1])
			set->ips[count++] = set->ips[i];
	}
	set->count = count;
}

static int check_fprobe(const struct fprobe *fp)
{
	if (!fp || (!fp->entry_handler && !fp->exit_handler))
		return -EINVAL;
	return fp->entry_data_size > FPROBE_MAX_DATA ? -E2BIG : 0;
}

/* The functions that an ftrace_ops selects */
static struct fprobe_set *set_of_ops(struct fprobe *fp, struct ftrace_ops *ops)
{
	struct ftrace_hash *excluded = ops->func_hash->notrace_hash;
	struct ftrace_hash *filter = ops->func_hash->filter_hash;
	struct ftrace_func_entry *entry;
	struct fprobe_set *set;
	unsigned long i;

	set = alloc_set(fp, filter->count);
	if (!set)
		return ERR_PTR(-ENOMEM);
	for (i = 0; i < BIT(filter->size_bits); i++) {
		hlist_for_each_entry(entry, &filter->buckets[i], hlist) {
			if (!ftrace_lookup_ip(excluded, entry->ip))
				set->ips[set->count++] = entry->ip;
		}
	}
	if (set->count)
		return set;
	kvfree(set);
	return ERR_PTR(-EINVAL);
}

static int select_functions(struct ftrace_ops *ops, const char *pattern,
			    int (*select)(struct ftrace_ops *ops, unsigned char *buf, int len,
					  int reset))
{
	/* It is cut into words */
	char *str = kstrdup(pattern, GFP_KERNEL);
	int ret;

	if (!str)
		return -ENOMEM;
	ret = select(ops, str, strlen(str), 0);
	kfree(str);
	return ret;
}

static struct fprobe_set *set_of_pattern(struct fprobe *fp, const char *filter,
					 const char *notfilter)
{
	/* Selects functions. It is never registered */
	struct ftrace_ops *ops = kzalloc(sizeof(*ops), GFP_KERNEL);
	struct fprobe_set *set;
	int ret;

	if (!ops)
		return ERR_PTR(-ENOMEM);
	ret = select_functions(ops, filter, ftrace_set_filter);
	if (!ret && notfilter)
		ret = select_functions(ops, notfilter, ftrace_set_notrace);
	set = ret ? ERR_PTR(ret) : set_of_ops(fp, ops);
	ftrace_free_filter(ops);
	kfree(ops);
	return set;
}

static struct fprobe_set *set_of_addresses(struct fprobe *fp, const unsigned long *addrs, int num)
{
	struct fprobe_set *set = alloc_set(fp, num);

	if (!set)
		return ERR_PTR(-ENOMEM);
	for (; set->count < num; set->count++) {
		set->ips[set->count] = ftrace_location(addrs[set->count]);
		if (!set->ips[set->count]) {
			kvfree(set);
			return ERR_PTR(-EINVAL);
		}
	}
	return set;
}

static int register_new(struct fprobe *fp, struct fprobe_set *set)
{
	int ret;

	if (IS_ERR(set))
		return PTR_ERR(set);
	sort_set(set);
	ret = register_modules_set(fp, set);
	if (ret)
		kvfree(set);
	return ret;
}

/**
 * register_fprobe() - Register fprobe to ftrace by pattern.
 * @fp: A fprobe data structure to be registered.
 * @filter: A wildcard pattern of probed symbols.
 * @notfilter: A wildcard pattern of NOT probed symbols.
 *
 * Register @fp to ftrace for enabling the probe on the symbols matched to @filter.
 * If @notfilter is not NULL, the symbols matched the @notfilter are not probed.
 *
 * Context: may sleep
 * Return: 0; -EINVAL if @fp has no handler, or if no symbol matches; -E2BIG if
 *	fprobe.entry_data_size is too large; -EEXIST if @fp is registered; -ENOMEM, or another
 *	error of ftrace. On an error, nothing is changed
 */
int register_fprobe(struct fprobe *fp, const char *filter, const char *notfilter)
{
	int ret = check_fprobe(fp);

	if (ret || !filter)
		return ret ?: -EINVAL;
	return register_new(fp, set_of_pattern(fp, filter, notfilter));
}
EXPORT_SYMBOL_GPL(register_fprobe);

/**
 * register_fprobe_ips() - Register fprobe to ftrace by address.
 * @fp: A fprobe data structure to be registered.
 * @addrs: An array of addresses: symbols, or what ftrace_location() returns.
 * @num: The number of entries of @addrs.
 *
 * Register @fp to ftrace for enabling the probe on the addresses given by @addrs.
 *
 * Context: may sleep
 * Return: as register_fprobe(). -EINVAL also if an address is that of no function that can be
 *	traced; -ENOENT if the module of a function is going
 */
int register_fprobe_ips(struct fprobe *fp, unsigned long *addrs, int num)
{
	int ret = check_fprobe(fp);

	if (ret || !addrs || num <= 0)
		return ret ?: -EINVAL;
	return register_new(fp, set_of_addresses(fp, addrs, num));
}
EXPORT_SYMBOL_GPL(register_fprobe_ips);

static int symbols_cmp(const void *a, const void *b)
{
	const char **str_a = (const char **)a;
	const char **str_b = (const char **)b;

	return strcmp(*str_a, *str_b);
}

/* Convert ftrace location address from symbols */
static unsigned long *get_ftrace_locations(const char **syms, int num)
{
	unsigned long *addrs;

	/* Convert symbols to symbol address */
	addrs = kcalloc(num, sizeof(*addrs), GFP_KERNEL);
	if (!addrs)
		return ERR_PTR(-ENOMEM);

	/* ftrace_lookup_symbols expects sorted symbols */
	sort(syms, num, sizeof(*syms), symbols_cmp, NULL);

	if (!ftrace_lookup_symbols(syms, num, addrs))
		return addrs;

	kfree(addrs);
	return ERR_PTR(-ENOENT);
}

/**
 * register_fprobe_syms() - Register fprobe to ftrace by symbols.
 * @fp: A fprobe data structure to be registered.
 * @syms: An array of target symbols. It is sorted.
 * @num: The number of entries of @syms.
 *
 * Register @fp to the symbols given by @syms array. This will be useful if
 * you are sure the symbols exist in the kernel.
 *
 * Context: may sleep
 * Return: as register_fprobe_ips(). -ENOENT also if a symbol does not exist
 */
int register_fprobe_syms(struct fprobe *fp, const char **syms, int num)
{
	unsigned long *addrs;
	int ret;

	if (!fp || !syms || num <= 0)
		return -EINVAL;

	addrs = get_ftrace_locations(syms, num);
	if (IS_ERR(addrs))
		return PTR_ERR(addrs);

	ret = register_fprobe_ips(fp, addrs, num);

	kfree(addrs);

	return ret;
}
EXPORT_SYMBOL_GPL(register_fprobe_syms);

/**
 * unregister_fprobe() - Unregister fprobe from ftrace
 * @fp: A fprobe data structure to be unregistered.
 *
 * Unregister fprobe (and remove ftrace hooks from the function entries). After this function,
 * no handler of @fp runs: @fp, and all that its handlers use, can be freed. Needs no memory.
 *
 * Context: may sleep. Waits for all CPUs. Must not be called in a handler
 * Return: 0, or -EINVAL if @fp is not registered
 */
int unregister_fprobe(struct fprobe *fp)
{
	struct fprobe_set *set;

	if (!fp)
		return -EINVAL;
	mutex_lock(&fprobe_mutex);
	set = fp->set;
	if (set) {
		if (set->number)
			unregister_exit(set);
		else
			unregister_entry(set);
		fp->set = NULL;
	}
	mutex_unlock(&fprobe_mutex);
	return set ? 0 : -EINVAL;
}
EXPORT_SYMBOL_GPL(unregister_fprobe);

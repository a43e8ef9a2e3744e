// SPDX-License-Identifier: GPL-2.0
/*
 * trigger.c - triggers: act when a function returns an error
 *
 * A command of set_ftrace_filter whose parameter begins with "ret=" sets a trigger, which
 * acts when a function returns:
 *
 *	vfs_write:traceoff:ret=EINVAL,EIO	stop tracing
 *	*sys_open*:snapshot:ret=!ENOENT:1	take a snapshot, once
 *	__kmalloc:stacktrace:ret=NULL		record the callers
 *
 * Errors are named as in set_graph_errors, with commas between them. A number limits how
 * often the trigger acts, for all of its functions together. A command with "!" in front
 * removes the trigger. The file lists each trigger as it was written, with the number of
 * times that are left.
 *
 * All triggers of all trace arrays share one registered fgraph_ops (ops).
 */
#include <linux/atomic.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/rculist.h>
#include <linux/rcupdate.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../ftrace_internal.h"
#include "../trace.h"
#include "errno_filter.h"
#include "error_origin.h"
#include "trigger.h"
#include "type_btf.h"

/* In place of a number: there is no limit */
#define UNLIMITED	(-1L)

/**
 * struct trigger_kind - what a trigger does
 * @command: name of its command
 * @prepare: allocates what @act needs, or NULL. May sleep. Returns 0 or an error
 * @is_due: whether there is something to do. If not, trigger->left is not lowered
 * @act: called when the trigger acts
 *
 * Context: @is_due and @act: retfunc of an ops, with preemption off. NMI, too
 */
struct trigger_kind {
	const char *command;
	int (*prepare)(struct trace_array *tr);
	bool (*is_due)(struct trace_array *tr);
	void (*act)(struct trace_array *tr, unsigned long func);
};

/**
 * struct trigger - a command that acts at returns
 * @list: all triggers, in the order in which they were first written
 * @tr: the trace array whose file was written
 * @kind: what the trigger does
 * @errors: the errors at which the trigger acts
 * @functions: never registered. Its filter has the functions
 * @left: how often the trigger still acts, or UNLIMITED
 * @words: the errors, as they were written
 * @glob: the functions, as they were written
 */
struct trigger {
	struct list_head list;
	struct trace_array *tr;
	const struct trigger_kind *kind;
	struct fgraph_errno_filter errors;
	struct ftrace_ops functions;
	atomic_long_t left;
	char *words;
	char glob[];
};

/* Protects all changes. The list also changes under ftrace_lock: hold either to read it */
static DEFINE_MUTEX(trigger_mutex);
static LIST_HEAD(triggers);

/* Some trigger has NULL among its errors */
static bool null_is_selected;

/* Contexts of a CPU in which triggers act now, a bit for each interrupt_context_level() */
static DEFINE_PER_CPU(u8, acting);

enum fault { NO_TRIGGER, NO_ERRORS, NO_COUNT, NO_FUNCTION, NOT_HERE };

static const char * const faults[] = {
	[NO_TRIGGER] = "Not a command that acts at returns",
	[NO_ERRORS] = "No error is named",
	[NO_COUNT] = "Not a number above 0",
	[NO_FUNCTION] = "No such function",
	[NOT_HERE] = "Only set_ftrace_filter takes commands that act at returns",
};

static bool is_off(struct trace_array *tr)
{
	return !tracer_tracing_is_on(tr);
}

/* The stack walk looks up modules, which needs RCU */
static bool has_stack(struct trace_array *tr)
{
	return tracer_tracing_is_on(tr) && rcu_is_watching();
}

static void turn_on(struct trace_array *tr, unsigned long func)
{
	tracer_tracing_on(tr);
}

static void turn_off(struct trace_array *tr, unsigned long func)
{
	tracer_tracing_off(tr);
}

static void __maybe_unused take_snapshot(struct trace_array *tr, unsigned long func)
{
	tracing_snapshot_instance(tr);
}

static const struct trigger_kind kinds[] = {
	{ "traceon", NULL, is_off, turn_on },
	{ "traceoff", NULL, tracer_tracing_is_on, turn_off },
	{ "stacktrace", NULL, has_stack, fgraph_record_stack },
#ifdef CONFIG_TRACER_SNAPSHOT
	{ "snapshot", tracing_alloc_snapshot_instance, tracer_tracing_is_on, take_snapshot },
#endif
};

/* Whether the trigger may act once more */
static bool count_down(struct trigger *trigger)
{
	return atomic_long_read(&trigger->left) == UNLIMITED ||
	       atomic_long_dec_if_positive(&trigger->left) >= 0;
}

static bool is_selected(const struct trigger *trigger, const struct ftrace_graph_ret *trace)
{
	struct ftrace_graph_ret typed;
	u16 type = fgraph_typed_return(trace, fgraph_options(trigger->tr->graph), &typed);
	u16 error = fgraph_errno_of(&typed, type);

	if (error)
		return fgraph_errno_is_selected(&trigger->errors, error);
	return trigger->errors.null && fgraph_type_kind(type) == FGRAPH_POINTER && !typed.retval;
}

static void act_on(const struct ftrace_graph_ret *trace)
{
	struct trigger *trigger;

	list_for_each_entry_lockless(trigger, &triggers, list) {
		if (!ftrace_lookup_ip(trigger->functions.func_hash->filter_hash, trace->func) ||
		    !is_selected(trigger, trace))
			continue;
		if (trigger->kind->is_due(trigger->tr) && count_down(trigger))
			trigger->kind->act(trigger->tr, trace->func);
	}
}

/*
 * noinline: the slow path.
 *
 * A trigger that acts may call functions that have a trigger, and that fail. These errors
 * are part of what the trigger does, and not what the user looks for: no trigger acts.
 * ftrace_test_recursion_trylock() would let one of them through, for interrupts that
 * preempt_count does not show yet. Here, no trigger acts in such an interrupt of a trigger
 * that acts.
 */
static noinline void return_with_error(const struct ftrace_graph_ret *trace)
{
	u8 level;

	preempt_disable_notrace();
	level = BIT(interrupt_context_level());
	if (!(raw_cpu_read(acting) & level)) {
		/* An interrupt of these updates has cleared its own bit when it returns */
		raw_cpu_or(acting, level);
		barrier();
		act_on(trace);
		barrier();
		raw_cpu_and(acting, (u8)~level);
	}
	preempt_enable_notrace();
}

static int trigger_entry(struct ftrace_graph_ent *trace, struct fgraph_ops *gops,
			 struct ftrace_regs *fregs)
{
	return 1;
}

static void trigger_return(struct ftrace_graph_ret *trace, struct fgraph_ops *gops,
			   struct ftrace_regs *fregs)
{
	if (unlikely(fgraph_maybe_error(trace->retval)) ||
	    (!trace->retval && READ_ONCE(null_is_selected)))
		return_with_error(trace);
}

static struct fgraph_ops trigger_ops = {
	.entryfunc = trigger_entry,
	.retfunc = trigger_return,
	/* Other ops record the return before a trigger stops tracing */
	.flags = FGRAPH_OPS_NO_TIMES | FGRAPH_OPS_LAST,
};

/* ftrace_set_filter() changes the text of a glob, so it gets a copy */
static int set_functions(struct ftrace_ops *ops, const char *glob, bool reset)
{
	char *text = kstrdup(glob, GFP_KERNEL);
	int err;

	if (!text)
		return -ENOMEM;
	err = ftrace_set_filter(ops, text, strlen(text), reset);
	kfree(text);
	return err;
}

static void free_trigger(struct trigger *trigger)
{
	if (!trigger)
		return;
	ftrace_free_filter(&trigger->functions);
	kfree(trigger->words);
	kvfree(trigger);
}

static struct trigger *find_same(const struct trigger *other)
{
	struct trigger *trigger;

	list_for_each_entry(trigger, &triggers, list) {
		if (trigger->tr == other->tr && trigger->kind == other->kind &&
		    bitmap_equal(trigger->errors.allow, other->errors.allow, FGRAPH_ERRNO_BITS) &&
		    bitmap_equal(trigger->errors.deny, other->errors.deny, FGRAPH_ERRNO_BITS) &&
		    !strcmp(trigger->glob, other->glob))
			return trigger;
	}
	return NULL;
}

static void look_for_null(void)
{
	struct trigger *trigger;
	bool found = false;

	list_for_each_entry(trigger, &triggers, list)
		found |= trigger->errors.null;
	WRITE_ONCE(null_is_selected, found);
}

static unsigned int get_functions(const struct ftrace_hash *hash, unsigned long *ips)
{
	struct ftrace_func_entry *entry;
	unsigned int count = 0;
	unsigned long i;

	for (i = 0; i < BIT(hash->size_bits); i++) {
		hlist_for_each_entry(entry, &hash->buckets[i], hlist) {
			/* The function belonged to a module that is gone */
			if (!entry->ip)
				continue;
			if (ips)
				ips[count] = entry->ip;
			count++;
		}
	}
	return count;
}

static unsigned int get_all_functions(unsigned long *ips)
{
	struct trigger *trigger;
	unsigned int count = 0;

	list_for_each_entry(trigger, &triggers, list)
		count += get_functions(trigger->functions.func_hash->filter_hash,
				       ips ? ips + count : NULL);
	return count;
}

/*
 * Trace only the functions of all triggers. If that fails, other functions stay traced, at
 * which no trigger acts.
 */
static void drop_functions(void)
{
	unsigned int count = get_all_functions(NULL);
	unsigned long *ips = kvmalloc_array(count, sizeof(*ips), GFP_KERNEL);

	if (!count || !ips)
		goto out;
	/* Functions of modules may be removed meanwhile, but none is added */
	count = get_all_functions(ips);
	if (count)
		ftrace_set_filter_ips(&trigger_ops.ops, ips, count, 0, 1);
out:
	kvfree(ips);
}

/* The trigger is not in the list any more */
static void retire_trigger(struct trigger *trigger)
{
	look_for_null();
	if (list_empty(&triggers)) {
		/* Waits for callbacks */
		unregister_ftrace_graph(&trigger_ops);
	} else {
		drop_functions();
		/* A callback walks the list with preemption off, and RCU may not be watching */
		fgraph_synchronize_cpus();
	}
	free_trigger(trigger);
}

static void remove_trigger(struct trigger *trigger)
{
	mutex_lock(&ftrace_lock);
	list_del_rcu(&trigger->list);
	mutex_unlock(&ftrace_lock);
	retire_trigger(trigger);
}

/* Adds it in place of @old, if there is one. At a return, one of the two acts, not both */
static int add_trigger(struct trigger *trigger, struct trigger *old)
{
	bool is_first = list_empty(&triggers);
	int err;

	err = set_functions(&trigger_ops.ops, trigger->glob, is_first);
	if (err)
		return err;
	fgraph_use_btf();
	mutex_lock(&ftrace_lock);
	if (old)
		list_replace_rcu(&old->list, &trigger->list);
	else
		list_add_tail_rcu(&trigger->list, &triggers);
	mutex_unlock(&ftrace_lock);
	if (old) {
		retire_trigger(old);
		return 0;
	}
	look_for_null();

	err = is_first ? register_ftrace_graph(&trigger_ops) : 0;
	if (err) {
		mutex_lock(&ftrace_lock);
		list_del_rcu(&trigger->list);
		mutex_unlock(&ftrace_lock);
		look_for_null();
	}
	return err;
}

/* A trigger that is written again starts over, and finds functions that are new since */
static int replace_trigger(struct trigger *trigger)
{
	struct trigger *old = find_same(trigger);
	int err;

	err = set_functions(&trigger->functions, trigger->glob, true);
	if (!err && trigger->kind->prepare)
		err = trigger->kind->prepare(trigger->tr);
	return err ?: add_trigger(trigger, old);
}

static void log_fault(struct trace_array *tr, const char *text, const char *at, enum fault fault)
{
	tracing_log_err(tr, "set_ftrace_filter", text, (const char **)faults, fault, at - text);
}

static const struct trigger_kind *find_kind(const char *command)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		if (!strcmp(kinds[i].command, command))
			return &kinds[i];
	}
	return NULL;
}

static int set_count(struct trigger *trigger, const char *text, const char *count)
{
	long left = UNLIMITED;

	if (count && (kstrtol(count, 0, &left) || left <= 0)) {
		log_fault(trigger->tr, text, count, NO_COUNT);
		return -EINVAL;
	}
	atomic_long_set(&trigger->left, left);
	return 0;
}

static int set_errors(struct trigger *trigger, char *text, const char *words, size_t length)
{
	struct fgraph_errno_filter *lists;
	enum fgraph_errno_fault fault;
	const char *bad;

	trigger->words = kstrndup(words, length, GFP_KERNEL);
	if (!trigger->words)
		return -ENOMEM;
	lists = kzalloc(sizeof(*lists), GFP_KERNEL);
	if (!lists)
		return -ENOMEM;
	bad = fgraph_errno_add(lists, trigger->words, &fault);
	if (!bad)
		fgraph_errno_set(&trigger->errors, lists);
	kfree(lists);
	if (!bad)
		return 0;
	fgraph_errno_log(trigger->tr, "set_ftrace_filter", text, words + (bad - trigger->words),
			 fault);
	return -EINVAL;
}

/* @text: the whole command. @at: its parameter in @text, behind FGRAPH_TRIGGER_PREFIX */
static int parse(struct trigger *trigger, char *text, const char *at, bool remove)
{
	const char *count = strchr(at, ':');
	size_t length = count ? count - at : strlen(at);
	int err;

	if (!length) {
		log_fault(trigger->tr, text, at, NO_ERRORS);
		return -EINVAL;
	}
	/* A command that removes a trigger finds it whatever the number is */
	err = set_count(trigger, text, count && !remove ? count + 1 : NULL);
	return err ?: set_errors(trigger, text, at, length);
}

static int change(struct trigger *trigger, bool remove)
{
	struct trigger *old;
	int err = 0;

	mutex_lock(&trigger_mutex);
	if (!remove) {
		err = replace_trigger(trigger);
	} else {
		old = find_same(trigger);
		if (old)
			remove_trigger(old);
		else
			err = -ENOENT;
	}
	mutex_unlock(&trigger_mutex);
	return err;
}

/**
 * fgraph_trigger_write - add or remove a trigger
 * @tr: the trace array, or NULL
 * @glob: functions. A "!" before them removes the trigger
 * @command: name of the command
 * @param: its parameter, for which fgraph_is_trigger() is true
 * @enable: the file is set_ftrace_filter, and not set_ftrace_notrace
 *
 * If a part of the command is wrong, error_log of the trace array names it.
 *
 * Context: may sleep
 * Return: 0, -EINVAL if a part is wrong, -ENOENT if there is no trigger to remove, -ENODEV,
 *	-ENOMEM, or an error of register_ftrace_graph(). If it is not 0, nothing changes
 */
int fgraph_trigger_write(struct trace_array *tr, const char *glob, const char *command,
			 const char *param, int enable)
{
	bool remove = *glob == '!';
	struct trigger *trigger = NULL;
	char *text;
	int err;

	if (!tr)
		return -ENODEV;

	glob += remove;
	text = kasprintf(GFP_KERNEL, "%s:%s:%s", glob, command, param);
	if (text)
		trigger = kvzalloc(struct_size(trigger, glob, strlen(glob) + 1), GFP_KERNEL);
	err = -ENOMEM;
	if (!trigger)
		goto out;
	strcpy(trigger->glob, glob);
	trigger->tr = tr;
	trigger->kind = find_kind(command);
	err = -EINVAL;
	if (!enable) {
		tracing_log_err(tr, "set_ftrace_notrace", text, (const char **)faults, NOT_HERE, 0);
		goto out;
	}
	if (!trigger->kind) {
		log_fault(tr, text, text + strlen(glob) + 1, NO_TRIGGER);
		goto out;
	}
	err = parse(trigger, text, text + strlen(text) - strlen(param) +
		    strlen(FGRAPH_TRIGGER_PREFIX), remove);
	if (err)
		goto out;
	err = change(trigger, remove);
	if (err == -EINVAL)
		log_fault(tr, text, text, NO_FUNCTION);
	/* It is in the list now */
	if (!err && !remove)
		trigger = NULL;
out:
	free_trigger(trigger);
	kfree(text);
	return err;
}

/**
 * fgraph_triggers_exist - whether a trace array has triggers
 * @tr: the trace array, or NULL
 *
 * Context: may sleep. The caller holds ftrace_lock
 */
bool fgraph_triggers_exist(struct trace_array *tr)
{
	struct trigger *trigger;

	list_for_each_entry(trigger, &triggers, list) {
		if (trigger->tr == tr)
			return true;
	}
	return false;
}

/**
 * fgraph_triggers_show - print the triggers of a trace array
 * @m: the file
 * @tr: the trace array
 *
 * Context: may sleep. The caller holds ftrace_lock
 */
void fgraph_triggers_show(struct seq_file *m, struct trace_array *tr)
{
	struct trigger *trigger;

	list_for_each_entry(trigger, &triggers, list) {
		long left = atomic_long_read(&trigger->left);

		if (trigger->tr != tr)
			continue;
		seq_printf(m, "%s:%s:" FGRAPH_TRIGGER_PREFIX "%s", trigger->glob,
			   trigger->kind->command, trigger->words);
		if (left != UNLIMITED)
			seq_printf(m, ":%ld", left);
		seq_putc(m, '\n');
	}
}

/**
 * fgraph_triggers_forget - forget a function whose text is removed
 * @ip: its call site
 *
 * Context: may sleep
 */
void fgraph_triggers_forget(unsigned long ip)
{
	struct ftrace_func_entry *entry;
	struct trigger *trigger;

	mutex_lock(&ftrace_lock);
	list_for_each_entry(trigger, &triggers, list) {
		entry = ftrace_lookup_ip(trigger->functions.func_hash->filter_hash, ip);
		if (entry)
			entry->ip = 0;
	}
	mutex_unlock(&ftrace_lock);
}

/**
 * fgraph_triggers_clear - remove the triggers of a trace array
 * @tr: the trace array, which is about to be removed
 *
 * Context: may sleep
 */
void fgraph_triggers_clear(struct trace_array *tr)
{
	struct trigger *trigger, *next;

	mutex_lock(&trigger_mutex);
	list_for_each_entry_safe(trigger, next, &triggers, list) {
		if (trigger->tr == tr)
			remove_trigger(trigger);
	}
	mutex_unlock(&trigger_mutex);
}

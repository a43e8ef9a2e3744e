// SPDX-License-Identifier: GPL-2.0
/*
 * trigger.c - act when a function returns an error
 *
 * A command of set_ftrace_filter whose parameter begins with "ret=" acts at returns:
 *
 *	vfs_write:traceoff:ret=EINVAL,EIO	stop tracing
 *	*sys_open*:snapshot:ret=!ENOENT:1	take a snapshot, once
 *	__kmalloc:stacktrace:ret=NULL		record the callers
 *
 * Errors are named as in set_graph_errors, with commas between them. A number limits how
 * often the command acts, for all of its functions together. With "!" in front, it is
 * removed. The file lists it as it was written, with the times that are left.
 *
 * All actions of all trace arrays are one user of the function graph.
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
 * struct action_kind - what a command does
 * @command: its name
 * @prepare: makes ready for it, or NULL. May sleep. Returns 0 or an error
 * @is_due: whether there is something to do. If not, it does not count
 * @act: does it
 *
 * Context: @is_due and @act: retfunc of a user, with preemption off. NMI, too
 */
struct action_kind {
	const char *command;
	int (*prepare)(struct trace_array *tr);
	bool (*is_due)(struct trace_array *tr);
	void (*act)(struct trace_array *tr, unsigned long func);
};

/**
 * struct action - a command that acts at returns
 * @list: all actions, in the order in which they were first written
 * @tr: the trace array whose file was written
 * @kind: what it does
 * @errors: the errors at which it does
 * @functions: never registered. Its filter has the functions
 * @left: how often it still acts, or UNLIMITED
 * @words: the errors, as they were written
 * @glob: the functions, as they were written
 */
struct action {
	struct list_head list;
	struct trace_array *tr;
	const struct action_kind *kind;
	struct fgraph_errno_filter errors;
	struct ftrace_ops functions;
	atomic_long_t left;
	char *words;
	char glob[];
};

/* Guards all that changes. The list changes with ftrace_lock, too: either is enough to read it */
static DEFINE_MUTEX(action_mutex);
static LIST_HEAD(actions);

/* Some action has NULL among its errors */
static bool null_is_chosen;

/* Contexts of a CPU that are in an action, a bit for each interrupt_context_level() */
static DEFINE_PER_CPU(u8, acting);

enum fault { NO_ACTION, NO_ERRORS, NO_COUNT, NO_FUNCTION, NOT_HERE };

static const char * const faults[] = {
	[NO_ACTION] = "Not a command that acts at returns",
	[NO_ERRORS] = "No error is named",
	[NO_COUNT] = "Not a number above 0",
	[NO_FUNCTION] = "No such function",
	[NOT_HERE] = "Only set_ftrace_filter takes commands that act at returns",
};

static bool is_off(struct trace_array *tr)
{
	return !tracer_tracing_is_on(tr);
}

/* What walks the stack looks up modules */
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

static const struct action_kind kinds[] = {
	{ "traceon", NULL, is_off, turn_on },
	{ "traceoff", NULL, tracer_tracing_is_on, turn_off },
	{ "stacktrace", NULL, has_stack, fgraph_record_stack },
#ifdef CONFIG_TRACER_SNAPSHOT
	{ "snapshot", tracing_alloc_snapshot_instance, tracer_tracing_is_on, take_snapshot },
#endif
};

/* Whether it may act once more */
static bool count_down(struct action *action)
{
	return atomic_long_read(&action->left) == UNLIMITED ||
	       atomic_long_dec_if_positive(&action->left) >= 0;
}

static bool is_chosen(const struct action *action, const struct ftrace_graph_ret *trace)
{
	struct ftrace_graph_ret typed;
	u16 type = fgraph_typed_return(trace, fgraph_options(action->tr->graph), &typed);
	u16 error = fgraph_error_of(&typed, type);

	if (error)
		return fgraph_errno_passes(&action->errors, error);
	return action->errors.null && fgraph_type_kind(type) == FGRAPH_POINTER && !typed.retval;
}

static void act_on(const struct ftrace_graph_ret *trace)
{
	struct action *action;

	list_for_each_entry_lockless(action, &actions, list) {
		if (!ftrace_lookup_ip(action->functions.func_hash->filter_hash, trace->func) ||
		    !is_chosen(action, trace))
			continue;
		if (action->kind->is_due(action->tr) && count_down(action))
			action->kind->act(action->tr, trace->func);
	}
}

/*
 * noinline: the slow path.
 *
 * An action may call functions that have one, and that fail. They are part of the action,
 * and not what the user looks for. ftrace_test_recursion_trylock() would let one of them
 * through, for the interrupts that preempt_count does not show yet. Here, these do not act
 * while they interrupt an action.
 */
static noinline void return_with_error(const struct ftrace_graph_ret *trace)
{
	u8 level;

	preempt_disable_notrace();
	level = BIT(interrupt_context_level());
	if (!(raw_cpu_read(acting) & level)) {
		/* What interrupts these has cleared its own bit when it returns */
		raw_cpu_or(acting, level);
		barrier();
		act_on(trace);
		barrier();
		raw_cpu_and(acting, (u8)~level);
	}
	preempt_enable_notrace();
}

static int action_entry(struct ftrace_graph_ent *trace, struct fgraph_ops *gops,
			struct ftrace_regs *fregs)
{
	return 1;
}

static void action_return(struct ftrace_graph_ret *trace, struct fgraph_ops *gops,
			  struct ftrace_regs *fregs)
{
	if (unlikely(fgraph_may_be_error(trace->retval)) ||
	    (!trace->retval && READ_ONCE(null_is_chosen)))
		return_with_error(trace);
}

static struct fgraph_ops action_ops = {
	.entryfunc = action_entry,
	.retfunc = action_return,
	/* What others record of the return is to be there when tracing stops */
	.flags = FGRAPH_OPS_NO_TIMES | FGRAPH_OPS_LAST,
};

/* ftrace writes into the text of a glob */
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

static void free_action(struct action *action)
{
	if (!action)
		return;
	ftrace_free_filter(&action->functions);
	kfree(action->words);
	kvfree(action);
}

static struct action *find_same(const struct action *wanted)
{
	struct action *action;

	list_for_each_entry(action, &actions, list) {
		if (action->tr == wanted->tr && action->kind == wanted->kind &&
		    bitmap_equal(action->errors.allow, wanted->errors.allow, FGRAPH_ERRNO_BITS) &&
		    bitmap_equal(action->errors.deny, wanted->errors.deny, FGRAPH_ERRNO_BITS) &&
		    !strcmp(action->glob, wanted->glob))
			return action;
	}
	return NULL;
}

static void look_for_null(void)
{
	struct action *action;
	bool found = false;

	list_for_each_entry(action, &actions, list)
		found |= action->errors.null;
	WRITE_ONCE(null_is_chosen, found);
}

static unsigned int get_functions(const struct ftrace_hash *hash, unsigned long *ips)
{
	struct ftrace_func_entry *entry;
	unsigned int count = 0;
	unsigned long i;

	for (i = 0; i < BIT(hash->size_bits); i++) {
		hlist_for_each_entry(entry, &hash->buckets[i], hlist) {
			/* It was of a module that has gone */
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
	struct action *action;
	unsigned int count = 0;

	list_for_each_entry(action, &actions, list)
		count += get_functions(action->functions.func_hash->filter_hash,
				       ips ? ips + count : NULL);
	return count;
}

/*
 * Trace no more than the functions of all actions. If that fails, more are traced, for
 * which nothing is done.
 */
static void drop_functions(void)
{
	unsigned int count = get_all_functions(NULL);
	unsigned long *ips = kvmalloc_array(count, sizeof(*ips), GFP_KERNEL);

	if (!count || !ips)
		goto out;
	/* Functions of modules may go meanwhile, none comes */
	count = get_all_functions(ips);
	if (count)
		ftrace_set_filter_ips(&action_ops.ops, ips, count, 0, 1);
out:
	kvfree(ips);
}

/* The action is not in the list any more */
static void retire_action(struct action *action)
{
	look_for_null();
	if (list_empty(&actions)) {
		/* Waits for callbacks */
		unregister_ftrace_graph(&action_ops);
	} else {
		drop_functions();
		/* A callback walks the list with preemption off, and RCU may not be watching */
		fgraph_synchronize_cpus();
	}
	free_action(action);
}

static void remove_action(struct action *action)
{
	mutex_lock(&ftrace_lock);
	list_del_rcu(&action->list);
	mutex_unlock(&ftrace_lock);
	retire_action(action);
}

/* In the place of @old, if there is one. A return acts for one of the two, and not for both */
static int add_action(struct action *action, struct action *old)
{
	bool is_first = list_empty(&actions);
	int err;

	err = set_functions(&action_ops.ops, action->glob, is_first);
	if (err)
		return err;
	fgraph_use_btf();
	mutex_lock(&ftrace_lock);
	if (old)
		list_replace_rcu(&old->list, &action->list);
	else
		list_add_tail_rcu(&action->list, &actions);
	mutex_unlock(&ftrace_lock);
	if (old) {
		retire_action(old);
		return 0;
	}
	look_for_null();

	err = is_first ? register_ftrace_graph(&action_ops) : 0;
	if (err) {
		mutex_lock(&ftrace_lock);
		list_del_rcu(&action->list);
		mutex_unlock(&ftrace_lock);
		look_for_null();
	}
	return err;
}

/* One that is written again begins anew, and finds functions that have come since */
static int replace_action(struct action *action)
{
	struct action *old = find_same(action);
	int err;

	err = set_functions(&action->functions, action->glob, true);
	if (!err && action->kind->prepare)
		err = action->kind->prepare(action->tr);
	return err ?: add_action(action, old);
}

static void log_fault(struct trace_array *tr, const char *text, const char *at, enum fault fault)
{
	tracing_log_err(tr, "set_ftrace_filter", text, (const char **)faults, fault, at - text);
}

static const struct action_kind *find_kind(const char *command)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		if (!strcmp(kinds[i].command, command))
			return &kinds[i];
	}
	return NULL;
}

static int set_count(struct action *action, const char *text, const char *count)
{
	long left = UNLIMITED;

	if (count && (kstrtol(count, 0, &left) || left <= 0)) {
		log_fault(action->tr, text, count, NO_COUNT);
		return -EINVAL;
	}
	atomic_long_set(&action->left, left);
	return 0;
}

static int set_errors(struct action *action, char *text, const char *words, size_t length)
{
	struct fgraph_errno_filter *lists;
	enum fgraph_errno_fault fault;
	const char *bad;

	action->words = kstrndup(words, length, GFP_KERNEL);
	if (!action->words)
		return -ENOMEM;
	lists = kzalloc(sizeof(*lists), GFP_KERNEL);
	if (!lists)
		return -ENOMEM;
	bad = fgraph_errno_add(lists, action->words, &fault);
	if (!bad)
		fgraph_errno_set(&action->errors, lists);
	kfree(lists);
	if (!bad)
		return 0;
	fgraph_errno_log(action->tr, "set_ftrace_filter", text, words + (bad - action->words),
			 fault);
	return -EINVAL;
}

/* @text is the whole command, @at the place of its parameter, behind FGRAPH_ACTION_PREFIX */
static int parse(struct action *action, char *text, const char *at, bool remove)
{
	const char *count = strchr(at, ':');
	size_t length = count ? count - at : strlen(at);
	int err;

	if (!length) {
		log_fault(action->tr, text, at, NO_ERRORS);
		return -EINVAL;
	}
	/* How often the command still acts does not say which one it is */
	err = set_count(action, text, count && !remove ? count + 1 : NULL);
	return err ?: set_errors(action, text, at, length);
}

static int change(struct action *action, bool remove)
{
	struct action *old;
	int err = 0;

	mutex_lock(&action_mutex);
	if (!remove) {
		err = replace_action(action);
	} else {
		old = find_same(action);
		if (old)
			remove_action(old);
		else
			err = -ENOENT;
	}
	mutex_unlock(&action_mutex);
	return err;
}

/**
 * fgraph_action_write - add, or remove, a command that acts at returns
 * @tr: the trace array, or NULL
 * @glob: functions. A "!" before them removes the command
 * @command: name of the command
 * @param: its parameter, for which fgraph_is_action() is true
 * @enable: the file is set_ftrace_filter, and not set_ftrace_notrace
 *
 * error_log of the trace array tells what is wrong with it.
 *
 * Context: may sleep
 * Return: 0, -EINVAL if a part is wrong, -ENOENT if there is none to be removed, -ENODEV,
 *	-ENOMEM, or an error of register_ftrace_graph(). Nothing changes then
 */
int fgraph_action_write(struct trace_array *tr, const char *glob, const char *command,
			const char *param, int enable)
{
	bool remove = *glob == '!';
	struct action *action = NULL;
	char *text;
	int err;

	if (!tr)
		return -ENODEV;

	glob += remove;
	text = kasprintf(GFP_KERNEL, "%s:%s:%s", glob, command, param);
	if (text)
		action = kvzalloc(struct_size(action, glob, strlen(glob) + 1), GFP_KERNEL);
	err = -ENOMEM;
	if (!action)
		goto out;
	strcpy(action->glob, glob);
	action->tr = tr;
	action->kind = find_kind(command);
	err = -EINVAL;
	if (!enable) {
		tracing_log_err(tr, "set_ftrace_notrace", text, (const char **)faults, NOT_HERE, 0);
		goto out;
	}
	if (!action->kind) {
		log_fault(tr, text, text + strlen(glob) + 1, NO_ACTION);
		goto out;
	}
	err = parse(action, text, text + strlen(text) - strlen(param) +
		    strlen(FGRAPH_ACTION_PREFIX), remove);
	if (err)
		goto out;
	err = change(action, remove);
	if (err == -EINVAL)
		log_fault(tr, text, text, NO_FUNCTION);
	/* It is kept */
	if (!err && !remove)
		action = NULL;
out:
	free_action(action);
	kfree(text);
	return err;
}

/**
 * fgraph_actions_exist - whether a trace array has commands that act at returns
 * @tr: the trace array, or NULL
 *
 * Context: may sleep. Holds ftrace_lock
 */
bool fgraph_actions_exist(struct trace_array *tr)
{
	struct action *action;

	list_for_each_entry(action, &actions, list) {
		if (action->tr == tr)
			return true;
	}
	return false;
}

/**
 * fgraph_actions_show - print the commands of a trace array that act at returns
 * @m: the file
 * @tr: the trace array
 *
 * Context: may sleep. Holds ftrace_lock
 */
void fgraph_actions_show(struct seq_file *m, struct trace_array *tr)
{
	struct action *action;

	list_for_each_entry(action, &actions, list) {
		long left = atomic_long_read(&action->left);

		if (action->tr != tr)
			continue;
		seq_printf(m, "%s:%s:" FGRAPH_ACTION_PREFIX "%s", action->glob,
			   action->kind->command, action->words);
		if (left != UNLIMITED)
			seq_printf(m, ":%ld", left);
		seq_putc(m, '\n');
	}
}

/**
 * fgraph_actions_forget - forget a function that has gone with its text
 * @ip: its call site
 *
 * Context: may sleep
 */
void fgraph_actions_forget(unsigned long ip)
{
	struct ftrace_func_entry *entry;
	struct action *action;

	mutex_lock(&ftrace_lock);
	list_for_each_entry(action, &actions, list) {
		entry = ftrace_lookup_ip(action->functions.func_hash->filter_hash, ip);
		if (entry)
			entry->ip = 0;
	}
	mutex_unlock(&ftrace_lock);
}

/**
 * fgraph_actions_clear - remove the commands of a trace array that act at returns
 * @tr: the trace array, which is about to go
 *
 * Context: may sleep
 */
void fgraph_actions_clear(struct trace_array *tr)
{
	struct action *action, *next;

	mutex_lock(&action_mutex);
	list_for_each_entry_safe(action, next, &actions, list) {
		if (action->tr == tr)
			remove_action(action);
	}
	mutex_unlock(&action_mutex);
}

// SPDX-License-Identifier: GPL-2.0
/*
 * type_source.c - take prototypes in, from whoever knows them
 *
 * There is a text for the kernel, and one for each loaded module that has
 * functions to trace. Each text takes its prototypes from one source.
 */
#define pr_fmt(fmt) "fgraph: " fmt

#include <linux/err.h>
#include <linux/ftrace.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/sched/clock.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/trace_clock.h>
#include <linux/workqueue.h>

#include <asm/sections.h>

#include "../ftrace_internal.h"
#include "type_slots.h"
#include "type_source.h"

/**
 * struct text - the kernel or a module
 * @list: in texts
 * @mod: the module, or NULL for the kernel
 * @is: what its prototypes get, but for their source
 * @protos: what is published, or NULL
 * @dated: is.since is known
 */
struct text {
	struct list_head list;
	const struct module *mod;
	struct fgraph_text is;
	struct fgraph_protos *protos;
	bool dated;
};

static struct text kernel = {
	.is.start = { (unsigned long)_stext, (unsigned long)_sinittext },
	.is.end = { (unsigned long)_end, (unsigned long)_einittext },
	.dated = true,
};

/* Guards all of this file. What a source is asked while it is held stays there */
static DEFINE_MUTEX(source_mutex);
static LIST_HEAD(sources);
static LIST_HEAD(texts);

/* Prototypes that are published no more. They may have readers */
static LIST_HEAD(gone);

static void release(const struct fgraph_source *source, const void *data)
{
	if (source->release)
		source->release(data);
}

/* It may wait for long. Nobody who loads or removes a module should */
static void free_gone(struct work_struct *unused)
{
	struct fgraph_protos *protos, *next;
	struct fgraph_module_slots *old;
	LIST_HEAD(list);

	mutex_lock(&source_mutex);
	list_splice_init(&gone, &list);
	old = fgraph_old_slots();
	mutex_unlock(&source_mutex);

	fgraph_synchronize_cpus();
	fgraph_free_slots(old);
	list_for_each_entry_safe(protos, next, &list, gone) {
		release(protos->text.source, protos->text.data);
		fgraph_protos_free(protos);
	}
}

static DECLARE_WORK(free_work, free_gone);

/* Modules are looked for only if the kernel has prototypes, be it none */
static void publish_kernel(void)
{
	fgraph_publish_kernel(kernel.protos ?: list_empty(&sources) ? NULL : &fgraph_protos_none);
}

/*
 * Publish other prototypes of a text, or none. Readers find the old ones or the new
 * ones. Fails without memory for new ones of a module: nothing has changed then.
 */
static int replace(struct text *text, struct fgraph_protos *protos)
{
	struct fgraph_protos *before = text->protos;
	int err;

	if (text->mod && protos) {
		err = fgraph_publish_module(protos);
		if (err)
			return err;
	}
	text->protos = protos;
	if (!text->mod)
		publish_kernel();
	else if (before)
		fgraph_unpublish_module(before);
	if (before)
		list_add(&before->gone, &gone);
	if (before || fgraph_modules->old)
		queue_work(system_unbound_wq, &free_work);
	return 0;
}

static bool is_in(const struct fgraph_text *text, unsigned long ip)
{
	int i;

	for (i = 0; i < FGRAPH_TEXT_PARTS; i++) {
		if (ip >= text->start[i] && ip < text->end[i])
			return true;
	}
	return false;
}

/* What is not in the text is not of it, whatever a source says */
static u32 keep_own(const struct fgraph_text *text, struct fgraph_taken *taken)
{
	u32 i, kept = 0;

	for (i = 0; i < taken->count; i++) {
		if (is_in(text, taken->functions[i].ip))
			taken->functions[kept++] = taken->functions[i];
	}
	return kept;
}

/* The clock of the graph tracer's records. It may not be the same on all CPUs */
static void read_clock(void *info)
{
	atomic64_t *latest = info;
	s64 now = trace_clock_local();
	s64 old = atomic64_read(latest);

	while (old < now && !atomic64_try_cmpxchg(latest, &old, now))
		;
}

static bool clocks_agree(void)
{
#ifdef CONFIG_HAVE_UNSTABLE_SCHED_CLOCK
	return sched_clock_stable();
#else
	return true;
#endif
}

/* Each record that there is has an earlier time, whatever its CPU. @now: a type is known now */
static void date(struct text *text, bool now)
{
	atomic64_t latest = ATOMIC64_INIT(0);

	if (text->dated || (!now && !clocks_agree()))
		return;
	if (clocks_agree())
		read_clock(&latest);
	else
		on_each_cpu(read_clock, &latest, true);
	text->is.since = atomic64_read(&latest);
	text->dated = true;
}

/* Ask one source for a text. It is no error if it knows nothing */
static int ask(struct text *text, struct fgraph_source *source)
{
	struct fgraph_protos *protos = NULL;
	struct fgraph_taken taken = {};
	int err = source->take(source, text->mod, &taken);

	if (err || !taken.functions)
		return err;
	taken.count = keep_own(&text->is, &taken);
	if (taken.count) {
		date(text, true);
		text->is.source = source;
		text->is.data = taken.data;
		protos = fgraph_protos_build(taken.functions, taken.count, &text->is);
	}
	kvfree(taken.functions);
	err = PTR_ERR_OR_ZERO(protos);
	if (!err && protos)
		err = replace(text, protos);
	if (err || !protos)
		release(source, taken.data);
	if (err && !IS_ERR(protos))
		fgraph_protos_free(protos);
	return err;
}

/*
 * Ask the sources, the highest rank first, until one knows the text. If memory is
 * short, the text has no type, or the types that it had.
 */
static void ask_all(struct text *text)
{
	const struct fgraph_protos *before = text->protos;
	struct fgraph_source *source;
	int err;

	list_for_each_entry(source, &sources, list) {
		err = ask(text, source);
		if (err)
			pr_warn("no new types for %s: error %d\n",
				text->mod ? text->mod->name : "the kernel", err);
		if (err || text->protos != before)
			break;
	}
}

/**
 * fgraph_register_source - ask a source for prototypes from now on
 * @source: the source. It stays until it is unregistered
 *
 * The kernel and the modules that are loaded are asked for now, unless they have
 * a source of this rank or a higher one. Modules that come are asked for then.
 *
 * Return: 0 or -ENOMEM
 * Context: may sleep
 */
int fgraph_register_source(struct fgraph_source *source)
{
	struct fgraph_source *before;
	struct list_head *at = &sources;
	struct text *text;
	int err = 0;

	mutex_lock(&source_mutex);
	list_for_each_entry(before, &sources, list) {
		if (before->rank <= source->rank) {
			at = &before->list;
			break;
		}
	}
	list_add_tail(&source->list, at);
	publish_kernel();
	list_for_each_entry(text, &texts, list) {
		if (text->protos && text->protos->text.source->rank >= source->rank)
			continue;
		err = ask(text, source);
		if (err)
			break;
	}
	mutex_unlock(&source_mutex);
	if (err)
		fgraph_unregister_source(source);
	return err;
}

/**
 * fgraph_unregister_source - ask a source no more
 * @source: a source that was registered. Nobody uses what it gave after the
 *	return. Functions that another source knows have their type from there
 *
 * Context: may sleep. Waits for all CPUs
 */
void fgraph_unregister_source(struct fgraph_source *source)
{
	struct text *text;

	mutex_lock(&source_mutex);
	list_del(&source->list);
	list_for_each_entry(text, &texts, list) {
		const struct fgraph_protos *before = text->protos;

		if (!before || before->text.source != source)
			continue;
		ask_all(text);
		if (text->protos == before)
			replace(text, NULL);
	}
	publish_kernel();
	mutex_unlock(&source_mutex);
	flush_work(&free_work);
}

/**
 * fgraph_lock_sources - keep all sources, and what they know
 *
 * Context: may sleep
 */
void fgraph_lock_sources(void)
{
	mutex_lock(&source_mutex);
}

/**
 * fgraph_unlock_sources - end of what fgraph_lock_sources() began
 *
 * Context: may sleep
 */
void fgraph_unlock_sources(void)
{
	mutex_unlock(&source_mutex);
}

/**
 * fgraph_ask_sources - ask for the texts that have no source
 *
 * They may have lost it where memory was short.
 *
 * Context: may sleep
 */
void fgraph_ask_sources(void)
{
	struct text *text;

	mutex_lock(&source_mutex);
	list_for_each_entry(text, &texts, list) {
		if (!text->protos)
			ask_all(text);
	}
	mutex_unlock(&source_mutex);
}

static struct text *find_text(const struct module *mod)
{
	struct text *text;

	list_for_each_entry(text, &texts, list) {
		if (text->mod == mod)
			return text;
	}
	return NULL;
}

static void module_comes(const struct module *mod)
{
	struct text *text;

	if (!mod->num_ftrace_callsites || find_text(mod))
		return;
	text = kzalloc(sizeof(*text), GFP_KERNEL);
	if (!text) {
		pr_warn("no memory for the types of %s\n", mod->name);
		return;
	}
	text->mod = mod;
	text->is.start[0] = (unsigned long)mod->core_layout.base;
	text->is.end[0] = text->is.start[0] + mod->core_layout.size;
	text->is.start[1] = (unsigned long)mod->init_layout.base;
	text->is.end[1] = text->is.start[1] + mod->init_layout.size;
	date(text, false);
	list_add_tail(&text->list, &texts);
	ask_all(text);
}

/* Its init memory is freed soon, and others may be there then */
static void init_has_run(const struct module *mod)
{
	struct text *text = find_text(mod);

	if (!text)
		return;
	text->is.end[1] = text->is.start[1];
	if (text->protos)
		fgraph_unpublish_init(text->protos);
}

static void module_goes(const struct module *mod)
{
	struct text *text = find_text(mod);

	if (!text)
		return;
	if (text->protos)
		replace(text, NULL);
	list_del(&text->list);
	kfree(text);
}

/**
 * fgraph_module_changes - take the types of a module in, or let them go
 * @mod: the module
 * @state: its state, as the notifiers of modules are told
 *
 * Context: may sleep. Waits for no CPU
 */
void fgraph_module_changes(const struct module *mod, unsigned long state)
{
	mutex_lock(&source_mutex);
	if (state == MODULE_STATE_COMING)
		module_comes(mod);
	else if (state == MODULE_STATE_LIVE)
		init_has_run(mod);
	else if (state == MODULE_STATE_GOING)
		module_goes(mod);
	mutex_unlock(&source_mutex);
}

static int notify(struct notifier_block *nb, unsigned long state, void *mod)
{
	fgraph_module_changes(mod, state);
	return NOTIFY_OK;
}

static struct notifier_block notifier = {
	.notifier_call = notify,
	/* After BTF's, which has the types of a module then */
	.priority = -1,
};

static int __init init(void)
{
	list_add(&kernel.list, &texts);
	return register_module_notifier(&notifier);
}
core_initcall(init);

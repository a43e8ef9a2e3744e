// SPDX-License-Identifier: GPL-2.0
/*
 * type_source.c - load prototypes from their sources
 *
 * There is a text for the kernel, and one for each loaded module that has
 * functions to trace. The prototypes of a text come from one source.
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
 * @is: copied to its prototypes. source and data are set at each load
 * @protos: the prototypes that are published, or NULL
 * @dated: is.since is set
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

/* Protects all data of this file. While it is held, sources and their prototypes stay */
static DEFINE_MUTEX(source_mutex);
static LIST_HEAD(sources);
static LIST_HEAD(texts);

/* Prototypes that are no longer published. They may still have readers */
static LIST_HEAD(gone);

static void release(const struct fgraph_source *source, const void *data)
{
	if (source->release)
		source->release(data);
}

/* A work item: it may wait long, and the load or removal of a module must not */
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

/*
 * A traced return looks up modules only if the kernel's pointer is not NULL. So
 * fgraph_protos_none is published if there are sources, but no prototypes of the kernel.
 */
static void publish_kernel(void)
{
	fgraph_publish_kernel(kernel.protos ?: list_empty(&sources) ? NULL : &fgraph_protos_none);
}

/*
 * Replace the published prototypes of a text by @protos, or by none. Readers find the
 * old or the new ones. Fails if there is no memory for new ones of a module. Nothing is
 * changed then.
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

/* Drop functions outside of the text, whatever the source says. Returns how many stay */
static u32 keep_own(const struct fgraph_text *text, struct fgraph_found *found)
{
	u32 i, kept = 0;

	for (i = 0; i < found->count; i++) {
		if (is_in(text, found->functions[i].ip))
			found->functions[kept++] = found->functions[i];
	}
	return kept;
}

/* Read the clock of the graph tracer's records. It may differ between CPUs */
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

/*
 * Set is.since, so that all existing records have an earlier time, whatever their CPU.
 * If the clocks of the CPUs differ, this interrupts all CPUs and is put off until
 * prototypes are found (@now).
 */
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

/* Load a text from one source. It is not an error if the source has no prototypes */
static int load_from(struct text *text, struct fgraph_source *source)
{
	struct fgraph_protos *protos = NULL;
	struct fgraph_found found = {};
	int err = source->load(source, text->mod, &found);

	if (err || !found.functions)
		return err;
	found.count = keep_own(&text->is, &found);
	if (found.count) {
		date(text, true);
		text->is.source = source;
		text->is.data = found.data;
		protos = fgraph_protos_build(found.functions, found.count, &text->is);
	}
	kvfree(found.functions);
	err = PTR_ERR_OR_ZERO(protos);
	if (!err && protos)
		err = replace(text, protos);
	if (err || !protos)
		release(source, found.data);
	if (err && !IS_ERR(protos))
		fgraph_protos_free(protos);
	return err;
}

/*
 * Try the sources, the highest rank first, until one has prototypes of the text. If
 * memory is short, the text keeps the prototypes that it had, if any.
 */
static void load_all(struct text *text)
{
	const struct fgraph_protos *before = text->protos;
	struct fgraph_source *source;
	int err;

	list_for_each_entry(source, &sources, list) {
		err = load_from(text, source);
		if (err)
			pr_warn("no new types for %s: error %d\n",
				text->mod ? text->mod->name : "the kernel", err);
		if (err || text->protos != before)
			break;
	}
}

/**
 * fgraph_register_source - add a source of prototypes
 * @source: the source. It must stay until it is unregistered
 *
 * Loads the prototypes of the kernel and of the loaded modules, except where a source
 * of this rank or a higher one is in use. Modules that come later are loaded then.
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
		err = load_from(text, source);
		if (err)
			break;
	}
	mutex_unlock(&source_mutex);
	if (err)
		fgraph_unregister_source(source);
	return err;
}

/**
 * fgraph_unregister_source - remove a source of prototypes
 * @source: a source that was registered. Its data is not used after the return. Texts
 *	that another source has are loaded from that one
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
		load_all(text);
		if (text->protos == before)
			replace(text, NULL);
	}
	publish_kernel();
	mutex_unlock(&source_mutex);
	flush_work(&free_work);
}

/**
 * fgraph_lock_sources - keep all sources and their prototypes from changing
 *
 * Context: may sleep
 */
void fgraph_lock_sources(void)
{
	mutex_lock(&source_mutex);
}

/**
 * fgraph_unlock_sources - undo fgraph_lock_sources()
 *
 * Context: may sleep
 */
void fgraph_unlock_sources(void)
{
	mutex_unlock(&source_mutex);
}

/**
 * fgraph_load_sources - load the texts that have no prototypes
 *
 * A text may have none because memory was short.
 *
 * Context: may sleep
 */
void fgraph_load_sources(void)
{
	struct text *text;

	mutex_lock(&source_mutex);
	list_for_each_entry(text, &texts, list) {
		if (!text->protos)
			load_all(text);
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
	load_all(text);
}

/* The init memory of a live module is freed soon, and other code may then be there */
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
 * fgraph_module_changes - load the types of a module, or drop them
 * @mod: the module
 * @state: its new state, as module notifiers get it
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
	/* After the notifier of BTF, which loads the BTF of the module */
	.priority = -1,
};

static int __init init(void)
{
	list_add(&kernel.list, &texts);
	return register_module_notifier(&notifier);
}
core_initcall(init);

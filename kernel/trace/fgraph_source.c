// SPDX-License-Identifier: GPL-2.0
/*
 * fgraph_source.c - take prototypes in, from whoever knows them
 *
 * There is a text for the kernel, and one for each loaded module that has
 * functions to trace. Each text takes its prototypes from one source.
 */
#define pr_fmt(fmt) "fgraph: " fmt

#include <linux/err.h>
#include <linux/ftrace.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/trace_clock.h>

#include <asm/sections.h>

#include "fgraph_source.h"

/**
 * struct text - a text, and what changes it
 * @list: in texts
 * @mod: the module, or NULL for the kernel
 * @is: what is published
 * @fresh: functions that are to be published
 * @left: a source that it had. Readers may still use it
 * @gone: the module goes. Readers may still use @is
 */
struct text {
	struct list_head list;
	const struct module *mod;
	struct fgraph_text is;
	struct fgraph_taken fresh;
	struct fgraph_text left;
	bool gone;
};

static struct text kernel = {
	.is.start = { (unsigned long)_stext, (unsigned long)_sinittext },
	.is.end = { (unsigned long)_end, (unsigned long)_einittext },
};

/* Guards all of this file. What a source is asked while it is held stays there */
static DEFINE_MUTEX(source_mutex);
static LIST_HEAD(sources);
static LIST_HEAD(texts);
static struct fgraph_protos *protos_now;

static void leave_source(struct text *text)
{
	if (!text->is.source)
		return;
	text->left = text->is;
	text->is.source = NULL;
	text->is.data = NULL;
}

/* What is not in the text is not of it, whatever a source says */
static u32 keep_own(const struct text *text, struct fgraph_taken *taken)
{
	u32 i, kept = 0;

	for (i = 0; i < taken->count; i++) {
		if (fgraph_text_has(&text->is, taken->functions[i].ip))
			taken->functions[kept++] = taken->functions[i];
	}
	return kept;
}

/* Ask one source for a text. It is no error if it knows nothing */
static int ask(struct text *text, struct fgraph_source *source)
{
	struct fgraph_taken taken = {};
	int err = source->take(source, text->mod, &taken);

	if (err || !taken.count)
		return err;
	taken.count = keep_own(text, &taken);
	if (!taken.count) {
		kvfree(taken.functions);
		if (source->release)
			source->release(taken.data);
		return 0;
	}
	leave_source(text);
	text->is.source = source;
	text->is.data = taken.data;
	text->fresh = taken;
	return 0;
}

/* Ask the sources, the highest rank first, until one knows the text */
static int ask_all(struct text *text)
{
	struct fgraph_source *source;
	int err = 0;

	list_for_each_entry(source, &sources, list) {
		err = ask(text, source);
		if (err || text->is.source)
			break;
	}
	return err;
}

/* Whether a function that was published is still what it was */
static bool is_kept(unsigned long ip)
{
	const struct text *text;

	list_for_each_entry(text, &texts, list) {
		if (fgraph_text_has(&text->is, ip))
			return !text->gone && text->is.source && !text->fresh.count &&
			       !text->left.source;
	}
	return false;
}

static u32 copy_functions(struct fgraph_function *functions)
{
	u32 i, count = 0, before;
	const struct text *text;

	before = fgraph_protos_copy(protos_now, (unsigned long)_stext, functions);
	for (i = 0; i < before; i++) {
		if (is_kept(functions[i].ip))
			functions[count++] = functions[i];
	}
	list_for_each_entry(text, &texts, list) {
		memcpy(functions + count, text->fresh.functions,
		       array_size(text->fresh.count, sizeof(*functions)));
		count += text->fresh.count;
	}
	return count;
}

static u32 copy_texts(struct fgraph_text *copies)
{
	const struct text *text;
	u32 count = 0;

	list_for_each_entry(text, &texts, list) {
		if (text->is.source && !text->gone)
			copies[count++] = text->is;
	}
	return count;
}

/* Make prototypes of what is published and kept, and of what is fresh */
static struct fgraph_protos *make_protos(void)
{
	struct fgraph_protos *protos = ERR_PTR(-ENOMEM);
	u32 count = fgraph_protos_count(protos_now), nr_texts = 0;
	struct fgraph_function *functions;
	struct fgraph_text *copies;
	const struct text *text;

	list_for_each_entry(text, &texts, list) {
		count += text->fresh.count;
		nr_texts++;
	}
	if (!count)
		return NULL;

	functions = kvmalloc_array(count, sizeof(*functions), GFP_KERNEL);
	copies = kvmalloc_array(nr_texts, sizeof(*copies), GFP_KERNEL);
	if (functions && copies) {
		count = copy_functions(functions);
		nr_texts = copy_texts(copies);
		protos = count ? fgraph_protos_build(functions, count, copies, nr_texts) : NULL;
	}
	kvfree(copies);
	kvfree(functions);
	return protos;
}

static void release(struct fgraph_text *text)
{
	if (text->source && text->source->release)
		text->source->release(text->data);
	text->source = NULL;
}

/* What readers could still use before is not used any more */
static void clean_up(struct text *text)
{
	kvfree(text->fresh.functions);
	memset(&text->fresh, 0, sizeof(text->fresh));
	release(&text->left);
	if (!text->gone)
		return;
	release(&text->is);
	list_del(&text->list);
	kfree(text);
}

/*
 * Publish what was taken and what was left. If there is no memory, no function
 * keeps its type: what has gone must not stay.
 */
static int publish(void)
{
	struct fgraph_protos *protos = make_protos();
	struct text *text, *next;
	int err = PTR_ERR_OR_ZERO(protos);

	if (err) {
		pr_warn("no function has a type now: error %d\n", err);
		protos = NULL;
		list_for_each_entry(text, &texts, list) {
			if (!text->left.source)
				leave_source(text);
			else
				release(&text->is);
		}
	}
	fgraph_protos_free(fgraph_protos_publish(protos));
	protos_now = protos;
	list_for_each_entry_safe(text, next, &texts, list)
		clean_up(text);
	return err;
}

static bool is_changed(const struct text *text)
{
	return text->fresh.count || text->left.source;
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
	list_for_each_entry(text, &texts, list) {
		if (text->is.source && text->is.source->rank >= source->rank)
			continue;
		err = ask(text, source);
		if (err)
			break;
	}
	err = publish() ?: err;
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
		if (text->is.source != source)
			continue;
		leave_source(text);
		if (ask_all(text))
			pr_warn("no memory for the types of %s\n",
				text->mod ? text->mod->name : "the kernel");
	}
	publish();
	mutex_unlock(&source_mutex);
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
 * fgraph_find_function - tell what is known of a function
 * @ip: address of the call site
 * @function: where to put it. If it has no prototype, its type is 0 and its
 *	proto is one of enum fgraph_reason
 *
 * Return: the text that has the function, or NULL if there is none
 * Context: between fgraph_lock_sources() and fgraph_unlock_sources()
 */
const struct fgraph_text *fgraph_find_function(unsigned long ip, struct fgraph_function *function)
{
	const struct text *text;

	list_for_each_entry(text, &texts, list) {
		if (!fgraph_text_has(&text->is, ip))
			continue;
		if (!protos_now || !fgraph_protos_find(protos_now, ip, function))
			*function = (struct fgraph_function) {
				.ip = ip, .proto = FGRAPH_NO_SOURCE,
			};
		return &text->is;
	}
	return NULL;
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
	bool changed = false;
	struct text *text;

	mutex_lock(&source_mutex);
	list_for_each_entry(text, &texts, list) {
		if (!text->is.source && !ask_all(text))
			changed |= is_changed(text);
	}
	if (changed)
		publish();
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

/* The clock of the graph tracer's records. It is not the same on all CPUs */
static void read_clock(void *info)
{
	atomic64_t *latest = info;
	s64 now = trace_clock_local();
	s64 old = atomic64_read(latest);

	while (old < now && !atomic64_try_cmpxchg(latest, &old, now))
		;
}

static void module_comes(const struct module *mod)
{
	atomic64_t latest = ATOMIC64_INIT(0);
	struct text *text;

	if (!mod->num_ftrace_callsites || find_text(mod))
		return;
	text = kzalloc(sizeof(*text), GFP_KERNEL);
	if (!text) {
		pr_warn("%s: no memory for its types\n", mod->name);
		return;
	}
	text->mod = mod;
	text->is.start[0] = (unsigned long)mod->core_layout.base;
	text->is.end[0] = text->is.start[0] + mod->core_layout.size;
	text->is.start[1] = (unsigned long)mod->init_layout.base;
	text->is.end[1] = text->is.start[1] + mod->init_layout.size;
	/* Each record that there is has an earlier time, whatever its CPU */
	on_each_cpu(read_clock, &latest, true);
	text->is.since = atomic64_read(&latest);
	list_add_tail(&text->list, &texts);

	if (ask_all(text))
		pr_warn("%s: no memory for its types\n", mod->name);
	if (is_changed(text))
		publish();
}

/* Its init memory is freed soon, and others may be there then */
static void init_has_run(const struct module *mod)
{
	struct text *text = find_text(mod);

	if (!text || text->is.start[1] == text->is.end[1])
		return;
	text->is.end[1] = text->is.start[1];
	if (text->is.source)
		publish();
}

static void module_goes(const struct module *mod)
{
	struct text *text = find_text(mod);

	if (!text)
		return;
	text->gone = true;
	if (text->is.source)
		publish();
	else
		clean_up(text);
}

static int notify(struct notifier_block *nb, unsigned long state, void *data)
{
	const struct module *mod = data;

	mutex_lock(&source_mutex);
	if (state == MODULE_STATE_COMING)
		module_comes(mod);
	else if (state == MODULE_STATE_LIVE)
		init_has_run(mod);
	else if (state == MODULE_STATE_GOING)
		module_goes(mod);
	mutex_unlock(&source_mutex);
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

// SPDX-License-Identifier: GPL-2.0
/*
 * fgraph_tables.c - take prototypes in from tables that a module brings
 *
 * A module of tables describes the kernel and its modules. The functions of the
 * kernel are taken in when it is loaded, those of a module while both are.
 */
#define pr_fmt(fmt) "fgraph_tables: " fmt

#include <linux/buildid.h>
#include <linux/fgraph_tables.h>
#include <linux/ftrace.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/slab.h>

#include <asm/sections.h>

#include "fgraph_tables.h"

/* A registered module of tables */
struct source {
	struct list_head list;
	const struct fgraph_tables *tables;
};

/* Text of an object that is taken in. A module has a second part until its init has run */
struct text {
	struct list_head list;
	const struct source *source;
	const struct module *mod;
	unsigned long start[2];
	unsigned long end[2];
};

static DEFINE_MUTEX(tables_mutex);
static LIST_HEAD(sources);
static LIST_HEAD(texts);
static struct fgraph_protos *protos_of_tables;

static bool is_in(const struct text *text, unsigned long ip)
{
	return (ip >= text->start[0] && ip < text->end[0]) ||
	       (ip >= text->start[1] && ip < text->end[1]);
}

static bool is_taken(unsigned long ip)
{
	const struct text *text;

	list_for_each_entry(text, &texts, list) {
		if (is_in(text, ip))
			return true;
	}
	return false;
}

static void publish(struct fgraph_protos *protos)
{
	fgraph_protos_publish(protos);
	fgraph_protos_free(protos_of_tables);
	protos_of_tables = protos;
}

/*
 * Publish the functions of texts that are taken in, and @count more. If there
 * is no memory, no function keeps its type: what has gone must not stay.
 */
static int rebuild(const struct fgraph_function *more, u32 count)
{
	u32 i, kept = 0, before = fgraph_protos_count(protos_of_tables);
	struct fgraph_function *functions = NULL;
	struct fgraph_protos *protos = NULL;

	if (before + count)
		functions = kvmalloc_array(before + count, sizeof(*functions), GFP_KERNEL);
	if (before + count && !functions) {
		publish(NULL);
		return -ENOMEM;
	}

	fgraph_protos_copy(protos_of_tables, (unsigned long)_stext, functions);
	for (i = 0; i < before; i++) {
		if (is_taken(functions[i].ip))
			functions[kept++] = functions[i];
	}
	memcpy(functions + kept, more, count * sizeof(*more));

	if (kept + count)
		protos = fgraph_protos_build(functions, kept + count);
	kvfree(functions);
	publish(IS_ERR(protos) ? NULL : protos);
	return PTR_ERR_OR_ZERO(protos);
}

static void set_function(struct fgraph_function *function, unsigned long site,
			 const struct source *source, const struct fgraph_tables_object *object,
			 const struct fgraph_tables_function *from)
{
	function->ip = ftrace_call_adjust(site);
	function->type = fgraph_tables_type(source->tables, object, from);
	function->proto = from->proto;
	function->names = from->names;
}

/* Add a text, and the functions in it */
static int take_text(const struct text *like, const struct fgraph_function *functions, u32 count)
{
	struct text *text = kmemdup(like, sizeof(*text), GFP_KERNEL);
	int err;

	if (!text)
		return -ENOMEM;
	err = rebuild(functions, count);
	if (err) {
		kfree(text);
		return err;
	}
	list_add(&text->list, &texts);
	return 0;
}

static int take_kernel(const struct source *source, const struct fgraph_tables_function *from)
{
	const struct fgraph_tables_object *object = fgraph_tables_objects(source->tables);
	struct text text = {
		.source = source,
		.start = { (unsigned long)_stext, (unsigned long)_sinittext },
		.end = { (unsigned long)_end, (unsigned long)_einittext },
	};
	struct fgraph_function *functions;
	int err;
	u32 i;

	if (!object->nr_functions)
		return 0;
	functions = kvmalloc_array(object->nr_functions, sizeof(*functions), GFP_KERNEL);
	if (!functions)
		return -ENOMEM;
	for (i = 0; i < object->nr_functions; i++)
		set_function(&functions[i], (unsigned long)_stext + (s32)from[i].site,
			     source, object, &from[i]);
	err = take_text(&text, functions, object->nr_functions);
	kvfree(functions);
	return err;
}

/*
 * The call sites of a module are in the order of their addresses, as the tables
 * have them, but those of its init may come first.
 */
static u32 sites_of(const struct module *mod, const struct source *source,
		    const struct fgraph_tables_object *object, bool init,
		    struct fgraph_function *functions, u32 rank)
{
	const struct fgraph_tables_function *from;
	u32 i;

	from = fgraph_tables_at(source->tables, object->functions);
	for (i = 0; i < mod->num_ftrace_callsites; i++) {
		unsigned long site = mod->ftrace_callsites[i];

		if (within_module_init(site, mod) != init)
			continue;
		set_function(&functions[rank], site, source, object, &from[rank]);
		rank++;
	}
	return rank;
}

static const struct fgraph_tables_object *find_object(const struct source *source,
						      const struct module *mod)
{
	const struct fgraph_tables_object *object = fgraph_tables_objects(source->tables);
	u32 i;

	/* The first one is the kernel */
	for (i = 1; i < source->tables->objects; i++) {
		if (!strcmp(fgraph_tables_string(source->tables, object[i].name), mod->name))
			return &object[i];
	}
	return NULL;
}

static bool is_same_build(const struct module *mod, const struct fgraph_tables_object *object)
{
	return object->nr_functions == mod->num_ftrace_callsites &&
	       !memcmp(object->id, mod->build_id, FGRAPH_BUILD_ID_MAX);
}

static int take_module(const struct source *source, const struct module *mod)
{
	const struct fgraph_tables_object *object = find_object(source, mod);
	struct text text = {
		.source = source,
		.mod = mod,
		.start = {
			(unsigned long)mod->core_layout.base,
			(unsigned long)mod->init_layout.base,
		},
		.end = {
			(unsigned long)mod->core_layout.base + mod->core_layout.size,
			(unsigned long)mod->init_layout.base + mod->init_layout.size,
		},
	};
	struct fgraph_function *functions;
	int err;
	u32 n;

	if (!object || !object->nr_functions)
		return 0;
	if (!is_same_build(mod, object)) {
		pr_warn("%s: not of the build that the tables are of. It has no types\n",
			mod->name);
		return 0;
	}

	functions = kvmalloc_array(object->nr_functions, sizeof(*functions), GFP_KERNEL);
	if (!functions)
		return -ENOMEM;
	n = sites_of(mod, source, object, false, functions, 0);
	/* The init of a module that is live has gone, but its call sites are still listed */
	if (mod->init_layout.size)
		n = sites_of(mod, source, object, true, functions, n);
	err = take_text(&text, functions, n);
	kvfree(functions);
	return err;
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

static void drop_text(struct text *text)
{
	list_del(&text->list);
	kfree(text);
	rebuild(NULL, 0);
}

static void module_comes(const struct module *mod)
{
	const struct source *source;

	if (!mod->num_ftrace_callsites || find_text(mod))
		return;
	list_for_each_entry(source, &sources, list) {
		if (take_module(source, mod))
			pr_warn("%s: no memory for its types\n", mod->name);
		if (find_text(mod))
			return;
	}
}

/* Its init memory is freed soon, and others may be there then */
static void init_has_run(const struct module *mod)
{
	struct text *text = find_text(mod);

	if (!text || text->start[1] == text->end[1])
		return;
	text->end[1] = text->start[1];
	rebuild(NULL, 0);
}

static int notify(struct notifier_block *nb, unsigned long state, void *data)
{
	struct module *mod = data;
	struct text *text;

	mutex_lock(&tables_mutex);
	if (state == MODULE_STATE_COMING) {
		module_comes(mod);
	} else if (state == MODULE_STATE_LIVE) {
		init_has_run(mod);
	} else if (state == MODULE_STATE_GOING) {
		text = find_text(mod);
		if (text)
			drop_text(text);
	}
	mutex_unlock(&tables_mutex);
	return NOTIFY_OK;
}

static struct notifier_block notifier = {
	.notifier_call = notify,
};

/*
 * A module that goes waits for tables_mutex in its notifier, so that it stays
 * until the end of this.
 */
static void take_loaded_modules(const struct source *source)
{
	const struct fgraph_tables_object *object = fgraph_tables_objects(source->tables);
	struct module *mod;
	u32 i;

	for (i = 1; i < source->tables->objects; i++) {
		preempt_disable();
		mod = find_module(fgraph_tables_string(source->tables, object[i].name));
		if (mod && mod->state == MODULE_STATE_GOING)
			mod = NULL;
		preempt_enable();
		if (mod)
			module_comes(mod);
	}
}

static void remove_source(struct source *source)
{
	struct text *text, *next;

	list_for_each_entry_safe(text, next, &texts, list) {
		if (text->source == source) {
			list_del(&text->list);
			kfree(text);
		}
	}
	list_del(&source->list);
	kfree(source);
	rebuild(NULL, 0);
}

static bool is_this_kernel(const struct fgraph_tables *tables)
{
	unsigned char id[BUILD_ID_SIZE_MAX];

	return !build_id_parse_buf(__start_notes, id, __stop_notes - __start_notes) &&
	       !memcmp(tables->kernel_id, id, sizeof(id));
}

/**
 * fgraph_register_tables - take prototypes in from tables
 * @tables: the tables. They stay as they are until they are unregistered
 * @bytes: size of the tables
 * @functions: functions of vmlinux. Not needed after the return
 * @count: number of functions of vmlinux, or 0 if the tables are for modules only
 *
 * The format is described in kernel/trace/fgraph_proto_format.h. Tables may hold
 * anything: all of it is checked.
 *
 * Return: 0; -ENOEXEC if the tables are damaged or of another kernel, with a
 *	line in the log; -ENOMEM; -EBUSY if the kernel has prototypes already
 * Context: may sleep
 */
int fgraph_register_tables(const struct fgraph_tables *tables, size_t bytes,
			   const struct fgraph_tables_function *functions, size_t count)
{
	const char *why = fgraph_tables_check(tables, bytes, functions, count);
	struct source *source;
	int err = 0;

	if (!why && !is_this_kernel(tables))
		why = "tables of another kernel";
	if (why) {
		pr_err("refused: %s\n", why);
		return -ENOEXEC;
	}

	source = kzalloc(sizeof(*source), GFP_KERNEL);
	if (!source)
		return -ENOMEM;
	source->tables = tables;

	mutex_lock(&tables_mutex);
	list_add(&source->list, &sources);
	if (count && find_text(NULL))
		err = -EBUSY;
	if (!err)
		err = take_kernel(source, functions);
	if (err)
		remove_source(source);
	else
		take_loaded_modules(source);
	mutex_unlock(&tables_mutex);
	return err;
}
EXPORT_SYMBOL_GPL(fgraph_register_tables);

/**
 * fgraph_unregister_tables - forget the prototypes of tables
 * @tables: tables that were registered. Nobody reads them after the return
 *
 * Context: may sleep. Waits for all CPUs
 */
void fgraph_unregister_tables(const struct fgraph_tables *tables)
{
	struct source *source;

	mutex_lock(&tables_mutex);
	list_for_each_entry(source, &sources, list) {
		if (source->tables == tables) {
			remove_source(source);
			break;
		}
	}
	mutex_unlock(&tables_mutex);
}
EXPORT_SYMBOL_GPL(fgraph_unregister_tables);

static int __init init(void)
{
	return register_module_notifier(&notifier);
}
fs_initcall(init);

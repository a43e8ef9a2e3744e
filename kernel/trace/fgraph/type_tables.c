// SPDX-License-Identifier: GPL-2.0
/*
 * type_tables.c - prototypes from the tables of a module
 *
 * A module of tables describes the kernel and its modules, or modules only. Its
 * tables are a source of prototypes for as long as it is loaded.
 */
#define pr_fmt(fmt) "fgraph_tables: " fmt

#include <linux/buildid.h>
#include <linux/fgraph_tables.h>
#include <linux/ftrace.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/slab.h>

#include <asm/sections.h>

#include "type_tables.h"

/**
 * struct registered - tables that are registered
 * @source: the tables as a source of prototypes
 * @list: in all_registered
 * @tables: the tables
 * @functions: functions of the kernel. NULL once they have been loaded, which happens
 *	while the tables are being registered
 * @count: number of functions of the kernel
 */
struct registered {
	struct fgraph_source source;
	struct list_head list;
	const struct fgraph_tables *tables;
	const struct fgraph_tables_function *functions;
	size_t count;
};

static DEFINE_MUTEX(tables_mutex);
static LIST_HEAD(all_registered);

static const struct fgraph_tables *tables_of(const struct fgraph_source *source)
{
	return container_of(source, struct registered, source)->tables;
}

static void set_function(struct fgraph_function *function, unsigned long site,
			 const struct fgraph_tables *tables,
			 const struct fgraph_tables_object *object,
			 const struct fgraph_tables_function *from)
{
	function->ip = ftrace_call_adjust(site);
	function->type = fgraph_tables_type(tables, object, from);
	if (function->type)
		function->proto = from->proto | (u32)from->names << 16;
	else
		function->proto = from->proto == FGRAPH_NO_PROTO ? from->names : FGRAPH_ODD;
}

static struct fgraph_function *alloc_functions(size_t count)
{
	return kvmalloc_array(count, sizeof(struct fgraph_function), GFP_KERNEL);
}

/* Load the kernel only once: its functions are init data of the module of tables */
static int load_kernel(struct registered *registered, struct fgraph_found *found)
{
	const struct fgraph_tables_object *object = fgraph_tables_objects(registered->tables);
	const struct fgraph_tables_function *from = registered->functions;
	size_t i;

	if (!registered->count || !from)
		return 0;
	registered->functions = NULL;
	found->functions = alloc_functions(registered->count);
	if (!found->functions)
		return -ENOMEM;
	for (i = 0; i < registered->count; i++)
		set_function(&found->functions[i], (unsigned long)_stext + (s32)from[i].site,
			     registered->tables, object, &from[i]);
	found->count = registered->count;
	found->data = object;
	return 0;
}

/*
 * The call sites of a module are sorted by address, as in the tables. But the sites of
 * its init may come first, where the tables have them last. The module lists them even
 * after its init memory is freed.
 */
static u32 sites_of(const struct module *mod, const struct fgraph_tables *tables,
		    const struct fgraph_tables_object *object, bool init,
		    struct fgraph_function *functions, u32 rank)
{
	const struct fgraph_tables_function *from = fgraph_tables_at(tables, object->functions);
	u32 i;

	for (i = 0; i < mod->num_ftrace_callsites; i++) {
		unsigned long site = mod->ftrace_callsites[i];

		if (init ? !within_module_init(site, mod) : !within_module_core(site, mod))
			continue;
		set_function(&functions[rank], site, tables, object, &from[rank]);
		rank++;
	}
	return rank;
}

static const struct fgraph_tables_object *find_object(const struct fgraph_tables *tables,
						      const struct module *mod)
{
	const struct fgraph_tables_object *object = fgraph_tables_objects(tables);
	u32 i;

	/* The first one is the kernel */
	for (i = 1; i < tables->objects; i++) {
		if (!strcmp(fgraph_tables_string(tables, object[i].name), mod->name))
			return &object[i];
	}
	return NULL;
}

static bool is_same_build(const struct module *mod, const struct fgraph_tables_object *object)
{
	return object->nr_functions == mod->num_ftrace_callsites &&
	       !memcmp(object->id, mod->build_id, FGRAPH_BUILD_ID_MAX);
}

static int load_module(const struct fgraph_tables *tables, const struct module *mod,
		       struct fgraph_found *found)
{
	const struct fgraph_tables_object *object = find_object(tables, mod);

	if (!object || !object->nr_functions)
		return 0;
	if (!is_same_build(mod, object)) {
		pr_warn("%s: not of the build that the tables are of. They have no types for it\n",
			mod->name);
		return 0;
	}

	found->functions = alloc_functions(object->nr_functions);
	if (!found->functions)
		return -ENOMEM;
	found->count = sites_of(mod, tables, object, false, found->functions, 0);
	/* The init memory of a live module may be freed at any time */
	if (mod->state != MODULE_STATE_LIVE)
		found->count = sites_of(mod, tables, object, true, found->functions, found->count);
	found->data = object;
	return 0;
}

static int load(struct fgraph_source *source, const struct module *mod,
		struct fgraph_found *found)
{
	struct registered *registered = container_of(source, struct registered, source);

	return mod ? load_module(registered->tables, mod, found) : load_kernel(registered, found);
}

static const char *enumerator(const struct fgraph_text *text, u32 proto, u32 value)
{
	return fgraph_tables_enumerator(tables_of(text->source), text->data, proto, value);
}

static void show(struct seq_file *m, const struct fgraph_text *text, u32 proto, const char *name)
{
	fgraph_tables_show(m, tables_of(text->source), text->data, proto, name);
}

static bool is_this_kernel(const struct fgraph_tables *tables)
{
	unsigned char id[BUILD_ID_SIZE_MAX];

	return !build_id_parse_buf(__start_notes, id, __stop_notes - __start_notes) &&
	       !memcmp(tables->kernel_id, id, sizeof(id));
}

static bool kernel_is_described(void)
{
	const struct registered *registered;

	list_for_each_entry(registered, &all_registered, list) {
		if (registered->count)
			return true;
	}
	return false;
}

/**
 * fgraph_register_tables - load prototypes from tables
 * @tables: the tables. They must stay unchanged until they are unregistered
 * @bytes: size of the tables
 * @functions: functions of vmlinux. Not needed after the return
 * @count: number of functions of vmlinux, or 0 if the tables are for modules only
 *
 * The format is described in kernel/trace/fgraph/proto_format.h. The tables need not
 * be valid: they are checked completely.
 *
 * Return: 0; -ENOEXEC if the tables are damaged or of another kernel, with a
 *	line in the log; -ENOMEM; -EBUSY if other tables describe the kernel
 * Context: may sleep
 */
int fgraph_register_tables(const struct fgraph_tables *tables, size_t bytes,
			   const struct fgraph_tables_function *functions, size_t count)
{
	const char *why = fgraph_tables_check(tables, bytes, functions, count);
	struct registered *registered;
	int err = -EBUSY;

	if (!why && !is_this_kernel(tables))
		why = "tables of another kernel";
	if (why) {
		pr_err("refused: %s\n", why);
		return -ENOEXEC;
	}

	registered = kzalloc(sizeof(*registered), GFP_KERNEL);
	if (!registered)
		return -ENOMEM;
	registered->source.name = "tables";
	registered->source.rank = FGRAPH_RANK_TABLES;
	registered->source.load = load;
	registered->source.enumerator = enumerator;
	registered->source.show = show;
	registered->tables = tables;
	registered->functions = functions;
	registered->count = count;

	mutex_lock(&tables_mutex);
	if (!count || !kernel_is_described())
		err = fgraph_register_source(&registered->source);
	if (err == -EBUSY)
		pr_err("refused: other tables describe the kernel\n");
	if (err)
		kfree(registered);
	else
		list_add(&registered->list, &all_registered);
	mutex_unlock(&tables_mutex);
	return err;
}
EXPORT_SYMBOL_GPL(fgraph_register_tables);

/**
 * fgraph_unregister_tables - remove the prototypes of tables
 * @tables: tables that were registered. They are not read after the return
 *
 * Context: may sleep. Waits for all CPUs
 */
void fgraph_unregister_tables(const struct fgraph_tables *tables)
{
	struct registered *registered;

	mutex_lock(&tables_mutex);
	list_for_each_entry(registered, &all_registered, list) {
		if (registered->tables == tables) {
			list_del(&registered->list);
			fgraph_unregister_source(&registered->source);
			kfree(registered);
			break;
		}
	}
	mutex_unlock(&tables_mutex);
}
EXPORT_SYMBOL_GPL(fgraph_unregister_tables);

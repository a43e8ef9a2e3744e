// SPDX-License-Identifier: GPL-2.0
/*
 * type_tables_show.c - print the prototype of a function from tables
 *
 * The number of a prototype has two halves. The low half is the position of its words,
 * the high half is the position of the words for the names of its arguments.
 */
#include <linux/seq_file.h>

#include "type_tables.h"

static const u16 *words_at(const struct fgraph_tables *tables,
			   const struct fgraph_tables_object *object, u16 pair)
{
	return (const u16 *)fgraph_tables_at(tables, object->words) + 2 * pair;
}

static const struct fgraph_tables_type *type_at(const struct fgraph_tables *tables,
						const struct fgraph_tables_object *object, u16 type)
{
	return (const struct fgraph_tables_type *)fgraph_tables_at(tables, object->types) + type;
}

/**
 * fgraph_tables_enumerator - name a value of an enumeration
 * @tables: tables that were checked
 * @object: the object of the function that returned the value
 * @proto: its prototype
 * @value: the low 32 bits of the value
 *
 * Return: the name, or NULL if no enumerator has this value
 * Context: any, NMI included
 */
const char *fgraph_tables_enumerator(const struct fgraph_tables *tables,
				     const struct fgraph_tables_object *object,
				     u32 proto, u32 value)
{
	const struct fgraph_tables_enumerator *enumerators;
	const struct fgraph_tables_type *type;
	u32 i;

	type = type_at(tables, object, *words_at(tables, object, proto));
	enumerators = fgraph_tables_at(tables, object->enumerators);
	for (i = 0; i < type->nr; i++) {
		if (enumerators[type->first + i].value == value)
			return fgraph_tables_string(tables, enumerators[type->first + i].name);
	}
	return NULL;
}

/* Length of a type up to its name. In "int (*)(int)", the name goes before the first ")" */
static int before_name(const char *type)
{
	const char *star = strstr(type, "(*");

	return star ? strcspn(star, ")") + star - type : strlen(type);
}

static void show_before(struct seq_file *m, const char *type)
{
	int length = before_name(type);

	seq_printf(m, "%.*s", length, type);
	if (type[length - 1] != '*')
		seq_putc(m, ' ');
}

static void show_argument(struct seq_file *m, const char *type, const char *name)
{
	if (name) {
		show_before(m, type);
		seq_printf(m, "%s%s", name, type + before_name(type));
	} else {
		seq_puts(m, type);
	}
}

/**
 * fgraph_tables_show - print a prototype as C writes it
 * @m: where to print
 * @tables: tables that were checked
 * @object: the object of the function
 * @proto: its prototype
 * @name: its name
 *
 * Context: any
 */
void fgraph_tables_show(struct seq_file *m, const struct fgraph_tables *tables,
			const struct fgraph_tables_object *object, u32 proto, const char *name)
{
	const u16 *words = words_at(tables, object, proto);
	const u16 *arguments = words_at(tables, object, proto >> 16);
	const u32 *names = fgraph_tables_at(tables, object->names);
	const char *type = fgraph_tables_string(tables, type_at(tables, object, words[0])->name);
	u32 i, count = words[1] & FGRAPH_PROTO_ARGS;

	show_before(m, type);
	seq_printf(m, "%s(", name);
	for (i = 0; i < count; i++) {
		if (i)
			seq_puts(m, ", ");
		show_argument(m,
			      fgraph_tables_string(tables, type_at(tables, object,
								   words[2 + i])->name),
			      arguments[i] == FGRAPH_NO_NAME ? NULL :
			      fgraph_tables_string(tables, names[arguments[i]]));
	}
	if (words[1] & FGRAPH_PROTO_VARIADIC)
		seq_puts(m, count ? ", ..." : "...");
	else if (!count)
		seq_puts(m, "void");
	seq_printf(m, ")%s", type + before_name(type));
}

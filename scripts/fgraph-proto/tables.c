// SPDX-License-Identifier: GPL-2.0
/*
 * tables.c - write prototypes, each string, type, prototype and list of names once
 */
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fgraph-proto.h"

static const char * const kinds[] = {
	[FGRAPH_UNTYPED] = "untyped", [FGRAPH_VOID] = "void", [FGRAPH_BOOL] = "bool",
	[FGRAPH_INT] = "int", [FGRAPH_ERRNO_INT] = "errno-int", [FGRAPH_ENUM] = "enum",
	[FGRAPH_POINTER] = "pointer", [FGRAPH_STRUCT] = "struct", [FGRAPH_MEMORY] = "memory",
};

static const char * const reasons[] = {
	[FGRAPH_NO_SOURCE] = "no source", [FGRAPH_CLONE] = "clone",
	[FGRAPH_SEVERAL] = "several", [FGRAPH_ODD] = "odd", [FGRAPH_FULL] = "full",
};

/* Bytes that grow */
struct blob {
	char *bytes;
	size_t size;
	size_t room;
};

static size_t put(struct blob *blob, const void *bytes, size_t size)
{
	size_t at = blob->size;

	while (blob->size + size > blob->room) {
		blob->room = 2 * blob->room + size;
		blob->bytes = realloc(blob->bytes, blob->room);
		if (!blob->bytes)
			fail("fgraph-proto", "tables", "no memory");
	}
	memcpy(blob->bytes + at, bytes, size);
	blob->size += size;
	return at;
}

static void align(struct blob *blob)
{
	while (blob->size % 4)
		put(blob, "", 1);
}

/* Something that is stored once, with its number */
struct once {
	const void *bytes;
	size_t size;
	__u32 number;
};

static int compare_once(const void *a, const void *b)
{
	const struct once *x = a, *y = b;

	if (x->size != y->size)
		return x->size < y->size ? -1 : 1;
	return memcmp(x->bytes, y->bytes, x->size);
}

/* The number of bytes that were stored before, or -1 and a place for the number */
static bool is_known(void **known, const void *bytes, size_t size, struct once **one)
{
	struct once *new = allocate(sizeof(*new));
	void *copy = allocate(size);

	memcpy(copy, bytes, size);
	new->bytes = copy;
	new->size = size;
	*one = *(struct once **)tsearch(new, known, compare_once);
	if (*one == new)
		return false;
	free(copy);
	free(new);
	return true;
}

static struct blob strings;

static __u32 put_string(const char *string)
{
	static void *known;
	struct once *one;

	if (!is_known(&known, string, strlen(string) + 1, &one))
		one->number = put(&strings, string, strlen(string) + 1);
	return one->number;
}

/* The parts of one object */
struct parts {
	struct blob functions, types, enumerators, names, words;
	void *known_types, *known_names, *known_words;
};

#define FULL	0xffff

static __u32 put_type(struct parts *parts, const struct type *type)
{
	size_t number = parts->types.size / sizeof(struct fgraph_tables_type);
	struct fgraph_tables_type new = {
		.name = put_string(type->name),
		.bytes = type->bytes,
		.kind = type->kind,
		.is_signed = type->is_signed,
		.nr = type->nr < FULL ? type->nr : 0,
		.first = parts->enumerators.size / sizeof(struct fgraph_tables_enumerator),
	};
	struct once *one;
	unsigned int i;

	if (is_known(&parts->known_types, &type, sizeof(type), &one))
		return one->number;
	one->number = number < FULL ? number : FULL;
	if (one->number == FULL)
		return FULL;
	for (i = 0; i < new.nr; i++) {
		struct fgraph_tables_enumerator enumerator = {
			.name = put_string(type->enumerators[i].name),
			.value = type->enumerators[i].value,
		};

		put(&parts->enumerators, &enumerator, sizeof(enumerator));
	}
	put(&parts->types, &new, sizeof(new));
	return number;
}

static __u32 put_name(struct parts *parts, const char *name)
{
	__u32 string, number = parts->names.size / sizeof(string);
	struct once *one;

	if (!name)
		return FGRAPH_NO_NAME;
	string = put_string(name);
	if (is_known(&parts->known_names, &string, sizeof(string), &one))
		return one->number;
	one->number = number < FGRAPH_NO_NAME ? number : FGRAPH_NO_NAME;
	if (one->number != FGRAPH_NO_NAME)
		put(&parts->names, &string, sizeof(string));
	return one->number;
}

/* Words begin at a pair, and are numbered by pairs */
static __u32 put_words(struct parts *parts, const __u16 *words, size_t count)
{
	struct once *one;
	size_t number;

	if (!count)
		return 0;
	align(&parts->words);
	number = parts->words.size / 4;
	if (is_known(&parts->known_words, words, count * sizeof(*words), &one))
		return one->number;
	one->number = number < FULL ? number : FULL;
	if (one->number != FULL)
		put(&parts->words, words, count * sizeof(*words));
	return one->number;
}

static void put_function(struct parts *parts, __u32 site, const struct answer *answer)
{
	const struct description *description = answer->description;
	struct fgraph_tables_function function = {
		.site = site, .proto = FGRAPH_NO_PROTO, .names = answer->reason,
	};
	__u16 words[MAX_ARGS + 2], names[MAX_ARGS];
	__u32 proto, list, type;
	bool full = false;
	unsigned int i;

	if (answer->reason == FGRAPH_REASONS) {
		type = put_type(parts, description->ret);
		full = type == FULL;
		words[0] = type;
		words[1] = description->args | answer->flags;
		for (i = 0; i < description->args; i++) {
			type = put_type(parts, description->types[i]);
			full |= type == FULL;
			words[2 + i] = type;
			names[i] = put_name(parts, description->names[i]);
		}
		proto = put_words(parts, words, 2 + description->args);
		list = put_words(parts, names, description->args);
		full |= proto == FULL || list == FULL;
		function.proto = full ? FGRAPH_NO_PROTO : proto;
		function.names = full ? FGRAPH_FULL : list;
	}
	put(&parts->functions, &function, sizeof(function));
}

static __u32 put_part(struct blob *tables, const struct blob *part)
{
	align(tables);
	return put(tables, part->bytes ?: "", part->size);
}

static void write_file(const char *path, const struct blob *blob)
{
	FILE *file = fopen(path, "w");

	if (!file || fwrite(blob->bytes ?: "", 1, blob->size, file) != blob->size || fclose(file))
		fail(path, "cannot be written", "see its folder, and the room on the disk");
}

/**
 * write_tables - write the tables of all objects
 * @objects: vmlinux and modules
 * @count: number of objects
 * @path: where to write the tables
 * @functions: where to write the functions of vmlinux, or NULL
 */
void write_tables(struct object **objects, size_t count, const char *path, const char *functions)
{
	struct fgraph_tables_object *heads = allocate(count * sizeof(*heads));
	struct fgraph_tables header = {
		.magic = FGRAPH_TABLES_MAGIC,
		.version = FGRAPH_TABLES_VERSION,
		.objects = count,
	};
	struct blob tables = {};
	size_t i, site;

	memcpy(header.kernel_id, objects[0]->id, sizeof(header.kernel_id));
	put(&tables, &header, sizeof(header));
	put(&tables, heads, count * sizeof(*heads));
	for (i = 0; i < count; i++) {
		struct fgraph_tables_object *head = &heads[i];
		struct parts parts = {};

		for (site = 0; site < objects[i]->nr_sites; site++) {
			struct answer answer = find_prototype(objects[i], objects[i]->sites[site]);

			put_function(&parts, objects[i]->offsets[site], &answer);
		}
		align(&parts.words);
		head->name = put_string(objects[i]->name);
		memcpy(head->id, objects[i]->id, sizeof(head->id));
		head->nr_functions = objects[i]->nr_sites;
		if (i)
			head->functions = put_part(&tables, &parts.functions);
		else if (functions)
			write_file(functions, &parts.functions);
		head->types = put_part(&tables, &parts.types);
		head->nr_types = parts.types.size / sizeof(struct fgraph_tables_type);
		head->enumerators = put_part(&tables, &parts.enumerators);
		head->nr_enumerators = parts.enumerators.size /
				       sizeof(struct fgraph_tables_enumerator);
		head->names = put_part(&tables, &parts.names);
		head->nr_names = parts.names.size / sizeof(__u32);
		head->words = put_part(&tables, &parts.words);
		head->nr_words = parts.words.size / sizeof(__u16);
	}
	align(&tables);
	header.strings = tables.size;
	put(&tables, strings.bytes, strings.size);
	header.bytes = tables.size;
	memcpy(tables.bytes, &header, sizeof(header));
	memcpy(tables.bytes + sizeof(header), heads, count * sizeof(*heads));
	write_file(path, &tables);
}

/**
 * list_object - print a line for each call site
 * @object: the object
 *
 * The object, the site as tables have it, the symbol; then "untyped" and the
 * reason, or the kind, the size, the sign and the prototype.
 */
void list_object(const struct object *object)
{
	size_t i;

	for (i = 0; i < object->nr_sites; i++) {
		struct answer answer = find_prototype(object, object->sites[i]);
		const struct description *description = answer.description;
		unsigned int arg;

		printf("%s\t%x\t%s\t", object->name, object->offsets[i],
		       answer.symbol ? answer.symbol->name : "?");
		if (answer.reason != FGRAPH_REASONS) {
			printf("untyped\t%s\n", reasons[answer.reason]);
			continue;
		}
		printf("%s\t%u\t%s\t%s %s(", kinds[description->ret->kind],
		       description->ret->bytes,
		       description->ret->is_signed ? "signed" : "unsigned",
		       description->ret->name, description->name);
		for (arg = 0; arg < description->args; arg++)
			printf("%s%s %s", arg ? ", " : "", description->types[arg]->name,
			       description->names[arg] ?: "");
		puts(description->args ? ")" : "void)");
	}
}

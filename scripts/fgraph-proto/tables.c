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

/* A growing array of bytes */
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

/* Bytes that are stored only once, with their number */
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

/* Whether bytes were stored before. @one has their number, or room for it if not */
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

static void free_once(void *once)
{
	struct once *one = once;

	free((void *)one->bytes);
	free(one);
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

/* The parts of the tables for one object */
struct parts {
	struct blob functions, types, enumerators, names, words;
	void *known_types, *known_names, *known_words;
};

#define FULL	0xffff

/* Only return types need enumerators. They must be put before the types of arguments */
static __u32 put_type(struct parts *parts, const struct type *type, bool is_returned)
{
	size_t number = parts->types.size / sizeof(struct fgraph_tables_type);
	struct fgraph_tables_type new = {
		.name = put_string(type->name),
		.bytes = type->bytes < FULL ? type->bytes : FULL,
		.kind = type->kind,
		.is_signed = type->is_signed,
	};
	size_t first = parts->enumerators.size / sizeof(struct fgraph_tables_enumerator);
	struct once *one;
	unsigned int i;

	if (is_known(&parts->known_types, &type, sizeof(type), &one))
		return one->number;
	one->number = number < FULL ? number : FULL;
	if (one->number == FULL)
		return FULL;
	if (is_returned && first + type->nr < FULL) {
		new.first = first;
		new.nr = type->nr;
	}
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

/* A list of words starts at a pair of words, and its number counts pairs */
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

/*
 * Put a list of argument names. The start of a long list also serves as a shorter list.
 * So the longest lists are put first.
 */
static __u32 put_names(struct parts *parts, const struct answer *answer)
{
	const struct description *description = answer->description;
	__u16 names[FGRAPH_PROTO_ARGS];
	unsigned int i;
	__u32 number;

	for (i = 0; i < description->nr; i++)
		names[i] = put_name(parts, answer->is_unnamed ? NULL :
				    description->arguments[i].name);
	number = put_words(parts, names, description->nr);
	while (i-- > 1) {
		struct once *one;

		if (!is_known(&parts->known_words, names, i * sizeof(*names), &one))
			one->number = number;
	}
	return number;
}

static bool is_typed(const struct answer *answer)
{
	return answer->reason == FGRAPH_REASONS;
}

/* Put return types and lists of names, which must be in the tables before the functions */
static void put_types_and_names(struct parts *parts, const struct answer *answers, size_t count)
{
	unsigned int nr;
	size_t i;

	for (i = 0; i < count; i++) {
		if (is_typed(&answers[i]))
			put_type(parts, answers[i].description->ret, true);
	}
	for (nr = FGRAPH_PROTO_ARGS; nr > 0; nr--) {
		for (i = 0; i < count; i++) {
			if (is_typed(&answers[i]) && answers[i].description->nr == nr)
				put_names(parts, &answers[i]);
		}
	}
}

static void put_function(struct parts *parts, __u32 site, const struct answer *answer)
{
	const struct description *description = answer->description;
	struct fgraph_tables_function function = {
		.site = site, .proto = FGRAPH_NO_PROTO, .names = answer->reason,
	};
	__u16 words[FGRAPH_PROTO_ARGS + 2];
	__u32 proto, list, type;
	bool full = false;
	unsigned int i;

	if (is_typed(answer)) {
		type = put_type(parts, description->ret, true);
		full = type == FULL;
		words[0] = type;
		words[1] = description->nr | answer->flags;
		for (i = 0; i < description->nr; i++) {
			type = put_type(parts, description->arguments[i].type, false);
			full |= type == FULL;
			words[2 + i] = type;
		}
		proto = put_words(parts, words, 2 + description->nr);
		list = put_names(parts, answer);
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

static struct blob tables;
static struct fgraph_tables_object *heads;
static size_t nr_heads, nr_objects;

/**
 * begin_tables - make room for the header and the heads of objects
 * @count: number of objects
 */
void begin_tables(size_t count)
{
	struct fgraph_tables header = {};

	nr_objects = count;
	heads = allocate(count * sizeof(*heads));
	put(&tables, &header, sizeof(header));
	put(&tables, heads, count * sizeof(*heads));
}

static void free_parts(struct parts *parts)
{
	free(parts->functions.bytes);
	free(parts->types.bytes);
	free(parts->enumerators.bytes);
	free(parts->names.bytes);
	free(parts->words.bytes);
	tdestroy(parts->known_types, free_once);
	tdestroy(parts->known_names, free_once);
	tdestroy(parts->known_words, free_once);
}

/**
 * put_object - put the functions of an object and their prototypes into the tables
 * @object: the object. The first one is vmlinux
 * @functions: where to write the functions of vmlinux, or NULL
 */
void put_object(const struct object *object, const char *functions)
{
	struct fgraph_tables_object *head = &heads[nr_heads++];
	struct answer *answers = allocate(object->nr_sites * sizeof(*answers));
	struct parts parts = {};
	size_t site;

	for (site = 0; site < object->nr_sites; site++)
		answers[site] = find_prototype(object, object->sites[site]);
	put_types_and_names(&parts, answers, object->nr_sites);
	for (site = 0; site < object->nr_sites; site++)
		put_function(&parts, object->offsets[site], &answers[site]);
	free(answers);
	align(&parts.words);
	head->name = put_string(object->name);
	memcpy(head->id, object->id, sizeof(head->id));
	head->nr_functions = object->nr_sites;
	if (object->is_module)
		head->functions = put_part(&tables, &parts.functions);
	else if (functions)
		write_file(functions, &parts.functions);
	head->types = put_part(&tables, &parts.types);
	head->nr_types = parts.types.size / sizeof(struct fgraph_tables_type);
	head->enumerators = put_part(&tables, &parts.enumerators);
	head->nr_enumerators = parts.enumerators.size / sizeof(struct fgraph_tables_enumerator);
	head->names = put_part(&tables, &parts.names);
	head->nr_names = parts.names.size / sizeof(__u32);
	head->words = put_part(&tables, &parts.words);
	head->nr_words = parts.words.size / sizeof(__u16);
	free_parts(&parts);
}

/**
 * end_tables - write the tables of all objects
 * @path: where to write them
 */
void end_tables(const char *path)
{
	struct fgraph_tables header = {
		.magic = FGRAPH_TABLES_MAGIC,
		.version = FGRAPH_TABLES_VERSION,
		.objects = nr_objects,
	};

	align(&tables);
	header.strings = tables.size;
	put(&tables, strings.bytes, strings.size);
	header.bytes = tables.size;
	memcpy(header.kernel_id, heads[0].id, sizeof(header.kernel_id));
	memcpy(tables.bytes, &header, sizeof(header));
	memcpy(tables.bytes + sizeof(header), heads, nr_objects * sizeof(*heads));
	write_file(path, &tables);
}

/*
 * In C, the name of an argument comes after the stars: in the innermost parentheses of a
 * pointer to a function or an array, otherwise at the end of the type.
 */
static void print_argument(const struct argument *argument, bool is_unnamed)
{
	const char *type = argument->type->name, *at = strstr(type, "(*");
	const char *name = is_unnamed ? "" : argument->name ?: "";

	at = at ? strchr(at, ')') : type + strlen(type);
	printf("%.*s%s%s%s", (int)(at - type), type, !*name || at[-1] == '*' ? "" : " ", name, at);
}

/**
 * list_object - print a line for each call site
 * @object: the object
 *
 * A line has the object, the site as in the tables, and the symbol. Then come "untyped"
 * and the reason, or the kind, the size, the sign and the prototype.
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
		for (arg = 0; arg < description->nr; arg++) {
			printf(arg ? ", " : "");
			print_argument(&description->arguments[arg], answer.is_unnamed);
		}
		if (answer.flags & FGRAPH_PROTO_VARIADIC)
			puts(description->nr ? ", ...)" : "...)");
		else
			puts(description->nr ? ")" : "void)");
	}
}

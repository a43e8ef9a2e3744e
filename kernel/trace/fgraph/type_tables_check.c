// SPDX-License-Identifier: GPL-2.0
/*
 * type_tables_check.c - check each number in tables of prototypes before it is used
 *
 * The tables may be damaged, or not be tables at all. After the check, no number in
 * the tables leads out of them.
 */
#include "type.h"
#include "type_tables.h"

/* Whether @nr entries of @each bytes lie in the tables, at a multiple of 4 */
static bool lies_in(const struct fgraph_tables *tables, u32 offset, u32 nr, size_t each)
{
	return !(offset & 3) && offset >= sizeof(*tables) && offset <= tables->strings &&
	       nr <= (tables->strings - offset) / each;
}

static bool is_string(const struct fgraph_tables *tables, u32 string)
{
	return string < tables->bytes - tables->strings;
}

static const char *check_header(const struct fgraph_tables *tables, size_t bytes)
{
	if (bytes < sizeof(*tables) || tables->magic != FGRAPH_TABLES_MAGIC)
		return "no tables of prototypes";
	if (tables->version != FGRAPH_TABLES_VERSION)
		return "tables of another version";
	if (tables->bytes != bytes)
		return "tables that are cut off";
	if (tables->strings < sizeof(*tables) || tables->strings >= bytes ||
	    *((const char *)tables + bytes - 1))
		return "strings without an end";
	if (!lies_in(tables, sizeof(*tables), tables->objects,
		     sizeof(struct fgraph_tables_object)))
		return "more objects than there is room for";
	return NULL;
}

static const char *check_types(const struct fgraph_tables *tables,
			       const struct fgraph_tables_object *object)
{
	const struct fgraph_tables_type *type = fgraph_tables_at(tables, object->types);
	const struct fgraph_tables_enumerator *enumerator;
	u32 i;

	for (i = 0; i < object->nr_types; i++, type++) {
		if (!is_string(tables, type->name))
			return "a type without a name";
		if (type->kind >= FGRAPH_KINDS)
			return "a type of no kind";
		if (type->first > object->nr_enumerators ||
		    type->nr > object->nr_enumerators - type->first)
			return "a type with enumerators that are not there";
	}

	enumerator = fgraph_tables_at(tables, object->enumerators);
	for (i = 0; i < object->nr_enumerators; i++) {
		if (!is_string(tables, enumerator[i].name))
			return "an enumerator without a name";
	}
	return NULL;
}

static const char *check_names(const struct fgraph_tables *tables,
			       const struct fgraph_tables_object *object)
{
	const u32 *names = fgraph_tables_at(tables, object->names);
	u32 i;

	for (i = 0; i < object->nr_names; i++) {
		if (!is_string(tables, names[i]))
			return "an argument without a name";
	}
	return NULL;
}

static const char *check_proto(const struct fgraph_tables *tables,
			       const struct fgraph_tables_object *object,
			       const struct fgraph_tables_function *function)
{
	const u16 *words = fgraph_tables_at(tables, object->words);
	u32 proto = 2 * function->proto, names = 2 * function->names, i, args;

	if (proto + 2 > object->nr_words)
		return "a prototype that is not there";
	args = words[proto + 1] & FGRAPH_PROTO_ARGS;
	if (words[proto + 1] & ~(FGRAPH_PROTO_ARGS | FGRAPH_PROTO_FLAGS))
		return "a prototype with flags that are not known";
	if (words[proto] >= object->nr_types)
		return "a return type that is not there";
	if (!args)
		return NULL;
	if (proto + 2 + args > object->nr_words || names + args > object->nr_words)
		return "arguments that are not there";

	for (i = 0; i < args; i++) {
		if (words[proto + 2 + i] >= object->nr_types)
			return "a type of an argument that is not there";
		if (words[names + i] != FGRAPH_NO_NAME && words[names + i] >= object->nr_names)
			return "a name of an argument that is not there";
	}
	return NULL;
}

static const char *check_functions(const struct fgraph_tables *tables,
				   const struct fgraph_tables_object *object,
				   const struct fgraph_tables_function *functions)
{
	const char *why;
	u32 i;

	for (i = 0; i < object->nr_functions; i++) {
		if (i && (s32)functions[i].site <= (s32)functions[i - 1].site)
			return "functions that are not in order";
		if (functions[i].proto == FGRAPH_NO_PROTO) {
			if (functions[i].names >= FGRAPH_REASONS)
				return "a function without a prototype or a reason";
			continue;
		}
		why = check_proto(tables, object, &functions[i]);
		if (why)
			return why;
	}
	return NULL;
}

static const char *check_object(const struct fgraph_tables *tables,
				const struct fgraph_tables_object *object,
				const struct fgraph_tables_function *functions, size_t count)
{
	const char *why;

	if (!is_string(tables, object->name))
		return "an object without a name";
	if (!lies_in(tables, object->types, object->nr_types,
		     sizeof(struct fgraph_tables_type)) ||
	    !lies_in(tables, object->enumerators, object->nr_enumerators,
		     sizeof(struct fgraph_tables_enumerator)) ||
	    !lies_in(tables, object->names, object->nr_names, sizeof(u32)) ||
	    !lies_in(tables, object->words, object->nr_words, sizeof(u16)))
		return "an object that is larger than the tables";

	if (object == fgraph_tables_objects(tables)) {
		if (object->functions || object->nr_functions != count)
			return "not as many functions of the kernel as they say";
	} else {
		if (!lies_in(tables, object->functions, object->nr_functions,
			     sizeof(*functions)))
			return "an object that is larger than the tables";
		functions = fgraph_tables_at(tables, object->functions);
	}

	why = check_types(tables, object);
	if (!why)
		why = check_names(tables, object);
	return why ?: check_functions(tables, object, functions);
}

/**
 * fgraph_tables_check - check tables of prototypes
 * @tables: the tables
 * @bytes: size of the tables
 * @functions: functions of vmlinux
 * @count: number of functions of vmlinux
 *
 * Return: NULL, or a noun that names the defect
 * Context: any
 */
const char *fgraph_tables_check(const struct fgraph_tables *tables, size_t bytes,
				const struct fgraph_tables_function *functions, size_t count)
{
	const char *why = check_header(tables, bytes);
	u32 i;

	if (!why && !tables->objects)
		why = "no object";
	for (i = 0; !why && i < tables->objects; i++)
		why = check_object(tables, fgraph_tables_objects(tables) + i, functions, count);
	return why;
}

/**
 * fgraph_tables_type - return the return type of a function
 * @tables: tables that have been checked
 * @object: the object of the function
 * @function: the function
 *
 * Return: the type, or 0 if it is not known
 * Context: any
 */
u16 fgraph_tables_type(const struct fgraph_tables *tables,
		       const struct fgraph_tables_object *object,
		       const struct fgraph_tables_function *function)
{
	const struct fgraph_tables_type *types = fgraph_tables_at(tables, object->types);
	const u16 *words = fgraph_tables_at(tables, object->words);

	if (function->proto == FGRAPH_NO_PROTO)
		return 0;
	types += words[2 * function->proto];
	return fgraph_make_type(types->kind, types->bytes, types->is_signed);
}

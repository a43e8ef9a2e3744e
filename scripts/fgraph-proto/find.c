// SPDX-License-Identifier: GPL-2.0
/*
 * find.c - find the prototype of a call site
 *
 * A call site lies in a symbol, and so does the code that debug information describes.
 * On some architectures, the symbol, the call site and the code have different addresses.
 * A function without code of its own was folded into an equal function, and is found by
 * its name.
 */
#include <stdlib.h>
#include <string.h>

#include "fgraph-proto.h"

/* The first symbol that contains a site. @end is set to the end of the symbol */
static const struct symbol *symbol_of(const struct object *object, __u64 site, __u64 *end)
{
	size_t low = 0, high = object->nr_symbols, middle;
	const struct symbol *symbol;

	while (low < high) {
		middle = (low + high) / 2;
		if (object->symbols[middle].address <= site)
			low = middle + 1;
		else
			high = middle;
	}
	*end = low < object->nr_symbols ? object->symbols[low].address : UINT64_MAX;
	if (!low)
		return NULL;
	symbol = &object->symbols[low - 1];
	while (symbol > object->symbols && symbol[-1].address == symbol->address)
		symbol--;
	if (symbol->size && symbol->address + symbol->size <= site)
		return NULL;
	if (symbol->size && symbol->address + symbol->size < *end)
		*end = symbol->address + symbol->size;
	return symbol;
}

static bool is_same(const struct description *a, const struct description *b)
{
	unsigned int i;

	if (a->ret != b->ret || a->nr != b->nr || a->flags != b->flags || a->is_gcc != b->is_gcc)
		return false;
	for (i = 0; i < a->nr; i++) {
		if (a->arguments[i].type != b->arguments[i].type)
			return false;
	}
	return true;
}

static bool is_same_name(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static void add(struct answer *answer, const struct description *description)
{
	const struct description *before = answer->description;
	unsigned int i;

	if (!before) {
		answer->description = description;
		return;
	}
	if (!is_same(before, description)) {
		answer->reason = FGRAPH_SEVERAL;
		return;
	}
	for (i = 0; i < before->nr; i++) {
		if (!is_same_name(before->arguments[i].name, description->arguments[i].name))
			answer->is_unnamed = true;
	}
}

/* Add all descriptions with code between two addresses */
static void find_by_address(const struct object *object, __u64 start, __u64 end,
			    struct answer *answer)
{
	size_t low = 0, high = object->nr_descriptions, middle;
	const struct description *description;

	while (low < high) {
		middle = (low + high) / 2;
		description = object->descriptions[middle];
		if (!description->has_code || description->address < start)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < object->nr_descriptions && object->descriptions[low]->address < end; low++)
		add(answer, object->descriptions[low]);
}

/* The name of a function in the source, without a suffix of the compiler */
static char *source_name(const char *name)
{
	return strndup(name, strcspn(name, "."));
}

static bool ends_with(const char *path, const char *file)
{
	size_t length = strlen(path), tail = strlen(file);

	return length >= tail && !strcmp(path + length - tail, file) &&
	       (length == tail || path[length - tail - 1] == '/');
}

/*
 * Whether a description with the name of a symbol is of its function. A static function
 * is searched for in its source file, or in all files if the symbols do not name the
 * file. Any other function must be external. A description with code does not match: it
 * belongs to its own code.
 */
static bool is_meant(const struct description *description, const struct symbol *symbol)
{
	if (description->has_code)
		return false;
	if (!symbol->is_local)
		return description->is_external;
	return !description->is_external &&
	       (!symbol->file || ends_with(description->unit, symbol->file));
}

static void find_by_name(const struct object *object, const struct symbol *symbol,
			 struct answer *answer)
{
	char *name = source_name(symbol->name);
	size_t low = 0, high = object->nr_descriptions, middle;
	const struct description *description;

	while (low < high) {
		middle = (low + high) / 2;
		if (strcmp(object->by_name[middle]->name, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < object->nr_descriptions; low++) {
		description = object->by_name[low];
		if (strcmp(description->name, name))
			break;
		if (is_meant(description, symbol))
			add(answer, description);
	}
	free(name);
}

/* Another symbol of the same address, or NULL */
static const struct symbol *next_name(const struct object *object, const struct symbol *symbol)
{
	const struct symbol *next = symbol + 1;

	return next < object->symbols + object->nr_symbols && next->address == symbol->address ?
	       next : NULL;
}

/* The suffix of a copy's name shows how the compiler has changed the function */
static void regard_suffix(struct answer *answer, const char *suffix)
{
	/* Only the name has changed */
	if (!strncmp(suffix, ".lto_priv", 9) || !strncmp(suffix, ".localalias", 11))
		return;
	answer->flags |= FGRAPH_PROTO_CLONE;
	if ((strncmp(suffix, ".constprop", 10) || strstr(suffix, ".isra") ||
	     strstr(suffix, ".part")) && answer->description->ret->kind != FGRAPH_VOID)
		answer->reason = FGRAPH_CLONE;
}

static void regard_clone(const struct object *object, struct answer *answer)
{
	const struct symbol *symbol;
	const char *suffix;

	if (!answer->description->is_gcc)
		answer->reason = FGRAPH_CLONE;
	for (symbol = answer->symbol; symbol; symbol = next_name(object, symbol)) {
		suffix = strchr(symbol->name, '.');
		if (suffix)
			regard_suffix(answer, suffix);
	}
}

/**
 * find_prototype - find the prototype of a call site
 * @object: the object that has the site
 * @site: address of the site
 *
 * Return: the description, and the reason why it must not be used. The reason is
 *	FGRAPH_REASONS if the description is to be used
 */
struct answer find_prototype(const struct object *object, __u64 site)
{
	struct answer answer = { .reason = FGRAPH_REASONS };
	const struct symbol *symbol;
	__u64 end;

	/* A function without a symbol never runs: it is weak, and another replaces it */
	answer.symbol = symbol_of(object, site, &end);
	if (answer.symbol)
		find_by_address(object, answer.symbol->address, end, &answer);
	for (symbol = answer.symbol; symbol && !answer.description;
	     symbol = next_name(object, symbol))
		find_by_name(object, symbol, &answer);

	if (!answer.description)
		answer.reason = FGRAPH_NO_SOURCE;
	else if (answer.reason == FGRAPH_REASONS)
		regard_clone(object, &answer);
	if (answer.description && answer.reason == FGRAPH_REASONS) {
		answer.flags |= answer.description->flags;
		if (answer.description->ret->kind == FGRAPH_UNTYPED)
			answer.reason = FGRAPH_ODD;
	}
	return answer;
}

// SPDX-License-Identifier: GPL-2.0
/*
 * find.c - the prototype of a call site
 *
 * A call site lies in a symbol, and so does the code that debug information
 * describes. Neither has the address of the other on all architectures. A
 * function without code of its own was folded into an equal one, and is found
 * by its name.
 */
#include <stdlib.h>
#include <string.h>

#include "fgraph-proto.h"

/* The first symbol that contains a site, and the first one behind its address */
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
	return a->ret->kind == b->ret->kind && a->ret->bytes == b->ret->bytes &&
	       a->ret->is_signed == b->ret->is_signed;
}

static void add(struct answer *answer, const struct description *description)
{
	if (answer->description && !is_same(answer->description, description))
		answer->reason = FGRAPH_SEVERAL;
	if (!answer->description)
		answer->description = description;
}

/* Descriptions with code between two addresses */
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

/* The name that the source has */
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

/* A static function is looked for in its file, any other where it is external */
static bool is_meant(const struct description *description, const struct symbol *symbol)
{
	if (!symbol->file)
		return description->is_external;
	return !description->is_external && ends_with(description->unit, symbol->file);
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

/* What the compiler has made of a function shows in the name of the copy */
static void regard_clone(struct answer *answer)
{
	const char *suffix = answer->symbol ? strchr(answer->symbol->name, '.') : NULL;
	bool is_void = answer->description->ret->kind == FGRAPH_VOID;

	if (answer->description->is_clang) {
		answer->reason = FGRAPH_CLONE;
		return;
	}
	if (!suffix || !strncmp(suffix, ".lto_priv", 9))
		return;
	answer->flags |= FGRAPH_PROTO_CLONE;
	if ((strncmp(suffix, ".constprop", 10) || strstr(suffix, ".isra") ||
	     strstr(suffix, ".part")) && !is_void)
		answer->reason = FGRAPH_CLONE;
}

/**
 * find_prototype - find the prototype of a call site
 * @object: where the site is
 * @site: address of the site
 *
 * Return: the description, and why it is not to be used: FGRAPH_REASONS if there
 *	is no reason
 */
struct answer find_prototype(const struct object *object, __u64 site)
{
	struct answer answer = { .reason = FGRAPH_REASONS };
	__u64 start, end;

	answer.symbol = symbol_of(object, site, &end);
	start = answer.symbol ? answer.symbol->address : site;
	if (!answer.symbol)
		end = site + 16;
	find_by_address(object, start, end, &answer);
	if (!answer.description && answer.symbol)
		find_by_name(object, answer.symbol, &answer);

	if (!answer.description)
		answer.reason = FGRAPH_NO_SOURCE;
	else if (answer.reason == FGRAPH_REASONS)
		regard_clone(&answer);
	if (answer.description && answer.reason == FGRAPH_REASONS) {
		answer.flags |= answer.description->flags;
		if (answer.description->ret->kind == FGRAPH_UNTYPED)
			answer.reason = FGRAPH_ODD;
	}
	return answer;
}

// SPDX-License-Identifier: GPL-2.0
/*
 * proto_copy.c - copy the prototype of a function, for one who keeps it longer than its source
 */
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "proto_copy.h"
#include "type_source.h"

/**
 * struct walk - the words of a recipe, from the first to the last
 * @word: index of the next word
 * @words: number of all words
 * @place: place of the next word, or of an argument that has none. NULL if all words are in
 *	registers
 * @end: end of the places
 */
struct walk {
	unsigned int word;
	unsigned int words;
	const u16 *place;
	const u16 *end;
};

static struct walk begin_walk(u16 recipe)
{
	struct walk walk = { .words = fgraph_recipe_words(recipe) };

	if (recipe >= FGRAPH_RECIPE_STORED) {
		walk.place = fgraph_stored_recipe(recipe)->places;
		walk.end = walk.place + fgraph_stored_recipe(recipe)->length;
	}
	return walk;
}

/* Go on behind an argument of so many words. Returns whether its words are recorded */
static bool walk_on(struct walk *walk, unsigned int count)
{
	if (walk->place && walk->place < walk->end && fgraph_is_gone(*walk->place)) {
		walk->place += fgraph_place_length(*walk->place);
		return false;
	}
	if (!count)
		return false;
	/* A recipe may end before the last argument */
	if (count > walk->words - walk->word) {
		walk->words = walk->word;
		return false;
	}
	walk->word += count;
	while (walk->place && count--)
		walk->place += fgraph_place_length(*walk->place);
	return true;
}

static int copy_arg(struct fgraph_arg_copy *copy, const struct fgraph_argument *argument,
		    struct walk *walk)
{
	bool is_struct = fgraph_is_struct(argument->kind);

	*copy = (struct fgraph_arg_copy) {
		.kind = argument->kind,
		.bytes = argument->bytes,
		.word = walk->word,
		.is_signed = argument->is_signed,
		.is_pointer = argument->kind == FGRAPH_POINTER ||
			      fgraph_is_by_reference(FGRAPH_ABI, is_struct, argument->bytes),
	};
	copy->is_recorded = walk_on(walk, fgraph_arg_words(FGRAPH_ABI, is_struct, copy->bytes));
	if (!argument->name)
		return 0;
	copy->name = kstrdup(argument->name, GFP_KERNEL);
	return copy->name ? 0 : -ENOMEM;
}

static bool get_arg(const struct fgraph_text *text, u32 proto, u32 n,
		    struct fgraph_argument *argument)
{
	return text && text->source->argument &&
	       text->source->argument(text, proto, n, argument) && !argument->is_rest;
}

/* The sources are locked */
static struct fgraph_proto_copy *
copy(const struct fgraph_text *text, const struct fgraph_function *function)
{
	struct walk walk = begin_walk(function->recipe);
	struct fgraph_argument argument;
	struct fgraph_proto_copy *proto;
	u32 count = 0;

	if (!function->type)
		text = NULL;
	while (get_arg(text, function->proto, count, &argument))
		count++;
	proto = kzalloc(struct_size(proto, args, count), GFP_KERNEL);
	if (!proto)
		return NULL;
	proto->type = function->type;
	proto->recipe = function->recipe;
	while (proto->count < count &&
	       get_arg(text, function->proto, proto->count, &argument)) {
		if (copy_arg(&proto->args[proto->count++], &argument, &walk)) {
			fgraph_free_proto(proto);
			return NULL;
		}
	}
	return proto;
}

/**
 * fgraph_copy_proto - copy the prototype of a function
 * @ip: address of the call site
 *
 * Context: may sleep
 * Return: the copy, which fgraph_free_proto() frees. Its type is 0 if the prototype is not
 *	known. NULL if there is no memory
 */
struct fgraph_proto_copy *fgraph_copy_proto(unsigned long ip)
{
	struct fgraph_function function;
	struct fgraph_proto_copy *proto;
	const struct fgraph_text *text;

	fgraph_lock_sources();
	text = fgraph_find_function(ip, &function);
	proto = copy(text, &function);
	fgraph_unlock_sources();
	return proto;
}

/**
 * fgraph_free_proto - free a copy of a prototype
 * @proto: the copy, or NULL
 *
 * Context: task
 */
void fgraph_free_proto(struct fgraph_proto_copy *proto)
{
	u32 i;

	for (i = 0; proto && i < proto->count; i++)
		kfree(proto->args[i].name);
	kfree(proto);
}

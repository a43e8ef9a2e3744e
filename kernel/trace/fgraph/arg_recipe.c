// SPDX-License-Identifier: GPL-2.0
/*
 * arg_recipe.c - store recipes: where the arguments of functions are
 *
 * A traced function reads its recipe, also while prototypes come and go. So recipes are
 * stored apart from prototypes, each once, and are never moved nor freed. A kernel with
 * its modules has some 1,200 different ones, which take 16 kB.
 */
#include <linux/jhash.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "arg_recipe.h"

#define BUCKETS	256

u16 *fgraph_recipe_chunks[FGRAPH_CHUNKS] __read_mostly;

/* The position of the first recipe by hash. The lock of the sources protects these */
static u16 buckets[BUCKETS];
static u32 used = FGRAPH_RECIPE_STORED;

/* Number of words in registers, in order, or 0 if the recipe is not that simple */
static u16 words_in_order(const u16 *places, unsigned int length)
{
	unsigned int i;

	for (i = 0; i < length; i++) {
		if (places[i] != (FGRAPH_PLACE_REGISTER | i))
			return 0;
	}
	return length < FGRAPH_RECIPE_STORED ? length : 0;
}

static unsigned int count_words(const u16 *places, unsigned int length)
{
	unsigned int i, words = 0;

	for (i = 0; i < length; i += fgraph_place_length(places[i]))
		words += (places[i] & FGRAPH_PLACE_KIND) != FGRAPH_PLACE_GONE;
	return words;
}

static u16 find(u16 position, const u16 *places, unsigned int length)
{
	const struct fgraph_recipe *recipe;

	for (; position; position = recipe->next) {
		recipe = fgraph_stored_recipe(position);
		if (recipe->length == length &&
		    !memcmp(recipe->places, places, length * sizeof(*places)))
			break;
	}
	return position;
}

/* Reserve 16-bit words that lie in one chunk. Returns their position, or 0 */
static u16 reserve(unsigned int length)
{
	u32 at = used;
	u16 **chunk;

	if ((at & (FGRAPH_CHUNK_WORDS - 1)) + length > FGRAPH_CHUNK_WORDS)
		at = ALIGN(at, FGRAPH_CHUNK_WORDS);
	if (at > U16_MAX)
		return 0;
	chunk = &fgraph_recipe_chunks[at >> FGRAPH_CHUNK_BITS];
	if (!*chunk)
		*chunk = kcalloc(FGRAPH_CHUNK_WORDS, sizeof(**chunk), GFP_KERNEL);
	if (!*chunk)
		return 0;
	used = at + length;
	return at;
}

/**
 * fgraph_store_recipe - store a recipe, if it is not known
 * @places: the places of all words
 * @length: number of elements of @places, up to FGRAPH_RECIPE_LENGTH
 *
 * The caller holds the lock of the sources. Readers find the recipe if they find its
 * number in prototypes that are published later.
 *
 * Return: the recipe in 16 bits, or FGRAPH_RECIPE_NONE if there are no words, or no memory
 * Context: may sleep
 */
u16 fgraph_store_recipe(const u16 *places, unsigned int length)
{
	u16 position = words_in_order(places, length), *bucket;
	struct fgraph_recipe *recipe;

	if (position || !count_words(places, length))
		return position;
	bucket = &buckets[jhash(places, length * sizeof(*places), 0) % BUCKETS];
	position = find(*bucket, places, length);
	if (position)
		return position;
	position = reserve(sizeof(*recipe) / sizeof(*places) + length);
	if (!position)
		return FGRAPH_RECIPE_NONE;
	recipe = (struct fgraph_recipe *)fgraph_stored_recipe(position);
	recipe->next = *bucket;
	recipe->words = count_words(places, length);
	recipe->length = length;
	memcpy(recipe->places, places, length * sizeof(*places));
	*bucket = position;
	return position;
}

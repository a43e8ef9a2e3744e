/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_ARG_RECIPE_H
#define _KERNEL_TRACE_FGRAPH_ARG_RECIPE_H

#include <linux/compiler.h>
#include <linux/types.h>

#include "arg_places.h"

/*
 * A recipe in 16 bits. Below FGRAPH_RECIPE_STORED, it is the number of words, all of which
 * are in registers, in order. That is how most functions get their arguments. All others
 * are the position of a struct fgraph_recipe.
 */
#define FGRAPH_RECIPE_NONE	0
#define FGRAPH_RECIPE_STORED	16

#define FGRAPH_CHUNK_BITS	10
#define FGRAPH_CHUNK_WORDS	BIT(FGRAPH_CHUNK_BITS)
#define FGRAPH_CHUNKS		BIT(16 - FGRAPH_CHUNK_BITS)

/**
 * struct fgraph_recipe - where the words of the arguments are when a function is entered
 * @next: the next recipe with the same hash, or FGRAPH_RECIPE_NONE
 * @words: number of words that are recorded
 * @length: number of elements of @places
 * @places: place of each word
 */
struct fgraph_recipe {
	u16 next;
	u8 words;
	u8 length;
	u16 places[];
};

#ifdef CONFIG_FUNCTION_TRACE_ARGS
extern u16 *fgraph_recipe_chunks[FGRAPH_CHUNKS];

u16 fgraph_store_recipe(const u16 *places, unsigned int length);

/**
 * fgraph_stored_recipe - return a recipe that is stored
 * @recipe: its position
 *
 * Return: the recipe. It stays as it is
 * Context: any, NMI included
 */
static __always_inline const struct fgraph_recipe *fgraph_stored_recipe(u16 recipe)
{
	const u16 *chunk = fgraph_recipe_chunks[recipe >> FGRAPH_CHUNK_BITS];

	return (const void *)(chunk + (recipe & (FGRAPH_CHUNK_WORDS - 1)));
}

/* Number of words */
static __always_inline unsigned int fgraph_recipe_words(u16 recipe)
{
	return likely(recipe < FGRAPH_RECIPE_STORED) ? recipe :
	       fgraph_stored_recipe(recipe)->words;
}
#else
static inline u16 fgraph_store_recipe(const u16 *places, unsigned int length)
{
	return FGRAPH_RECIPE_NONE;
}

static inline unsigned int fgraph_recipe_words(u16 recipe)
{
	return 0;
}
#endif

#endif /* _KERNEL_TRACE_FGRAPH_ARG_RECIPE_H */

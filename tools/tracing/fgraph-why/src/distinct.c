// SPDX-License-Identifier: GPL-2.0
/*
 * Failures that have come about in the same way, once, with their number.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "distinct.h"
#include "util.h"

#define HASH_SIZE	4096

/* Those of a hash: the number in the list plus one, and of the next one in the same way */
static size_t first[HASH_SIZE];
static size_t *next;

static uint64_t mix(uint64_t hash, uint64_t value)
{
	hash = (hash ^ value) * 0x9e3779b97f4a7c15ULL;
	return hash ^ hash >> 29;
}

static unsigned int hash_of(const struct failure *failure)
{
	uint64_t hash = mix(failure->error, failure->nr_links ? 0 : failure->nr);
	const char *at;
	int i;

	for (i = 0; i < failure->nr_links; i++)
		hash = mix(mix(hash, failure->links[i].func), failure->links[i].caller);
	for (at = failure->comm; *at; at++)
		hash = mix(hash, *at);
	return hash % HASH_SIZE;
}

static struct link *copy_links(const struct failure *failure)
{
	size_t bytes = failure->nr_links * sizeof(struct link);

	return bytes ? memcpy(xrealloc(NULL, bytes), failure->links, bytes) : NULL;
}

/* Only those that all of them have */
static void forget_args(struct failure *failure, const struct failure *equal)
{
	int i;

	for (i = 0; i < failure->nr_links; i++) {
		struct link *link = &failure->links[i];

		if (link->nr_args != equal->links[i].nr_args ||
		    memcmp(link->args, equal->links[i].args, link->nr_args * sizeof(*link->args)))
			link->nr_args = 0;
	}
}

/**
 * distinct_add - add a failure, or count it if an equal one is there
 * @list: those that are there. There is one such list
 * @failure: a failure. It is copied
 */
void distinct_add(struct failure_list *list, const struct failure *failure)
{
	unsigned int hash = hash_of(failure);
	size_t at;

	for (at = first[hash]; at; at = next[at - 1]) {
		if (failures_are_equal(&list->failures[at - 1], failure)) {
			list->failures[at - 1].count += failure->count;
			forget_args(&list->failures[at - 1], failure);
			return;
		}
	}
	list->failures = xgrow(list->failures, list->nr, sizeof(*failure));
	next = xgrow(next, list->nr, sizeof(*next));
	list->failures[list->nr] = *failure;
	list->failures[list->nr].links = copy_links(failure);
	next[list->nr] = first[hash];
	first[hash] = ++list->nr;
}

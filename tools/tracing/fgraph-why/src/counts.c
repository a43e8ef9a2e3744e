// SPDX-License-Identifier: GPL-2.0
/*
 * The report as a table: how often a system call failed with an errno that a function made.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "counts.h"
#include "errors.h"
#include "names.h"
#include "util.h"

struct row {
	unsigned int count;
	int error;
	const char *origin;
	char name[64];
};

/* Rows of one kind come next to each other */
static int compare_kind(const void *a, const void *b)
{
	const struct row *left = a, *right = b;

	return strcmp(left->name, right->name) ?: left->error - right->error ?:
	       strcmp(left->origin, right->origin);
}

static int compare_count(const void *a, const void *b)
{
	const struct row *left = a, *right = b;

	if (left->count != right->count)
		return left->count > right->count ? -1 : 1;
	return compare_kind(a, b);
}

static const char *origin_of(const struct failure *failure)
{
	const struct symbol *symbol = NULL;

	if (failure->has_origin)
		symbol = names_find(failure->origin.func);
	return symbol ? symbol->name : "?";
}

/* Programs and ways that differ are one row */
static size_t unite(struct row *rows, size_t nr)
{
	size_t distinct = 0, i;

	qsort(rows, nr, sizeof(*rows), compare_kind);
	for (i = 0; i < nr; i++) {
		if (distinct && !compare_kind(&rows[distinct - 1], &rows[i]))
			rows[distinct - 1].count += rows[i].count;
		else
			rows[distinct++] = rows[i];
	}
	qsort(rows, distinct, sizeof(*rows), compare_count);
	return distinct;
}

/**
 * counts_print - print the table, the most frequent ones first
 * @out: where to print
 * @list: failures that are distinct, with their numbers
 */
void counts_print(FILE *out, const struct failure_list *list)
{
	struct row *rows = NULL;
	size_t nr = 0, i;

	for (i = 0; i < list->nr; i++) {
		const struct failure *failure = &list->failures[i];

		if (!failure->error)
			continue;
		rows = xgrow(rows, nr, sizeof(*rows));
		failure_name(failure, rows[nr].name, sizeof(rows[nr].name));
		rows[nr].count = failure->count;
		rows[nr].error = failure->error;
		rows[nr++].origin = origin_of(failure);
	}
	if (!nr)
		return;
	fprintf(out, "%8s  %-12s  %-20s  %s\n", "Count", "Error", "System call", "Made in");
	nr = unite(rows, nr);
	for (i = 0; i < nr; i++)
		fprintf(out, "%8u  %-12s  %-20s  %s\n", rows[i].count,
			error_name(rows[i].error), rows[i].name, rows[i].origin);
	free(rows);
}

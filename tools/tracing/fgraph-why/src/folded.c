// SPDX-License-Identifier: GPL-2.0
/*
 * The report as folded stacks, for flame graphs: COMM;SYSCALL;FUNCTION;...;ERRNO COUNT
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "errors.h"
#include "folded.h"
#include "names.h"
#include "util.h"

/* These have a meaning in the format */
static void put(FILE *out, const char *text)
{
	for (; *text; text++)
		putc(*text == ';' || (unsigned char)*text <= ' ' ? '_' : *text, out);
}

static char *fold(const struct failure *failure)
{
	int path[MOST_PATH], nr = failures_path(failure, path, MOST_PATH), i;
	char name[64], *line;
	size_t bytes;
	FILE *out = open_memstream(&line, &bytes);

	if (!out)
		return NULL;
	put(out, failure->comm[0] ? failure->comm : "?");
	putc(';', out);
	put(out, failure_name(failure, name, sizeof(name)));
	for (i = 0; i < nr; i++) {
		char number[ADDRESS_BYTES];

		putc(';', out);
		put(out, names_of(failure->links[path[i]].func, number, sizeof(number)));
	}
	fprintf(out, ";%s", error_name(failure->error));
	return fclose(out) ? NULL : line;
}

struct stack {
	char *line;
	unsigned int count;
};

static int compare(const void *a, const void *b)
{
	return strcmp(((const struct stack *)a)->line, ((const struct stack *)b)->line);
}

/**
 * folded_failures - print each stack once, with how often it failed
 * @out: where to print
 * @list: failures
 */
void folded_failures(FILE *out, const struct failure_list *list)
{
	struct stack *stacks = xrealloc(NULL, (list->nr + 1) * sizeof(*stacks));
	size_t nr = 0, i, count = 0;

	for (i = 0; i < list->nr; i++) {
		stacks[nr].line = fold(&list->failures[i]);
		stacks[nr].count = list->failures[i].count;
		if (stacks[nr].line)
			nr++;
	}
	qsort(stacks, nr, sizeof(*stacks), compare);
	for (i = 0; i < nr; i++) {
		count += stacks[i].count;
		if (i + 1 == nr || compare(&stacks[i], &stacks[i + 1])) {
			fprintf(out, "%s %zu\n", stacks[i].line, count);
			count = 0;
		}
	}
	for (i = 0; i < nr; i++)
		free(stacks[i].line);
	free(stacks);
}

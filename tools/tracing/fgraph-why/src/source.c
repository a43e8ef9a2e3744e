// SPDX-License-Identifier: GPL-2.0
/*
 * The text of lines, from the source tree of the kernel.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "source.h"
#include "util.h"

static const char *tree;

/**
 * source_tree - say where the source tree is
 * @folder: the tree. The string has to stay
 *
 * The first one counts.
 */
void source_tree(const char *folder)
{
	if (!tree)
		tree = folder;
}

/* The last file that was asked for */
static char *read_source(const char *file)
{
	static char *name, *all;
	char *path;

	if (name && !strcmp(name, file))
		return all;
	free(name);
	free(all);
	name = strdup(file);
	path = file[0] == '/' ? strdup(file) : xasprintf("%s/%s", tree, file);
	all = read_file(path, NULL);
	free(path);
	return all;
}

/**
 * source_line - the text of a line
 * @file: relative to the source tree
 * @line: 1 is the first one
 *
 * Return: the text, without the newline, or NULL. free() it
 */
char *source_line(const char *file, int line)
{
	char *at = tree ? read_source(file) : NULL;

	while (at && --line > 0) {
		at = strchr(at, '\n');
		if (at)
			at++;
	}
	return at && *at ? strndup(at, strcspn(at, "\n")) : NULL;
}

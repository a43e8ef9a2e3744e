// SPDX-License-Identifier: GPL-2.0
/*
 * The text of lines, from the source tree of the kernel.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "source.h"
#include "util.h"

/* Lines of a condition */
#define MOST_CONDITION	5

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
 * @file: relative to the source tree, or the whole name if it is not in there
 * @line: 1 is the first one
 *
 * Return: the text, without the newline, or NULL. free() it
 */
char *source_line(const char *file, int line)
{
	char *at = tree || file[0] == '/' ? read_source(file) : NULL;

	while (at && --line > 0) {
		at = strchr(at, '\n');
		if (at)
			at++;
	}
	return at && *at ? strndup(at, strcspn(at, "\n")) : NULL;
}

/* Where the bracket of a condition begins in a line, or NULL */
static const char *find_condition(const char *text)
{
	static const char * const words[] = { "if", "while", "for", "switch" };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(words); i++) {
		const char *at = text;

		while ((at = strstr(at, words[i]))) {
			const char *end = at + strlen(words[i]);

			end += strspn(end, " ");
			if (*end == '(' && (at == text || !(isalnum(at[-1]) || at[-1] == '_')))
				return end;
			at++;
		}
	}
	return NULL;
}

/* How many brackets are open at the end, or 0 as soon as none is. @open are so before it */
static int count_open(const char *text, int open)
{
	for (; *text; text++) {
		open += *text == '(';
		open -= *text == ')';
		if (!open)
			break;
	}
	return open;
}

/* The condition that begins at @bracket is not closed before the last line */
static bool is_open(const char *file, int first, const char *bracket, int last)
{
	int open = count_open(bracket, 0), line;

	for (line = first + 1; open && line < last; line++) {
		char *text = source_line(file, line);

		open = count_open(text ?: "", open);
		free(text);
	}
	return open;
}

/**
 * source_decides - whether a line is part of a condition
 * @file: relative to the source tree
 * @line: 1 is the first one
 *
 * Return: true if it has an if, while, for or switch, or the rest of the condition of one
 */
bool source_decides(const char *file, int line)
{
	int first;

	for (first = line; first > 0 && first > line - MOST_CONDITION; first--) {
		char *text = source_line(file, first);
		const char *bracket = text ? find_condition(text) : NULL;
		size_t length = text ? strlen(text) : 0;
		bool decides;

		if (bracket || (first < line && length && strchr(";{}", text[length - 1]))) {
			decides = bracket && (first == line || is_open(file, first, bracket, line));
			free(text);
			return decides;
		}
		free(text);
	}
	return false;
}

// SPDX-License-Identifier: GPL-2.0
/*
 * The format files of tracefs: which number the records of an event have, and where their fields
 * are. A file may come from another machine, so nothing in it is taken for granted.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format.h"
#include "util.h"

/* No record is larger */
#define MOST_BYTES	0x10000

/* The name is the last word of a declaration, without the brackets of an array */
static char *copy_name(const char *declaration, size_t length)
{
	size_t end = length, begin;

	if (end && declaration[end - 1] == ']')
		while (end && declaration[--end] != '[')
			;
	for (begin = end; begin; begin--) {
		char letter = declaration[begin - 1];

		if (!isalnum((unsigned char)letter) && letter != '_')
			break;
	}
	return xasprintf("%.*s", (int)(end - begin), declaration + begin);
}

/* "\tfield:DECLARATION;\toffset:N;\tsize:N;\tsigned:N;" */
static void add_field(struct format *format, const char *line)
{
	unsigned int offset, size;
	const char *declaration = strchr(line, ':') + 1;
	size_t length = strcspn(declaration, ";\n");

	if (sscanf(declaration + length, "; offset:%u; size:%u;", &offset, &size) != 2 ||
	    offset > MOST_BYTES || size > MOST_BYTES)
		return;
	format->fields = xgrow(format->fields, format->nr, sizeof(*format->fields));
	format->fields[format->nr++] = (struct field) {
		.name = copy_name(declaration, length),
		.offset = offset,
		.size = size,
	};
}

/**
 * format_parse - read a format file
 * @text: what it has
 *
 * Return: what it says, or NULL if it is none. It stays
 */
struct format *format_parse(const char *text)
{
	struct format *format;
	const char *line;
	int id;

	line = strstr(text, "\nID: ");
	if (!line || sscanf(line, " ID: %d", &id) != 1)
		return NULL;
	format = xrealloc(NULL, sizeof(*format));
	*format = (struct format) { .id = id };
	for (line = text; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (!strncmp(line, "\tfield:", strlen("\tfield:")))
			add_field(format, line);
	}
	return format;
}

/**
 * format_find - where a field of a record is
 * @format: of the record
 * @name: the name of the field
 *
 * Return: the field, or NULL if there is none
 */
const struct field *format_find(const struct format *format, const char *name)
{
	size_t i;

	for (i = 0; i < format->nr; i++) {
		if (!strcmp(format->fields[i].name, name))
			return &format->fields[i];
	}
	return NULL;
}

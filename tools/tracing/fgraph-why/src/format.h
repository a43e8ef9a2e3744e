/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_FORMAT_H
#define FGRAPH_WHY_FORMAT_H

#include <stddef.h>

struct field {
	char *name;
	/* In bytes. An array at the end of a record has size 0 */
	size_t offset, size;
};

struct format {
	int id;
	struct field *fields;
	size_t nr;
};

struct format *format_parse(const char *text);
const struct field *format_find(const struct format *format, const char *name);

#endif

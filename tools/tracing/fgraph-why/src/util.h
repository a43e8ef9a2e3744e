/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_UTIL_H
#define FGRAPH_WHY_UTIL_H

#include <stdarg.h>
#include <stddef.h>

#include <linux/compiler.h>

#define ARRAY_SIZE(array)	(sizeof(array) / sizeof((array)[0]))

/* fgraph-why itself failed */
#define STATUS_FAILED	125

void *xrealloc(void *old, size_t bytes);
void *xgrow(void *array, size_t nr, size_t bytes);
__printf(1, 2) char *xasprintf(const char *format, ...);
char *printable(const char *text);
char *read_file(const char *path, size_t *bytes);
int write_file(const char *path, int flags, const char *text);
__printf(1, 2) void complain(const char *format, ...);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_SAVED_H
#define FGRAPH_WHY_SAVED_H

#include <stdbool.h>
#include <stddef.h>

/* Longest name of a part, with the 0 */
#define SAVED_NAME	96

int saved_create(const char *path);
bool saved_is_begun(void);
void saved_put(const char *name, const void *data, size_t bytes);
int saved_close(void);
int saved_read(const char *path, int (*take)(const char *name, char *data, size_t bytes));

#endif

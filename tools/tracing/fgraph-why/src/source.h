/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_SOURCE_H
#define FGRAPH_WHY_SOURCE_H

#include <stdbool.h>

void source_tree(const char *folder);
char *source_line(const char *file, int line);
bool source_decides(const char *file, int line);

#endif

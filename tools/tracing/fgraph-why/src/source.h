/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_SOURCE_H
#define FGRAPH_WHY_SOURCE_H

void source_tree(const char *folder);
char *source_line(const char *file, int line);

#endif

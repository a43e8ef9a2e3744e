/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_TEXT_H
#define FGRAPH_WHY_TEXT_H

#include <stdio.h>

#include "failures.h"
#include "path.h"

void text_inlined(void);
void text_failure(FILE *out, const struct failure *failure);
void text_tree(FILE *out, const struct failure *failure);
void text_color(void);
void text_path(FILE *out, const struct path *path, const struct steps *steps);
void text_others(FILE *out, const struct failure_list *list, const struct failure *picked);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_TEXT_H
#define FGRAPH_WHY_TEXT_H

#include <stdio.h>

#include "failures.h"

void text_failure(FILE *out, const struct failure *failure);
void text_tree(FILE *out, const struct failure *failure);
void text_color(void);
void text_others(FILE *out, const struct failure_list *list, const struct failure *picked);

#endif

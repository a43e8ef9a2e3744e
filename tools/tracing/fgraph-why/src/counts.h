/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_COUNTS_H
#define FGRAPH_WHY_COUNTS_H

#include <stdio.h>

#include "failures.h"

void counts_print(FILE *out, const struct failure_list *list);

#endif

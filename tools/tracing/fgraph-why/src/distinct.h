/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_DISTINCT_H
#define FGRAPH_WHY_DISTINCT_H

#include "failures.h"

void distinct_add(struct failure_list *list, const struct failure *failure);

#endif

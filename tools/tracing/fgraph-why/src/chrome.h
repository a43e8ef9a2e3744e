/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_CHROME_H
#define FGRAPH_WHY_CHROME_H

#include <stdio.h>

#include "failures.h"

void chrome_failures(FILE *out, const struct failure_list *list);

#endif

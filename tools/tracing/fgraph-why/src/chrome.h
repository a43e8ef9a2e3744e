/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_CHROME_H
#define FGRAPH_WHY_CHROME_H

#include <stdio.h>

#include "failures.h"

void chrome_begin(FILE *out);
void chrome_failure(FILE *out, const struct failure *failure);
void chrome_end(FILE *out);

#endif

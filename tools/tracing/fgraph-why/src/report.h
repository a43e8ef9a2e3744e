/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_REPORT_H
#define FGRAPH_WHY_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "failures.h"
#include "options.h"
#include "path.h"

FILE *report_open(const struct options *options);
int report_begin(const struct options *options);
void report_failure(const struct failure *failure, bool picked);
void report_path(const struct path *path, const struct steps *steps);
void report_others(const struct failure_list *list, const struct failure *picked);
int report_end(int status, unsigned long lost);

#endif

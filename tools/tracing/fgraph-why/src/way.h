/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_WAY_H
#define FGRAPH_WHY_WAY_H

#include "failures.h"
#include "options.h"

void way_through(const struct failure_list *failures, const struct failure *picked,
		 const struct options *options, int status);
int way_by_list(const char *list, const struct options *options);
int way_save(const char *list, const struct failure *picked);

#endif

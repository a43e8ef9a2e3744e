/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_HTML_H
#define FGRAPH_WHY_HTML_H

#include <stddef.h>
#include <stdio.h>

#include "failures.h"
#include "path.h"
#include "steps.h"

void html_begin(FILE *out);
void html_failure(FILE *out, const struct failure *failure, size_t id, bool picked);
void html_path(FILE *out, const struct path *path, const struct steps *steps);
void html_end(FILE *out, int status, size_t nr, unsigned long lost);

#endif

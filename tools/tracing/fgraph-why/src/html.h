/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_HTML_H
#define FGRAPH_WHY_HTML_H

#include <stddef.h>
#include <stdio.h>

#include "failures.h"

void html_begin(FILE *out);
void html_failure(FILE *out, const struct failure *failure, size_t id, bool picked);
void html_end(FILE *out, int status, size_t nr, unsigned long lost);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_JSON_H
#define FGRAPH_WHY_JSON_H

#include <stdbool.h>
#include <stdio.h>

#include "failures.h"
#include "path.h"

void json_string(FILE *out, const char *text);
void json_header(FILE *out);
void json_failure(FILE *out, const struct failure *failure, size_t id, bool picked);
void json_path(FILE *out, const struct path *path, const struct steps *steps);
void json_end(FILE *out, int status, size_t nr, unsigned long lost);

#endif

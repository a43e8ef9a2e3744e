/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_ERRORS_H
#define FGRAPH_WHY_ERRORS_H

#include <stdbool.h>
#include <stdint.h>

#define MAX_ERRNO	4095

int error_of(uint64_t value, int long_bytes);
int error_number(const char *name);
bool error_is_like(int error, int other);
const char *error_name(int error);
const char *error_text(int error);

#endif

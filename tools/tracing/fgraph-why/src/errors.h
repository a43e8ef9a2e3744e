/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_ERRORS_H
#define FGRAPH_WHY_ERRORS_H

#include <stdint.h>

#define MAX_ERRNO	4095

int error_of(uint64_t value, int long_bytes);
const char *error_name(int error);
const char *error_text(int error);

#endif

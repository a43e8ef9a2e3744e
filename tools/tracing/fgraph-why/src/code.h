/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_CODE_H
#define FGRAPH_WHY_CODE_H

#include <stdbool.h>
#include <stddef.h>

bool code_decides(int machine, const unsigned char *code, size_t bytes);
bool code_loads(int machine, const unsigned char *code, size_t bytes, int error);

#endif

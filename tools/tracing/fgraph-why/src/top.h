/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_TOP_H
#define FGRAPH_WHY_TOP_H

#include <stdio.h>

int top(FILE *out, double seconds);

#endif

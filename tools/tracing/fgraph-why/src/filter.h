/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_FILTER_H
#define FGRAPH_WHY_FILTER_H

#include <stdbool.h>

#include "failures.h"

int filter_errors(const char *list, bool leave_out);
void filter_syscalls(const char *list);
void filter_comm(const char *name);
void filter_duration(unsigned long us);
char *filter_words(void);
void filter_handled(void);
bool filter_wants(const struct failure *failure);

#endif

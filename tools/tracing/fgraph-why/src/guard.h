/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_GUARD_H
#define FGRAPH_WHY_GUARD_H

#include <stdbool.h>

bool guard_is_alone(const char *tracefs);
void guard_remove_stale(const char *tracefs);
char *guard_name(const char *tracefs);
char *guard_group(void);
int guard_start(const char *tracefs, const char *instance, void (*undo)(void));
void guard_stop(void);

#endif

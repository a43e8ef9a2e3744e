/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_WATCH_H
#define FGRAPH_WHY_WATCH_H

#include <stdbool.h>

#include "failures.h"

enum watch_end { WATCH_FAILED, WATCH_STOPPED, WATCH_TIMEOUT, WATCH_DONE };

enum watch_end watch(const char *pids, double seconds, bool (*take)(const struct failure *failure),
		     unsigned long *lost);

#endif

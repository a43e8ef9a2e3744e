/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_WATCH_H
#define FGRAPH_WHY_WATCH_H

#include <stdbool.h>

#include "failures.h"
#include "options.h"

enum watch_end { WATCH_FAILED, WATCH_STOPPED, WATCH_TIMEOUT, WATCH_DONE };

int watch_signals(void);
enum watch_end watch(const struct options *options, bool (*take)(const struct failure *failure),
		     unsigned long *lost);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_REPLAY_H
#define FGRAPH_WHY_REPLAY_H

#include "records.h"

int replay(const char *path, struct record_list *records);

#endif

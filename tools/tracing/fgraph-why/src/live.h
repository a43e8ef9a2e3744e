/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_LIVE_H
#define FGRAPH_WHY_LIVE_H

#include "options.h"
#include "records.h"

int live_check(void);
int live_run(const struct options *options, int (*trace)(const char *pids),
	     struct record_list *records, void (*look)(struct record_list *records));
int live_read_names(void);
int live_renew_names(void);
int live_read_text(void);
void live_use_names(const struct record *record);
int live_names(const struct record_list *records);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_INSTANCE_H
#define FGRAPH_WHY_INSTANCE_H

#include "records.h"

const char *instance_tracefs(void);
int instance_create(void);
int instance_trace(const char *pids);
int instance_start(void);
int instance_start_fd(void);
int instance_read(struct record_list *list);
int instance_wait(int fd, int timeout);
void instance_stop(void);
void instance_remove(void);

#endif

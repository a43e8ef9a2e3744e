/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_INSTANCE_H
#define FGRAPH_WHY_INSTANCE_H

#include "options.h"
#include "records.h"

const char *instance_tracefs(void);
const char *instance_caller(unsigned int i);
int instance_put(const char *path, int flags, const char *text);
int instance_create(void);
void instance_print(const char *pids, const struct options *options);
int instance_trace(const char *pids, const struct options *options);
int instance_start(void);
int instance_start_fd(void);
int instance_read(struct record_list *list);
int instance_wait(int fd, int timeout);
void instance_stop(void);
void instance_remove(void);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_INSTANCE_H
#define FGRAPH_WHY_INSTANCE_H

#include "options.h"
#include "records.h"
#include "steps.h"

const char *instance_tracefs(void);
const char *instance_caller(unsigned int i);
int instance_put(const char *folder, const char *file, int flags, const char *text);
int instance_create(const struct options *options);
void instance_print(const struct options *options, const char *pids);
int instance_trace(const char *pids);
int instance_probe(const char *pids, const struct steps *steps);
int instance_start(void);
int instance_start_fd(void);
int instance_read(struct record_list *list);
int instance_wait(int fd, int timeout);
void instance_stop(void);
void instance_remove(void);

#endif

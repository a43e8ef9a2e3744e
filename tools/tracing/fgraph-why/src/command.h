/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_COMMAND_H
#define FGRAPH_WHY_COMMAND_H

#include <sys/types.h>

char *command_find(const char *name);
pid_t command_prepare(const char *path, char **argv, int start_fd);
int command_run(void);
void command_cancel(void);
int command_fd(void);
int command_status(void);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_SYSTEM_H
#define FGRAPH_WHY_SYSTEM_H

#include <stddef.h>

/* The kernel that records are of, and the command */
struct system {
	char *release, *machine;
	/* The note section of the kernel: its build ID */
	char *notes;
	size_t notes_bytes;
	/* As it was typed, and its pid, or NULL */
	char *command;
	int pid;
};

extern struct system kernel_system;

int system_read(void);
void system_put(void);
int system_take(const char *name, const char *data, size_t bytes);

#endif

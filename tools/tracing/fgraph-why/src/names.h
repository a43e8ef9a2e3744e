/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_NAMES_H
#define FGRAPH_WHY_NAMES_H

#include <stdint.h>

struct symbol {
	uint64_t addr;
	const char *name;
	/* NULL for the kernel itself */
	const char *module;
};

int names_read(const char *path);
const struct symbol *names_find(uint64_t addr);
uint64_t names_text(void);
const char *names_syscall(const char *function);
const char *names_syscall_number(long nr);

#endif

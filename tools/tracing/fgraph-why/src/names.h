/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_NAMES_H
#define FGRAPH_WHY_NAMES_H

#include <stdbool.h>
#include <stdint.h>

/* Room for the address of a function without a name */
#define ADDRESS_BYTES	24

struct symbol {
	uint64_t addr;
	const char *name;
	/* NULL for the kernel itself */
	const char *module;
	/* A record has an address of it */
	bool used;
};

int names_read(char *all);
int names_read_text(void);
const struct symbol *names_find(uint64_t addr);
const char *names_of(uint64_t addr, char *buffer, size_t bytes);
uint64_t names_text(void);
uint64_t names_unkey(uint32_t key, int long_bytes);
void names_use(uint64_t addr);
void names_put(void);
void names_read_syscalls(char *lines);
const char *names_syscall(const char *function);
const char *names_syscall_number(long nr);
void names_put_syscalls(void);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_MODULES_H
#define FGRAPH_WHY_MODULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of a build ID. The kernel has 20 at most */
#define MOST_BUILD_ID	64

/* A section that has code, and where it is loaded */
struct module_section {
	uint64_t addr;
	char *name;
};

struct module {
	struct module *next;
	char *name;
	unsigned char id[MOST_BUILD_ID];
	size_t id_bytes;
	struct module_section *sections;
	size_t nr;
	/* It is in the file of records */
	bool saved;
};

void modules_look_into_sys(void);
unsigned int modules_round(void);
const struct module *modules_find(const char *name);
const struct module_section *modules_section(const struct module *module, const char *name);
const struct module_section *modules_section_of(const struct module *module, uint64_t addr);
char *modules_build_id(const struct module *module);
void modules_put(const char *name);
int modules_take(const char *name, char *data);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_LINES_H
#define FGRAPH_WHY_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Functions that are inlined into each other */
#define MOST_INLINED	8

struct place {
	/* Relative to the source tree of the kernel */
	const char *file;
	int line;
	/* The function that the line is in. It may be inlined */
	const char *function;
};

size_t lines_build_id(const unsigned char *notes, size_t bytes, const unsigned char **id);
bool lines_open(const char *path, const char *release, const void *notes, size_t bytes);
const char *lines_hint(void);
int lines_of(uint64_t addr, struct place *places, int most);
bool lines_declared(uint64_t addr, struct place *place);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_STEPS_H
#define FGRAPH_WHY_STEPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lines.h"

/* A statement of a function, or of one that is inlined there */
struct step {
	/* As the kernel has it. Several statements may have the same one */
	uint64_t addr;
	/* Relative to the source tree */
	char *file;
	int line;
	/* The function that it was written in */
	char *function;
	/* What the line has, or NULL */
	char *text;
	/* Its code loads the errno */
	bool loads;
	/* The line is part of a condition */
	bool decides;
};

/* Those of a function, by their addresses */
struct steps {
	struct step *steps;
	size_t nr;
	/* The function that has failed, its errno, and the number of the system call, or -1 */
	char *function;
	int error;
	long syscall;
	/* Of a function in a module: that, and the address of the function. Or NULL */
	char *module;
	uint64_t func;
};

bool steps_of(uint64_t func, int error, struct steps *steps);
uint64_t steps_base(const struct steps *steps);
int steps_made(uint64_t func, int error, struct place *places, int most);
void steps_add(struct steps *steps, const struct step *step);
int steps_write(const struct steps *steps, const char *path);
int steps_read(struct steps *steps, const char *path);

#endif

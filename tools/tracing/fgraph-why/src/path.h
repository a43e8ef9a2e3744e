/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_PATH_H
#define FGRAPH_WHY_PATH_H

#include <stdbool.h>

#include "options.h"
#include "steps.h"

/* The last hits of a call of a function that are kept */
#define MOST_HITS	400

/* How many lines a person gets */
#define MOST_SHOWN	5

/* The lines that ran, in order */
struct path {
	const struct step *lines[MOST_HITS];
	int nr;
	/* Which of them are for a person, the first one first */
	int shown[MOST_SHOWN];
	int nr_shown;
	/* Which line seems to be the one that failed, or -1 */
	int failed;
	/* How many statements the kernel takes no probe for, or -1: there are no probes */
	int refused;
};

int path_run(const struct options *options, const struct steps *steps, unsigned int behind,
	     struct path *path);
void path_choose(struct path *path, int error);

#endif

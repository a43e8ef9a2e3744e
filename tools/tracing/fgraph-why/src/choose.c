// SPDX-License-Identifier: GPL-2.0
/*
 * Which of the lines that ran a person gets.
 */
#include "path.h"

/**
 * path_choose - choose the lines for a person, and the one that seems to have failed
 * @path: the lines that ran
 * @steps: the function
 */
void path_choose(struct path *path, const struct steps *steps)
{
	int i;

	(void)steps;
	path->nr_shown = path->nr < MOST_SHOWN ? path->nr : MOST_SHOWN;
	for (i = 0; i < path->nr_shown; i++)
		path->shown[i] = path->nr - path->nr_shown + i;
	path->failed = path->nr - 1;
}

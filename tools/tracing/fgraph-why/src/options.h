/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_OPTIONS_H
#define FGRAPH_WHY_OPTIONS_H

#include <stdbool.h>

enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_FOLDED, FORMAT_CHROME };

struct options {
	/* The files of -r, --save, -k and -o, or NULL */
	const char *read, *save, *vmlinux, *output;
	enum format format;
	bool all, no_lines, wait;
	/* Of -p: with spaces between them, threads included. Or NULL */
	char *pids;
	/* Of -d, or 0 */
	double seconds;
	/* The command, or NULL */
	char **command;
};

int options_parse(struct options *options, int argc, char **argv);

#endif

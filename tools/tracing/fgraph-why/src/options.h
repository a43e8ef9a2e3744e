/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_OPTIONS_H
#define FGRAPH_WHY_OPTIONS_H

#include <stdbool.h>

enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_FOLDED, FORMAT_CHROME, FORMAT_HTML };

struct options {
	/* The files of -r, --save, -k and -o, or NULL */
	const char *read, *save, *vmlinux, *output;
	enum format format;
	bool all, no_lines, inlined, wait;
	/* -T: with what was handled. -c: only count. -q: no remarks */
	bool tree, counts, quiet;
	/* -F: not what the command starts */
	bool no_children;
	bool dry_run, top;
	enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } color;
	/* Who the command runs as, or NULL */
	const char *user;
	/* --path, the file of --path=FILE, and that of --save-path, or NULL */
	bool path;
	const char *path_list, *save_path;
	/* Of -p: with spaces between them, threads included. Or NULL */
	char *pids;
	/* Of -d, or 0 */
	double seconds;
	/* The command, or NULL */
	char **command;
};

int options_parse(struct options *options, int argc, char **argv);

#endif

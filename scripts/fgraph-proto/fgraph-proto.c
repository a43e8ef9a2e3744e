// SPDX-License-Identifier: GPL-2.0
/*
 * fgraph-proto.c - tables of prototypes for the function graph tracer
 *
 * Reads the debug information of vmlinux and of modules, and writes the return
 * type and the arguments of each function that can be traced. The format is
 * described in kernel/trace/fgraph/proto_format.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fgraph-proto.h"

static noreturn void explain(void)
{
	fprintf(stderr,
		"usage: fgraph-proto -o TABLES -f FUNCTIONS VMLINUX [MODULE.ko...]\n"
		"       fgraph-proto -m -o TABLES VMLINUX MODULE.ko...\n"
		"       fgraph-proto -l VMLINUX [MODULE.ko...]\n"
		"  -o  where to write tables\n"
		"  -f  where to write the functions of VMLINUX\n"
		"  -m  VMLINUX only tells the kernel that the modules are for\n"
		"  -l  list the prototypes of all functions, and write nothing\n"
		"  -   instead of modules: their paths come on standard input, one a line\n");
	exit(2);
}

/* Add paths from standard input: a distribution has too many modules for a command line */
static char **read_paths(char **paths, size_t *count)
{
	char **all = NULL, *line = NULL;
	size_t room = 0, i;
	ssize_t length;

	for (i = 0; i + 1 < *count; i++) {
		all = append(all, i, sizeof(*all));
		all[i] = paths[i];
	}
	while ((length = getline(&line, &room, stdin)) > 0) {
		if (line[length - 1] == '\n')
			line[--length] = 0;
		if (!length)
			continue;
		all = append(all, i, sizeof(*all));
		all[i++] = strdup(line);
	}
	if (ferror(stdin))
		fail("standard input", "modules", "it cannot be read");
	*count = i;
	return all;
}

int main(int argc, char **argv)
{
	const char *tables = NULL, *functions = NULL;
	bool list = false, modules_only = false;
	size_t i, count;
	char **paths;
	int option;

	while ((option = getopt(argc, argv, "o:f:ml")) != -1) {
		switch (option) {
		case 'o':
			tables = optarg;
			break;
		case 'f':
			functions = optarg;
			break;
		case 'm':
			modules_only = true;
			break;
		case 'l':
			list = true;
			break;
		default:
			explain();
		}
	}
	paths = argv + optind;
	count = argc - optind;
	if (count > 1 && !strcmp(paths[count - 1], "-"))
		paths = read_paths(paths, &count);
	if (!count || (!list && (!tables || (!functions && !modules_only))))
		explain();

	/* A build must not fetch debug information from a server */
	unsetenv("DEBUGINFOD_URLS");
	elf_version(EV_CURRENT);
	if (!list)
		begin_tables(count);
	for (i = 0; i < count; i++) {
		struct object object = { .path = paths[i], .is_module = i };

		read_id(&object);
		if (i || !modules_only) {
			open_debug(&object);
			read_elf(&object);
			read_descriptions(&object);
		}
		if (list)
			list_object(&object);
		else
			put_object(&object, i ? NULL : functions);
		forget_object(&object);
	}
	if (!list)
		end_tables(tables);
	return 0;
}

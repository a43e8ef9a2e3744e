// SPDX-License-Identifier: GPL-2.0
/*
 * fgraph-proto.c - tables of prototypes for the function graph tracer
 *
 * Reads the debug information of vmlinux and of modules, and writes the return
 * type and the arguments of each function that can be traced. The format is
 * described in kernel/trace/fgraph_proto_format.h.
 */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fgraph-proto.h"

/* Say which file, what of it, and why. Nothing was written then */
noreturn void fail(const char *file, const char *what, const char *why)
{
	errx(1, "%s: %s: %s", file, what, why ?: "unknown error");
}

void *allocate(size_t bytes)
{
	void *memory = calloc(1, bytes ?: 1);

	if (!memory)
		err(1, "no memory");
	return memory;
}

/* Room for one more in an array of @count. It grows at powers of 2 */
void *append(void *array, size_t count, size_t each)
{
	if (count & (count - 1))
		return array;
	array = realloc(array, (count ? 2 * count : 1) * each);
	if (!array)
		err(1, "no memory");
	return array;
}

static noreturn void explain(void)
{
	fprintf(stderr,
		"usage: fgraph-proto -o TABLES -f FUNCTIONS VMLINUX [MODULE.ko...]\n"
		"       fgraph-proto -m -o TABLES VMLINUX MODULE.ko...\n"
		"       fgraph-proto -l VMLINUX [MODULE.ko...]\n"
		"  -o  where to write tables\n"
		"  -f  where to write the functions of VMLINUX\n"
		"  -m  VMLINUX only tells the kernel that the modules are for\n"
		"  -l  list the prototypes of all functions, and write nothing\n");
	exit(2);
}

int main(int argc, char **argv)
{
	const char *tables = NULL, *functions = NULL;
	bool list = false, modules_only = false;
	struct object **objects;
	size_t i, count;
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
	count = argc - optind;
	if (!count || (!list && (!tables || (!functions && !modules_only))))
		explain();

	elf_version(EV_CURRENT);
	objects = allocate(count * sizeof(*objects));
	for (i = 0; i < count; i++) {
		objects[i] = allocate(sizeof(**objects));
		objects[i]->path = argv[optind + i];
		objects[i]->is_module = i;
		read_elf(objects[i]);
		if (!i && modules_only)
			objects[i]->nr_sites = 0;
		else
			read_descriptions(objects[i]);
		if (list)
			list_object(objects[i]);
	}
	if (!list)
		write_tables(objects, count, tables, functions);
	return 0;
}

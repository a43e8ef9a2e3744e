// SPDX-License-Identifier: GPL-2.0
/*
 * Records of a file that --save has written.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "args.h"
#include "failures.h"
#include "modules.h"
#include "names.h"
#include "replay.h"
#include "saved.h"
#include "system.h"
#include "util.h"

static struct record_list *list;
static bool have_names;

/* The names point into it, so it stays */
static char *keep(const char *data, size_t bytes)
{
	return memcpy(xrealloc(NULL, bytes + 1), data, bytes + 1);
}

static int take(const char *name, char *data, size_t bytes)
{
	unsigned int cpu;
	char rest;

	if (!strncmp(name, "events/", 7))
		return records_describe(name, data);
	if (sscanf(name, "page %u%c", &cpu, &rest) == 1)
		return records_are_described() ? records_add_page(list, cpu, data, bytes) : -1;
	if (!strncmp(name, "module ", 7))
		return modules_take(name + 7, data);
	if (!strcmp(name, "names")) {
		if (have_names)
			return -1;
		have_names = true;
		return names_read(keep(data, bytes));
	}
	if (!strcmp(name, "syscalls")) {
		/* If there are none, nothing points to it */
		names_read_syscalls(bytes ? keep(data, bytes) : data);
		return 0;
	}
	if (!strcmp(name, "arguments")) {
		args_read(keep(data, bytes));
		return 0;
	}
	if (!strcmp(name, "tasks")) {
		failures_read_names(data);
		return 0;
	}
	/* A later version may have more */
	system_take(name, data, bytes);
	return 0;
}

/**
 * replay - read a file of records
 * @path: the file
 * @records: gets the records
 *
 * Return: 0, or -1. Then a message was printed
 */
int replay(const char *path, struct record_list *records)
{
	list = records;
	if (!saved_read(path, take) && have_names)
		return 0;
	complain("%s: %s", path, errno == EINVAL ? "not a whole file of fgraph-why --save" :
						   strerror(errno));
	return -1;
}

// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel that records are of: this one, or that of a file of records.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "saved.h"
#include "system.h"
#include "util.h"

struct system kernel_system;

static char *copy(const char *data, size_t bytes)
{
	char *text = xrealloc(NULL, bytes + 1);

	memcpy(text, data, bytes);
	text[bytes] = '\0';
	return text;
}

/**
 * system_read - learn about the kernel that runs
 *
 * Return: 0, or -1 with errno set
 */
int system_read(void)
{
	struct utsname name;

	if (uname(&name))
		return -1;
	kernel_system.release = copy(name.release, strlen(name.release));
	kernel_system.machine = copy(name.machine, strlen(name.machine));
	/* Without it, there will be no lines */
	kernel_system.notes = read_file("/sys/kernel/notes", &kernel_system.notes_bytes);
	return 0;
}

/**
 * system_put - write what is known to a file of records
 */
void system_put(void)
{
	char pid[16];

	saved_put("release", kernel_system.release, strlen(kernel_system.release));
	saved_put("machine", kernel_system.machine, strlen(kernel_system.machine));
	if (kernel_system.notes)
		saved_put("notes", kernel_system.notes, kernel_system.notes_bytes);
	if (!kernel_system.command)
		return;
	saved_put("command", kernel_system.command, strlen(kernel_system.command));
	snprintf(pid, sizeof(pid), "%d", kernel_system.pid);
	saved_put("pid", pid, strlen(pid));
}

/**
 * system_take - take a part of a file of records
 * @name: of the part
 * @data: the part
 * @bytes: its size
 *
 * Return: whether it is one of system_put()
 */
int system_take(const char *name, const char *data, size_t bytes)
{
	static const struct {
		const char *name;
		char **to;
	} parts[] = {
		{ "release", &kernel_system.release }, { "machine", &kernel_system.machine },
		{ "command", &kernel_system.command }, { "notes", &kernel_system.notes },
	};
	size_t i;

	if (!strcmp(name, "pid")) {
		kernel_system.pid = atoi(data);
		return 1;
	}
	for (i = 0; i < ARRAY_SIZE(parts); i++) {
		if (strcmp(name, parts[i].name))
			continue;
		free(*parts[i].to);
		*parts[i].to = copy(data, bytes);
		if (parts[i].to == &kernel_system.notes)
			kernel_system.notes_bytes = bytes;
		return 1;
	}
	return 0;
}

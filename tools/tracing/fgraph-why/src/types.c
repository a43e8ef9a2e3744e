// SPDX-License-Identifier: GPL-2.0
/*
 * Types of functions: with them, the kernel knows better where an error was made. They are in
 * BTF, or in the module fgraph_prototypes. The module is loaded if there is one, and removed by
 * the last fgraph-why that ends.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "guard.h"
#include "types.h"
#include "util.h"

#define MODULE	"fgraph_prototypes"
/* It was loaded by an fgraph-why */
#define MARK	"/run/fgraph-why.types"

static const char *where;
static bool untyped;

static bool is_loaded(void)
{
	return !access("/sys/module/" MODULE, F_OK);
}

static void load(void)
{
	pid_t pid;
	int fd;

	fflush(NULL);
	pid = fork();
	if (!pid) {
		fd = open("/dev/null", O_RDWR | O_CLOEXEC);
		dup2(fd, STDOUT_FILENO);
		dup2(fd, STDERR_FILENO);
		execlp("modprobe", "modprobe", "-q", MODULE, NULL);
		execl("/sbin/modprobe", "modprobe", "-q", MODULE, NULL);
		_exit(1);
	}
	if (pid > 0)
		waitpid(pid, NULL, 0);
}

/* Its first lines count the functions with a type */
static bool has_btf(const char *tracefs)
{
	char *path = xasprintf("%s/function_prototypes", tracefs), line[128];
	FILE *file = fopen(path, "re");
	unsigned long nr = 0;

	free(path);
	while (file && !nr && fgets(line, sizeof(line), file) && line[0] == '#')
		sscanf(line, "# BTF: %lu", &nr);
	if (file)
		fclose(file);
	return nr;
}

/**
 * types_load - see that the kernel has types, if it can have any
 * @tracefs: where tracefs is. It has to stay
 */
void types_load(const char *tracefs)
{
	int mark;

	where = tracefs;
	if (is_loaded())
		return;
	/* Without a mark, nobody would remove it */
	mark = open(MARK, O_CREAT | O_CLOEXEC | O_WRONLY, 0600);
	if (mark >= 0) {
		close(mark);
		load();
		if (is_loaded())
			return;
		unlink(MARK);
	}
	untyped = access("/sys/kernel/btf/vmlinux", F_OK) || !has_btf(tracefs);
}

/**
 * types_unload - remove the module, if an fgraph-why has loaded it and this is the last one
 */
void types_unload(void)
{
	if (access(MARK, F_OK) || !guard_is_alone(where))
		return;
	syscall(SYS_delete_module, MODULE, O_NONBLOCK);
	unlink(MARK);
}

/**
 * types_hint - what to do for types
 *
 * Return: a line for the report, or NULL if there are types
 */
const char *types_hint(void)
{
	return untyped ? "no types of functions, so origins are less sure: modprobe " MODULE : NULL;
}

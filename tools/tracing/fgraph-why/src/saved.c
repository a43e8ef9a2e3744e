// SPDX-License-Identifier: GPL-2.0
/*
 * Files of records: what was read from a kernel, part by part, for another machine or a later
 * report. A part is a line "NAME BYTES", so many bytes, and a newline.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "saved.h"
#include "util.h"

#define MAGIC	"fgraph-why records 1\n"

static FILE *file;

/**
 * saved_create - begin a file
 * @path: its name. What it had is lost
 *
 * Return: 0, or -1 with errno set
 */
int saved_create(const char *path)
{
	/* The command has its own files */
	file = fopen(path, "we");
	if (!file)
		return -1;
	fputs(MAGIC, file);
	return 0;
}

/**
 * saved_is_begun - whether there is a file to write parts to
 *
 * Return: true if so
 */
bool saved_is_begun(void)
{
	return file;
}

/**
 * saved_put - write a part, if a file was begun
 * @name: what it is. It has no newline
 * @data: the part
 * @bytes: its size
 *
 * An error is told by saved_close().
 */
void saved_put(const char *name, const void *data, size_t bytes)
{
	if (!file)
		return;
	fprintf(file, "%s %zu\n", name, bytes);
	fwrite(data, 1, bytes, file);
	putc('\n', file);
}

/**
 * saved_close - end the file, if one was begun
 *
 * Return: 0, or -1 with errno set if it is not whole
 */
int saved_close(void)
{
	int failed;

	if (!file)
		return 0;
	failed = ferror(file);
	if (fclose(file))
		return -1;
	file = NULL;
	if (failed)
		errno = ENOSPC;
	return failed ? -1 : 0;
}

/**
 * saved_read - read a file
 * @path: its name
 * @take: is called for each part, in turn. The part has a 0 behind it, and may be changed
 *
 * Return: 0, or -1 with errno set: EINVAL if it is no such file or if @take has failed
 */
int saved_read(const char *path, int (*take)(const char *name, char *data, size_t bytes))
{
	size_t bytes;
	char *all = read_file(path, &bytes), *at, *end;
	int ret = -1;

	if (!all)
		return -1;
	errno = EINVAL;
	if (strncmp(all, MAGIC, strlen(MAGIC)))
		goto out;

	at = all + strlen(MAGIC);
	end = all + bytes;
	while (at < end) {
		char *newline = memchr(at, '\n', end - at), *space, *rest;
		unsigned long size;

		if (!newline)
			goto out;
		*newline = '\0';
		space = strrchr(at, ' ');
		if (!space || space - at >= SAVED_NAME)
			goto out;
		*space = '\0';
		size = strtoul(space + 1, &rest, 10);
		if (*rest || rest == space + 1 || size >= (size_t)(end - newline - 1) ||
		    newline[1 + size] != '\n')
			goto out;
		newline[1 + size] = '\0';
		if (take(at, newline + 1, size)) {
			errno = EINVAL;
			goto out;
		}
		at = newline + 1 + size + 1;
	}
	ret = 0;
out:
	free(all);
	return ret;
}

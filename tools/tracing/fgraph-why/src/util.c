// SPDX-License-Identifier: GPL-2.0
/*
 * Memory, files and messages.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util.h"

/**
 * complain - print a message of fgraph-why itself
 * @format: as printf() has it. It says what is wrong, and what to type next
 */
void complain(const char *format, ...)
{
	va_list args;

	fprintf(stderr, "fgraph-why: ");
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fprintf(stderr, "\n");
}

/**
 * xrealloc - realloc(), or end
 * @old: what realloc() or xrealloc() gave, or NULL
 * @bytes: how many it has to have
 *
 * Return: the memory
 */
void *xrealloc(void *old, size_t bytes)
{
	void *new = realloc(old, bytes);

	if (!new && bytes) {
		complain("no memory for %zu bytes", bytes);
		exit(STATUS_FAILED);
	}
	return new;
}

/**
 * xgrow - make room for one more
 * @array: what this gave, or NULL
 * @nr: how many elements it has
 * @bytes: the size of an element
 *
 * There is twice as much room whenever the number is a power of two. So how much there is need
 * not be kept.
 *
 * Return: the array
 */
void *xgrow(void *array, size_t nr, size_t bytes)
{
	return nr & (nr - 1) ? array : xrealloc(array, (nr ? nr * 2 : 1) * bytes);
}

/**
 * xasprintf - asprintf(), or end
 * @format: as printf() has it
 *
 * Return: the string. free() it
 */
char *xasprintf(const char *format, ...)
{
	va_list args;
	char *text;
	int ret;

	va_start(args, format);
	ret = vasprintf(&text, format, args);
	va_end(args);
	if (ret < 0) {
		complain("no memory for a string");
		exit(STATUS_FAILED);
	}
	return text;
}

/**
 * printable - a name that a terminal can have
 * @text: any bytes. Tasks name themselves, and files of records come from anywhere
 *
 * Return: the name, with bytes that are no ASCII characters in octal, as strace has them.
 *	free() it
 */
char *printable(const char *text)
{
	char *clean = xrealloc(NULL, strlen(text) * strlen("\\000") + 1), *at = clean;

	for (; *text; text++) {
		if (*text >= ' ' && *text <= '~')
			*at++ = *text;
		else
			at += sprintf(at, "\\%03o", (unsigned char)*text);
	}
	*at = '\0';
	return clean;
}

/**
 * read_file - read a whole file
 * @path: its name. Files of /proc and tracefs tell no size
 * @bytes: gets how many it has, or is NULL
 *
 * Return: what it has, with a 0 behind it, or NULL with errno set. free() it
 */
char *read_file(const char *path, size_t *bytes)
{
	size_t used = 0, room = 1 << 16;
	char *all = xrealloc(NULL, room);
	ssize_t got;
	int fd;

	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		goto failed;

	for (;;) {
		got = read(fd, all + used, room - used - 1);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			break;
		used += got;
		if (room - used < 1 << 15) {
			room *= 2;
			all = xrealloc(all, room);
		}
	}
	close(fd);
	if (got < 0)
		goto failed;
	all[used] = '\0';
	if (bytes)
		*bytes = used;
	return all;

failed:
	free(all);
	return NULL;
}

/**
 * write_file - write to a file of tracefs, in one write
 * @path: its name
 * @flags: more flags of open()
 * @text: what to write
 *
 * Return: 0, or -1 with errno set
 */
int write_file(const char *path, int flags, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC | flags), error = 0;
	size_t length = strlen(text);

	if (fd < 0)
		return -1;
	if (write(fd, text, length) != (ssize_t)length)
		error = errno ?: EIO;
	close(fd);
	errno = error;
	return error ? -1 : 0;
}

// SPDX-License-Identifier: GPL-2.0
/*
 * Errors: which one a return value is, and what it is called.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "errors.h"
#include "util.h"

/* Those that the kernel has for itself (include/linux/errno.h) */
static const struct {
	int error;
	const char *name;
} inner[] = {
	{ 512, "ERESTARTSYS" }, { 513, "ERESTARTNOINTR" }, { 514, "ERESTARTNOHAND" },
	{ 515, "ENOIOCTLCMD" }, { 516, "ERESTART_RESTARTBLOCK" }, { 517, "EPROBE_DEFER" },
	{ 518, "EOPENSTALE" }, { 519, "ENOPARAM" }, { 521, "EBADHANDLE" }, { 522, "ENOTSYNC" },
	{ 523, "EBADCOOKIE" }, { 524, "ENOTSUPP" }, { 525, "ETOOSMALL" }, { 526, "ESERVERFAULT" },
	{ 527, "EBADTYPE" }, { 528, "EJUKEBOX" }, { 529, "EIOCBQUEUED" },
	{ 530, "ERECALLCONFLICT" }, { 531, "ENOGRACE" },
};

/* A signal came. User space sees EINTR, or the call is made again */
static bool is_restart(int error)
{
	return (error >= 512 && error <= 514) || error == 516;
}

/**
 * error_of - the error that a register has
 * @value: a return value, of a register of @long_bytes
 * @long_bytes: 4 or 8
 *
 * An int may have an upper half of zeros on a machine of 64 bits (How a value is printed,
 * in Documentation/trace/fgraph-retval.rst).
 *
 * Return: 1 to MAX_ERRNO, or 0 if it is none
 */
int error_of(uint64_t value, int long_bytes)
{
	int64_t wide = value;

	if (long_bytes == 4 || !(value >> 32))
		wide = (int32_t)value;
	return wide < 0 && wide >= -MAX_ERRNO ? -wide : 0;
}

/**
 * error_name - the name of an error
 * @error: 1 to MAX_ERRNO
 *
 * Return: as ENOENT, or its number. It is valid until the next call
 */
const char *error_name(int error)
{
	const char *name = strerrorname_np(error);
	static char number[16];
	size_t i;

	for (i = 0; !name && i < ARRAY_SIZE(inner); i++) {
		if (inner[i].error == error)
			name = inner[i].name;
	}
	if (name)
		return name;
	snprintf(number, sizeof(number), "%d", error);
	return number;
}

/**
 * error_text - what an error means
 * @error: 1 to MAX_ERRNO
 *
 * Return: as "No such file or directory"
 */
const char *error_text(int error)
{
	if (is_restart(error))
		return "EINTR, or the call is made again";
	return strerrorname_np(error) ? strerror(error) : "an error within the kernel";
}

/**
 * error_number - the errno of a name
 * @name: as ENOENT, or a number, with a minus in front or without
 *
 * Return: 1 to MAX_ERRNO, or 0 if there is none of that name
 */
int error_number(const char *name)
{
	long number;
	char *end;
	int i;

	name += *name == '-';
	number = strtol(name, &end, 10);
	if (end != name && !*end)
		return number > 0 && number <= MAX_ERRNO ? number : 0;
	for (i = 1; i <= MAX_ERRNO; i++) {
		const char *known = error_name(i);

		if (known[0] == 'E' && !strcmp(known, name))
			return i;
	}
	return 0;
}

/**
 * error_is_like - whether the kernel takes an error for another one
 * @error: 1 to MAX_ERRNO
 * @other: the other one
 *
 * Return: true for EINTR and the restarts, which user space sees as EINTR or not at all
 */
bool error_is_like(int error, int other)
{
	return (is_restart(error) || error == EINTR) && (is_restart(other) || other == EINTR);
}

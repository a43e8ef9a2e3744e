// SPDX-License-Identifier: GPL-2.0
/*
 * memory.c - memory that grows, and the message with which fgraph-proto ends
 */
#include <err.h>
#include <stdlib.h>

#include "fgraph-proto.h"

/* Exit with a message: the file, the part of it, and the reason. No tables are written */
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

/* Make room for one more element in an array of @count. The array grows at powers of 2 */
void *append(void *array, size_t count, size_t each)
{
	if (count & (count - 1))
		return array;
	array = realloc(array, (count ? 2 * count : 1) * each);
	if (!array)
		err(1, "no memory");
	return array;
}

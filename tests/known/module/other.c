// SPDX-License-Identifier: GPL-2.0
/*
 * other.c - functions that others have the names of, with other types
 */
#include <linux/compiler.h>
#include <linux/errno.h>

#include "other.h"

/* functions.c has one that returns an int */
static noipa u32 known_same(void)
{
	barrier();
	return -EINVAL;
}

u32 call_other_same(void)
{
	u32 got = known_same();

	barrier();
	return got;
}

/* The kernel has one that returns a pointer */
static noipa s16 path_openat(void)
{
	barrier();
	return 0x1234;
}

s16 call_other_path_openat(void)
{
	s16 got = path_openat();

	barrier();
	return got;
}

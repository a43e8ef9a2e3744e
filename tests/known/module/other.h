/* SPDX-License-Identifier: GPL-2.0 */
/*
 * other.h - what functions.c calls in other.c
 */
#include <linux/types.h>

/* What other functions of its file know of such a function ends at its prototype */
#define noipa __attribute__((__noipa__))

u32 call_other_same(void);
s16 call_other_path_openat(void);

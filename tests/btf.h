/* SPDX-License-Identifier: GPL-2.0 */
/* For programs of guests: does the kernel know types without a module of tables? */
#include <stdbool.h>
#include <unistd.h>

static bool has_btf(void)
{
	return !access("/sys/kernel/btf/vmlinux", F_OK);
}

// SPDX-License-Identifier: GPL-2.0
/*
 * syscall.c - find the arguments of a system call
 *
 * SYSCALL_DEFINE() makes several functions of a system call. The one that is called with the
 * arguments has the prefix __do_sys_, and is nearly always inlined. It has their names and
 * types. On x86 and arm64, the function that is traced gets a pointer to the registers of the
 * user. On arm and riscv, it gets the arguments, all of them as long.
 */
#include <stdio.h>
#include <string.h>

#include "fgraph-proto.h"

#define USER(n)	(FGRAPH_PLACE_USER | (n))
#define LOW(n)	(FGRAPH_PLACE_USER_LOW | (n))

/* Where struct pt_regs has the arguments of a system call */
static const __u16 x64[] = { USER(14), USER(13), USER(12), USER(7), USER(9), USER(8) };
static const __u16 ia32[] = { LOW(5), LOW(11), LOW(12), LOW(13), LOW(14), LOW(4) };
static const __u16 first[] = { USER(0), USER(1), USER(2), USER(3), USER(4), USER(5) };

static const struct wrapper {
	int machine;
	const char *prefix;
	const char *inlined;
	const __u16 *user;
} wrappers[] = {
	{ EM_X86_64, "__x64_sys_", "__do_sys_", x64 },
	{ EM_X86_64, "__x64_compat_sys_", "__do_compat_sys_", x64 },
	{ EM_X86_64, "__ia32_sys_", "__do_sys_", ia32 },
	{ EM_X86_64, "__ia32_compat_sys_", "__do_compat_sys_", ia32 },
	{ EM_386, "__ia32_sys_", "__do_sys_", first },
	{ EM_AARCH64, "__arm64_sys_", "__do_sys_", first },
	{ EM_AARCH64, "__arm64_compat_sys_", "__do_compat_sys_", first },
	{ EM_ARM, "__se_sys_", "__do_sys_", NULL },
	{ EM_RISCV, "__se_sys_", "__do_sys_", NULL },
	{ EM_RISCV, "__se_compat_sys_", "__do_compat_sys_", NULL },
};

/* On x86, a system call without arguments has a pointer that is not used */
static const struct description nothing;

static bool is_unused(const struct description *description)
{
	const char *name = description->nr == 1 ? description->arguments[0].name : NULL;

	return name && !strcmp(name, "__unused");
}

/**
 * find_system_call - find the arguments of a system call
 * @object: the object that has the function
 * @answer: the function. Not changed if it is no system call
 */
void find_system_call(const struct object *object, struct answer *answer)
{
	const char *name = answer->description->name;
	const struct description *declared;
	const struct wrapper *wrapper;
	char inlined[512];
	size_t i, length;

	if (strstr(name, "_sys_") && is_unused(answer->description)) {
		answer->signature = &nothing;
		return;
	}
	for (i = 0; i < sizeof(wrappers) / sizeof(*wrappers); i++) {
		wrapper = &wrappers[i];
		length = strlen(wrapper->prefix);
		if (wrapper->machine != object->machine || strncmp(name, wrapper->prefix, length))
			continue;
		snprintf(inlined, sizeof(inlined), "%s%s", wrapper->inlined, name + length);
		declared = find_in_unit(object, inlined, answer->description->unit);
		if (!declared)
			return;
		answer->signature = declared;
		answer->user = wrapper->user;
		answer->is_unnamed = false;
		return;
	}
}

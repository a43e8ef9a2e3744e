// SPDX-License-Identifier: GPL-2.0
/*
 * Names of addresses, from /proc/kallsyms, and of system calls.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

#include "names.h"
#include "util.h"

static struct symbol *symbols;
static size_t nr_symbols;
static uint64_t text;

/* kallsyms has the symbols of an address one after another, and the kernel takes the first */
static int compare(const void *a, const void *b)
{
	const struct symbol *left = a, *right = b;

	if (left->addr != right->addr)
		return left->addr < right->addr ? -1 : 1;
	return left->name < right->name ? -1 : left->name > right->name;
}

static void add(uint64_t addr, const char *name, const char *module)
{
	static size_t room;

	if (nr_symbols == room) {
		room = room ? room * 2 : 1 << 14;
		symbols = xrealloc(symbols, room * sizeof(*symbols));
	}
	symbols[nr_symbols++] = (struct symbol){ addr, name, module };
}

/* A line is "ADDRESS TYPE NAME", and "\t[MODULE]" for one of a module */
static void add_line(char *line)
{
	char *name, *module, *end;
	uint64_t addr = strtoull(line, &end, 16);

	if (end == line || end[0] != ' ' || !end[1] || end[2] != ' ')
		return;
	name = end + 3;
	module = strchr(name, '\t');
	if (module) {
		*module++ = '\0';
		if (*module == '[')
			module++;
		module[strcspn(module, "]")] = '\0';
	}
	if (!strcmp(name, "_text"))
		text = addr;
	if (addr && strchr("tTwW", end[1]))
		add(addr, name, module);
}

/**
 * names_read - read the names of addresses
 * @path: a file as /proc/kallsyms
 *
 * Return: 0, or -1 with errno set. EPERM if the file has no addresses, as for users who are
 *	not root.
 */
int names_read(const char *path)
{
	size_t i, distinct = 0;
	char *all, *line, *next;

	all = read_file(path);
	if (!all)
		return -1;

	/* The names stay where they are. So their order is that of the file */
	for (line = all; *line; line = next) {
		next = strchrnul(line, '\n');
		if (*next)
			*next++ = '\0';
		add_line(line);
	}
	if (!nr_symbols) {
		errno = EPERM;
		return -1;
	}

	qsort(symbols, nr_symbols, sizeof(*symbols), compare);
	for (i = 0; i < nr_symbols; i++) {
		if (!distinct || symbols[distinct - 1].addr != symbols[i].addr)
			symbols[distinct++] = symbols[i];
	}
	nr_symbols = distinct;
	return 0;
}

/**
 * names_find - find the function that an address belongs to
 * @addr: an address of it, or behind it
 *
 * Return: the last function that begins at @addr or before it, or NULL
 */
const struct symbol *names_find(uint64_t addr)
{
	size_t low = 0, high = nr_symbols;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (symbols[middle].addr <= addr)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? &symbols[low - 1] : NULL;
}

/**
 * names_text - where the kernel begins
 *
 * Return: the address of _text, to which the keys of origins are relative
 */
uint64_t names_text(void)
{
	return text;
}

/**
 * names_syscall - the system call of a function
 * @function: the name of a function
 *
 * Return: the end of @function, or NULL if no system call begins with it
 */
const char *names_syscall(const char *function)
{
	static const char * const prefixes[] = {
		"__ia32_compat_sys_", "__arm64_compat_sys_", "__se_compat_sys_", "compat_sys_",
		"__x64_sys_", "__ia32_sys_", "__arm64_sys_", "__se_sys_", "sys_"
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(prefixes); i++) {
		size_t length = strlen(prefixes[i]);

		if (!strncmp(function, prefixes[i], length) && function[length])
			return function + length;
	}
	return NULL;
}

static const struct {
	long nr;
	const char *name;
} syscalls[] = {
#include "syscalls.inc"
};

/**
 * names_syscall_number - the name of a system call by its number
 * @nr: as of the machine that this program was built for
 *
 * Return: the name, or NULL
 */
const char *names_syscall_number(long nr)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(syscalls); i++) {
		if (syscalls[i].nr == nr)
			return syscalls[i].name;
	}
	return NULL;
}

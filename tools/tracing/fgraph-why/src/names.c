// SPDX-License-Identifier: GPL-2.0
/*
 * Names of addresses, from /proc/kallsyms, and of system calls.
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

#include "modules.h"
#include "names.h"
#include "saved.h"
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
	symbols = xgrow(symbols, nr_symbols, sizeof(*symbols));
	symbols[nr_symbols++] = (struct symbol){ addr, name, module, false };
}

/* Of the assembler. Modules have them, and the kernel takes them for no names either */
static bool is_mark(const char *name)
{
	if (name[0] == '.' && name[1] == 'L')
		return true;
	if (name[0] != '$' || !name[1])
		return false;
	return (strchr("axtd", name[1]) && (!name[2] || name[2] == '.')) ||
	       !strncmp(name, "$xrv", 4);
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
	if (!strcmp(name, "_stext"))
		text = addr;
	if (addr && strchr("tTwW", end[1]) && !is_mark(name))
		add(addr, name, module);
}

/**
 * names_read - read the names of addresses
 * @all: what a file as /proc/kallsyms has. It is changed, and has to stay
 *
 * Names that were read before are forgotten.
 *
 * Return: 0, or -1 if there are no addresses, as for users who are not root
 */
int names_read(char *all)
{
	struct symbol *before = symbols;
	size_t nr_before = nr_symbols, i, distinct = 0;
	char *line, *next;

	symbols = NULL;
	nr_symbols = 0;

	/* The names stay where they are. So their order is that of the file */
	for (line = all; *line; line = next) {
		next = strchrnul(line, '\n');
		if (*next)
			*next++ = '\0';
		add_line(line);
	}
	if (!nr_symbols)
		return -1;

	qsort(symbols, nr_symbols, sizeof(*symbols), compare);
	for (i = 0; i < nr_symbols; i++) {
		if (!distinct || symbols[distinct - 1].addr != symbols[i].addr)
			symbols[distinct++] = symbols[i];
	}
	nr_symbols = distinct;
	for (i = 0; i < nr_before; i++) {
		if (before[i].used)
			names_use(before[i].addr);
	}
	free(before);
	return 0;
}

/**
 * names_read_text - read where the kernel begins
 *
 * Return: 0, or -1 if it is not known
 */
int names_read_text(void)
{
	FILE *file = fopen("/proc/kallsyms", "re");
	char line[256], name[128];
	uint64_t addr;

	while (file && !text && fgets(line, sizeof(line), file)) {
		if (sscanf(line, "%" SCNx64 " %*c %127s", &addr, name) == 2 &&
		    !strcmp(name, "_stext"))
			text = addr;
	}
	if (file)
		fclose(file);
	return text ? 0 : -1;
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
 * names_of - the name of a function
 * @addr: an address of it, or behind it
 * @buffer: where to put the address if it has none
 * @bytes: the size of @buffer
 *
 * Return: the name, or @buffer
 */
const char *names_of(uint64_t addr, char *buffer, size_t bytes)
{
	const struct symbol *symbol = names_find(addr);

	if (symbol)
		return symbol->name;
	snprintf(buffer, bytes, "0x%" PRIx64, addr);
	return buffer;
}

/**
 * names_text - where the kernel begins
 *
 * Return: the address of _stext
 */
uint64_t names_text(void)
{
	return text;
}

/**
 * names_unkey - the address of a function from its key
 * @key: the lower half of the address, or 0
 * @long_bytes: how wide an address is, 4 or 8
 *
 * All functions are closer to _stext than 2 GiB.
 *
 * Return: the address, or 0
 */
uint64_t names_unkey(uint32_t key, int long_bytes)
{
	if (!key || long_bytes == 4)
		return key;
	return text + (int32_t)(key - (uint32_t)text);
}

/**
 * names_use - have a symbol written by names_put()
 * @addr: an address of a function, or behind it
 */
void names_use(uint64_t addr)
{
	struct symbol *symbol = (struct symbol *)names_find(addr);

	if (symbol)
		symbol->used = true;
}

/**
 * names_put - write the symbols that are used, and their modules, to a file of records
 */
void names_put(void)
{
	size_t i, bytes;
	char *lines;
	FILE *out = open_memstream(&lines, &bytes);

	if (!out)
		return;
	fprintf(out, "%016" PRIx64 " T _stext\n", text);
	for (i = 0; i < nr_symbols; i++) {
		if (!symbols[i].used)
			continue;
		fprintf(out, "%016" PRIx64 " t %s", symbols[i].addr, symbols[i].name);
		if (symbols[i].module) {
			fprintf(out, "\t[%s]", symbols[i].module);
			modules_put(symbols[i].module);
		}
		fprintf(out, "\n");
	}
	if (!fclose(out))
		saved_put("names", lines, bytes);
	free(lines);
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
		"__ia32_sys_ia32_", "__x64_sys_", "__ia32_sys_", "__arm64_sys_", "__se_sys_", "sys_"
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(prefixes); i++) {
		size_t length = strlen(prefixes[i]);

		if (!strncmp(function, prefixes[i], length) && function[length])
			return function + length;
	}
	return NULL;
}

struct syscall {
	long nr;
	const char *name;
};

static const struct syscall syscalls_here[] = {
#include "syscalls.inc"
};

/* Those of a file of records */
static struct syscall *syscalls;
static size_t nr_syscalls;

static const char *find_syscall(const struct syscall *list, size_t size, long nr)
{
	size_t i;

	for (i = 0; i < size; i++) {
		if (list[i].nr == nr)
			return list[i].name;
	}
	return NULL;
}

/**
 * names_read_syscalls - have system calls as a file of records names them
 * @lines: "NUMBER NAME" lines. They are changed, and have to stay
 */
void names_read_syscalls(char *lines)
{
	char *next;

	for (; *lines; lines = next) {
		char *name;
		long nr = strtol(lines, &name, 10);

		next = strchrnul(lines, '\n');
		if (*next)
			*next++ = '\0';
		if (name == lines || *name != ' ')
			continue;
		syscalls = xgrow(syscalls, nr_syscalls, sizeof(*syscalls));
		syscalls[nr_syscalls++] = (struct syscall){ nr, name + 1 };
	}
	/* That machine may be another one. There are none but these */
	if (!syscalls)
		syscalls = xrealloc(NULL, sizeof(*syscalls));
}

/**
 * names_syscall_number - the name of a system call by its number
 * @nr: as of the machine of the records
 *
 * Return: the name, or NULL
 */
const char *names_syscall_number(long nr)
{
	if (syscalls)
		return find_syscall(syscalls, nr_syscalls, nr);
	return find_syscall(syscalls_here, ARRAY_SIZE(syscalls_here), nr);
}

/**
 * names_put_syscalls - write the system calls of this machine to a file of records
 */
void names_put_syscalls(void)
{
	size_t bytes, i;
	char *lines;
	FILE *out = open_memstream(&lines, &bytes);

	if (!out)
		return;
	for (i = 0; i < ARRAY_SIZE(syscalls_here); i++)
		fprintf(out, "%ld %s\n", syscalls_here[i].nr, syscalls_here[i].name);
	if (!fclose(out))
		saved_put("syscalls", lines, bytes);
	free(lines);
}

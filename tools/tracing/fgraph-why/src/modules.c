// SPDX-License-Identifier: GPL-2.0
/*
 * Modules of the kernel that records are of: where their code is, and their build IDs. They come
 * from /sys/module, or from a file of records. There, the part "module NAME" has a line "build ID",
 * and a line "ADDRESS SECTION" for each section of code. All numbers are hexadecimal.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lines.h"
#include "modules.h"
#include "saved.h"
#include "util.h"

static struct module *modules;
static bool of_this_kernel;
static unsigned int rounds;

static struct module *add_module(const char *name)
{
	struct module *module = xrealloc(NULL, sizeof(*module));

	memset(module, 0, sizeof(*module));
	module->name = strdup(name);
	module->next = modules;
	modules = module;
	return module;
}

static void add_section(struct module *module, const char *name, uint64_t addr)
{
	module->sections = xgrow(module->sections, module->nr, sizeof(*module->sections));
	module->sections[module->nr++] = (struct module_section){ addr, strdup(name) };
}

/* Takes the first one away */
static void remove_module(void)
{
	struct module *module = modules;
	size_t i;

	modules = module->next;
	for (i = 0; i < module->nr; i++)
		free(module->sections[i].name);
	free(module->sections);
	free(module->name);
	free(module);
}

/**
 * modules_look_into_sys - have modules as they are loaded now
 *
 * What is known from before is forgotten.
 */
void modules_look_into_sys(void)
{
	of_this_kernel = true;
	rounds++;
	while (modules)
		remove_module();
}

/**
 * modules_round - how often all modules were forgotten
 *
 * Return: another number, if what modules_find() gave is no longer valid
 */
unsigned int modules_round(void)
{
	return rounds;
}

static void read_build_id(struct module *module)
{
	char *path = xasprintf("/sys/module/%s/notes/.note.gnu.build-id", module->name);
	const unsigned char *id;
	size_t bytes = 0;
	char *notes = read_file(path, &bytes);

	module->id_bytes = notes ? lines_build_id((unsigned char *)notes, bytes, &id) : 0;
	if (module->id_bytes > MOST_BUILD_ID)
		module->id_bytes = 0;
	if (module->id_bytes)
		memcpy(module->id, id, module->id_bytes);
	free(notes);
	free(path);
}

/* .text, .init.text, .text.unlikely, and so on. Others have no function */
static bool is_of_code(const char *section)
{
	return strstr(section, ".text");
}

static struct module *read_module(const char *name)
{
	char *folder = xasprintf("/sys/module/%s/sections", name), *path, *text;
	DIR *dir = opendir(folder);
	struct module *module;
	struct dirent *entry;

	if (!dir) {
		free(folder);
		return NULL;
	}
	module = add_module(name);
	read_build_id(module);
	while ((entry = readdir(dir))) {
		if (!is_of_code(entry->d_name))
			continue;
		path = xasprintf("%s/%s", folder, entry->d_name);
		text = read_file(path, NULL);
		if (text)
			add_section(module, entry->d_name, strtoull(text, NULL, 16));
		free(text);
		free(path);
	}
	closedir(dir);
	free(folder);
	return module;
}

static struct module *find(const char *name)
{
	struct module *module = modules;

	while (module && strcmp(module->name, name))
		module = module->next;
	if (!module && of_this_kernel)
		module = read_module(name);
	return module;
}

/**
 * modules_find - find a module
 * @name: its name, as /proc/kallsyms has it
 *
 * Return: the module, or NULL. It is valid until modules_look_into_sys()
 */
const struct module *modules_find(const char *name)
{
	return find(name);
}

/**
 * modules_section - find a section of code
 * @module: the module
 * @name: of the section
 *
 * Return: the section, or NULL
 */
const struct module_section *modules_section(const struct module *module, const char *name)
{
	size_t i;

	for (i = 0; i < module->nr; i++) {
		if (!strcmp(module->sections[i].name, name))
			return &module->sections[i];
	}
	return NULL;
}

/**
 * modules_section_of - find the section that an address is in
 * @module: the module
 * @addr: an address of a function of the module
 *
 * Return: the section, or NULL
 */
const struct module_section *modules_section_of(const struct module *module, uint64_t addr)
{
	const struct module_section *section, *best = NULL;

	for (section = module->sections; section < module->sections + module->nr; section++) {
		if (section->addr <= addr && (!best || section->addr > best->addr))
			best = section;
	}
	return best;
}

/**
 * modules_build_id - the build ID of a module, for a file
 * @module: the module
 *
 * Return: hexadecimal digits, or "-" if it is not known. free() them
 */
char *modules_build_id(const struct module *module)
{
	char *text = xrealloc(NULL, 2 * MOST_BUILD_ID + 1);
	size_t i;

	strcpy(text, "-");
	for (i = 0; i < module->id_bytes; i++)
		sprintf(text + 2 * i, "%02x", module->id[i]);
	return text;
}

/**
 * modules_put - write a module to a file of records, once
 * @name: its name
 */
void modules_put(const char *name)
{
	struct module *module = find(name);
	char *lines, *part, *id;
	size_t bytes, i;
	FILE *out;

	if (!module || module->saved)
		return;
	out = open_memstream(&lines, &bytes);
	if (!out)
		return;
	id = modules_build_id(module);
	fprintf(out, "build %s\n", id);
	for (i = 0; i < module->nr; i++)
		fprintf(out, "%016" PRIx64 " %s\n", module->sections[i].addr,
			module->sections[i].name);
	part = xasprintf("module %s", name);
	if (!fclose(out))
		saved_put(part, lines, bytes);
	module->saved = true;
	free(part);
	free(id);
	free(lines);
}

/* Returns whether it is one. "-" is none that is known */
static bool take_build_id(struct module *module, const char *text)
{
	unsigned int byte;
	int length;

	if (!strcmp(text, "-"))
		return true;
	for (; *text; text += length) {
		if (module->id_bytes == MOST_BUILD_ID ||
		    sscanf(text, "%2x%n", &byte, &length) != 1 || length != 2)
			return false;
		module->id[module->id_bytes++] = byte;
	}
	return module->id_bytes;
}

static bool take_line(struct module *module, const char *line)
{
	char *end;
	uint64_t addr;

	if (!strncmp(line, "build ", 6))
		return !module->id_bytes && take_build_id(module, line + 6);
	addr = strtoull(line, &end, 16);
	if (end == line || *end != ' ' || !end[1])
		return false;
	add_section(module, end + 1, addr);
	return true;
}

/**
 * modules_take - take a module from a file of records
 * @name: its name
 * @data: what modules_put() has written. It is changed
 *
 * Return: 0, or -1 if this is none, or if it was there before
 */
int modules_take(const char *name, char *data)
{
	struct module *module;
	char *line;

	if (find(name))
		return -1;
	module = add_module(name);
	while ((line = strsep(&data, "\n"))) {
		if (*line && !take_line(module, line))
			return -1;
	}
	return 0;
}

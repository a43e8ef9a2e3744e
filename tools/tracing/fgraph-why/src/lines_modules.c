// SPDX-License-Identifier: GPL-2.0
/*
 * The debug information of modules: of those that are asked for only. It is in the file of the
 * module, or in one beside that --only-keep-debug has made. Addresses in it are those that the
 * kernel has: libdwfl relocates them by the addresses of sections.
 */
#define _GNU_SOURCE

#ifdef HAVE_LIBDW
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <elfutils/libdwelf.h>
#include <elfutils/libdwfl.h>

#include "lines_dw.h"
#include "modules.h"
#include "util.h"

/* Folders within each other that are open at a time */
#define MOST_FOLDERS	16

/* A module that was asked for. @dwfl is NULL if it has no debug information */
struct debug {
	struct debug *next;
	const struct module *module;
	const char *path;
	Dwfl *dwfl;
	Dwfl_Module *loaded;
};

static struct debug *debugs;
static unsigned int valid_round;
static const char *vmlinux, *release;
static char *hint;

/* All files of modules */
static char **files;
static size_t nr_files;

static int note_file(const char *path, const struct stat *status, int type, struct FTW *where)
{
	(void)status;
	if (type == FTW_D || type == FTW_DNR || !strstr(path + where->base, ".ko"))
		return 0;
	files = xgrow(files, nr_files, sizeof(*files));
	files[nr_files++] = strdup(path);
	return 0;
}

static void look_into(char *folder)
{
	nftw(folder, note_file, MOST_FOLDERS, FTW_PHYS | FTW_MOUNT);
	free(folder);
}

static void find_files(void)
{
	static bool done;

	if (done)
		return;
	done = true;
	if (vmlinux) {
		const char *slash = strrchr(vmlinux, '/');

		look_into(slash ? xasprintf("%.*s/", (int)(slash - vmlinux), vmlinux) :
				  strdup("."));
	}
	if (strchr(release, '/') || !release[0])
		return;
	look_into(xasprintf("/lib/modules/%s", release));
	look_into(xasprintf("/usr/lib/debug/lib/modules/%s", release));
}

/* The file "snd-timer.ko" is of the module snd_timer. More may follow, as ".debug" */
static bool is_file_of(const char *path, const char *module)
{
	const char *name = strrchr(path, '/');

	name = name ? name + 1 : path;
	for (; *module; name++, module++) {
		if (*name != *module && !(*name == '-' && *module == '_'))
			return false;
	}
	return !strncmp(name, ".ko", 3) && (!name[3] || name[3] == '.');
}

static bool is_same_build(const char *path, const struct module *module)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	const void *id;
	bool same;
	Elf *elf;

	if (fd < 0)
		return false;
	elf_version(EV_CURRENT);
	elf = dwelf_elf_begin(fd);
	same = elf && module->id_bytes &&
	       dwelf_elf_gnu_build_id(elf, &id) == (ssize_t)module->id_bytes &&
	       !memcmp(id, module->id, module->id_bytes);
	elf_end(elf);
	close(fd);
	return same;
}

static int find_elf(Dwfl_Module *loaded, void **userdata, const char *name, Dwarf_Addr base,
		    char **file_name, Elf **elf)
{
	const struct debug *debug = *userdata;

	(void)loaded;
	(void)name;
	(void)base;
	(void)elf;
	*file_name = strdup(debug->path);
	return open(debug->path, O_RDONLY | O_CLOEXEC);
}

static int section_address(Dwfl_Module *loaded, void **userdata, const char *name, Dwarf_Addr base,
			   const char *section_name, GElf_Word index, const GElf_Shdr *header,
			   Dwarf_Addr *addr)
{
	const struct debug *debug = *userdata;
	const struct module_section *section = modules_section(debug->module, section_name);

	(void)loaded;
	(void)name;
	(void)base;
	(void)index;
	(void)header;
	*addr = section ? section->addr : (Dwarf_Addr)-1;
	return DWARF_CB_OK;
}

static const Dwfl_Callbacks callbacks = {
	.find_elf = find_elf,
	.find_debuginfo = dwfl_standard_find_debuginfo,
	.section_address = section_address,
};

static bool open_file(struct debug *debug, const char *path)
{
	uint64_t begin = debug->module->sections[0].addr;
	void **userdata;
	Dwarf_Addr bias;

	debug->path = path;
	debug->dwfl = dwfl_begin(&callbacks);
	if (!debug->dwfl)
		return false;
	dwfl_report_begin(debug->dwfl);
	/* Each one is alone, so where it ends is of no interest */
	debug->loaded = dwfl_report_module(debug->dwfl, debug->module->name, begin, begin + 1);
	dwfl_report_end(debug->dwfl, NULL, NULL);
	if (debug->loaded) {
		dwfl_module_info(debug->loaded, &userdata, NULL, NULL, NULL, NULL, NULL, NULL);
		*userdata = debug;
		if (dwfl_module_getdwarf(debug->loaded, &bias))
			return true;
	}
	dwfl_end(debug->dwfl);
	debug->dwfl = NULL;
	return false;
}

static struct debug *open_module(const struct module *module)
{
	struct debug *debug = xrealloc(NULL, sizeof(*debug));
	bool found = false;
	size_t i;

	*debug = (struct debug){ debugs, module };
	debugs = debug;
	find_files();
	for (i = 0; i < nr_files && module->nr && !found; i++)
		found = is_file_of(files[i], module->name) && is_same_build(files[i], module) &&
			open_file(debug, files[i]);
	if (!found && !hint)
		hint = xasprintf("for lines of %s: its .ko with debug information below %s%s",
				 module->name, vmlinux ? "the folder of " : "/lib/modules/",
				 vmlinux ?: release);
	return debug;
}

/* What is loaded may have changed */
static void close_modules(void)
{
	while (debugs) {
		struct debug *debug = debugs;

		debugs = debug->next;
		dwfl_end(debug->dwfl);
		free(debug);
	}
}

/**
 * lines_modules_begin - say where modules may be
 * @kernel_file: a vmlinux. They may be in its folder, or below. Or NULL
 * @kernel_release: of the kernel. They may be where distributions have them
 */
void lines_modules_begin(const char *kernel_file, const char *kernel_release)
{
	vmlinux = kernel_file;
	release = kernel_release;
}

/**
 * lines_modules_hint - why a module has no lines
 *
 * Return: a line for the report, or NULL
 */
const char *lines_modules_hint(void)
{
	return hint;
}

/**
 * lines_modules_find - find the debug information of a module
 * @name: the module, as /proc/kallsyms has it
 *
 * No line is better than a wrong one, so the build ID has to be the same.
 *
 * Return: the debug information, or NULL
 */
struct Dwfl_Module *lines_modules_find(const char *name)
{
	const struct module *module;
	struct debug *debug;

	if (!release)
		return NULL;
	if (valid_round != modules_round())
		close_modules();
	valid_round = modules_round();
	module = modules_find(name);
	if (!module)
		return NULL;
	for (debug = debugs; debug && debug->module != module; debug = debug->next)
		;
	if (!debug)
		debug = open_module(module);
	return debug->dwfl ? debug->loaded : NULL;
}
#endif

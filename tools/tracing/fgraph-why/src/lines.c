// SPDX-License-Identifier: GPL-2.0
/*
 * Lines of the source, from the debug information of the kernel.
 */
#define _GNU_SOURCE
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lines.h"
#include "names.h"
#include "source.h"
#include "util.h"

/**
 * lines_build_id - the build ID of a kernel
 * @notes: as /sys/kernel/notes has them
 * @bytes: the size of @notes
 * @id: gets where it is in @notes
 *
 * Return: the size of the ID, or 0
 */
size_t lines_build_id(const unsigned char *notes, size_t bytes, const unsigned char **id)
{
	size_t at = 0;

	while (at + 12 <= bytes) {
		uint32_t name, size, type, from;

		memcpy(&name, notes + at, 4);
		memcpy(&size, notes + at + 4, 4);
		memcpy(&type, notes + at + 8, 4);
		if (name > bytes || size > bytes)
			return 0;
		from = at + 12 + ((name + 3) & ~3U);
		if (from + (size_t)size > bytes)
			return 0;
		if (type == 3 && name == 4 && !memcmp(notes + at + 12, "GNU", 4)) {
			*id = notes + from;
			return size;
		}
		at = from + ((size + 3) & ~3U);
	}
	return 0;
}

#ifdef HAVE_LIBDW
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwelf.h>
#include <elfutils/libdwfl.h>

#include "lines_dw.h"

/* Bytes at the beginning of a function */
#define MOST_PATCHED	16

static struct Dwfl *dwfl;
static Dwfl_Module *kernel;
/* What addresses of the kernel that runs have more than those of the file */
static uint64_t moved;
/* The folder of the source, as the names of files have it */
static char *source;
static const char *hint;

static const Dwfl_Callbacks callbacks = {
	.find_elf = dwfl_build_id_find_elf,
	.find_debuginfo = dwfl_standard_find_debuginfo,
	.section_address = dwfl_offline_section_address,
};

static bool is_same_build(const void *notes, size_t bytes)
{
	const unsigned char *wanted, *found;
	size_t size = lines_build_id(notes, bytes, &wanted);
	GElf_Addr addr;
	int length;

	length = dwfl_module_build_id(kernel, &found, &addr);
	return size && length > 0 && (size_t)length == size && !memcmp(wanted, found, size);
}

static bool find_symbol(const char *wanted, GElf_Addr *addr)
{
	int nr = dwfl_module_getsymtab(kernel), i;

	for (i = 0; i < nr; i++) {
		GElf_Sym symbol;
		const char *name = dwfl_module_getsym_info(kernel, i, &symbol, addr, NULL, NULL,
							   NULL);

		if (name && !strcmp(name, wanted))
			return true;
	}
	return false;
}

/**
 * lines_scopes - the function that an address is in, and those that are inlined there
 * @module: the kernel or a module
 * @addr: as the file has it
 * @scopes: gets them, innermost first, with blocks in between. free() them
 *
 * Return: how many there are
 */
int lines_scopes(Dwfl_Module *module, GElf_Addr addr, Dwarf_Die **scopes)
{
	Dwarf_Addr bias;
	Dwarf_Die *unit = dwfl_module_addrdie(module, addr, &bias), *by_addr = NULL;
	int nr;

	if (!unit)
		return 0;
	nr = dwarf_getscopes(unit, addr - bias, &by_addr);
	if (nr <= 0)
		return 0;
	/* Of these, the outer ones are where a function was written, not where it is inlined */
	nr = dwarf_getscopes_die(by_addr, scopes);
	free(by_addr);
	return nr > 0 ? nr : 0;
}

/**
 * lines_shorten - the name of a file, from the source tree on
 * @file: as the debug information has it, or NULL
 *
 * Return: the end of @file. All of it, if it is of a module that is not in the tree
 */
const char *lines_shorten(const char *file)
{
	static const char here[] = "./";

	if (!file)
		return NULL;
	if (source && !strncmp(file, source, strlen(source)))
		file += strlen(source);
	return strncmp(file, here, strlen(here)) ? file : file + strlen(here);
}

static void find_source(void)
{
	static const char main_file[] = "init/main.c";
	Dwarf_Die *scopes = NULL;
	GElf_Addr addr;
	int nr, i;

	if (!find_symbol("start_kernel", &addr))
		return;
	nr = lines_scopes(kernel, addr, &scopes);
	for (i = 0; i < nr; i++) {
		const char *file = dwarf_decl_file(&scopes[i]);
		size_t length = file ? strlen(file) : 0;

		if (dwarf_tag(&scopes[i]) != DW_TAG_subprogram || length <= strlen(main_file) ||
		    strcmp(file + length - strlen(main_file), main_file))
			continue;
		source = strndup(file, length - strlen(main_file));
		source_tree(source);
		break;
	}
	free(scopes);
}

static bool open_file(const char *path, const void *notes, size_t bytes)
{
	GElf_Addr text;

	dwfl = dwfl_begin(&callbacks);
	if (!dwfl)
		return false;
	dwfl_report_begin(dwfl);
	kernel = dwfl_report_elf(dwfl, "kernel", path, -1, 0, true);
	dwfl_report_end(dwfl, NULL, NULL);
	if (kernel && is_same_build(notes, bytes) && find_symbol("_stext", &text)) {
		moved = names_text() - text;
		find_source();
		return true;
	}
	dwfl_end(dwfl);
	dwfl = NULL;
	return false;
}

/**
 * lines_open - find the debug information of a kernel
 * @path: a vmlinux, or NULL for the places where distributions have it
 * @release: of the kernel
 * @notes: what /sys/kernel/notes has
 * @bytes: the size of @notes
 *
 * No line is better than a wrong one, so the build ID has to be the same. names_read() comes
 * first.
 *
 * Return: whether there are lines. If not, lines_hint() says what to do
 */
bool lines_open(const char *path, const char *release, const void *notes, size_t bytes)
{
	static const char * const places[] = {
		"/usr/lib/debug/lib/modules/%s/vmlinux", "/usr/lib/debug/boot/vmlinux-%s",
		"/lib/modules/%s/build/vmlinux", "/lib/modules/%s/vmlinux", "/boot/vmlinux-%s"
	};
	bool found = false;
	size_t i;

	lines_modules_begin(path, release);
	if (path) {
		found = open_file(path, notes, bytes);
		hint = "that vmlinux is not of this kernel, or cannot be read";
		return found;
	}
	for (i = 0; !found && i < ARRAY_SIZE(places); i++) {
		const char *rest = strstr(places[i], "%s");
		char *file = xasprintf("%.*s%s%s", (int)(rest - places[i]), places[i], release,
				       rest + 2);

		found = !access(file, R_OK) && open_file(file, notes, bytes);
		free(file);
	}
	if (!found)
		hint = xasprintf("for lines: apt install linux-image-%s-dbg, or -k VMLINUX",
				 release);
	return found;
}

/**
 * lines_hint - why there are no lines
 *
 * Return: a line for the report, or NULL
 */
const char *lines_hint(void)
{
	return dwfl ? lines_modules_hint() : hint;
}

/**
 * lines_module - the kernel, or the module that an address is in
 * @addr: as the kernel has it
 * @addr_moved: gets what addresses of the kernel that runs have more than those of the file
 *
 * Return: its debug information, or NULL
 */
struct Dwfl_Module *lines_module(uint64_t addr, uint64_t *addr_moved)
{
	const struct symbol *symbol = names_find(addr);

	if (symbol && symbol->module) {
		*addr_moved = 0;
		return lines_modules_find(symbol->module);
	}
	*addr_moved = moved;
	return dwfl ? kernel : NULL;
}

/* How far an address is behind its symbol. Records have the names of some symbols only */
static int offset_of(Dwfl_Module *module, GElf_Addr addr)
{
	GElf_Off offset;
	GElf_Sym symbol;

	if (!dwfl_module_addrinfo(module, addr, &offset, &symbol, NULL, NULL, NULL))
		return 0;
	return offset > INT_MAX ? INT_MAX : offset;
}

/**
 * lines_function - the function that an address is in, as it is in the machine code
 * @module: the kernel or a module
 * @addr: as the file has it. What ftrace patches may lie in front of what is described
 * @function: gets it
 *
 * Return: whether it is known
 */
bool lines_function(Dwfl_Module *module, GElf_Addr addr, Dwarf_Die *function)
{
	Dwarf_Die *scopes = NULL;
	bool found = false;
	int nr = 0, i;

	/* So it is on arm64 and riscv */
	for (i = 0; i <= MOST_PATCHED && !nr && offset_of(module, addr + i) >= i; i += 4)
		nr = lines_scopes(module, addr + i, &scopes);
	for (i = 0; i < nr && !found; i++) {
		found = dwarf_tag(&scopes[i]) == DW_TAG_subprogram;
		if (found)
			*function = scopes[i];
	}
	free(scopes);
	return found;
}

/**
 * lines_is_function - whether an entry is a function, inlined or not
 * @die: the entry
 *
 * Return: true if so
 */
bool lines_is_function(Dwarf_Die *die)
{
	int tag = dwarf_tag(die);

	return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine;
}

/* The file and the line where an inlined function is called */
static void find_call(Dwarf_Die *die, struct place *place)
{
	Dwarf_Word file, line;
	Dwarf_Attribute attr;
	Dwarf_Files *files;
	Dwarf_Die unit;
	size_t nr;

	if (dwarf_formudata(dwarf_attr(die, DW_AT_call_file, &attr), &file) ||
	    dwarf_formudata(dwarf_attr(die, DW_AT_call_line, &attr), &line) ||
	    !dwarf_diecu(die, &unit, NULL, NULL) ||
	    dwarf_getsrcfiles(&unit, &files, &nr) || file >= nr)
		return;
	place->file = lines_shorten(dwarf_filesrc(files, file, NULL, NULL));
	place->line = line;
}

/**
 * lines_of - the line of an address
 * @addr: as the kernel has it
 * @places: gets the line, in the innermost function that is inlined there. Each further one is
 *	where the one before is inlined
 * @most: how many it has room for
 *
 * Return: how many there are
 */
int lines_of(uint64_t addr, struct place *places, int most)
{
	int nr_scopes, nr = 0, line, i;
	Dwarf_Die *scopes = NULL;
	uint64_t addr_moved;
	Dwfl_Module *module = lines_module(addr, &addr_moved);
	Dwfl_Line *found;

	if (!module)
		return 0;
	addr -= addr_moved;
	found = dwfl_module_getsrc(module, addr);
	if (!found)
		return 0;
	memset(places, 0, most * sizeof(*places));
	places[0].file = lines_shorten(dwfl_lineinfo(found, NULL, &line, NULL, NULL, NULL));
	places[0].line = line;

	nr_scopes = lines_scopes(module, addr, &scopes);
	for (i = 0; i < nr_scopes && nr < most; i++) {
		if (!lines_is_function(&scopes[i]))
			continue;
		places[nr++].function = dwarf_diename(&scopes[i]);
		if (dwarf_tag(&scopes[i]) == DW_TAG_subprogram)
			break;
		if (nr < most)
			find_call(&scopes[i], &places[nr]);
	}
	free(scopes);
	return nr ?: 1;
}

/**
 * lines_declared - where a function is
 * @addr: an address of it
 * @place: gets the line that it begins with
 *
 * Return: whether it is known
 */
bool lines_declared(uint64_t addr, struct place *place)
{
	uint64_t addr_moved;
	Dwfl_Module *module = lines_module(addr, &addr_moved);
	Dwarf_Die function;

	if (!module || !lines_function(module, addr - addr_moved, &function))
		return false;
	place->function = dwarf_diename(&function);
	place->file = lines_shorten(dwarf_decl_file(&function));
	return place->file && !dwarf_decl_line(&function, &place->line);
}

#else /* !HAVE_LIBDW */

bool lines_open(const char *path, const char *release, const void *notes, size_t bytes)
{
	(void)path;
	(void)release;
	(void)notes;
	(void)bytes;
	return false;
}

const char *lines_hint(void)
{
	return "built without libdw: for lines, --save=FILE, and -r FILE where there is one";
}

int lines_of(uint64_t addr, struct place *places, int most)
{
	(void)addr;
	(void)places;
	(void)most;
	return 0;
}

bool lines_declared(uint64_t addr, struct place *place)
{
	(void)addr;
	(void)place;
	return false;
}
#endif

// SPDX-License-Identifier: GPL-2.0
/*
 * The statements of a function, from the debug information and the machine code of the kernel.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "source.h"
#include "steps.h"
#include "util.h"

#ifdef HAVE_LIBDW
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <gelf.h>

#include "code.h"
#include "lines_dw.h"

/* The machine code from an address on, up to the end of its section */
static const unsigned char *find_code(Elf *elf, GElf_Addr addr, size_t *bytes)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	Elf_Data *data;

	while ((section = elf_nextscn(elf, section))) {
		if (!gelf_getshdr(section, &header) || header.sh_type != SHT_PROGBITS ||
		    !(header.sh_flags & SHF_EXECINSTR) || addr < header.sh_addr ||
		    addr - header.sh_addr >= header.sh_size)
			continue;
		data = elf_rawdata(section, NULL);
		if (!data || addr - header.sh_addr >= data->d_size)
			return NULL;
		*bytes = data->d_size - (addr - header.sh_addr);
		return (const unsigned char *)data->d_buf + (addr - header.sh_addr);
	}
	return NULL;
}

/* The function that was written there. Of those that are inlined, the innermost one */
static char *function_at(Dwfl_Module *module, GElf_Addr addr)
{
	Dwarf_Die *scopes = NULL;
	const char *name = NULL;
	int nr, i;

	nr = lines_scopes(module, addr, &scopes);
	for (i = 0; i < nr && !name; i++) {
		if (lines_is_function(&scopes[i]))
			name = dwarf_diename(&scopes[i]);
	}
	free(scopes);
	return strdup(name ?: "?");
}

/* A row of the table of lines: the code between two addresses */
struct row {
	Dwarf_Addr addr, end;
	const char *file;
	int line;
};

/* A function, and its rows by their addresses, where it has several pieces by these */
struct function {
	Dwfl_Module *module;
	uint64_t moved;
	struct row *rows;
	size_t nr;
};

static bool read_row(Dwarf_Lines *lines, size_t i, struct row *row)
{
	Dwarf_Line *line = dwarf_onesrcline(lines, i);
	bool ends;

	row->file = lines_shorten(dwarf_linesrc(line, NULL, NULL));
	return row->file && !dwarf_lineaddr(line, &row->addr) &&
	       !dwarf_lineno(line, &row->line) && row->line &&
	       !dwarf_lineendsequence(line, &ends) && !ends &&
	       !dwarf_lineaddr(dwarf_onesrcline(lines, i + 1), &row->end);
}

static bool read_function(struct function *function, uint64_t func)
{
	Dwarf_Addr base, begin, end;
	ptrdiff_t range = 0;
	Dwarf_Lines *lines;
	Dwarf_Die die, unit;
	struct row row;
	size_t nr, i;

	memset(function, 0, sizeof(*function));
	function->module = lines_module(func, &function->moved);
	if (!function->module ||
	    !lines_function(function->module, func - function->moved, &die) ||
	    !dwarf_diecu(&die, &unit, NULL, NULL) || dwarf_getsrclines(&unit, &lines, &nr))
		return false;
	while ((range = dwarf_ranges(&die, range, &base, &begin, &end)) > 0) {
		/* The last one is the end of a sequence */
		for (i = 0; i + 1 < nr; i++) {
			if (!read_row(lines, i, &row) || row.addr < begin || row.addr >= end)
				continue;
			function->rows = xgrow(function->rows, function->nr, sizeof(row));
			function->rows[function->nr++] = row;
		}
	}
	return function->nr;
}

static bool is_line(const struct step *step, const struct row *row)
{
	return step->line == row->line && !strcmp(step->file, row->file);
}

/* The code of a line may be in several places, and need not begin with a statement */
static void mark_line(struct steps *steps, const struct row *row, bool load, bool branch)
{
	size_t i;

	for (i = 0; i < steps->nr; i++) {
		struct step *step = &steps->steps[i];

		if (!is_line(step, row))
			continue;
		step->loads |= load;
		/* The source tells it better */
		step->decides |= branch && !step->text;
	}
}

static void add_row(struct steps *steps, const struct row *row, const struct function *function)
{
	struct step step = {
		.addr = row->addr + function->moved,
		.line = row->line,
	};
	size_t i;

	/* A row for each view of an address */
	for (i = steps->nr; i-- && steps->steps[i].addr == step.addr;) {
		if (is_line(&steps->steps[i], row))
			return;
	}
	step.file = strdup(row->file);
	step.function = function_at(function->module, row->addr);
	step.text = source_line(row->file, row->line);
	step.decides = source_decides(row->file, row->line);
	steps_add(steps, &step);
}

/* The machine code of a row, or NULL */
static const unsigned char *code_of(const struct function *function, const struct row *row,
				    size_t *bytes, int *machine)
{
	const unsigned char *code;
	GElf_Ehdr header;
	GElf_Addr bias;
	Elf *elf;

	if (row->end == row->addr)
		return NULL;
	elf = dwfl_module_getelf(function->module, &bias);
	if (!elf || !gelf_getehdr(elf, &header))
		return NULL;
	*machine = header.e_machine;
	code = find_code(elf, row->addr - bias, bytes);
	if (code && *bytes > row->end - row->addr)
		*bytes = row->end - row->addr;
	return code;
}

/**
 * steps_of - the statements of a function
 * @func: its address, as the kernel has it
 * @error: the errno that it may load
 * @steps: gets them
 *
 * Return: whether there are any
 */
bool steps_of(uint64_t func, int error, struct steps *steps)
{
	const unsigned char *code;
	struct function function;
	size_t bytes, i;
	int machine;

	if (!read_function(&function, func))
		return false;
	for (i = 0; i < function.nr; i++)
		add_row(steps, &function.rows[i], &function);
	for (i = 0; i < function.nr; i++) {
		code = code_of(&function, &function.rows[i], &bytes, &machine);
		if (code)
			mark_line(steps, &function.rows[i],
				  code_loads(machine, code, bytes, error),
				  code_decides(machine, code, bytes));
	}
	free(function.rows);
	return steps->nr;
}

/**
 * steps_made - the lines of a function whose code loads an errno
 * @func: its address, as the kernel has it
 * @error: the errno
 * @places: gets the lines
 * @most: how many it has room for
 *
 * The error may have been made in any of them, or in none.
 *
 * Return: how many there are in @places
 */
int steps_made(uint64_t func, int error, struct place *places, int most)
{
	const unsigned char *code;
	struct function function;
	int nr = 0, machine, at;
	size_t bytes, i;

	if (!read_function(&function, func))
		return 0;
	for (i = 0; i < function.nr && nr < most; i++) {
		const struct row *row = &function.rows[i];

		code = code_of(&function, row, &bytes, &machine);
		if (!code || !code_loads(machine, code, bytes, error))
			continue;
		for (at = 0; at < nr; at++) {
			if (places[at].line == row->line && !strcmp(places[at].file, row->file))
				break;
		}
		if (at == nr)
			places[nr++] = (struct place){ row->file, row->line, NULL };
	}
	free(function.rows);
	return nr;
}

#else /* !HAVE_LIBDW */

bool steps_of(uint64_t func, int error, struct steps *steps)
{
	(void)func;
	(void)error;
	(void)steps;
	return false;
}

int steps_made(uint64_t func, int error, struct place *places, int most)
{
	(void)func;
	(void)error;
	(void)places;
	(void)most;
	return 0;
}
#endif

// SPDX-License-Identifier: GPL-2.0
/*
 * dwarf.c - read the descriptions of functions from debug information
 */
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fgraph-proto.h"

/* Maximum chain of abstract origins. Real chains end at an instance of an instance */
#define DEEPEST	8

static void read_arguments(struct object *object, Dwarf_Die *die, struct description *description)
{
	Dwarf_Die child, origin = *die;
	Dwarf_Attribute attribute;
	struct argument *new;
	int more, i;

	/* A clone may lack arguments. Its abstract origin has all of them */
	for (i = 0; dwarf_attr(&origin, DW_AT_abstract_origin, &attribute); i++) {
		if (i == DEEPEST || !dwarf_formref_die(&attribute, &origin))
			damaged("a function stands for itself");
	}
	for (more = dwarf_child(&origin, &child); !more; more = dwarf_siblingof(&child, &child)) {
		if (dwarf_tag(&child) == DW_TAG_unspecified_parameters)
			description->flags |= FGRAPH_PROTO_VARIADIC;
		if (dwarf_tag(&child) != DW_TAG_formal_parameter)
			continue;
		if (description->nr == FGRAPH_PROTO_ARGS)
			damaged("a function has too many arguments");
		description->arguments = append(description->arguments, description->nr,
						sizeof(*new));
		new = &description->arguments[description->nr++];
		new->type = type_of_die(object, &child);
		new->name = dwarf_diename(&child);
	}
	if (more < 0)
		damaged(dwarf_errmsg(-1));
}

/*
 * Convert an address of debug information. libdwfl assigns addresses to the sections of
 * a module, to relocate debug information. Returns 0 if the linker has dropped the code.
 */
static __u64 find_place(const struct object *object, Dwarf_Addr address)
{
	GElf_Word section = SHN_UNDEF;
	int i;

	if (!object->is_module)
		return address;
	i = dwfl_module_relocate_address(object->module, &address);
	if (i < 0 || !dwfl_module_relocation_info(object->module, i, &section) ||
	    section == SHN_UNDEF || section == SHN_ABS)
		return 0;
	return section_address(section, address);
}

/* The code starts at the first range. The other ranges are of cold parts */
static bool find_code(Dwarf_Die *die, Dwarf_Addr *address)
{
	Dwarf_Addr base, end;
	ptrdiff_t next;

	if (dwarf_hasattr(die, DW_AT_ranges)) {
		next = dwarf_ranges(die, 0, &base, address, &end);
		if (next < 0)
			damaged(dwarf_errmsg(-1));
		return next > 0;
	}
	if (!dwarf_hasattr(die, DW_AT_low_pc))
		return false;
	if (dwarf_lowpc(die, address))
		damaged(dwarf_errmsg(-1));
	return true;
}

static void read_function(struct object *object, Dwarf_Die *die, Dwarf_Die *unit, bool is_gcc)
{
	struct description *description;
	Dwarf_Addr address = 0;
	bool has_code = find_code(die, &address);

	/*
	 * Skip entries without code that refer to an abstract origin. Keep the abstract
	 * instance itself: it has no code either, but may describe a folded function.
	 */
	if (flag_of(die, DW_AT_declaration) || !dwarf_diename(die) ||
	    (!has_code && dwarf_hasattr(die, DW_AT_abstract_origin)))
		return;
	description = allocate(sizeof(*description));
	description->has_code = has_code;
	description->address = has_code ? find_place(object, address) : 0;
	description->is_external = flag_of(die, DW_AT_external);
	description->is_gcc = is_gcc;
	description->name = dwarf_diename(die);
	description->unit = dwarf_diename(unit) ?: "";
	description->ret = type_of_die(object, die);
	read_arguments(object, die, description);
	object->descriptions = append(object->descriptions, object->nr_descriptions,
				      sizeof(*object->descriptions));
	object->descriptions[object->nr_descriptions++] = description;
}

/* In other languages, a function without a type may not be void: assembler has no types */
static bool is_c(Dwarf_Die *unit)
{
	switch (dwarf_srclang(unit)) {
	case DW_LANG_C89:
	case DW_LANG_C:
	case DW_LANG_C99:
	case DW_LANG_C11:
	case 0x2c: /* DW_LANG_C17, missing in old headers */
		return true;
	default:
		return false;
	}
}

static void read_unit(struct object *object, Dwarf_Die *unit)
{
	Dwarf_Attribute producer;
	bool is_gcc = false;
	Dwarf_Die die;
	int more;

	if (!is_c(unit))
		return;
	if (dwarf_attr(unit, DW_AT_producer, &producer))
		is_gcc = !strncmp(dwarf_formstring(&producer) ?: "", "GNU C", 5);
	for (more = dwarf_child(unit, &die); !more; more = dwarf_siblingof(&die, &die)) {
		if (dwarf_tag(&die) == DW_TAG_subprogram)
			read_function(object, &die, unit, is_gcc);
	}
	if (more < 0)
		damaged(dwarf_errmsg(-1));
}

static int by_name(const void *a, const void *b)
{
	const struct description *x = *(void **)a, *y = *(void **)b;
	int order = strcmp(x->name, y->name);

	return order ?: strcmp(x->unit, y->unit);
}

static int by_address(const void *a, const void *b)
{
	const struct description *x = *(void **)a, *y = *(void **)b;

	if (x->has_code != y->has_code)
		return x->has_code - y->has_code;
	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	/* Make the order independent of the build machine */
	return by_name(a, b);
}

static const Dwfl_Callbacks callbacks = {
	.find_debuginfo = dwfl_standard_find_debuginfo,
	.section_address = dwfl_offline_section_address,
};

/* Find debug information: in the object, or by its build ID, or by its .gnu_debuglink */
void open_debug(struct object *object)
{
	Dwarf_Addr bias;

	set_debug_path(object->path);
	object->dwfl = dwfl_begin(&callbacks);
	if (!object->dwfl)
		fail(object->path, "debug information", dwfl_errmsg(-1));
	object->module = dwfl_report_offline(object->dwfl, object->path, object->path, -1);
	if (!object->module || dwfl_report_end(object->dwfl, NULL, NULL))
		fail(object->path, "debug information", dwfl_errmsg(-1));
	object->dwarf = dwfl_module_getdwarf(object->module, &bias);
	if (object->dwarf)
		return;
	if (has_debug_section(object))
		damaged(dwfl_errmsg(-1));
	/* A module may lack debug information. Its functions then have no types */
	if (!object->is_module)
		fail(object->path, "no debug information", "CONFIG_DEBUG_INFO");
}

/* Read the functions that debug information describes */
void read_descriptions(struct object *object)
{
	Dwarf_Off offset = 0, next;
	Dwarf_Die unit;
	size_t header;
	int more = 0;

	while (object->dwarf &&
	       !(more = dwarf_nextcu(object->dwarf, offset, &next, &header, NULL, NULL, NULL))) {
		if (!dwarf_offdie(object->dwarf, offset + header, &unit))
			damaged(dwarf_errmsg(-1));
		read_unit(object, &unit);
		offset = next;
	}
	if (more < 0)
		damaged(dwarf_errmsg(-1));

	object->by_name = allocate(object->nr_descriptions * sizeof(*object->by_name));
	if (!object->nr_descriptions)
		return;
	memcpy(object->by_name, object->descriptions,
	       object->nr_descriptions * sizeof(*object->by_name));
	qsort(object->descriptions, object->nr_descriptions, sizeof(*object->descriptions),
	      by_address);
	qsort(object->by_name, object->nr_descriptions, sizeof(*object->by_name), by_name);
}

/* Free all memory of an object. All modules at once would need too much */
void forget_object(struct object *object)
{
	size_t i;

	for (i = 0; i < object->nr_descriptions; i++) {
		free(object->descriptions[i]->arguments);
		free(object->descriptions[i]);
	}
	forget_types();
	free(object->descriptions);
	free(object->by_name);
	free(object->symbols);
	free(object->sites);
	free(object->offsets);
	if (object->dwfl)
		dwfl_end(object->dwfl);
	elf_end(object->elf);
	close(object->fd);
}

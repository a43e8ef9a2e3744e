// SPDX-License-Identifier: GPL-2.0
/*
 * dwarf.c - what debug information says of each function
 */
#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fgraph-proto.h"

static const struct object *reading;

static noreturn void damaged(const char *what)
{
	fail(reading->path, what, dwarf_errmsg(-1));
}

/* Types and clauses are nested only so deep in C that people write */
#define DEEPEST	64

static bool attribute_of(Dwarf_Die *die, unsigned int name, Dwarf_Attribute *attribute)
{
	return dwarf_attr_integrate(die, name, attribute);
}

static bool type_of(Dwarf_Die *die, Dwarf_Die *type)
{
	Dwarf_Attribute attribute;

	if (!attribute_of(die, DW_AT_type, &attribute))
		return false;
	if (!dwarf_formref_die(&attribute, type))
		damaged("type");
	return true;
}

static __u64 number_of(Dwarf_Die *die, unsigned int name, __u64 otherwise)
{
	Dwarf_Attribute attribute;
	Dwarf_Word number;

	if (!attribute_of(die, name, &attribute) || dwarf_formudata(&attribute, &number))
		return otherwise;
	return number;
}

static bool flag_of(Dwarf_Die *die, unsigned int name)
{
	Dwarf_Attribute attribute;
	bool flag;

	return attribute_of(die, name, &attribute) && !dwarf_formflag(&attribute, &flag) && flag;
}

/* What a typedef or a qualifier stands for. False if it is void */
static bool strip(Dwarf_Die *type)
{
	int i;

	for (i = 0; i < DEEPEST; i++) {
		switch (dwarf_tag(type)) {
		case DW_TAG_typedef:
		case DW_TAG_const_type:
		case DW_TAG_volatile_type:
		case DW_TAG_restrict_type:
		case DW_TAG_atomic_type:
			if (!type_of(type, type))
				return false;
			break;
		default:
			return true;
		}
	}
	fail(reading->path, "type", "it stands for itself");
}

static char *print(const char *format, const char *a, const char *b)
{
	char *text;

	if (asprintf(&text, format, a, b) < 0)
		fail(reading->path, "type", "no memory");
	return text;
}

static const char *spelled(const char *name)
{
	static const char * const usual[][2] = {
		{ "long int", "long" }, { "long unsigned int", "unsigned long" },
		{ "long long int", "long long" },
		{ "long long unsigned int", "unsigned long long" },
		{ "short int", "short" }, { "short unsigned int", "unsigned short" },
		{ "_Bool", "bool" }, { "__int128 unsigned", "unsigned __int128" },
	};
	size_t i;

	for (i = 0; i < sizeof(usual) / sizeof(*usual); i++) {
		if (!strcmp(name, usual[i][0]))
			return usual[i][1];
	}
	return name;
}

static const char *text_of(Dwarf_Die *type, int depth);

static const char *text_of_part(Dwarf_Die *die, int depth)
{
	Dwarf_Die type;

	return type_of(die, &type) ? text_of(&type, depth + 1) : "void";
}

/* A pointer to a function has its star inside */
static const char *text_of_pointer(Dwarf_Die *die, int depth)
{
	const char *to, *star;
	Dwarf_Die type;

	if (!type_of(die, &type))
		return "void *";
	to = text_of(&type, depth + 1);
	star = strstr(to, "(*");
	if (star)
		return print("%s*%s", strndup(to, star + 1 - to), star + 1);
	if (dwarf_tag(&type) == DW_TAG_subroutine_type) {
		star = strchr(to, '(');
		return print("%s(*)%s", strndup(to, star - to), star);
	}
	return print(to[strlen(to) - 1] == '*' ? "%s%s" : "%s %s", to, "*");
}

static const char *text_of_function(Dwarf_Die *die, int depth)
{
	const char *arguments = NULL, *next;
	Dwarf_Die child;
	int more;

	for (more = dwarf_child(die, &child); !more; more = dwarf_siblingof(&child, &child)) {
		if (dwarf_tag(&child) == DW_TAG_formal_parameter)
			next = text_of_part(&child, depth);
		else if (dwarf_tag(&child) == DW_TAG_unspecified_parameters)
			next = "...";
		else
			continue;
		arguments = arguments ? print("%s, %s", arguments, next) : next;
	}
	if (more < 0)
		damaged("arguments");
	return print("%s (%s)", text_of_part(die, depth), arguments ?: "void");
}

static const char *text_of_tagged(Dwarf_Die *die, const char *tag)
{
	return print("%s %s", tag, dwarf_diename(die) ?: "{...}");
}

static const char *text_of(Dwarf_Die *type, int depth)
{
	if (depth > DEEPEST)
		fail(reading->path, "type", "it stands for itself");

	switch (dwarf_tag(type)) {
	case DW_TAG_base_type:
	case DW_TAG_typedef:
		return spelled(dwarf_diename(type) ?: "?");
	case DW_TAG_const_type:
		/* The star of a pointer comes before it */
		if (text_of_part(type, depth)[strlen(text_of_part(type, depth)) - 1] == '*')
			return print("%s%s", text_of_part(type, depth), "const");
		return print("%s%s", "const ", text_of_part(type, depth));
	case DW_TAG_volatile_type:
		return print("%s%s", "volatile ", text_of_part(type, depth));
	case DW_TAG_restrict_type:
	case DW_TAG_atomic_type:
		return text_of_part(type, depth);
	case DW_TAG_pointer_type:
		return text_of_pointer(type, depth);
	case DW_TAG_structure_type:
		return text_of_tagged(type, "struct");
	case DW_TAG_union_type:
		return text_of_tagged(type, "union");
	case DW_TAG_enumeration_type:
		return text_of_tagged(type, "enum");
	case DW_TAG_subroutine_type:
		return text_of_function(type, depth);
	case DW_TAG_array_type:
		return print("%s%s", text_of_part(type, depth), " []");
	default:
		return "?";
	}
}

static __s64 enumerator_value(Dwarf_Die *die, bool is_signed, __u32 bytes)
{
	Dwarf_Attribute attribute;
	Dwarf_Sword number = 0;
	Dwarf_Word word;

	if (!dwarf_attr(die, DW_AT_const_value, &attribute))
		damaged("enumerator");
	/* One byte of data says nothing of a sign */
	if (dwarf_whatform(&attribute) == DW_FORM_sdata || (is_signed && bytes <= 4)) {
		if (dwarf_formsdata(&attribute, &number))
			damaged("enumerator");
		return number;
	}
	if (dwarf_formudata(&attribute, &word))
		damaged("enumerator");
	return word;
}

static void read_enumerators(Dwarf_Die *die, struct type *type)
{
	Dwarf_Die child, underlying;
	int more;

	type->is_signed = false;
	if (type_of(die, &underlying) && strip(&underlying)) {
		__u64 encoding = number_of(&underlying, DW_AT_encoding, 0);

		type->is_signed = encoding == DW_ATE_signed || encoding == DW_ATE_signed_char;
	}
	for (more = dwarf_child(die, &child); !more; more = dwarf_siblingof(&child, &child)) {
		struct enumerator *new;
		const char *name = dwarf_diename(&child);

		if (dwarf_tag(&child) != DW_TAG_enumerator || !name || type->bytes > 4)
			continue;
		type->enumerators = append(type->enumerators, type->nr, sizeof(*new));
		new = &type->enumerators[type->nr++];
		new->name = name;
		new->value = enumerator_value(&child, type->is_signed, type->bytes);
	}
	if (more < 0)
		damaged("enumerators");
}

static void set_base(Dwarf_Die *die, struct type *type)
{
	const char *name = dwarf_diename(die) ?: "";

	type->kind = FGRAPH_INT;
	switch (number_of(die, DW_AT_encoding, 0)) {
	case DW_ATE_boolean:
		type->kind = FGRAPH_BOOL;
		break;
	case DW_ATE_signed:
	case DW_ATE_signed_char:
		type->is_signed = true;
		if (type->bytes == 4 || type->bytes == 8)
			type->kind = FGRAPH_ERRNO_INT;
		break;
	case DW_ATE_unsigned:
	case DW_ATE_unsigned_char:
		if (!strcmp(name, "long unsigned int"))
			type->kind = FGRAPH_ERRNO_INT;
		break;
	default:
		type->kind = FGRAPH_UNTYPED;
	}
}

static void set_kind(Dwarf_Die *die, struct type *type)
{
	type->bytes = number_of(die, DW_AT_byte_size, 0);
	switch (dwarf_tag(die)) {
	case DW_TAG_base_type:
		set_base(die, type);
		break;
	case DW_TAG_pointer_type:
		type->kind = FGRAPH_POINTER;
		break;
	case DW_TAG_enumeration_type:
		type->kind = FGRAPH_ENUM;
		read_enumerators(die, type);
		break;
	case DW_TAG_structure_type:
	case DW_TAG_union_type:
		if (!flag_of(die, DW_AT_declaration))
			type->kind = FGRAPH_STRUCT;
		break;
	}
}

static int compare_types(const void *a, const void *b)
{
	const struct type *x = a, *y = b;
	int order = strcmp(x->name, y->name);

	if (!order)
		order = memcmp(&x->bytes, &y->bytes, sizeof(x->bytes));
	if (!order)
		order = x->kind - y->kind;
	if (!order)
		order = x->is_signed - y->is_signed;
	if (!order)
		order = (int)x->nr - (int)y->nr;
	return order;
}

static struct type *type_of_die(Dwarf_Die *die)
{
	static void *types;
	struct type *type = allocate(sizeof(*type)), **one;
	Dwarf_Die at;

	type->name = "void";
	type->kind = FGRAPH_VOID;
	if (type_of(die, &at)) {
		type->name = text_of(&at, 0);
		if (strip(&at)) {
			type->kind = FGRAPH_UNTYPED;
			set_kind(&at, type);
		}
	}
	one = tsearch(type, &types, compare_types);
	return *one;
}

static void read_arguments(Dwarf_Die *die, struct description *description)
{
	Dwarf_Die child, origin = *die;
	Dwarf_Attribute attribute;
	int more;

	/* A clone lacks arguments. Its source has all */
	while (dwarf_attr(&origin, DW_AT_abstract_origin, &attribute)) {
		if (!dwarf_formref_die(&attribute, &origin))
			damaged("function");
	}
	for (more = dwarf_child(&origin, &child); !more; more = dwarf_siblingof(&child, &child)) {
		if (dwarf_tag(&child) == DW_TAG_unspecified_parameters)
			description->flags |= FGRAPH_PROTO_VARIADIC;
		if (dwarf_tag(&child) != DW_TAG_formal_parameter || description->args == MAX_ARGS)
			continue;
		description->types[description->args] = type_of_die(&child);
		description->names[description->args++] = dwarf_diename(&child);
	}
	if (more < 0)
		damaged("arguments");
}

static __u64 address_in(const struct object *object, Dwarf_Addr address)
{
	size_t i, best = 0;

	if (!object->is_module)
		return address;
	for (i = 1; object->section_base[i] != UINT64_MAX; i++) {
		if (object->section_base[i] && object->section_base[i] <= address &&
		    (!best || object->section_base[i] > object->section_base[best]))
			best = i;
	}
	return (__u64)best << 32 | (__u32)(address - object->section_base[best]);
}

/* Code begins where the first range does: the others are of a cold part */
static bool code_of(Dwarf_Die *die, Dwarf_Addr *address)
{
	Dwarf_Addr base, end;

	if (dwarf_hasattr(die, DW_AT_low_pc) && !dwarf_hasattr(die, DW_AT_ranges))
		return !dwarf_lowpc(die, address);
	return dwarf_hasattr(die, DW_AT_ranges) && dwarf_ranges(die, 0, &base, address, &end) > 0;
}

static void read_function(struct object *object, Dwarf_Die *die, Dwarf_Die *unit, bool is_clang)
{
	struct description *description;
	Dwarf_Addr address = 0;
	bool has_code = code_of(die, &address);

	/* An abstract instance has no code, and may describe a function that was folded */
	if (flag_of(die, DW_AT_declaration) || !dwarf_diename(die) ||
	    (!has_code && dwarf_hasattr(die, DW_AT_abstract_origin)))
		return;
	description = allocate(sizeof(*description));
	description->has_code = has_code;
	description->address = has_code ? address_in(object, address) : 0;
	description->is_external = flag_of(die, DW_AT_external);
	description->is_clang = is_clang;
	description->name = dwarf_diename(die);
	description->unit = dwarf_diename(unit) ?: "";
	description->ret = type_of_die(die);
	read_arguments(die, description);
	object->descriptions = append(object->descriptions, object->nr_descriptions,
				      sizeof(*object->descriptions));
	object->descriptions[object->nr_descriptions++] = description;
}

static void read_unit(struct object *object, Dwarf_Die *unit)
{
	Dwarf_Attribute producer;
	bool is_clang = false;
	Dwarf_Die die;
	int more;

	/* The assembler's functions have no type, which is not void */
	if (dwarf_srclang(unit) == DW_LANG_Mips_Assembler)
		return;
	if (dwarf_attr(unit, DW_AT_producer, &producer))
		is_clang = strstr(dwarf_formstring(&producer) ?: "", "clang");
	for (more = dwarf_child(unit, &die); !more; more = dwarf_siblingof(&die, &die)) {
		if (dwarf_tag(&die) == DW_TAG_subprogram)
			read_function(object, &die, unit, is_clang);
	}
	if (more < 0)
		damaged("unit");
}

static int by_address(const void *a, const void *b)
{
	const struct description *x = *(void **)a, *y = *(void **)b;

	if (x->has_code != y->has_code)
		return x->has_code - y->has_code;
	return x->address < y->address ? -1 : x->address > y->address;
}

static int by_name(const void *a, const void *b)
{
	const struct description *x = *(void **)a, *y = *(void **)b;

	return strcmp(x->name, y->name);
}

static const Dwfl_Callbacks callbacks = {
	.find_debuginfo = dwfl_standard_find_debuginfo,
	.section_address = dwfl_offline_section_address,
};

/* Where libdwfl has put each section that is loaded, by its number */
static void read_section_bases(struct object *object, Dwfl_Module *module)
{
	size_t count, i;
	GElf_Word section;
	GElf_Addr address;
	GElf_Sym symbol;
	int n, symbols = dwfl_module_getsymtab(module);

	if (elf_getshdrnum(object->elf, &count))
		fail(object->path, "sections", elf_errmsg(-1));
	object->section_base = allocate((count + 1) * sizeof(*object->section_base));
	for (i = 1; i < count; i++)
		object->section_base[i] = 0;
	object->section_base[count] = UINT64_MAX;
	for (n = 1; n < symbols; n++) {
		if (!dwfl_module_getsym_info(module, n, &symbol, &address, &section, NULL, NULL) ||
		    section == SHN_UNDEF || section >= count ||
		    GELF_ST_TYPE(symbol.st_info) != STT_SECTION)
			continue;
		object->section_base[section] = address;
	}
}

/* Read the functions that debug information describes */
void read_descriptions(struct object *object)
{
	Dwarf_Off offset = 0, next;
	Dwfl_Module *module;
	size_t header;
	Dwarf_Addr bias;
	Dwarf *dwarf;
	Dwarf_Die unit;
	Dwfl *dwfl;
	int more;

	reading = object;
	dwfl = dwfl_begin(&callbacks);
	if (!dwfl)
		fail(object->path, "debug information", dwfl_errmsg(-1));
	module = dwfl_report_offline(dwfl, object->path, object->path, -1);
	if (!module || dwfl_report_end(dwfl, NULL, NULL))
		fail(object->path, "debug information", dwfl_errmsg(-1));
	if (object->is_module)
		read_section_bases(object, module);
	dwarf = dwfl_module_getdwarf(module, &bias);
	if (!dwarf && object->is_module)
		return;
	if (!dwarf)
		fail(object->path, "no debug information", "CONFIG_DEBUG_INFO");

	while (!(more = dwarf_nextcu(dwarf, offset, &next, &header, NULL, NULL, NULL))) {
		if (!dwarf_offdie(dwarf, offset + header, &unit))
			damaged("unit");
		read_unit(object, &unit);
		offset = next;
	}
	if (more < 0)
		damaged("debug information");

	object->by_name = allocate(object->nr_descriptions * sizeof(*object->by_name));
	memcpy(object->by_name, object->descriptions,
	       object->nr_descriptions * sizeof(*object->by_name));
	qsort(object->descriptions, object->nr_descriptions, sizeof(*object->descriptions),
	      by_address);
	qsort(object->by_name, object->nr_descriptions, sizeof(*object->by_name), by_name);
}

// SPDX-License-Identifier: GPL-2.0
/*
 * types.c - convert types of debug information to the form of the tables and to C
 */
#include <dwarf.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fgraph-proto.h"
#include "type_spelling.h"

/* Maximum nesting of types and declarators, more than real C code has */
#define DEEPEST		64

/* No ABI returns a larger struct in any registers. arm64 has four registers of 16 bytes */
#define MOST_REGISTERS	64

/* A type, by the place where debug information describes it */
struct place {
	const void *at;
	struct type *type;
};

static void *places, *types;

/* Get the type of an entry. False if the type is void */
static bool type_of(Dwarf_Die *die, Dwarf_Die *type)
{
	Dwarf_Attribute attribute;

	if (!find_attribute(die, DW_AT_type, &attribute))
		return false;
	if (!dwarf_formref_die(&attribute, type) || dwarf_tag(type) == DW_TAG_invalid)
		damaged(dwarf_errmsg(-1));
	return true;
}

static bool is_qualifier(Dwarf_Die *type)
{
	switch (dwarf_tag(type)) {
	case DW_TAG_const_type:
	case DW_TAG_volatile_type:
	case DW_TAG_restrict_type:
	case DW_TAG_atomic_type:
		return true;
	default:
		return false;
	}
}

/* Resolve typedefs and qualifiers. False if the type is void */
static bool strip(Dwarf_Die *type)
{
	int i;

	for (i = 0; i < DEEPEST; i++) {
		if (!is_qualifier(type) && dwarf_tag(type) != DW_TAG_typedef)
			return true;
		if (!type_of(type, type))
			return false;
	}
	damaged("a type stands for itself");
}

static char *print(const char *format, const char *a, const char *b)
{
	char *text;

	if (asprintf(&text, format, a, b) < 0)
		fail("fgraph-proto", "type", "no memory");
	return text;
}

/* Number of elements of one dimension, or -1 if it is not known */
static __s64 count_of(Dwarf_Die *range)
{
	__u64 count = number_of(range, DW_AT_count, UINT32_MAX), last;

	if (count < UINT32_MAX)
		return count;
	last = number_of(range, DW_AT_upper_bound, UINT32_MAX);
	return last < UINT32_MAX ? (__s64)last + 1 : -1;
}

/* Number of elements of an array, or -1. Appends the dimensions to @text, if not NULL */
static __s64 count_elements(Dwarf_Die *array, const char **text)
{
	__s64 all = 1, count;
	char number[24];
	Dwarf_Die child;
	int more;

	for (more = dwarf_child(array, &child); !more; more = dwarf_siblingof(&child, &child)) {
		if (dwarf_tag(&child) != DW_TAG_subrange_type)
			continue;
		count = count_of(&child);
		all = all < 0 || count < 0 ? -1 : all * count;
		snprintf(number, sizeof(number), count < 0 ? "" : "%lld", (long long)count);
		if (text)
			*text = print("%s[%s]", *text, number);
	}
	if (more < 0)
		damaged(dwarf_errmsg(-1));
	return all;
}

static const char *declare(Dwarf_Die *type, const char *inner, int depth);

static const char *declare_part(Dwarf_Die *die, const char *inner, int depth)
{
	Dwarf_Die type;

	if (depth > DEEPEST)
		damaged("a type stands for itself");
	if (type_of(die, &type))
		return declare(&type, inner, depth + 1);
	return print(*inner ? "%s %s" : "%s%s", "void", inner);
}

static const char *arguments_of(Dwarf_Die *function, int depth)
{
	const char *arguments = NULL, *next;
	Dwarf_Die child;
	int more;

	for (more = dwarf_child(function, &child); !more; more = dwarf_siblingof(&child, &child)) {
		if (dwarf_tag(&child) == DW_TAG_formal_parameter)
			next = declare_part(&child, "", depth);
		else if (dwarf_tag(&child) == DW_TAG_unspecified_parameters)
			next = "...";
		else
			continue;
		arguments = arguments ? print("%s, %s", arguments, next) : next;
	}
	if (more < 0)
		damaged(dwarf_errmsg(-1));
	if (!arguments)
		return flag_of(function, DW_AT_prototyped) ? "void" : "";
	/* "f()": whether there are arguments is not known */
	return strcmp(arguments, "...") ? arguments : "";
}

/* Put the star before @inner. Put both in parentheses if [] or () follows */
static const char *declare_pointer(Dwarf_Die *die, const char *inner, int depth)
{
	Dwarf_Die to;
	bool is_void = !type_of(die, &to);

	while (!is_void && is_qualifier(&to))
		is_void = !type_of(&to, &to);
	if (!is_void && (dwarf_tag(&to) == DW_TAG_array_type ||
			 dwarf_tag(&to) == DW_TAG_subroutine_type))
		return declare_part(die, print("%s%s)", "(*", inner), depth);
	return declare_part(die, print("%s%s", "*", inner), depth);
}

/* The qualifier of a pointer goes after its star. All other qualifiers come first */
static const char *declare_qualified(Dwarf_Die *die, const char *word, const char *inner,
				     int depth)
{
	Dwarf_Die at = *die;
	const char *text;
	bool is_void;

	do {
		is_void = !type_of(&at, &at);
	} while (!is_void && is_qualifier(&at));

	if (!is_void && dwarf_tag(&at) == DW_TAG_pointer_type)
		return declare_part(die, print(*inner ? "%s %s" : "%s%s", word, inner), depth);
	/* gcc marks noreturn and const functions like this. C has no text for it */
	if (!is_void && dwarf_tag(&at) == DW_TAG_subroutine_type)
		return declare_part(die, inner, depth);
	text = declare_part(die, inner, depth);
	/* The common order */
	if (!strcmp(word, "volatile") && !strncmp(text, "const ", 6))
		return print("const %s %s", word, text + 6);
	return print("%s %s", word, text);
}

static const char *declare_array(Dwarf_Die *die, const char *inner, int depth)
{
	const char *text = inner;

	count_elements(die, &text);
	return declare_part(die, text, depth);
}

static const char *declare_named(const char *tag, const char *name, const char *inner)
{
	return print(*inner ? "%s %s" : "%s%s", print("%s%s", tag, name), inner);
}

/*
 * C text that declares @inner. It is built as C is read: from the inside, which has the
 * name, to the outside, which has the type of an element or of a return value.
 */
static const char *declare(Dwarf_Die *type, const char *inner, int depth)
{
	const char *name = dwarf_diename(type);

	switch (dwarf_tag(type)) {
	case DW_TAG_const_type:
		return declare_qualified(type, "const", inner, depth);
	case DW_TAG_volatile_type:
		return declare_qualified(type, "volatile", inner, depth);
	case DW_TAG_restrict_type:
	case DW_TAG_atomic_type:
		return declare_part(type, inner, depth);
	case DW_TAG_pointer_type:
		return declare_pointer(type, inner, depth);
	case DW_TAG_array_type:
		return declare_array(type, inner, depth);
	case DW_TAG_subroutine_type:
		return declare_part(type, print("%s(%s)", inner, arguments_of(type, depth)), depth);
	/* C has no text for a type without a name. "{...}" is what debuggers print */
	case DW_TAG_structure_type:
		return declare_named("struct ", name ?: "{...}", inner);
	case DW_TAG_union_type:
		return declare_named("union ", name ?: "{...}", inner);
	case DW_TAG_enumeration_type:
		return declare_named("enum ", name ?: "{...}", inner);
	default:
		return declare_named("", fgraph_spelled(name ?: "?"), inner);
	}
}

/*
 * gcc uses the shortest zero-extended form for a value that is not negative, and
 * signed forms otherwise.
 */
static __u32 enumerator_value(Dwarf_Die *die)
{
	Dwarf_Attribute attribute;
	Dwarf_Sword number;
	Dwarf_Word word;

	if (!find_own(die, DW_AT_const_value, &attribute))
		damaged("an enumerator has no value");
	if (dwarf_whatform(&attribute) == DW_FORM_sdata ||
	    dwarf_whatform(&attribute) == DW_FORM_implicit_const) {
		if (dwarf_formsdata(&attribute, &number))
			damaged(dwarf_errmsg(-1));
		return number;
	}
	if (dwarf_formudata(&attribute, &word))
		damaged(dwarf_errmsg(-1));
	return word;
}

static void read_enumerators(Dwarf_Die *die, struct type *type)
{
	__u64 encoding = number_of(die, DW_AT_encoding, 0);
	Dwarf_Die child, underlying;
	int more;

	if (type_of(die, &underlying) && strip(&underlying))
		encoding = number_of(&underlying, DW_AT_encoding, 0);
	type->is_signed = encoding == DW_ATE_signed || encoding == DW_ATE_signed_char;
	/* If the sign is not known, a value with the sign bit set would be ambiguous */
	if (!encoding)
		type->kind = FGRAPH_UNTYPED;

	for (more = dwarf_child(die, &child); !more; more = dwarf_siblingof(&child, &child)) {
		struct enumerator *new;
		const char *name = dwarf_diename(&child);

		if (dwarf_tag(&child) != DW_TAG_enumerator || !name || type->bytes > 4)
			continue;
		type->enumerators = append(type->enumerators, type->nr, sizeof(*new));
		new = &type->enumerators[type->nr++];
		new->name = name;
		new->value = enumerator_value(&child);
	}
	if (more < 0)
		damaged(dwarf_errmsg(-1));
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

/* The properties, besides its size, that decide where a struct is returned */
struct layout {
	__u64 bytes;
	/* A part is not at a multiple of its size */
	bool is_unaligned;
	/* A part is an array or a struct that no register fits: its size is not 2^n */
	bool is_odd;
	/* A part is floating point, or its layout is not known */
	bool is_unknown;
};

static void look_at_part(Dwarf_Die *type, __u64 offset, struct layout *layout, int depth);

static void look_at_members(Dwarf_Die *die, __u64 offset, struct layout *layout, int depth)
{
	Dwarf_Attribute attribute;
	Dwarf_Die child, type;
	Dwarf_Word at;
	int more;

	for (more = dwarf_child(die, &child); !more; more = dwarf_siblingof(&child, &child)) {
		/* Skip bit fields: they are integers at any offset */
		if (dwarf_tag(&child) != DW_TAG_member ||
		    find_own(&child, DW_AT_data_bit_offset, &attribute) ||
		    find_own(&child, DW_AT_bit_size, &attribute))
			continue;
		at = 0;
		if (find_own(&child, DW_AT_data_member_location, &attribute) &&
		    dwarf_formudata(&attribute, &at))
			layout->is_unknown = true;
		else if (!type_of(&child, &type) || !strip(&type))
			layout->is_unknown = true;
		else
			look_at_part(&type, offset + at, layout, depth + 1);
	}
	if (more < 0)
		damaged(dwarf_errmsg(-1));
}

/* Look at all elements: in a packed struct, the second may be less aligned */
static void look_at_elements(Dwarf_Die *die, __u64 offset, struct layout *layout, int depth)
{
	__s64 i, count = count_elements(die, NULL);
	Dwarf_Die type;
	__u64 bytes;

	if (find_own(die, DW_AT_GNU_vector, &(Dwarf_Attribute){}) || !type_of(die, &type) ||
	    !strip(&type)) {
		layout->is_unknown = true;
		return;
	}
	bytes = number_of(&type, DW_AT_byte_size, 0);
	if (dwarf_tag(&type) == DW_TAG_array_type || (count > 0 && !bytes))
		layout->is_unknown = true;
	if (count < 0 || (__u64)count * bytes > layout->bytes)
		layout->is_odd = true;
	else if ((count * bytes) & (count * bytes - 1))
		layout->is_odd = true;
	for (i = 0; i < count && offset + i * bytes < layout->bytes && !layout->is_unknown; i++)
		look_at_part(&type, offset + i * bytes, layout, depth + 1);
}

static void look_at_number(__u64 offset, __u64 bytes, struct layout *layout)
{
	if (!bytes)
		layout->is_unknown = true;
	else
		layout->is_unaligned |= !!(offset % bytes);
}

static void look_at_part(Dwarf_Die *type, __u64 offset, struct layout *layout, int depth)
{
	__u64 bytes = number_of(type, DW_AT_byte_size, 0), encoding;

	if (depth > DEEPEST)
		damaged("a type is a part of itself");

	switch (dwarf_tag(type)) {
	case DW_TAG_structure_type:
	case DW_TAG_union_type:
		if (flag_of(type, DW_AT_declaration))
			layout->is_unknown = true;
		layout->is_odd |= !!(bytes & (bytes - 1));
		look_at_members(type, offset, layout, depth);
		break;
	case DW_TAG_array_type:
		look_at_elements(type, offset, layout, depth);
		break;
	case DW_TAG_base_type:
		encoding = number_of(type, DW_AT_encoding, 0);
		if (encoding != DW_ATE_boolean && encoding != DW_ATE_signed &&
		    encoding != DW_ATE_signed_char && encoding != DW_ATE_unsigned &&
		    encoding != DW_ATE_unsigned_char)
			layout->is_unknown = true;
		look_at_number(offset, bytes, layout);
		break;
	case DW_TAG_pointer_type:
	case DW_TAG_enumeration_type:
		look_at_number(offset, bytes, layout);
		break;
	default:
		layout->is_unknown = true;
	}
}

/*
 * x86_64: "System V ABI, AMD64 Supplement", 3.2.3: a struct with unaligned fields is
 *	in memory
 * i386: gcc returns a struct in registers only if a register fits each of its parts
 * all: values in floating-point registers are not recorded
 */
static __u8 kind_of_struct(const struct object *object, Dwarf_Die *die, __u32 bytes)
{
	struct layout layout = { .bytes = bytes };

	if (bytes > MOST_REGISTERS)
		return FGRAPH_STRUCT;
	look_at_members(die, 0, &layout, 0);
	if (layout.is_unknown)
		return FGRAPH_UNTYPED;
	if ((object->machine == EM_X86_64 && layout.is_unaligned) ||
	    (object->machine == EM_386 && layout.is_odd))
		return FGRAPH_MEMORY;
	return FGRAPH_STRUCT;
}

static void set_kind(const struct object *object, Dwarf_Die *die, struct type *type)
{
	__u64 bytes = number_of(die, DW_AT_byte_size, UINT64_MAX);

	if (dwarf_tag(die) == DW_TAG_pointer_type && bytes == UINT64_MAX)
		bytes = gelf_getclass(object->elf) == ELFCLASS64 ? 8 : 4;
	/* A type without a size is incomplete */
	if (bytes > UINT32_MAX || flag_of(die, DW_AT_declaration))
		return;
	type->bytes = bytes;
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
		type->kind = kind_of_struct(object, die, bytes);
		break;
	}
}

static int compare_types(const void *a, const void *b)
{
	const struct type *x = a, *y = b;
	int order = strcmp(x->name, y->name);
	unsigned int i;

	if (!order)
		order = (x->bytes > y->bytes) - (x->bytes < y->bytes);
	if (!order)
		order = x->kind - y->kind;
	if (!order)
		order = x->is_signed - y->is_signed;
	if (!order)
		order = (x->nr > y->nr) - (x->nr < y->nr);
	for (i = 0; !order && i < x->nr; i++) {
		const struct enumerator *p = &x->enumerators[i], *q = &y->enumerators[i];

		order = strcmp(p->name, q->name);
		if (!order)
			order = (p->value > q->value) - (p->value < q->value);
	}
	return order;
}

static int compare_places(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	return (x->at > y->at) - (x->at < y->at);
}

static void *find_or_add(const void *new, void **tree, int (*compare)(const void *, const void *))
{
	void **one = tsearch(new, tree, compare);

	if (!one)
		fail("fgraph-proto", "type", "no memory");
	return *one;
}

/* The type of an argument, or the return type of a function. Valid until forget_types() */
const struct type *type_of_die(const struct object *object, Dwarf_Die *die)
{
	static const struct type nothing = { .name = "void", .kind = FGRAPH_VOID };
	struct place *place, *known;
	struct type *type;
	Dwarf_Die at;

	if (!type_of(die, &at))
		return &nothing;
	place = allocate(sizeof(*place));
	place->at = at.addr;
	known = find_or_add(place, &places, compare_places);
	if (known != place) {
		free(place);
		return known->type;
	}

	type = allocate(sizeof(*type));
	type->name = declare(&at, "", 0);
	type->kind = FGRAPH_VOID;
	if (strip(&at)) {
		type->kind = FGRAPH_UNTYPED;
		set_kind(object, &at, type);
	}
	place->type = find_or_add(type, &types, compare_types);
	return place->type;
}

/* Forget the types of an object */
void forget_types(void)
{
	tdestroy(places, free);
	tdestroy(types, free);
	places = NULL;
	types = NULL;
}

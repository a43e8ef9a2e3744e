// SPDX-License-Identifier: GPL-2.0
/*
 * type_btf_decode.c - decode the type of a function from BTF
 */
#include <linux/bpf.h>
#include <linux/btf.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "type.h"
#include "type_btf.h"
#include "type_spelling.h"

/* Maximum depth of a type: more than the modifiers, pointers and functions of real code */
#define DEEPEST	32

static const struct btf_type *prototype(const struct btf *btf, u32 func)
{
	return btf_type_by_id(btf, btf_type_by_id(btf, func)->type);
}

/* BTF has no sign for char types. The sign of a plain char depends on the architecture */
static bool is_signed(const struct btf_type *type, const char *name)
{
	if (!strcmp(name, "char"))
		return (char)-1 < 0;
	return (btf_int_encoding(type) & BTF_INT_SIGNED) || !strcmp(name, "signed char");
}

static u16 type_of_int(const struct btf *btf, const struct btf_type *type)
{
	const char *name = btf_name_by_offset(btf, type->name_off);
	enum fgraph_kind kind = FGRAPH_INT;

	if (btf_int_offset(type) || BTF_INT_BITS(*(u32 *)(type + 1)) != 8 * type->size)
		return 0;
	if (btf_int_encoding(type) & BTF_INT_BOOL)
		return fgraph_make_type(FGRAPH_BOOL, type->size, false);
	if ((is_signed(type, name) && (type->size == 4 || type->size == 8)) ||
	    !strcmp(fgraph_spelled(name), "unsigned long"))
		kind = FGRAPH_ERRNO_INT;
	return fgraph_make_type(kind, type->size, is_signed(type, name));
}

/*
 * Before pahole 1.24, BTF has no sign for enumerations: all look unsigned. If a value
 * has its highest bit set, the sign is not known.
 */
static u16 type_of_enum(const struct btf_type *type)
{
	u32 i;

	if (CONFIG_PAHOLE_VERSION < 124 && btf_is_enum(type) && !btf_type_kflag(type)) {
		for (i = 0; i < btf_vlen(type); i++) {
			if (btf_enum(type)[i].val < 0)
				return 0;
		}
	}
	return fgraph_make_type(FGRAPH_ENUM, type->size, btf_type_kflag(type));
}

static u32 size_of(const struct btf_type *type)
{
	return btf_type_is_ptr(type) ? sizeof(void *) : type->size;
}

/*
 * Whether the size of a type alone decides how the ABI returns it. On x86, unaligned
 * members force it to memory. On i386, so do parts of odd sizes.
 */
static bool is_plain(const struct btf *btf, const struct btf_type *type, u32 offset, int depth)
{
	const struct btf_member *member = btf_members(type);
	u32 i;

	if (!type || depth == DEEPEST)
		return false;
	if (btf_is_array(type))
		return !IS_ENABLED(CONFIG_X86_32) &&
		       is_plain(btf, btf_type_skip_modifiers(btf, btf_array(type)->type, NULL),
				offset, depth + 1);
	if (!btf_is_composite(type))
		return (btf_is_int(type) || btf_is_any_enum(type) || btf_is_ptr(type)) &&
		       offset % size_of(type) == 0;
	if (IS_ENABLED(CONFIG_X86_32) && depth)
		return false;
	for (i = 0; i < btf_vlen(type); i++) {
		if (__btf_member_bitfield_size(type, &member[i]))
			return false;
		if (!is_plain(btf, btf_type_skip_modifiers(btf, member[i].type, NULL),
			      offset + btf_member_bit_offset(type, i) / 8, depth + 1))
			return false;
	}
	return true;
}

/**
 * fgraph_btf_type - return the return type of a function
 * @btf: BTF of the kernel or of a module
 * @func: number of the function in @btf
 *
 * Return: the type, or 0 if it is not known or no rule covers it
 * Context: any
 */
u16 fgraph_btf_type(const struct btf *btf, u32 func)
{
	const struct btf_type *proto = prototype(btf, func), *type;

	if (!proto || !btf_type_is_func_proto(proto))
		return 0;
	if (!proto->type)
		return fgraph_make_type(FGRAPH_VOID, 0, false);
	type = btf_type_skip_modifiers(btf, proto->type, NULL);
	if (!type)
		return 0;
	switch (btf_kind(type)) {
	case BTF_KIND_UNKN:
		return fgraph_make_type(FGRAPH_VOID, 0, false);
	case BTF_KIND_INT:
		return type_of_int(btf, type);
	case BTF_KIND_ENUM:
	case BTF_KIND_ENUM64:
		return type_of_enum(type);
	case BTF_KIND_PTR:
		return fgraph_make_type(FGRAPH_POINTER, sizeof(void *), false);
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
		if (!is_plain(btf, type, 0, 0))
			return 0;
		return fgraph_make_type(FGRAPH_STRUCT, type->size, false);
	default:
		return 0;
	}
}

/**
 * fgraph_btf_enumerator - name a value of an enumeration
 * @text: the text of the function that returned the value
 * @func: number of the function in its BTF
 * @value: the low 32 bits of the value
 *
 * Return: the name, or NULL if no enumerator has this value
 * Context: any, NMI included
 */
const char *fgraph_btf_enumerator(const struct fgraph_text *text, u32 func, u32 value)
{
	const struct btf *btf = text->data;
	const struct btf_type *type;
	u32 i;

	type = btf_type_skip_modifiers(btf, prototype(btf, func)->type, NULL);
	if (!type || !btf_is_enum(type))
		return NULL;
	for (i = 0; i < btf_vlen(type); i++) {
		if (btf_enum(type)[i].val == value)
			return btf_name_by_offset(btf, btf_enum(type)[i].name_off);
	}
	return NULL;
}

/**
 * struct declaration - a declaration in C, which grows from its middle to both ends
 * @text: room for the declaration
 * @start: where the declaration starts
 * @end: where the declaration ends, at a zero byte
 *
 * Text that does not fit is left out.
 */
struct declaration {
	char text[1024];
	size_t start;
	size_t end;
};

static void put_before(struct declaration *declaration, const char *text)
{
	size_t length = strlen(text);

	if (length > declaration->start)
		return;
	declaration->start -= length;
	memcpy(declaration->text + declaration->start, text, length);
}

static void put_behind(struct declaration *declaration, const char *text)
{
	size_t room = sizeof(declaration->text) - 1 - declaration->end;
	size_t length = min(strlen(text), room);

	memcpy(declaration->text + declaration->end, text, length);
	declaration->end += length;
	declaration->text[declaration->end] = '\0';
}

static char *declare(const struct btf *btf, u32 id, const char *name, int depth);

/* Only the arguments of the function itself have names */
static void put_arguments(struct declaration *declaration, const struct btf *btf,
			  const struct btf_type *proto, int depth)
{
	const struct btf_param *param = btf_params(proto);
	u32 i, count = btf_vlen(proto);

	put_behind(declaration, "(");
	for (i = 0; i < count; i++) {
		bool is_dots = i == count - 1 && !param[i].type && !param[i].name_off;
		const char *name = depth ? "" : btf_name_by_offset(btf, param[i].name_off);
		char *text = is_dots ? NULL : declare(btf, param[i].type, name, depth + 1);

		if (i)
			put_behind(declaration, ", ");
		put_behind(declaration, text ?: "...");
		kfree(text);
	}
	put_behind(declaration, count ? ")" : "void)");
}

/* The star of a pointer to a function or an array is in parentheses */
static void put_star(struct declaration *declaration, const struct btf *btf,
		     const struct btf_type *type)
{
	const struct btf_type *to = type->type ? btf_type_by_id(btf, type->type) : NULL;

	put_before(declaration, "*");
	if (to && (btf_type_is_func_proto(to) || btf_is_array(to))) {
		put_before(declaration, "(");
		put_behind(declaration, ")");
	}
}

static const char *tag_of(const struct btf_type *type)
{
	switch (btf_kind(type)) {
	case BTF_KIND_STRUCT:
		return "struct ";
	case BTF_KIND_UNION:
		return "union ";
	case BTF_KIND_FWD:
		return btf_type_kflag(type) ? "union " : "struct ";
	case BTF_KIND_ENUM:
	case BTF_KIND_ENUM64:
		return "enum ";
	default:
		return "";
	}
}

static void put_name(struct declaration *declaration, const struct btf *btf,
		     const struct btf_type *type)
{
	const char *name = type ? fgraph_spelled(btf_name_by_offset(btf, type->name_off)) : "void";
	char first = declaration->text[declaration->start];

	/* A space in "int *f" and "int f", none in "int" without a name */
	if (first)
		put_before(declaration, " ");
	put_before(declaration, *name ? name : "{...}");
	if (type)
		put_before(declaration, tag_of(type));
}

static void put_qualifier(struct declaration *declaration, const char *qualifier)
{
	put_before(declaration, declaration->text[declaration->start] ? " " : "");
	put_before(declaration, qualifier);
}

/* Build a declaration from the name outwards, as C reads it. NULL without memory */
static char *declare(const struct btf *btf, u32 id, const char *name, int depth)
{
	struct declaration *declaration = kmalloc(sizeof(*declaration), GFP_KERNEL);
	const char *is_const = "", *is_volatile = "";
	const struct btf_type *type = NULL;
	char *text, number[16];
	int i;

	if (!declaration)
		return NULL;
	declaration->start = sizeof(declaration->text) / 4;
	declaration->end = declaration->start;
	declaration->text[declaration->end] = '\0';
	put_behind(declaration, name);

	for (i = 0; i < DEEPEST && depth < DEEPEST; i++) {
		type = id ? btf_type_by_id(btf, id) : NULL;
		if (!type)
			break;
		id = type->type;
		if (btf_kind(type) == BTF_KIND_CONST) {
			is_const = "const";
		} else if (btf_kind(type) == BTF_KIND_VOLATILE) {
			is_volatile = "volatile";
		} else if (btf_type_is_ptr(type)) {
			if (*is_volatile)
				put_qualifier(declaration, is_volatile);
			if (*is_const)
				put_qualifier(declaration, is_const);
			is_const = "";
			is_volatile = "";
			put_star(declaration, btf, type);
		} else if (btf_is_array(type)) {
			snprintf(number, sizeof(number), "[%u]", btf_array(type)->nelems);
			put_behind(declaration, number);
			id = btf_array(type)->type;
		} else if (btf_type_is_func_proto(type)) {
			put_arguments(declaration, btf, type, depth);
		} else if (btf_kind(type) != BTF_KIND_RESTRICT && !btf_type_is_type_tag(type)) {
			break;
		}
	}
	put_name(declaration, btf, type);
	if (*is_volatile)
		put_qualifier(declaration, is_volatile);
	if (*is_const)
		put_qualifier(declaration, is_const);

	text = kstrdup(declaration->text + declaration->start, GFP_KERNEL);
	kfree(declaration);
	return text;
}

/**
 * fgraph_btf_show - print a prototype as C writes it
 * @m: where to print
 * @text: the text of the function
 * @func: number of the function in its BTF
 * @name: its name
 *
 * Context: may sleep
 */
void fgraph_btf_show(struct seq_file *m, const struct fgraph_text *text, u32 func,
		     const char *name)
{
	const struct btf *btf = text->data;
	char *declaration = declare(btf, btf_type_by_id(btf, func)->type, name, 0);

	seq_puts(m, declaration ?: name);
	kfree(declaration);
}

// SPDX-License-Identifier: GPL-2.0
/*
 * arg_btf.c - find the arguments of a function by its prototype in BTF
 *
 * BTF does not say where arguments are, but has sizes and members of their types. The
 * rest are the rules of the ABI. These hold for functions that gcc has compiled: it
 * changes signatures only in copies, whose symbols have other names than in BTF. Other
 * compilers drop arguments of static functions, and keep the name. On i386, asmlinkage
 * moves the arguments, and BTF does not have that. So there are no recipes in both cases.
 */
#include <linux/bpf.h>
#include <linux/btf.h>
#include <linux/kernel.h>
#include <linux/minmax.h>

#include "abi.h"
#include "type.h"
#include "type_btf.h"

/* Maximum nesting of structs and arrays: more than real code has */
#define DEEPEST	32

static bool measure(const struct btf *btf, u32 id, u32 offset, struct fgraph_arg *arg, int depth);

/*
 * BTF does not have what the source aligns or packs. The size of a struct may show it: it
 * is larger than its members need, or no multiple of their alignment. On arm, gcc aligns a
 * bit field as its type, in a packed struct, too.
 */
static bool measure_struct(const struct btf *btf, const struct btf_type *type, u32 offset,
			   struct fgraph_arg *arg, int depth)
{
	const struct btf_member *member = btf_members(type);
	u32 i, at, bits, end = 0, align = 1, align_of_bits = 1;
	struct fgraph_arg part;

	for (i = 0; i < btf_vlen(type); i++) {
		at = btf_member_bit_offset(type, i);
		bits = btf_member_bitfield_size(type, i);
		if (!measure(btf, member[i].type, offset + at / 8, &part, depth + 1))
			return false;
		if (bits) {
			align_of_bits = max_t(u32, align_of_bits, part.align);
		} else {
			align = max_t(u32, align, part.align);
			arg->is_unaligned |= part.is_unaligned;
		}
		end = max(end, at + (bits ?: 8 * part.bytes));
	}
	if (type->size > round_up(DIV_ROUND_UP(end, 8), max(align, align_of_bits)))
		return false;
	while (type->size % align)
		align /= 2;
	arg->bytes = type->size;
	arg->align = max(align, align_of_bits);
	arg->is_struct = true;
	return true;
}

/*
 * Find out what decides where an argument is. The offset is that in the whole argument.
 * Returns false if no rule covers the type.
 */
static bool measure(const struct btf *btf, u32 id, u32 offset, struct fgraph_arg *arg, int depth)
{
	const struct btf_type *type = btf_type_skip_modifiers(btf, id, NULL);
	u16 value;

	*arg = (struct fgraph_arg) {};
	if (!type || depth == DEEPEST)
		return false;
	if (btf_is_composite(type))
		return measure_struct(btf, type, offset, arg, depth);
	if (btf_is_array(type)) {
		if (!measure(btf, btf_array(type)->type, offset, arg, depth + 1))
			return false;
		arg->bytes *= btf_array(type)->nelems;
		return true;
	}
	value = fgraph_btf_value_type(btf, id);
	if (!value || fgraph_type_kind(value) == FGRAPH_VOID)
		return false;
	arg->bytes = fgraph_btf_size(type);
	arg->align = arg->bytes;
	arg->is_unaligned = offset % arg->bytes;
	return true;
}

/* Whether the caller passes a pointer to where the return value is to be written */
static bool has_result_pointer(const struct btf *btf, u32 func)
{
	const struct btf_type *proto = fgraph_btf_prototype(btf, func);

	return fgraph_type_kind(fgraph_btf_type(btf, func)) == FGRAPH_MEMORY &&
	       btf_type_skip_modifiers(btf, proto->type, NULL)->size;
}

/**
 * fgraph_btf_recipe - find where the arguments of a function are
 * @btf: BTF of the kernel or of a module
 * @func: number of the function in @btf. Its return type is known
 *
 * An argument without a rule, such as a floating-point number, and all later ones have no
 * places. The caller holds the lock of the sources.
 *
 * Return: the recipe, see arg_recipe.h
 * Context: may sleep
 */
u16 fgraph_btf_recipe(const struct btf *btf, u32 func)
{
	const struct btf_type *proto = fgraph_btf_prototype(btf, func);
	const struct btf_param *param = btf_params(proto);
	u16 words[FGRAPH_RECIPE_WORDS];
	struct fgraph_places places;
	struct fgraph_arg arg;
	u32 i, nr = 0;
	int count;

	if (IS_ENABLED(CONFIG_X86_32) || !IS_ENABLED(CONFIG_CC_IS_GCC))
		return FGRAPH_RECIPE_NONE;
	fgraph_begin_places(&places, FGRAPH_ABI, false, has_result_pointer(btf, func));
	for (i = 0; i < btf_vlen(proto); i++) {
		if (!measure(btf, param[i].type, 0, &arg, 0))
			break;
		count = fgraph_place_argument(&places, &arg, words + nr, ARRAY_SIZE(words) - nr);
		if (count < 0)
			break;
		nr += count;
	}
	return fgraph_store_recipe(words, nr);
}

/**
 * fgraph_btf_argument - describe an argument of a function
 * @text: the text of the function
 * @func: number of the function in its BTF
 * @n: which argument, from 0
 * @argument: where to describe it
 *
 * Return: whether the function has that argument, or is variadic and has "..." there
 * Context: any, NMI included
 */
bool fgraph_btf_argument(const struct fgraph_text *text, u32 func, u32 n,
			 struct fgraph_argument *argument)
{
	const struct btf *btf = text->data;
	const struct btf_type *proto = fgraph_btf_prototype(btf, func), *type;
	const struct btf_param *param = btf_params(proto) + n;
	const char *name;
	u16 value;

	*argument = (struct fgraph_argument) {};
	if (n >= btf_vlen(proto))
		return false;
	argument->is_rest = fgraph_btf_is_rest(proto, n);
	type = btf_type_skip_modifiers(btf, param->type, NULL);
	if (argument->is_rest || !type)
		return true;
	name = btf_name_by_offset(btf, param->name_off);
	argument->name = *name ? name : NULL;
	if (btf_is_composite(type)) {
		argument->kind = FGRAPH_STRUCT;
		argument->bytes = type->size;
		return true;
	}
	value = fgraph_btf_value_type(btf, param->type);
	argument->kind = fgraph_type_kind(value);
	argument->bytes = fgraph_btf_size(type);
	argument->is_signed = value & FGRAPH_TYPE_SIGNED;
	return true;
}

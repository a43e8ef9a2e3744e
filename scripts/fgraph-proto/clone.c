// SPDX-License-Identifier: GPL-2.0
/*
 * clone.c - find the places of the arguments of a clone: a copy that the compiler made
 *
 * A clone may lack arguments, and the others then lie elsewhere. An argument may also be a
 * constant there, or passed in another form: a member instead of the pointer to its struct.
 * Rules cannot tell, but debug information does. An argument is shown only if it lies in a
 * register or on the stack as it is, or is a constant.
 */
#include "fgraph-proto.h"

/* The registers that pass arguments, by their numbers in debug information */
static const __u8 registers[][8] = {
	[FGRAPH_X86_64] = { 5, 4, 1, 2, 8, 9 },
	[FGRAPH_I386] = { 0, 2, 1 },
	[FGRAPH_ARM64] = { 0, 1, 2, 3, 4, 5, 6, 7 },
	[FGRAPH_ARM] = { 0, 1, 2, 3 },
	[FGRAPH_RISCV64] = { 10, 11, 12, 13, 14, 15, 16, 17 },
};

static unsigned int place_register(enum fgraph_abi abi, __s64 number, __u16 *place)
{
	unsigned int i;

	for (i = 0; i < fgraph_arg_registers(abi); i++) {
		if (registers[abi][i] == number) {
			*place = FGRAPH_PLACE_REGISTER | i;
			return 1;
		}
	}
	return 0;
}

static unsigned int place_frame(enum fgraph_abi abi, __s64 offset, __u16 *place)
{
	__s64 word = fgraph_word_bytes(abi);

	if (offset < 0 || offset % word || offset / word > FGRAPH_PLACE_NUMBER)
		return 0;
	*place = FGRAPH_PLACE_STACK | offset / word;
	return 1;
}

/* A word that is a constant: 32 bits, which the kernel extends by their sign */
static unsigned int place_constant(enum fgraph_abi abi, const struct type *type, __s64 value,
				   unsigned int nr, __u16 *places)
{
	unsigned int unused = 64 - 8 * type->bytes;

	if (type->bytes > 8)
		return 0;
	value = (__u64)value << unused;
	value = type->is_signed ? value >> unused : (__s64)((__u64)value >> unused);
	if (fgraph_word_bytes(abi) == 4)
		value >>= 32 * nr;
	else if (type->bytes > 4 && value != (__s32)value)
		return 0;
	places[0] = FGRAPH_PLACE_CONSTANT;
	places[1] = value & 0xffff;
	places[2] = value >> 16 & 0xffff;
	return 3;
}

/* Whether each part of an argument is a word. The last one may be the end of a struct */
static bool is_in_words(enum fgraph_abi abi, const struct argument *argument,
			unsigned int words)
{
	unsigned int word = fgraph_word_bytes(abi), i;

	for (i = 0; i < argument->nr_parts; i++) {
		if (argument->parts[i].bytes != word &&
		    argument->parts[i].bytes != argument->type->bytes - i * word)
			return false;
	}
	return argument->nr_parts == words;
}

/* Place an argument. Returns how many numbers its places are, 0 if one has no place */
static unsigned int place_argument(enum fgraph_abi abi, const struct argument *argument,
				   unsigned int words, __u16 *places)
{
	const struct location *part = argument->parts;
	bool is_whole = argument->nr_parts == 1 && !part->bytes;
	unsigned int word = fgraph_word_bytes(abi), i, length, nr = 0;

	if (!argument->type->has_place ||
	    fgraph_is_by_reference(abi, argument->type->arg.is_struct, argument->type->bytes) ||
	    (!is_whole && !is_in_words(abi, argument, words)))
		return 0;
	for (i = 0; i < words; i++, nr += length) {
		length = 0;
		if (part->kind == IN_REGISTER && (!is_whole || words == 1))
			length = place_register(abi, part->number, places + nr);
		else if (part->kind == IN_FRAME)
			length = place_frame(abi, part->number + (is_whole ? i * word : 0),
					     places + nr);
		else if (part->kind == IS_CONSTANT && is_whole)
			length = place_constant(abi, argument->type, part->number, i,
						places + nr);
		if (!length)
			return 0;
		part += !is_whole;
	}
	return nr;
}

/**
 * place_clone - find the places of the arguments of a clone
 * @abi: its ABI
 * @description: the clone
 * @places: where to store the recipe: FGRAPH_RECIPE_LENGTH numbers
 *
 * Return: how many numbers it has, 0 if no argument has a place
 */
unsigned int place_clone(enum fgraph_abi abi, const struct description *description,
			 __u16 *places)
{
	unsigned int i, words, length, nr = 0, all = 0;
	const struct argument *argument;

	/* What is not tracked may be where its function keeps it later */
	for (i = 0; i < description->nr && description->is_tracked; i++) {
		argument = &description->arguments[i];
		words = fgraph_arg_words(abi, argument->type->arg.is_struct,
					 argument->type->bytes);
		if (words > FGRAPH_RECIPE_WORDS - all ||
		    nr + 3 * words + 1 > FGRAPH_RECIPE_LENGTH)
			break;
		length = place_argument(abi, argument, words, places + nr);
		all += length ? words : 0;
		if (!length)
			places[nr++] = FGRAPH_PLACE_GONE;
		nr += length;
	}
	return all ? nr : 0;
}

/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_ARG_PLACES_H
#define _KERNEL_TRACE_FGRAPH_ARG_PLACES_H

/*
 * Where the arguments of a function are when it is entered, by the rules of the ABIs.
 * scripts/fgraph-proto uses these rules for the machine of an object, the kernel for its
 * own. An argument consists of words: registers, or words on the stack. A list of the
 * places of all words, in the order of the arguments, is called a recipe.
 *
 *		registers	a struct that is larger		an argument that does not fit
 *				than two registers		the registers that are left
 *
 *	x86_64	6		stack				stack. Later ones may fit
 *	i386	3		stack				stack, and all later ones
 *	arm64	8		pointer to a copy		stack, and all later ones
 *	arm	4		as any other			registers and stack
 *	riscv	8		pointer to a copy		registers and stack
 *
 * x86_64: "System V ABI, AMD64 Supplement", 3.2.3
 * i386: gcc's -mregparm=3. A variadic function has all arguments on the stack
 * arm64: "Procedure Call Standard for the Arm 64-bit Architecture", 6.8.2
 * arm: "Procedure Call Standard for the Arm Architecture", 6.5
 * riscv: "RISC-V Calling Conventions", integer calling convention
 *
 * Little-endian only. Floating-point numbers and vectors have no places here.
 */
#include "abi.h"

/* A place has a kind and a number n */
#define FGRAPH_PLACE_NUMBER	0x00ff
#define FGRAPH_PLACE_KIND	0xff00

#define FGRAPH_PLACE_REGISTER	0x0000	/* register n of those that pass arguments */
#define FGRAPH_PLACE_STACK	0x0100	/* word n that the caller has passed on the stack */
#define FGRAPH_PLACE_USER	0x0200	/* word n of the struct pt_regs at the first register */
#define FGRAPH_PLACE_USER_LOW	0x0300	/* the low 32 bits of that word */
#define FGRAPH_PLACE_CONSTANT	0x0400	/* nowhere: 32 bits in the next two numbers, signed */
#define FGRAPH_PLACE_GONE	0x0500	/* nowhere: the argument has no word */
#define FGRAPH_PLACE_KINDS	0x0600

/* Most functions have fewer words of arguments. Others are cut before an argument */
#define FGRAPH_RECIPE_WORDS	16

/* Numbers of a recipe, if each word were a constant */
#define FGRAPH_RECIPE_LENGTH	(3 * FGRAPH_RECIPE_WORDS)

/* How many numbers of a recipe describe a place */
static inline unsigned int fgraph_place_length(__u16 place)
{
	return (place & FGRAPH_PLACE_KIND) == FGRAPH_PLACE_CONSTANT ? 3 : 1;
}

/**
 * struct fgraph_arg - what decides where an argument is
 * @bytes: its size
 * @align: its natural alignment
 * @is_struct: a struct or a union
 * @is_unaligned: a member of the struct is not at a multiple of its alignment
 */
struct fgraph_arg {
	__u32 bytes;
	__u8 align;
	bool is_struct;
	bool is_unaligned;
};

/**
 * struct fgraph_places - the places that earlier arguments have taken
 * @abi: the ABI
 * @reg: the next register
 * @slot: the next word on the stack
 */
struct fgraph_places {
	enum fgraph_abi abi;
	unsigned int reg;
	unsigned int slot;
};

static inline unsigned int fgraph_word_bytes(enum fgraph_abi abi)
{
	return abi == FGRAPH_I386 || abi == FGRAPH_ARM ? 4 : 8;
}

/* Number of registers that pass arguments */
static inline unsigned int fgraph_arg_registers(enum fgraph_abi abi)
{
	switch (abi) {
	case FGRAPH_X86_64:
		return 6;
	case FGRAPH_I386:
		return 3;
	case FGRAPH_ARM:
		return 4;
	default:
		return 8;
	}
}

/**
 * fgraph_is_by_reference - whether a pointer to a copy of an argument is passed
 * @abi: the ABI
 * @is_struct: a struct or a union
 * @bytes: size of the argument
 *
 * Return: whether the argument has one word, the pointer
 * Context: any
 */
static inline bool fgraph_is_by_reference(enum fgraph_abi abi, bool is_struct, __u32 bytes)
{
	return is_struct && bytes > 16 && (abi == FGRAPH_ARM64 || abi == FGRAPH_RISCV64);
}

/**
 * fgraph_arg_words - number of words of an argument
 * @abi: the ABI
 * @is_struct: a struct or a union
 * @bytes: size of the argument
 *
 * Return: the number of words, 0 for a struct without members
 * Context: any
 */
static inline unsigned int fgraph_arg_words(enum fgraph_abi abi, bool is_struct, __u32 bytes)
{
	unsigned int word = fgraph_word_bytes(abi);

	return fgraph_is_by_reference(abi, is_struct, bytes) ? 1 : (bytes + word - 1) / word;
}

/**
 * fgraph_begin_places - prepare to place the arguments of a function
 * @places: where to keep what is taken
 * @abi: the ABI
 * @on_stack: the function takes no argument in registers. Only i386 has such functions
 * @has_result_pointer: the first argument is hidden: it is the place of the return value
 *
 * Context: any
 */
static inline void fgraph_begin_places(struct fgraph_places *places, enum fgraph_abi abi,
				       bool on_stack, bool has_result_pointer)
{
	places->abi = abi;
	places->slot = 0;
	places->reg = on_stack && abi == FGRAPH_I386 ? fgraph_arg_registers(abi) : 0;
	if (!has_result_pointer || abi == FGRAPH_ARM64)
		return;
	if (places->reg)
		places->slot++;
	else
		places->reg++;
}

static inline unsigned int fgraph_round_up(unsigned int number, unsigned int to)
{
	return (number + to - 1) / to * to;
}

/* The alignment of an argument in words: 1 or 2 */
static inline unsigned int fgraph_align_words(enum fgraph_abi abi, const struct fgraph_arg *arg)
{
	bool is_double = arg->align > fgraph_word_bytes(abi);

	if (!is_double || abi == FGRAPH_I386 || (abi == FGRAPH_ARM && arg->is_unaligned))
		return 1;
	return 2;
}

/**
 * fgraph_place_argument - find the places of the next argument
 * @places: what is taken by the arguments before it
 * @arg: the argument
 * @words: where to store its places
 * @room: number of words that fit there
 *
 * Return: the number of words of the argument, or -1 if they do not fit
 * Context: any
 */
static inline int fgraph_place_argument(struct fgraph_places *places,
					const struct fgraph_arg *arg, __u16 *words,
					unsigned int room)
{
	unsigned int count = fgraph_arg_words(places->abi, arg->is_struct, arg->bytes);
	bool is_pointer = fgraph_is_by_reference(places->abi, arg->is_struct, arg->bytes);
	unsigned int align = is_pointer ? 1 : fgraph_align_words(places->abi, arg);
	unsigned int end = fgraph_arg_registers(places->abi), reg = places->reg, i;
	bool may_split = places->abi == FGRAPH_ARM || places->abi == FGRAPH_RISCV64;

	if (count > room)
		return -1;
	if (!count)
		return 0;
	if (places->abi == FGRAPH_X86_64) {
		if (count > end - reg || count > 2 || (arg->is_struct && arg->is_unaligned))
			reg = end;
	} else {
		if (places->abi != FGRAPH_RISCV64)
			reg = fgraph_round_up(reg, align);
		if (reg > end || (count > end - reg && !may_split))
			reg = end;
		/* On arm, a split argument is the first one on the stack */
		places->reg = reg + count < end ? reg + count : end;
	}
	for (i = 0; i < count && reg < end; i++)
		words[i] = reg++;
	if (places->abi == FGRAPH_X86_64 && i)
		places->reg = reg;
	if (i < count && !i)
		places->slot = fgraph_round_up(places->slot, align);
	for (; i < count; i++)
		words[i] = FGRAPH_PLACE_STACK | places->slot++;
	return count;
}

#endif /* _KERNEL_TRACE_FGRAPH_ARG_PLACES_H */

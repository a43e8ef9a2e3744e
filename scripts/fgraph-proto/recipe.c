// SPDX-License-Identifier: GPL-2.0
/*
 * recipe.c - find the places of the arguments of a function
 */
#include "fgraph-proto.h"

/* The ABI of an object. False if no rule covers it */
static bool find_abi(const struct object *object, enum fgraph_abi *abi)
{
	switch (object->machine) {
	case EM_X86_64:
		*abi = FGRAPH_X86_64;
		return true;
	case EM_386:
		*abi = FGRAPH_I386;
		return true;
	case EM_AARCH64:
		*abi = FGRAPH_ARM64;
		return true;
	case EM_ARM:
		*abi = FGRAPH_ARM;
		return true;
	case EM_RISCV:
		*abi = FGRAPH_RISCV64;
		return gelf_getclass(object->elf) == ELFCLASS64;
	default:
		return false;
	}
}

/* Whether the caller passes a pointer to where the return value is to be written */
static bool is_in_memory(enum fgraph_abi abi, const struct type *ret)
{
	if (!ret->arg.is_struct || !ret->bytes)
		return false;
	return ret->kind == FGRAPH_MEMORY || !fgraph_returns_in_registers(abi, ret->bytes);
}

/* Place the arguments by the rules. @taken has what is taken before them */
static unsigned int place_all(const struct description *description, struct fgraph_places *taken,
			      __u16 *places)
{
	unsigned int i, nr = 0;
	int words;

	for (i = 0; i < description->nr; i++) {
		const struct type *type = description->arguments[i].type;

		if (!type->has_place)
			break;
		words = fgraph_place_argument(taken, &type->arg, places + nr,
					      FGRAPH_RECIPE_WORDS - nr);
		if (words < 0)
			break;
		nr += words;
	}
	return nr;
}

/*
 * On i386, asmlinkage says that no argument is in a register. Debug information does not
 * have that, but its effect, if variables were tracked: what would be in a register is above
 * the return address.
 */
static bool is_on_stack(const struct description *description, const __u16 *places,
			unsigned int nr)
{
	const struct argument *argument = description->arguments;
	unsigned int i = 0;

	for (; i < nr; argument++) {
		if (argument->location.kind == IN_FRAME && argument->location.offset >= 0 &&
		    !(places[i] & FGRAPH_PLACE_STACK))
			return true;
		i += fgraph_arg_words(FGRAPH_I386, false, argument->type->bytes);
	}
	return false;
}

/**
 * make_recipe - find the places of the arguments of a function
 * @object: the object of the function
 * @answer: the function, which has a description
 * @places: where to store the places of FGRAPH_RECIPE_WORDS words
 *
 * Return: the number of words. All arguments have their places, or the first ones of them
 */
unsigned int make_recipe(const struct object *object, const struct answer *answer,
			 __u16 *places)
{
	const struct description *description = answer->description;
	struct fgraph_places taken;
	bool has_result_pointer;
	enum fgraph_abi abi;
	unsigned int nr;

	/* A clone may lack arguments, and its others then lie elsewhere */
	if ((answer->flags & FGRAPH_PROTO_CLONE) || !find_abi(object, &abi))
		return 0;
	if (abi == FGRAPH_I386 && !description->is_tracked)
		return 0;
	has_result_pointer = is_in_memory(abi, description->ret);
	fgraph_begin_places(&taken, abi, answer->flags & FGRAPH_PROTO_VARIADIC,
			    has_result_pointer);
	nr = place_all(description, &taken, places);
	if (abi != FGRAPH_I386 || !is_on_stack(description, places, nr))
		return nr;
	fgraph_begin_places(&taken, abi, true, has_result_pointer);
	return place_all(description, &taken, places);
}

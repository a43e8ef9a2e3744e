// SPDX-License-Identifier: GPL-2.0
/*
 * location.c - read where the arguments of a function are when it is entered
 *
 * With -fno-var-tracking, gcc says only where an argument is in the body of a function, which
 * may be elsewhere: see struct description.
 */
#include <dwarf.h>

#include "fgraph-proto.h"

/* Maximum chain of abstract origins. Real chains end at an instance of an instance */
#define DEEPEST	8

/* The entry of the source that an entry is an instance of */
static Dwarf_Off source_of(Dwarf_Die *die)
{
	Dwarf_Attribute attribute;
	Dwarf_Die at = *die;
	int i;

	for (i = 0; find_own(&at, DW_AT_abstract_origin, &attribute); i++) {
		if (i == DEEPEST || !dwarf_formref_die(&attribute, &at))
			damaged("an argument stands for itself");
	}
	return dwarf_dieoffset(&at);
}

/* Whether offsets of a function's frame are from the caller's stack pointer at the call */
static bool has_call_frame(Dwarf_Die *function)
{
	Dwarf_Attribute attribute;
	Dwarf_Op *ops;
	size_t nr;

	return find_own(function, DW_AT_frame_base, &attribute) &&
	       !dwarf_getlocation(&attribute, &ops, &nr) && nr == 1 &&
	       ops->atom == DW_OP_call_frame_cfa;
}

static struct location read_location(Dwarf_Die *function, Dwarf_Die *parameter, Dwarf_Addr entry)
{
	struct location location = { .kind = NOWHERE };
	Dwarf_Attribute attribute;
	Dwarf_Op *ops;
	size_t nr;

	if (!find_own(parameter, DW_AT_location, &attribute) ||
	    dwarf_getlocation_addr(&attribute, entry, &ops, &nr, 1) != 1)
		return location;
	location.kind = ELSEWHERE;
	if (nr == 1 && ops->atom == DW_OP_fbreg && has_call_frame(function)) {
		location.kind = IN_FRAME;
		location.offset = (Dwarf_Sword)ops->number;
	}
	return location;
}

/**
 * read_locations - read where the arguments of a function are
 * @function: its entry in the debug information
 * @entry: address of its code, as the debug information has it
 * @description: the function, with its arguments
 */
void read_locations(Dwarf_Die *function, Dwarf_Addr entry, struct description *description)
{
	Dwarf_Die child;
	unsigned int i;
	Dwarf_Off at;
	int more;

	for (more = dwarf_child(function, &child); !more;
	     more = dwarf_siblingof(&child, &child)) {
		if (dwarf_tag(&child) != DW_TAG_formal_parameter)
			continue;
		at = source_of(&child);
		for (i = 0; i < description->nr; i++) {
			if (description->arguments[i].at == at)
				description->arguments[i].location =
					read_location(function, &child, entry);
		}
	}
	if (more < 0)
		damaged(dwarf_errmsg(-1));
}

// SPDX-License-Identifier: GPL-2.0
/*
 * die.c - read the attributes of entries of debug information
 */
#include <dwarf.h>

#include "fgraph-proto.h"

/* Maximum chain of abstract origins, more than real ones have */
#define DEEPEST		64

static const char *path;

/**
 * set_debug_path - set the path for messages about damaged debug information
 * @of: path of the object that is being read
 */
void set_debug_path(const char *of)
{
	path = of;
}

/**
 * damaged - exit with a message about debug information that cannot be read
 * @what: what is wrong with it
 */
noreturn void damaged(const char *what)
{
	fail(path, "debug information", what);
}

/* Find an attribute of this entry alone */
bool find_own(Dwarf_Die *die, unsigned int name, Dwarf_Attribute *attribute)
{
	int error;

	dwarf_errno();
	if (dwarf_attr(die, name, attribute))
		return true;
	error = dwarf_errno();
	if (error)
		damaged(dwarf_errmsg(error));
	return false;
}

/*
 * Find an attribute of an entry, or of the entry that it is an instance of. Fail if the
 * debug information is damaged: a type that cannot be read must not look like void.
 */
bool find_attribute(Dwarf_Die *die, unsigned int name, Dwarf_Attribute *attribute)
{
	Dwarf_Die at = *die;
	int i;

	for (i = 0; i < DEEPEST; i++) {
		if (find_own(&at, name, attribute))
			return true;
		if (!find_own(&at, DW_AT_abstract_origin, attribute) &&
		    !find_own(&at, DW_AT_specification, attribute))
			return false;
		if (!dwarf_formref_die(attribute, &at))
			damaged(dwarf_errmsg(-1));
	}
	damaged("an entry stands for itself");
}

__u64 number_of(Dwarf_Die *die, unsigned int name, __u64 otherwise)
{
	Dwarf_Attribute attribute;
	Dwarf_Word number;

	if (!find_attribute(die, name, &attribute) || dwarf_formudata(&attribute, &number))
		return otherwise;
	return number;
}

bool flag_of(Dwarf_Die *die, unsigned int name)
{
	Dwarf_Attribute attribute;
	bool flag;

	if (!find_attribute(die, name, &attribute))
		return false;
	if (dwarf_formflag(&attribute, &flag))
		damaged(dwarf_errmsg(-1));
	return flag;
}

/*
 * The constant of an entry. gcc uses the shortest zero-extended form for a value that is not
 * negative, and signed forms otherwise. False if there is none, or if it is not a number.
 */
bool constant_of(Dwarf_Die *die, __s64 *value)
{
	Dwarf_Attribute attribute;
	Dwarf_Sword number;
	Dwarf_Word word;

	if (!find_own(die, DW_AT_const_value, &attribute))
		return false;
	if (dwarf_whatform(&attribute) == DW_FORM_sdata ||
	    dwarf_whatform(&attribute) == DW_FORM_implicit_const) {
		if (dwarf_formsdata(&attribute, &number))
			damaged(dwarf_errmsg(-1));
		*value = number;
		return true;
	}
	if (dwarf_formudata(&attribute, &word))
		return false;
	*value = word;
	return true;
}

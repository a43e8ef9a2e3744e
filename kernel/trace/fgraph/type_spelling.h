/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_TYPE_SPELLING_H
#define _KERNEL_TRACE_FGRAPH_TYPE_SPELLING_H

/* For the kernel and for scripts/fgraph-proto. Include a header with strcmp() first */

/**
 * fgraph_spelled - return the common spelling of the name of a basic type
 * @name: the name that the compiler uses in DWARF, and so in BTF
 *
 * Return: the common spelling, or @name
 * Context: any
 */
static inline const char *fgraph_spelled(const char *name)
{
	static const char * const usual[][2] = {
		{ "long int", "long" }, { "long unsigned int", "unsigned long" },
		{ "long long int", "long long" },
		{ "long long unsigned int", "unsigned long long" },
		{ "short int", "short" }, { "short unsigned int", "unsigned short" },
		{ "_Bool", "bool" }, { "__int128 unsigned", "unsigned __int128" },
	};
	unsigned int i;

	for (i = 0; i < sizeof(usual) / sizeof(*usual); i++) {
		if (!strcmp(name, usual[i][0]))
			return usual[i][1];
	}
	return name;
}

#endif /* _KERNEL_TRACE_FGRAPH_TYPE_SPELLING_H */

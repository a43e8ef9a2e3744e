/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _FGRAPH_PROTO_H
#define _FGRAPH_PROTO_H

#include <elfutils/libdw.h>
#include <gelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdnoreturn.h>

#include "fgraph_proto_format.h"

struct enumerator {
	const char *name;
	__u32 value;
};

/* A type as the tables have it. Equal types are one */
struct type {
	const char *name;
	__u32 bytes;
	__u8 kind;
	bool is_signed;
	/* Of an enumeration */
	struct enumerator *enumerators;
	unsigned int nr;
};

#define MAX_ARGS	FGRAPH_PROTO_ARGS

/* What debug information says of a function */
struct description {
	__u64 address;
	bool has_code;
	bool is_external;
	/* Nothing that it says of the return value can be relied on */
	bool is_clang;
	const char *name;
	const char *unit;
	struct type *ret;
	unsigned int flags;
	unsigned int args;
	struct type *types[MAX_ARGS];
	const char *names[MAX_ARGS];
};

/* A function of an object, from its symbols */
struct symbol {
	__u64 address;
	__u64 size;
	const char *name;
	/* The file of a local symbol */
	const char *file;
};

struct object {
	const char *path;
	const char *name;
	__u8 id[FGRAPH_BUILD_ID_MAX];
	Elf *elf;
	bool is_module;
	/* Call sites, in the order of the tables; addresses as symbols have them */
	__u64 *sites;
	__u32 *offsets;
	size_t nr_sites;
	struct symbol *symbols;
	size_t nr_symbols;
	/* Sorted by address; those without code come first */
	struct description **descriptions;
	size_t nr_descriptions;
	struct description **by_name;
	/* Where debug information puts each section of a module */
	__u64 *section_base;
};

/* The prototype of a call site, or a reason why there is none */
struct answer {
	const struct symbol *symbol;
	const struct description *description;
	unsigned int flags;
	enum fgraph_reason reason;
};

noreturn void fail(const char *file, const char *what, const char *why);
void *allocate(size_t bytes);
void *append(void *array, size_t count, size_t each);

void read_elf(struct object *object);
void read_descriptions(struct object *object);
struct answer find_prototype(const struct object *object, __u64 site);

void list_object(const struct object *object);
void write_tables(struct object **objects, size_t count, const char *tables,
		  const char *functions);

#endif /* _FGRAPH_PROTO_H */

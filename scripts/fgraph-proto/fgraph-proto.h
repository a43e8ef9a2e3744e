/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _FGRAPH_PROTO_H
#define _FGRAPH_PROTO_H

#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <gelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdnoreturn.h>

#include "proto_format.h"

struct enumerator {
	const char *name;
	__u32 value;
};

/* A type, in the form of the tables. Equal types of an object share one struct type */
struct type {
	const char *name;
	__u32 bytes;
	__u8 kind;
	bool is_signed;
	/* For an enumeration */
	struct enumerator *enumerators;
	unsigned int nr;
};

struct argument {
	const struct type *type;
	const char *name;
};

/* The description of a function in debug information */
struct description {
	__u64 address;
	bool has_code;
	bool is_external;
	/* Copies made by other compilers cannot be recognized by their symbol names */
	bool is_gcc;
	const char *name;
	const char *unit;
	const struct type *ret;
	unsigned int flags;
	unsigned int nr;
	struct argument *arguments;
};

/* A function of an object, from the symbol table */
struct symbol {
	__u64 address;
	__u64 size;
	const char *name;
	bool is_local;
	/* The source file of a local symbol. NULL if the file symbols are stripped */
	const char *file;
};

struct object {
	const char *path;
	const char *name;
	__u8 id[FGRAPH_BUILD_ID_MAX];
	int fd;
	Elf *elf;
	int machine;
	bool is_module;
	/* The exit sections of a module are loaded with its init sections */
	bool exit_is_init;
	/* Call sites, in the order of the tables. Addresses are like those of symbols */
	__u64 *sites;
	__u32 *offsets;
	size_t nr_sites;
	struct symbol *symbols;
	size_t nr_symbols;
	/* Debug information, which may be in a separate file. NULL if there is none */
	Dwfl *dwfl;
	Dwfl_Module *module;
	Dwarf *dwarf;
	/* Sorted by address. Descriptions without code come first */
	struct description **descriptions;
	size_t nr_descriptions;
	struct description **by_name;
};

/* The prototype of a call site, or the reason why there is none */
struct answer {
	const struct symbol *symbol;
	const struct description *description;
	/* There are several descriptions, which differ only in the names of arguments */
	bool is_unnamed;
	unsigned int flags;
	enum fgraph_reason reason;
};

noreturn void fail(const char *file, const char *what, const char *why);
void *allocate(size_t bytes);
void *append(void *array, size_t count, size_t each);

void set_debug_path(const char *of);
noreturn void damaged(const char *what);
bool find_own(Dwarf_Die *die, unsigned int name, Dwarf_Attribute *attribute);
bool find_attribute(Dwarf_Die *die, unsigned int name, Dwarf_Attribute *attribute);
__u64 number_of(Dwarf_Die *die, unsigned int name, __u64 otherwise);
bool flag_of(Dwarf_Die *die, unsigned int name);

void read_id(struct object *object);
void read_elf(struct object *object);
bool has_debug_section(const struct object *object);
__u64 section_address(size_t section, __u64 offset);

void open_debug(struct object *object);
void read_descriptions(struct object *object);
void forget_object(struct object *object);

void forget_types(void);
const struct type *type_of_die(const struct object *object, Dwarf_Die *die);

struct answer find_prototype(const struct object *object, __u64 site);

void list_object(const struct object *object);
void begin_tables(size_t count);
void put_object(const struct object *object, const char *functions);
void end_tables(const char *path);

#endif /* _FGRAPH_PROTO_H */

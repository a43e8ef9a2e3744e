/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_PROTO_FORMAT_H
#define _KERNEL_TRACE_FGRAPH_PROTO_FORMAT_H

/*
 * The format of tables of prototypes: scripts/fgraph-proto writes them, and
 * type_tables.c reads them. All numbers have the byte order of the machine.
 * Offsets are in bytes from the header, and are multiples of 4.
 *
 *	struct fgraph_tables
 *	struct fgraph_tables_object[objects]
 *	for each object: functions, types, enumerators, names, words
 *	strings, each with a zero byte at its end
 *
 * The functions of vmlinux are in a second file of their own, because the kernel
 * needs them only once.
 */
#include <linux/types.h>

#include "type_kind.h"

#define FGRAPH_TABLES_MAGIC	0x46475054	/* "FGPT" */
#define FGRAPH_TABLES_VERSION	1
#define FGRAPH_BUILD_ID_MAX	20

/**
 * struct fgraph_tables - the header
 * @magic: FGRAPH_TABLES_MAGIC
 * @version: FGRAPH_TABLES_VERSION
 * @bytes: size of the tables, this header included
 * @objects: number of objects. They follow the header
 * @strings: offset of the strings, which extend to the end of the tables
 * @kernel_id: build ID of vmlinux, with zeros at its end
 */
struct fgraph_tables {
	__u32 magic;
	__u32 version;
	__u32 bytes;
	__u32 objects;
	__u32 strings;
	__u8 kernel_id[FGRAPH_BUILD_ID_MAX];
};

/**
 * struct fgraph_tables_object - vmlinux or a module
 * @name: "vmlinux", or the name of the module as the kernel has it (a string)
 * @id: build ID, with zeros at its end
 * @functions: offset of the functions. 0 for vmlinux, where they are in the other file
 * @nr_functions: number of functions, that is, of call sites
 * @types: offset of the types
 * @nr_types: number of types
 * @enumerators: offset of the enumerators
 * @nr_enumerators: number of enumerators
 * @names: offset of the names of arguments, each a string (__u32)
 * @nr_names: number of names
 * @words: offset of words (__u16) that describe prototypes
 * @nr_words: number of words, even
 */
struct fgraph_tables_object {
	__u32 name;
	__u8 id[FGRAPH_BUILD_ID_MAX];
	__u32 functions;
	__u32 nr_functions;
	__u32 types;
	__u32 nr_types;
	__u32 enumerators;
	__u32 nr_enumerators;
	__u32 names;
	__u32 nr_names;
	__u32 words;
	__u32 nr_words;
};

/**
 * struct fgraph_tables_function - a call site
 * @site: vmlinux: the address in __mcount_loc, minus _stext. Module: the rank of the
 *	call site by address, with the sites of init sections last. Ascending
 * @proto: number of the pair of words where the prototype starts:
 *		return type, flags, type of each argument
 *	FGRAPH_NO_PROTO if there is none
 * @names: number of the pair of words where the names of the arguments start:
 *		name of each argument, FGRAPH_NO_NAME if it has none
 *	Without a prototype: the reason, one of enum fgraph_reason
 */
struct fgraph_tables_function {
	__u32 site;
	__u16 proto;
	__u16 names;
};

#define FGRAPH_NO_PROTO		0xffff
#define FGRAPH_NO_NAME		0xffff

/* The second word of a prototype */
#define FGRAPH_PROTO_ARGS	0x00ff	/* number of arguments */
#define FGRAPH_PROTO_VARIADIC	0x0100	/* and more arguments, "..." */
#define FGRAPH_PROTO_CLONE	0x0200	/* a copy by the compiler: may lack arguments */
#define FGRAPH_PROTO_FLAGS	(FGRAPH_PROTO_VARIADIC | FGRAPH_PROTO_CLONE)

/**
 * struct fgraph_tables_type - the type of a return value or an argument
 * @name: the type in C, without a variable name: "int", "struct page *",
 *	"int (*)(int)" (a string). If it contains "(*", the variable name goes before
 *	the first ")" after that, otherwise to the end
 * @bytes: size, up to 65,535. 0 for void, and for a struct without members
 * @kind: one of enum fgraph_kind
 * @is_signed: whether the value is signed
 * @first: number of the first enumerator
 * @nr: number of enumerators. 0 if the type is not an enumeration
 */
struct fgraph_tables_type {
	__u32 name;
	__u16 bytes;
	__u8 kind;
	__u8 is_signed;
	__u16 first;
	__u16 nr;
};

/**
 * struct fgraph_tables_enumerator - an enumerator of an enumeration
 * @name: the name (a string)
 * @value: the low 32 bits of the value. Enumerations wider than 32 bits have no
 *	enumerators here
 */
struct fgraph_tables_enumerator {
	__u32 name;
	__u32 value;
};

#endif /* _KERNEL_TRACE_FGRAPH_PROTO_FORMAT_H */

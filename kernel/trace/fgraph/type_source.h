/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_TYPE_SOURCE_H
#define _KERNEL_TRACE_FGRAPH_TYPE_SOURCE_H

#include "type_lookup.h"

struct module;
struct seq_file;

/* Tables have priority: a module of tables is loaded on purpose, and has more than BTF */
#define FGRAPH_RANK_BTF		0
#define FGRAPH_RANK_TABLES	1

/**
 * struct fgraph_found - the functions of the kernel or of a module
 * @functions: the functions, each address once. The caller of load() frees them by kvfree()
 * @count: number of functions
 * @data: private data of the source, for struct fgraph_text
 */
struct fgraph_found {
	struct fgraph_function *functions;
	u32 count;
	const void *data;
};

/**
 * struct fgraph_source - a source of prototypes, such as BTF or tables
 * @list: for type_source.c
 * @name: name in the file function_prototypes
 * @rank: if several sources have prototypes of a text, the highest rank is used
 * @load: fill in the functions of a module, or of the kernel for NULL. Returns 0,
 *	with a count of 0 if the source has none, or a negative errno. May sleep
 * @release: called when @data is no longer used. May sleep. NULL if there is nothing to do
 * @enumerator: name of a value of the enumeration that a function returns, or
 *	NULL. Called in any context
 * @show: print the prototype of a function: type, @name, arguments. May sleep
 */
struct fgraph_source {
	struct list_head list;
	const char *name;
	int rank;
	int (*load)(struct fgraph_source *source, const struct module *mod,
		    struct fgraph_found *found);
	void (*release)(const void *data);
	const char *(*enumerator)(const struct fgraph_text *text, u32 proto, u32 value);
	void (*show)(struct seq_file *m, const struct fgraph_text *text, u32 proto,
		     const char *name);
};

int fgraph_register_source(struct fgraph_source *source);
void fgraph_unregister_source(struct fgraph_source *source);
void fgraph_load_sources(void);
void fgraph_module_changes(const struct module *mod, unsigned long state);
void fgraph_lock_sources(void);
void fgraph_unlock_sources(void);

#endif /* _KERNEL_TRACE_FGRAPH_TYPE_SOURCE_H */

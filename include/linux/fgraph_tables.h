/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _LINUX_FGRAPH_TABLES_H
#define _LINUX_FGRAPH_TABLES_H

#include <linux/types.h>

struct fgraph_tables;
struct fgraph_tables_function;

/**
 * struct fgraph_module_tables - the data of a module of tables
 * @tables: the tables
 * @tables_end: end of the tables
 * @functions: functions of vmlinux, struct fgraph_tables_function
 * @functions_end: end of the functions
 */
struct fgraph_module_tables {
	const char *tables;
	const char *tables_end;
	const char *functions;
	const char *functions_end;
};

int fgraph_register_tables(const struct fgraph_tables *tables, size_t bytes,
			   const struct fgraph_tables_function *functions, size_t count);
void fgraph_unregister_tables(const struct fgraph_tables *tables);

#endif /* _LINUX_FGRAPH_TABLES_H */

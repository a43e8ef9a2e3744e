/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _LINUX_FGRAPH_TABLES_H
#define _LINUX_FGRAPH_TABLES_H

#include <linux/types.h>

struct fgraph_tables;
struct fgraph_tables_function;

/* What is linked to a module of tables. Weak, as modpost looks for symbols before that */
extern const char fgraph_tables_begin[] __weak;
extern const char fgraph_tables_end[] __weak;
extern const char fgraph_functions_begin[] __weak;
extern const char fgraph_functions_end[] __weak;

int fgraph_register_tables(const struct fgraph_tables *tables, size_t bytes,
			   const struct fgraph_tables_function *functions, size_t count);
void fgraph_unregister_tables(const struct fgraph_tables *tables);

#endif /* _LINUX_FGRAPH_TABLES_H */

// SPDX-License-Identifier: GPL-2.0
/*
 * module.c - module of tables: prototypes for the function graph tracer
 *
 * Load the module, trace, and remove the module. scripts/fgraph-proto makes the tables
 * from debug information. The last step of the build links them to this file.
 */
#include <linux/fgraph_tables.h>
#include <linux/module.h>

/* Size of struct fgraph_tables_function */
#define FUNCTION_BYTES	8

/* Weak for modpost, which runs before the last step of the build links the symbol in */
const struct fgraph_module_tables fgraph_module_tables __weak;

static int __init fgraph_prototypes_init(void)
{
	const struct fgraph_module_tables *mine = &fgraph_module_tables;

	return fgraph_register_tables((const void *)mine->tables,
				      mine->tables_end - mine->tables,
				      (const void *)mine->functions,
				      (mine->functions_end - mine->functions) / FUNCTION_BYTES);
}
module_init(fgraph_prototypes_init);

static void __exit fgraph_prototypes_exit(void)
{
	fgraph_unregister_tables((const void *)fgraph_module_tables.tables);
}
module_exit(fgraph_prototypes_exit);

MODULE_DESCRIPTION("Prototypes for the function graph tracer");
MODULE_LICENSE("GPL");

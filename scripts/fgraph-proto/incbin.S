/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The data of a module of tables. The functions of vmlinux are init data, because the
 * kernel needs them only once.
 */
#include <linux/linkage.h>

#ifdef CONFIG_64BIT
#define POINTER	.quad
#else
#define POINTER	.long
#endif

	.section .rodata, "a"
	.balign 8
tables:
	.incbin	TABLES
tables_end:

	.balign 8
	.globl	fgraph_module_tables
	.type	fgraph_module_tables, %object
fgraph_module_tables:
	POINTER	tables
	POINTER	tables_end
	POINTER	functions
	POINTER	functions_end
	.size	fgraph_module_tables, . - fgraph_module_tables

	.section .init.rodata, "a"
	.balign 8
functions:
	.incbin	FUNCTIONS
functions_end:

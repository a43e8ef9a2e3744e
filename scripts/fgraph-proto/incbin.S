/* SPDX-License-Identifier: GPL-2.0 */
/* The tables of a module of tables. The kernel needs the functions of vmlinux only once */
#include <linux/linkage.h>

	.section .rodata, "a"
	.balign 8
	.globl	fgraph_tables_begin
fgraph_tables_begin:
	.incbin	TABLES
	.globl	fgraph_tables_end
fgraph_tables_end:

	.section .init.rodata, "a"
	.balign 8
	.globl	fgraph_functions_begin
fgraph_functions_begin:
	.incbin	FUNCTIONS
	.globl	fgraph_functions_end
fgraph_functions_end:

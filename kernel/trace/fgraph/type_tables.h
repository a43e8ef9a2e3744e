/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_TYPE_TABLES_H
#define _KERNEL_TRACE_FGRAPH_TYPE_TABLES_H

#include "proto_format.h"
#include "type_source.h"

/* The ELF notes of vmlinux, from its linker script */
extern const char __start_notes[] __weak;
extern const char __stop_notes[] __weak;

/* The data at an offset of tables that have been checked */
static inline const void *fgraph_tables_at(const struct fgraph_tables *tables, u32 offset)
{
	return (const void *)tables + offset;
}

static inline const struct fgraph_tables_object *
fgraph_tables_objects(const struct fgraph_tables *tables)
{
	return (const void *)(tables + 1);
}

static inline const char *fgraph_tables_string(const struct fgraph_tables *tables, u32 string)
{
	return fgraph_tables_at(tables, tables->strings + string);
}

const char *fgraph_tables_check(const struct fgraph_tables *tables, size_t bytes,
				const struct fgraph_tables_function *functions, size_t count);
u16 fgraph_tables_type(const struct fgraph_tables *tables,
		       const struct fgraph_tables_object *object,
		       const struct fgraph_tables_function *function);
const char *fgraph_tables_enumerator(const struct fgraph_tables *tables,
				     const struct fgraph_tables_object *object,
				     u32 proto, u32 value);
void fgraph_tables_show(struct seq_file *m, const struct fgraph_tables *tables,
			const struct fgraph_tables_object *object, u32 proto, const char *name);

#endif /* _KERNEL_TRACE_FGRAPH_TYPE_TABLES_H */

/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_TYPE_BTF_H
#define _KERNEL_TRACE_FGRAPH_TYPE_BTF_H

#include "type_source.h"

struct btf;

#ifdef CONFIG_FUNCTION_GRAPH_BTF
void fgraph_use_btf(void);
#else
static inline void fgraph_use_btf(void)
{
}
#endif

u16 fgraph_btf_type(const struct btf *btf, u32 func);
const char *fgraph_btf_enumerator(const struct fgraph_text *text, u32 func, u32 value);
void fgraph_btf_show(struct seq_file *m, const struct fgraph_text *text, u32 func,
		     const char *name);

#endif /* _KERNEL_TRACE_FGRAPH_TYPE_BTF_H */

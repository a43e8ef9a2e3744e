/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_PROTO_COPY_H
#define _KERNEL_TRACE_FGRAPH_PROTO_COPY_H

#include <linux/types.h>

#include "arg_recipe.h"
#include "type_kind.h"

/**
 * struct fgraph_arg_copy - an argument of a function
 * @name: its name, or NULL
 * @kind: kind of its type
 * @bytes: its size
 * @word: index of its first word among those that fgraph_record_args() writes
 * @is_signed: whether it is signed
 * @is_pointer: its word is an address: it is a pointer, or a struct by reference
 * @is_recorded: whether fgraph_record_args() writes it
 */
struct fgraph_arg_copy {
	char *name;
	enum fgraph_kind kind;
	u32 bytes;
	u16 word;
	bool is_signed;
	bool is_pointer;
	bool is_recorded;
};

/**
 * struct fgraph_proto_copy - the prototype of a function, when it was copied
 * @type: type of the return value, see type.h. 0 if the prototype is not known
 * @recipe: where the words of its arguments are
 * @count: number of its arguments
 * @args: its arguments
 */
struct fgraph_proto_copy {
	u16 type;
	u16 recipe;
	u32 count;
	struct fgraph_arg_copy args[];
};

struct fgraph_proto_copy *fgraph_copy_proto(unsigned long ip);
void fgraph_free_proto(struct fgraph_proto_copy *proto);

#endif /* _KERNEL_TRACE_FGRAPH_PROTO_COPY_H */

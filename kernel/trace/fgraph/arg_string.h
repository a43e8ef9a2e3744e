/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_ARG_STRING_H
#define _KERNEL_TRACE_FGRAPH_ARG_STRING_H

#include "arg_recipe.h"

struct trace_seq;

/**
 * struct fgraph_string - a string in a record, behind the words of arguments
 * @is_read: whether the string was read
 * @text: its first bytes, with zeros behind its end. If none of them is zero, the string is
 *	longer
 *
 * A record may have less of its last string, if there was no room for more.
 */
struct fgraph_string {
	u8 is_read;
	char text[FGRAPH_STRING_BYTES - 1];
};

void fgraph_record_string(struct fgraph_string *string, unsigned long address, u16 place);
void fgraph_print_string(struct trace_seq *s, const struct fgraph_string *string,
			 unsigned int bytes);

#endif /* _KERNEL_TRACE_FGRAPH_ARG_STRING_H */

/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_TYPE_KIND_H
#define _KERNEL_TRACE_FGRAPH_TYPE_KIND_H

/**
 * enum fgraph_kind - how a value is returned and printed
 * @FGRAPH_UNTYPED: the type is not known
 * @FGRAPH_VOID: no value
 * @FGRAPH_BOOL: true or false
 * @FGRAPH_INT: an integer that is never an error
 * @FGRAPH_ERRNO_INT: an integer that may be an error: int, long, s64 and their
 *	typedefs, and unsigned long
 * @FGRAPH_ENUM: an enumeration
 * @FGRAPH_POINTER: a pointer, or an error in a pointer
 * @FGRAPH_STRUCT: a struct or union that the ABI may return in registers, depending on its
 *	size
 * @FGRAPH_MEMORY: a struct or union that is returned in memory
 * @FGRAPH_KINDS: number of kinds
 */
enum fgraph_kind {
	FGRAPH_UNTYPED,
	FGRAPH_VOID,
	FGRAPH_BOOL,
	FGRAPH_INT,
	FGRAPH_ERRNO_INT,
	FGRAPH_ENUM,
	FGRAPH_POINTER,
	FGRAPH_STRUCT,
	FGRAPH_MEMORY,
	FGRAPH_KINDS
};

/**
 * enum fgraph_reason - why a function has no prototype
 * @FGRAPH_NO_SOURCE: no source describes the function
 * @FGRAPH_CLONE: the compiler may have dropped the return value of this copy
 * @FGRAPH_SEVERAL: there are several descriptions of the function, and they differ
 * @FGRAPH_ODD: no rule covers the return type, such as a floating-point number
 * @FGRAPH_FULL: the tables have no room for the prototype
 * @FGRAPH_REASONS: number of reasons
 */
enum fgraph_reason {
	FGRAPH_NO_SOURCE,
	FGRAPH_CLONE,
	FGRAPH_SEVERAL,
	FGRAPH_ODD,
	FGRAPH_FULL,
	FGRAPH_REASONS
};

#endif /* _KERNEL_TRACE_FGRAPH_TYPE_KIND_H */

// SPDX-License-Identifier: GPL-2.0
/*
 * type.c - return values whose type is known
 *
 * Text that is printed for each kind of value:
 *
 *	void			nothing		a leaf has no comment
 *	bool			ret=true	ret=0x2, if it is neither 0 nor 1
 *	signed integer		ret=-22		also short and char
 *	unsigned integer	ret=0xffffffea
 *	unsigned long		ret=0x1000	ret=-12, if it is in the errno range
 *	enumeration		ret=16
 *	pointer			ret=0xffff888000209e00, ret=0x0
 *	error in a pointer	ret=-12
 *	__int128		ret=0x80000000000000001
 *	struct in registers	ret={0x11111111, 0x22222222}
 *	struct in memory	nothing
 *
 * In hexadecimal, only the bits of the value's width are printed: -22 as an int
 * is 0xffffffea.
 */
#include <linux/err.h>
#include <linux/log2.h>

#include "abi.h"
#include "type.h"

/**
 * fgraph_make_type - encode the type of a return value in 16 bits
 * @kind: how the value is returned and printed
 * @bytes: size of the value. Ignored for %FGRAPH_VOID and %FGRAPH_UNTYPED
 * @is_signed: whether the value is signed. Ignored unless @kind is an integer or an
 *	enumeration
 *
 * Return: the type, or 0 if no rule covers it
 * Context: any
 */
u16 fgraph_make_type(enum fgraph_kind kind, u32 bytes, bool is_signed)
{
	u32 registers = DIV_ROUND_UP(bytes, sizeof(long));
	u16 type;

	if (kind == FGRAPH_STRUCT && !fgraph_returns_in_registers(FGRAPH_ABI, bytes))
		kind = FGRAPH_MEMORY;
	type = kind << FGRAPH_TYPE_KIND_SHIFT;

	switch (kind) {
	case FGRAPH_VOID:
	case FGRAPH_MEMORY:
		return type | FGRAPH_TYPE_NONE;
	case FGRAPH_BOOL:
		if (bytes != 1)
			return 0;
		break;
	case FGRAPH_POINTER:
		if (bytes != sizeof(long))
			return 0;
		break;
	case FGRAPH_INT:
	case FGRAPH_ERRNO_INT:
	case FGRAPH_ENUM:
		if (!is_power_of_2(bytes))
			return 0;
		if (is_signed)
			type |= FGRAPH_TYPE_SIGNED;
		break;
	case FGRAPH_STRUCT:
		break;
	default:
		return 0;
	}

	if (registers > 2)
		return 0;
	if (registers < 2)
		type |= FGRAPH_TYPE_ONE;
	return type | 8 * (registers * sizeof(long) - bytes);
}

/* The bits that belong to the value, without the sign extension */
static unsigned long bits_of(unsigned long value, u16 type)
{
	return fgraph_extend_register(value, type & ~FGRAPH_TYPE_SIGNED);
}

static void print_hex(struct trace_seq *s, const struct ftrace_graph_ret *trace, u16 type)
{
	if (type & FGRAPH_TYPE_ONE)
		trace_seq_printf(s, "0x%lx", bits_of(trace->retval, type));
	else if (bits_of(trace->retval2, type))
		trace_seq_printf(s, "0x%lx%0*lx", bits_of(trace->retval2, type),
				 (int)(2 * sizeof(long)), trace->retval);
	else
		trace_seq_printf(s, "0x%lx", trace->retval);
}

/*
 * The value as a number. Not for __int128 and structs. On 32-bit machines, a
 * 64-bit value is in two registers.
 */
static u64 number_of(const struct ftrace_graph_ret *trace, u16 type)
{
#ifndef CONFIG_64BIT
	if (!(type & FGRAPH_TYPE_ONE))
		return (u64)trace->retval2 << 32 | trace->retval;
#endif
	/* Of the decimal values, only an unsigned enumeration is never negative */
	if (fgraph_type_kind(type) == FGRAPH_ENUM && !(type & FGRAPH_TYPE_SIGNED))
		return trace->retval;
	return (long)trace->retval;
}

static bool is_error(u64 value)
{
	return value >= (u64)-MAX_ERRNO;
}

/* Whether the value is printed in signed decimal */
static bool is_decimal(const struct ftrace_graph_ret *trace, u16 type)
{
	if (IS_ENABLED(CONFIG_64BIT) && !(type & FGRAPH_TYPE_ONE))
		return false;

	switch (fgraph_type_kind(type)) {
	case FGRAPH_ENUM:
		return true;
	case FGRAPH_INT:
		return type & FGRAPH_TYPE_SIGNED;
	case FGRAPH_ERRNO_INT:
		return (type & FGRAPH_TYPE_SIGNED) || is_error(number_of(trace, type));
	case FGRAPH_POINTER:
		return is_error(number_of(trace, type));
	default:
		return false;
	}
}

/**
 * fgraph_typed_error - return the error in a return value
 * @trace: the return, sign- or zero-extended by its type
 * @type: the type of the value
 *
 * Return: a negative errno, or 0 if the value of this type is no error
 * Context: any
 */
long fgraph_typed_error(const struct ftrace_graph_ret *trace, u16 type)
{
	bool may_be = fgraph_type_kind(type) == FGRAPH_ERRNO_INT ||
		      fgraph_type_kind(type) == FGRAPH_POINTER;

	if (!may_be || !is_decimal(trace, type) || !is_error(number_of(trace, type)))
		return 0;
	return number_of(trace, type);
}

static void print_struct(struct trace_seq *s, const struct ftrace_graph_ret *trace, u16 type)
{
	if (!(type & FGRAPH_TYPE_ONE))
		trace_seq_printf(s, "{0x%lx, 0x%lx}", trace->retval, trace->retval2);
	else
		trace_seq_printf(s, "{0x%lx}", trace->retval);
}

/**
 * fgraph_print_typed - print a return value by its type
 * @s: where to print
 * @type: the type of the value, one that is returned in registers
 * @trace: the return, sign- or zero-extended by its type
 * @flags: with TRACE_GRAPH_PRINT_RETVAL_HEX, the value is printed in hexadecimal
 *
 * Prints "ret=" and the value, as described at the top of this file.
 *
 * Context: any
 */
void fgraph_print_typed(struct trace_seq *s, u16 type,
			const struct ftrace_graph_ret *trace, u32 flags)
{
	trace_seq_puts(s, "ret=");
	if (fgraph_type_kind(type) == FGRAPH_STRUCT)
		print_struct(s, trace, type);
	else if (flags & TRACE_GRAPH_PRINT_RETVAL_HEX)
		print_hex(s, trace, type);
	else if (fgraph_type_kind(type) == FGRAPH_BOOL && trace->retval <= 1)
		trace_seq_puts(s, trace->retval ? "true" : "false");
	else if (is_decimal(trace, type))
		trace_seq_printf(s, "%lld", number_of(trace, type));
	else
		print_hex(s, trace, type);
}

// SPDX-License-Identifier: GPL-2.0
/*
 * error_text.c - show where errors come from
 *
 * What follows the value of a function that failed:
 *
 *	made here			no function that it called returned the error
 *	from do_mlock			do_mlock() made it
 *	from do_mlock, was -14 in check_vma_flags
 *					do_mlock() made it of -14
 *	from udp_recvmsg, likely NULL in __skb_recv_udp
 *					the last one that returned NULL or false before
 *	from may_delete, likely -1 in cap_capable
 *					a function made NULL or false of -1
 *	from filename_lookup, likely -2 in getname_flags
 *					another function returned the same error before
 *
 * A question mark follows the function if the type of one that handed the error up was
 * not known: it was taken for an error by its value alone. So it does if several functions
 * returned the error in turn.
 */
#include <linux/build_bug.h>
#include <linux/kernel.h>
#include <linux/sched.h>

#include "error_name.h"
#include "error_origin.h"
#include "error_record.h"
#include "error_text.h"

/* Some 64-bit machines round records up to 8 bytes. The words of an origin are no padding */
static_assert(!IS_ENABLED(CONFIG_64BIT) || sizeof(struct ftrace_graph_ret_entry) % 8 == 0);

/**
 * fgraph_read_origin - read where an error comes from in a record
 * @entry: the record
 * @bytes: its size
 * @origin: where to put it
 *
 * Context: any
 * Return: whether the record has it: it is of an error
 */
bool fgraph_read_origin(const struct ftrace_graph_ret_entry *entry, unsigned int bytes,
			struct fgraph_origin *origin)
{
	unsigned int words = (bytes - sizeof(*entry)) / sizeof(u32);
	u32 how;

	if (words < 2)
		return false;
	how = entry->origin[1];
	*origin = (struct fgraph_origin) {
		.func = entry->origin[0],
		.cause_error = how & FGRAPH_ORIGIN_CAUSE_ERROR,
		.why = (how & FGRAPH_ORIGIN_WHY) >> FGRAPH_ORIGIN_WHY_SHIFT,
		.guessed = !!(how & FGRAPH_ORIGIN_GUESSED),
		.recursive = !!(how & FGRAPH_ORIGIN_RECURSIVE),
	};
	if (origin->why)
		origin->cause = entry->origin[2];
	return true;
}

static void print_function(struct trace_seq *s, u32 key)
{
	trace_seq_printf(s, "%ps", (void *)fgraph_unkey(key));
}

static void print_error(struct trace_seq *s, int error, u32 flags)
{
	const char *name = fgraph_error_name(-error);

	trace_seq_printf(s, "-%d", error);
	if (name && (flags & TRACE_GRAPH_PRINT_RETVAL_NAMES))
		trace_seq_printf(s, " (%s)", name);
}

static void print_cause(struct trace_seq *s, const struct fgraph_origin *origin, u32 flags)
{
	trace_seq_puts(s, origin->why == FGRAPH_CAUSE_ERROR ? ", was " : ", likely ");
	if (origin->why == FGRAPH_CAUSE_NULL)
		trace_seq_puts(s, "NULL");
	else if (origin->why == FGRAPH_CAUSE_FALSE)
		trace_seq_puts(s, "false");
	else
		print_error(s, origin->cause_error, flags);
	trace_seq_puts(s, " in ");
	print_function(s, origin->cause);
}

/* The type may be known since it was recorded. Then the value may be none, or no error */
static bool is_error_now(const struct ftrace_graph_ret *trace, u32 flags)
{
#ifdef CONFIG_FUNCTION_GRAPH_PROTOTYPES
	u16 type = fgraph_record_type(trace, flags);
	struct ftrace_graph_ret typed = *trace;

	fgraph_extend_value(&typed, type);
	return !type || fgraph_typed_error(&typed, type) || fgraph_is_zero_failure(&typed, type);
#else
	return true;
#endif
}

/**
 * fgraph_print_origin - print where the error comes from that a function returned
 * @s: where to print
 * @trace: the return
 * @origin: where the error comes from
 * @flags: TRACE_GRAPH_PRINT_RETVAL_NAMES prints names of errors, too.
 *	TRACE_GRAPH_PRINT_RETVAL_TYPE asks for the type
 *
 * The head of this file says what is printed. Nothing is printed if the type, which is
 * known by now, does not let the value be an error.
 *
 * Context: any, NMI included
 */
void fgraph_print_origin(struct trace_seq *s, const struct ftrace_graph_ret *trace,
			 const struct fgraph_origin *origin, u32 flags)
{
	if (!origin->func || !is_error_now(trace, flags))
		return;
	if (origin->func == fgraph_key(trace->func) && !origin->recursive) {
		trace_seq_puts(s, " made here");
	} else {
		trace_seq_puts(s, " from ");
		print_function(s, origin->func);
	}
	if (origin->guessed)
		trace_seq_putc(s, '?');
	if (origin->why)
		print_cause(s, origin, flags);
}

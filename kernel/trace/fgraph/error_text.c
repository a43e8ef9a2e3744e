// SPDX-License-Identifier: GPL-2.0
/*
 * error_text.c - print where errors come from
 *
 * Printed after the return value of a function that failed:
 *
 *	made here			no callee returned the error
 *	from do_mlock			do_mlock() is the origin
 *	from do_mlock, was -14 in check_vma_flags
 *					do_mlock() turned -14 into the error
 *	from udp_recvmsg, likely NULL in __skb_recv_udp
 *					possible cause: the last callee that returned NULL
 *					or false before
 *	from may_delete, likely -1 in cap_capable
 *					possible cause: a function turned -1 into NULL or
 *					false
 *	from filename_lookup, likely -2 in getname_flags
 *					possible cause: another function returned the same
 *					error before
 *
 * A question mark follows the function if the return type of a function that handed the
 * error up was not known, so that the value was taken for an error by itself. A question
 * mark also follows if several functions returned the error in turn.
 */
#include <linux/build_bug.h>
#include <linux/kernel.h>
#include <linux/sched.h>

#include "error_name.h"
#include "error_origin.h"
#include "error_record.h"
#include "error_text.h"

/* Some 64-bit machines round records up to 8 bytes: do not read padding as an origin */
static_assert(!IS_ENABLED(CONFIG_64BIT) || sizeof(struct ftrace_graph_ret_entry) % 8 == 0);

/**
 * fgraph_read_origin - read from a record where an error comes from
 * @entry: the record
 * @bytes: size of the record
 * @origin: set to where the error comes from
 *
 * Context: any
 * Return: whether the record has an origin. Only records of errors do
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
		fgraph_print_name(s, name);
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

/*
 * The type may have become known after the return was recorded. By that type, the function
 * may return no value, or the value may be no error.
 */
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
 * fgraph_print_origin - print where the error that a function returned comes from
 * @s: where to print
 * @trace: the return
 * @origin: where the error comes from
 * @flags: TRACE_GRAPH_PRINT_RETVAL_NAMES prints names of errors, too.
 *	TRACE_GRAPH_PRINT_RETVAL_TYPE looks up the return type
 *
 * The comment at the top of this file describes the output. Nothing is printed if the
 * return type is known by now, and the value is no error by that type.
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

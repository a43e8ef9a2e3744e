// SPDX-License-Identifier: GPL-2.0
/*
 * arg_text.c - print the arguments of a traced function
 *
 * Text that is printed for each kind of argument:
 *
 *	bool			on=true			on=0x2, if it is neither 0 nor 1
 *	signed integer		dfd=-100
 *	unsigned integer	size=0x1000
 *	any, named *flags	flags=0x241
 *	of 16 bits, named mode	mode=0644
 *	enumeration		type=16
 *	pointer			name=0xffff888000209e00
 *	struct			pos=(STRUCT)[0x11111111:0x22222222]
 *	struct by reference	it=(STRUCT *)0xffffc9000000fe48
 *	not recorded		...
 *
 * Only the bits of an argument are printed, not the other bits of its register.
 */
#include "arg_text.h"
#include "type_source.h"

/**
 * struct words - the words of a record that are not printed yet
 * @next: the next word
 * @left: how many there are
 * @place: place of the next word or of an argument that is gone, NULL behind the last one.
 *	Also NULL if all are in registers
 * @end: end of the places
 */
struct words {
	const struct fgraph_word *next;
	unsigned int left;
	const u16 *place;
	const u16 *end;
};

static void set_places(struct words *words, u16 recipe)
{
	if (recipe < FGRAPH_RECIPE_STORED)
		return;
	words->place = fgraph_stored_recipe(recipe)->places;
	words->end = words->place + fgraph_stored_recipe(recipe)->length;
}

static void next_place(struct words *words)
{
	if (!words->place)
		return;
	words->place += fgraph_place_length(*words->place);
	if (words->place == words->end)
		words->place = NULL;
}

/* Whether the next argument is not passed. Go on to the one behind it */
static bool skip_gone(struct words *words)
{
	if (!words->place || *words->place != FGRAPH_PLACE_GONE)
		return false;
	next_place(words);
	return true;
}

/**
 * fgraph_read_args - read the arguments of a record
 * @args: where to store them
 * @iter: the reader, which is at the record
 * @ent: the record: the entry of a function, with or without its return address
 *
 * Context: reading
 */
void fgraph_read_args(struct fgraph_args *args, struct trace_iterator *iter,
		      struct trace_entry *ent)
{
	const struct ftrace_graph_ent_entry *entry = (const void *)ent;
	unsigned int head = sizeof(struct ftrace_graph_ent_entry);

	if (ent->type == TRACE_GRAPH_RETADDR_ENT)
		head = sizeof(struct fgraph_retaddr_ent_entry);
	args->func = entry->graph_ent.func;
	/* The times of other clocks cannot be compared with those of prototypes */
	args->time = iter->tr->clock_id ? 0 : iter->ts;
	args->nr = 0;
	if (iter->ent_size > head)
		args->nr = min_t(unsigned int, (iter->ent_size - head) / sizeof(long),
				 FGRAPH_RECIPE_WORDS);
	memcpy(args->words, (const void *)ent + head, args->nr * sizeof(long));
}

static unsigned long next_word(struct words *words)
{
	words->left--;
	next_place(words);
	return (words->next++)->word;
}

static void print_struct(struct trace_seq *s, const struct fgraph_argument *argument,
			 struct words *words)
{
	unsigned int i, bytes = argument->bytes;
	unsigned long word;

	if (fgraph_is_by_reference(FGRAPH_ABI, true, bytes)) {
		trace_seq_printf(s, "(STRUCT *)0x%lx", next_word(words));
		return;
	}
	trace_seq_puts(s, "(STRUCT)[");
	for (i = 0; i < bytes; i += sizeof(long)) {
		word = next_word(words);
		if (bytes - i < sizeof(long))
			word &= BIT(8 * (bytes - i)) - 1;
		trace_seq_printf(s, i ? ":0x%lx" : "0x%lx", word);
	}
	trace_seq_putc(s, ']');
}

/* Many flags are an int. Nobody reads them in decimal */
static bool has_flags(const struct fgraph_argument *argument)
{
	size_t length = argument->name ? strlen(argument->name) : 0;

	return length >= 5 && !strcmp(argument->name + length - 5, "flags");
}

/* umode_t: the permissions of a file */
static bool is_mode(const struct fgraph_argument *argument)
{
	return argument->bytes == 2 && argument->name && !strcmp(argument->name, "mode");
}

/* An integer of up to 8 bytes. On 32-bit machines, the second word is the higher one */
static u64 read_number(const struct fgraph_argument *argument, struct words *words)
{
	unsigned int unused = 64 - 8 * argument->bytes;
	u64 value = next_word(words);

	if (argument->bytes > sizeof(long))
		value |= (u64)next_word(words) << 32;
	if (argument->is_signed && !has_flags(argument))
		return (s64)(value << unused) >> unused;
	return value << unused >> unused;
}

static void print_number(struct trace_seq *s, const struct fgraph_argument *argument, u64 value)
{
	if (is_mode(argument))
		trace_seq_printf(s, "%#llo", value);
	else if (argument->kind == FGRAPH_BOOL && value <= 1)
		trace_seq_puts(s, value ? "true" : "false");
	else if (argument->kind == FGRAPH_ENUM || (argument->is_signed && !has_flags(argument)))
		trace_seq_printf(s, "%lld", value);
	else
		trace_seq_printf(s, "0x%llx", value);
}

/* Whether the argument has all of its words, and can be printed */
static bool is_recorded(const struct fgraph_argument *argument, const struct words *words)
{
	bool is_struct = fgraph_is_struct(argument->kind);

	if (argument->is_rest || argument->kind == FGRAPH_UNTYPED ||
	    argument->kind == FGRAPH_VOID)
		return false;
	if (!is_struct && (!argument->bytes || argument->bytes > 8))
		return false;
	return fgraph_arg_words(FGRAPH_ABI, is_struct, argument->bytes) <= words->left;
}

static void print_arguments(struct trace_seq *s, const struct fgraph_text *text, u32 proto,
			    struct words *words)
{
	struct fgraph_argument argument;
	const char *before = "";
	u32 n;

	for (n = 0; text->source->argument(text, proto, n, &argument); n++) {
		if (skip_gone(words))
			continue;
		trace_seq_puts(s, before);
		before = ", ";
		if (!is_recorded(&argument, words)) {
			trace_seq_puts(s, "...");
			break;
		}
		if (argument.name)
			trace_seq_printf(s, "%s=", argument.name);
		if (fgraph_is_struct(argument.kind))
			print_struct(s, &argument, words);
		else
			print_number(s, &argument, read_number(&argument, words));
	}
}

/**
 * fgraph_print_args - print the arguments of a call in parentheses
 * @s: where to print
 * @args: the arguments
 * @flags: with TRACE_GRAPH_ARGS, "..." is printed for a function whose arguments could
 *	have been recorded, but were not
 *
 * Context: any, NMI included
 */
void fgraph_print_args(struct trace_seq *s, const struct fgraph_args *args, u32 flags)
{
	struct words words = { .next = args->words, .left = args->nr };
	struct fgraph_function function;
	const struct fgraph_text *text;

	trace_seq_putc(s, '(');
	preempt_disable_notrace();
	text = fgraph_find_function(args->func, &function);
	/* Without the prototype that they were recorded by, words have no meaning */
	if (text && args->nr && args->time >= text->since &&
	    fgraph_recipe_words(function.recipe) == args->nr) {
		set_places(&words, function.recipe);
		print_arguments(s, text, function.proto, &words);
	} else if (args->nr || ((flags & TRACE_GRAPH_ARGS) && text && function.recipe)) {
		trace_seq_puts(s, "...");
	}
	preempt_enable_notrace();
	trace_seq_putc(s, ')');
}

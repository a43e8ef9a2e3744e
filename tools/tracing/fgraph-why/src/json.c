// SPDX-License-Identifier: GPL-2.0
/*
 * The report as JSON: an object a line. The first one is of type header, the last one of type
 * end, and those between of type failure.
 *
 * Addresses and return values are strings, as numbers of JavaScript have 53 bits. Times are
 * numbers of nanoseconds.
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <string.h>

#include "args.h"
#include "errors.h"
#include "json.h"
#include "lines.h"
#include "names.h"
#include "records.h"
#include "steps.h"
#include "system.h"
#include "util.h"

/* Places where an error may be made */
#define MOST_MADE	16

/* How long the character of UTF-8 is that begins here, or 0 if none does */
static int character(const unsigned char *text)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	uint32_t code;
	int length, i;

	if (text[0] < 0x80)
		return 1;
	if ((text[0] & 0xe0) == 0xc0)
		length = 2;
	else if ((text[0] & 0xf0) == 0xe0)
		length = 3;
	else if ((text[0] & 0xf8) == 0xf0)
		length = 4;
	else
		return 0;
	code = text[0] & (0xff >> (length + 1));
	for (i = 1; i < length; i++) {
		if ((text[i] & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (text[i] & 0x3f);
	}
	if (code < least[length] || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
		return 0;
	return length;
}

/**
 * json_string - print a string
 * @out: where to print
 * @text: any bytes. Those that are no UTF-8 become U+FFFD
 *
 * There is no "<" in it, so it may stand in HTML as well.
 */
void json_string(FILE *out, const char *text)
{
	const unsigned char *at = (const unsigned char *)text;

	putc('"', out);
	while (*at) {
		int length = character(at);

		if (!length) {
			fputs("\\ufffd", out);
			length = 1;
		} else if (*at == '"' || *at == '\\') {
			fprintf(out, "\\%c", *at);
		} else if (*at < 0x20 || *at == '<' || *at == 0x7f) {
			fprintf(out, "\\u%04x", *at);
		} else {
			fwrite(at, 1, length, out);
		}
		at += length;
	}
	putc('"', out);
}

static void field(FILE *out, const char *name, const char *text)
{
	fprintf(out, ",\"%s\":", name);
	if (text)
		json_string(out, text);
	else
		fputs("null", out);
}

/**
 * json_header - print which kernel and which command this is about
 * @out: where to print
 */
void json_header(FILE *out)
{
	fputs("{\"v\":1,\"type\":\"header\"", out);
	field(out, "release", kernel_system.release);
	field(out, "machine", kernel_system.machine);
	field(out, "command", kernel_system.command);
	fputs("}\n", out);
	fflush(out);
}

static void function(FILE *out, const char *name, uint64_t addr)
{
	char number[ADDRESS_BYTES];

	fprintf(out, "\"%s\":", name);
	json_string(out, names_of(addr, number, sizeof(number)));
}

static void place(FILE *out, const struct place *place)
{
	fputs("{\"file\":", out);
	json_string(out, place->file);
	fprintf(out, ",\"line\":%d", place->line);
}

/* The lines of the origin that load the errno: a hint */
static void made_lines(FILE *out, const struct link *link)
{
	struct place places[MOST_MADE];
	int nr, i;

	nr = steps_made(link->func, error_of(link->value, records_long_bytes()), places, MOST_MADE);
	if (!nr)
		return;
	fputs(",\"made_at\":[", out);
	for (i = 0; i < nr; i++) {
		if (i)
			putc(',', out);
		place(out, &places[i]);
		fputs(",\"sure\":false}", out);
	}
	putc(']', out);
}

/* A call: the address behind it, and its line, if that is known */
static void call_site(FILE *out, uint64_t caller)
{
	const struct symbol *symbol = names_find(caller - 1);
	struct place places[MOST_INLINED];
	int nr, i;

	fprintf(out, ",\"caller\":{\"addr\":\"0x%" PRIx64 "\"", caller);
	if (symbol) {
		putc(',', out);
		function(out, "func", caller - 1);
		fprintf(out, ",\"offset\":%" PRIu64, caller - symbol->addr);
	}
	putc('}', out);

	nr = lines_of(caller - 1, places, MOST_INLINED);
	if (nr <= 0 || !places[0].file)
		return;
	fputs(",\"called_at\":", out);
	place(out, &places[0]);
	field(out, "func", places[0].function);
	fputs(",\"inlined\":[", out);
	for (i = 1; i < nr && places[i].file; i++) {
		if (i > 1)
			putc(',', out);
		place(out, &places[i]);
		field(out, "func", places[i].function);
		putc('}', out);
	}
	fputs("]}", out);
}

static void origin_of(FILE *out, const struct origin *origin)
{
	static const char * const why[] = { NULL, "error", "null", "false", "hidden", "same" };

	fputs(",\"origin\":{", out);
	function(out, "func", origin->func);
	fprintf(out, ",\"guessed\":%s", origin->guessed ? "true" : "false");
	if (origin->why && origin->why < ARRAY_SIZE(why)) {
		fputs(",\"cause\":{", out);
		function(out, "func", origin->cause);
		field(out, "why", why[origin->why]);
		if (origin->cause_error)
			field(out, "error", error_name(origin->cause_error));
		putc('}', out);
	}
	putc('}', out);
}

/* Those that were recorded. The text of a value is that of the kernel */
static void arguments_of(FILE *out, const struct link *link)
{
	struct argument arguments[MOST_ARGS];
	int nr = args_of(link, arguments), i;

	if (!nr)
		return;
	fputs(",\"arguments\":[", out);
	for (i = 0; i < nr; i++) {
		fprintf(out, "%s{\"name\":", i ? "," : "");
		json_string(out, arguments[i].name);
		field(out, "value", arguments[i].value);
		if (arguments[i].has_text)
			field(out, "string", arguments[i].text);
		if (arguments[i].is_cut)
			fputs(",\"cut\":true", out);
		putc('}', out);
	}
	putc(']', out);
}

static void link_of(FILE *out, const struct link *link, bool made)
{
	const struct symbol *symbol = names_find(link->func);
	struct place declared;
	int error;

	putc('{', out);
	function(out, "func", link->func);
	field(out, "module", symbol ? symbol->module : NULL);
	fprintf(out, ",\"addr\":\"0x%" PRIx64 "\"", link->func);
	fprintf(out, ",\"depth\":%d,\"parent\":%d", link->depth, link->parent);
	arguments_of(out, link);
	if (link->returned) {
		fprintf(out, ",\"ret\":\"0x%" PRIx64 "\"", link->value);
		error = error_of(link->value, records_long_bytes());
		if (error)
			field(out, "errno", error_name(error));
		fprintf(out, ",\"start_ns\":%" PRIu64, link->begin);
		fprintf(out, ",\"duration_ns\":%" PRIu64, link->end - link->begin);
	}
	fprintf(out, ",\"origin\":%s", made ? "true" : "false");
	if (lines_declared(link->func, &declared)) {
		fputs(",\"declared_at\":", out);
		place(out, &declared);
		putc('}', out);
	}
	if (made)
		made_lines(out, link);
	if (link->caller)
		call_site(out, link->caller);
	putc('}', out);
}

/**
 * json_failure - print a failure
 * @out: where to print
 * @failure: a failure
 * @id: its number
 * @picked: it is the one that a person asks for
 */
void json_failure(FILE *out, const struct failure *failure, size_t id, bool picked)
{
	int maker = failures_maker(failure), i;
	char name[64];

	fprintf(out, "{\"v\":1,\"type\":\"failure\",\"id\":%zu,\"pid\":%d", id, failure->pid);
	field(out, "comm", failure->comm);
	fprintf(out, ",\"time_ns\":%" PRIu64, failure->time);
	field(out, failure->is_syscall ? "syscall" : "function",
	      failure_name(failure, name, sizeof(name)));
	if (failure->nr >= 0)
		fprintf(out, ",\"nr\":%ld", failure->nr);
	field(out, "errno", failure->error ? error_name(failure->error) : NULL);
	field(out, "message", failure->error ? error_text(failure->error) : NULL);
	fprintf(out, ",\"error\":%d,\"picked\":%s", failure->error, picked ? "true" : "false");
	if (failure->nr_links)
		fprintf(out, ",\"duration_ns\":%" PRIu64,
			failure->links[0].end - failure->links[0].begin);
	if (failure->has_origin)
		origin_of(out, &failure->origin);
	fputs(",\"chain\":[", out);
	for (i = 0; i < failure->nr_links; i++) {
		if (i)
			putc(',', out);
		link_of(out, &failure->links[i],
			i == maker || failure->links[i].made_here);
	}
	fputs("]}\n", out);
	/* Somebody may wait for it */
	fflush(out);
}

static bool is_shown(const struct path *path, int line)
{
	int i;

	for (i = 0; i < path->nr_shown; i++) {
		if (path->shown[i] == line)
			return true;
	}
	return false;
}

/**
 * json_path - print the way through a function
 * @out: where to print
 * @path: the lines that ran
 * @steps: the function
 */
void json_path(FILE *out, const struct path *path, const struct steps *steps)
{
	int i;

	fputs("{\"v\":1,\"type\":\"path\"", out);
	field(out, "func", steps->function);
	field(out, "errno", error_name(steps->error));
	fprintf(out, ",\"refused\":%d,\"lines\":[", path->refused);
	for (i = 0; i < path->nr; i++) {
		const struct step *step = path->lines[i];

		fprintf(out, "%s{\"file\":", i ? "," : "");
		json_string(out, step->file);
		fprintf(out, ",\"line\":%d", step->line);
		field(out, "func", step->function);
		field(out, "text", step->text);
		fprintf(out, ",\"loads\":%s,\"shown\":%s,\"failed\":%s}",
			step->loads ? "true" : "false", is_shown(path, i) ? "true" : "false",
			path->failed == i ? "true" : "false");
	}
	fputs("]}\n", out);
	fflush(out);
}

/**
 * json_end - print how it ended
 * @out: where to print
 * @status: of the command
 * @nr: how many failures there are
 * @lost: how many records were lost
 */
void json_end(FILE *out, int status, size_t nr, unsigned long lost)
{
	fprintf(out, "{\"v\":1,\"type\":\"end\",\"status\":%d,\"failures\":%zu,\"lost\":%lu}\n",
		status, nr, lost);
	fflush(out);
}

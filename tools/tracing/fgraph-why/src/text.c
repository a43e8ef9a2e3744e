// SPDX-License-Identifier: GPL-2.0
/*
 * The report for a person: a failure in ten lines at most.
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "args.h"
#include "errors.h"
#include "filter.h"
#include "lines.h"
#include "names.h"
#include "path.h"
#include "records.h"
#include "steps.h"
#include "text.h"
#include "util.h"

/* With the first line, those that have failed besides, and a hint, these are ten */
#define MOST_CALLS	7

/* Each call may have inlined functions in front, if they are asked for */
#define MOST_LINES	((MOST_CALLS + 1) * MOST_INLINED)

/* Places where an error may be made */
#define MOST_MADE	5

/* A function with its arguments. Without them, it may be wider */
#define MOST_COLUMNS	60

/* Of enum fgraph_cause in the kernel: another error before, NULL, false */
enum { CAUSE_ERROR = 1, CAUSE_NULL, CAUSE_FALSE };

/* A line of the report. The first part, with the function, is as wide as the widest one */
struct line {
	char *function, *duration, *remark;
	bool made_here;
};

#define RED	"\033[1;31m"
#define BOLD	"\033[1m"
static bool colored, with_inlined;

static const char *paint(const char *color)
{
	return colored ? color : "";
}

static const char *unpaint(void)
{
	return paint("\033[0m");
}

/**
 * text_inlined - print inlined functions, and where an error may be made
 */
void text_inlined(void)
{
	with_inlined = true;
}

static char *function_name(uint64_t addr)
{
	const struct symbol *symbol = names_find(addr);
	char *name, *clean;

	if (!symbol)
		return xasprintf("0x%" PRIx64, addr);
	if (!symbol->module)
		return printable(symbol->name);
	name = xasprintf("%s [%s]", symbol->name, symbol->module);
	clean = printable(name);
	free(name);
	return clean;
}

static char *duration(uint64_t ns)
{
	if (ns < 1000)
		return xasprintf("%" PRIu64 " ns", ns);
	if (ns < 10000)
		return xasprintf("%" PRIu64 ".%" PRIu64 " us", ns / 1000, ns / 100 % 10);
	if (ns < 1000000)
		return xasprintf("%" PRIu64 " us", ns / 1000);
	if (ns < 1000000000)
		return xasprintf("%" PRIu64 ".%" PRIu64 " ms", ns / 1000000, ns / 100000 % 10);
	return xasprintf("%" PRIu64 ".%" PRIu64 " s", ns / 1000000000, ns / 100000000 % 10);
}

/* As the kernel says it (kernel/trace/fgraph/error_text.c), with the name of the error */
static char *cause(const struct origin *origin)
{
	const char *what = error_name(origin->cause_error);
	char *name, *text;

	if (!origin->why)
		return strdup("");
	if (origin->why == CAUSE_NULL)
		what = "NULL";
	else if (origin->why == CAUSE_FALSE)
		what = "false";
	name = function_name(origin->cause);
	text = xasprintf(", %s %s in %s", origin->why == CAUSE_ERROR ? "was" : "likely", what,
			 name);
	free(name);
	return text;
}

/* The lines that load the errno. Each of them may have done so, or none */
static char *maybe(const struct failure *failure)
{
	struct place places[MOST_MADE];
	int nr = 0, i;
	char *text = strdup(""), *longer;

	if (with_inlined)
		nr = steps_made(failure->origin.func, failure->error, places, MOST_MADE);
	for (i = 0; i < nr; i++) {
		longer = xasprintf("%s%s%s:%d", text, i ? ", " : ", maybe ", places[i].file,
				   places[i].line);
		free(text);
		text = longer;
	}
	return text;
}

static char *made_here(const struct failure *failure)
{
	const struct origin *origin = &failure->origin;
	char *why = cause(origin), *lines = maybe(failure), *text;
	struct place place;

	if (lines_declared(origin->func, &place))
		text = xasprintf("%s:%d made here%s%s%s", place.file, place.line,
				 origin->guessed ? "?" : "", why, lines);
	else
		text = xasprintf("made here%s%s", origin->guessed ? "?" : "", why);
	free(lines);
	free(why);
	return text;
}

/* Of SYSCALL_DEFINE: they have no line of their own */
static bool is_wrapper(const char *function)
{
	return function && (!strncmp(function, "__do_sys_", 9) ||
			    !strncmp(function, "__se_sys_", 9) || names_syscall(function));
}

/* How many functions are inlined at a place, from the innermost one on */
static int count_inlined(const struct place *places, int nr)
{
	int i;

	for (i = 0; i + 1 < nr && places[i + 1].file && !is_wrapper(places[i].function); i++)
		;
	return i;
}

/* A line of the source, and where the function that it is in was inlined */
static char *source(uint64_t addr)
{
	struct place places[MOST_INLINED];
	int nr = lines_of(addr, places, MOST_INLINED), inlined = count_inlined(places, nr), i;
	char *text, *longer;

	if (nr <= 0 || !places[0].file)
		return NULL;
	/* They have lines of their own */
	if (with_inlined)
		return xasprintf("%s:%d", places[inlined].file, places[inlined].line);
	text = xasprintf("%s:%d", places[0].file, places[0].line);
	for (i = 1; i <= inlined; i++) {
		longer = xasprintf("%s in %s, inlined at %s:%d", text,
				   places[i - 1].function ?: "?", places[i].file,
				   places[i].line);
		free(text);
		text = longer;
	}
	return text;
}

/* Where a function has called the next one. The address is that behind the call */
static char *call_site(const struct link *link, const struct link *inner)
{
	const struct symbol *symbol = inner->caller ? names_find(inner->caller - 1) : NULL;
	char *line, *text, *name;

	if (!symbol)
		return strdup("");
	/* It returns to where its caller would */
	if (inner->caller == link->caller)
		return strdup("by a jump");
	line = source(inner->caller - 1);
	if (symbol == names_find(link->func)) {
		if (line)
			return line;
		return xasprintf("at +0x%" PRIx64, inner->caller - symbol->addr);
	}
	/* One that is not traced is in between */
	name = printable(symbol->name);
	if (line)
		text = xasprintf("%s%s%s", line, is_wrapper(name) ? "" : " in ",
				 is_wrapper(name) ? "" : name);
	else
		text = xasprintf("in %s+0x%" PRIx64, name, inner->caller - symbol->addr);
	free(name);
	free(line);
	return text;
}

/* The function that made the error. Arguments of a system call are in the first line */
static char *maker_name(const struct failure *failure, const struct link *link)
{
	char *name = function_name(link->func), *arguments, *text;
	size_t length = strlen(name);

	if ((link == failure->links && failure->is_syscall) || length >= MOST_COLUMNS)
		return name;
	arguments = args_text(link, MOST_COLUMNS - length);
	text = xasprintf("%s%s", name, arguments);
	free(arguments);
	free(name);
	return text;
}

/* Lines for the functions that are inlined where a call is, innermost first */
static int make_inlined(uint64_t caller, struct line *lines)
{
	struct place places[MOST_INLINED];
	int nr = with_inlined && caller ? lines_of(caller - 1, places, MOST_INLINED) : 0, i;

	nr = count_inlined(places, nr);
	for (i = 0; i < nr; i++) {
		lines[i] = (struct line) {
			.function = xasprintf(". %s", places[i].function ?: "?"),
			.duration = strdup(""),
			.remark = xasprintf("%s:%d", places[i].file, places[i].line),
		};
	}
	return nr;
}

/* Origin first, as in a backtrace. Returns how many lines there are */
static int make_lines(const struct failure *failure, struct line *lines)
{
	int path[MOST_PATH], nr_path = failures_path(failure, path, MOST_PATH);
	int maker = failures_maker(failure), most = MOST_CALLS, nr = 0, i;
	const struct link *inner = NULL;
	char *remark;

	if (failure->has_origin && maker < 0) {
		lines[nr++] = (struct line) {
			.function = function_name(failure->origin.func),
			.duration = strdup(""),
			.remark = made_here(failure),
			.made_here = true,
		};
		most--;
	}

	for (i = nr_path - 1; i >= 0; i--) {
		const struct link *link = &failure->links[path[i]];
		int left_out = nr_path - most + 1;

		/* The middle of a long chain is the least of interest */
		if (nr_path > most && i == nr_path - most / 2) {
			lines[nr++] = (struct line) {
				.function = xasprintf("... %d more", left_out),
				.duration = strdup(""),
				.remark = strdup(""),
			};
			i -= left_out - 1;
			inner = &failure->links[path[i]];
			continue;
		}
		if (inner && inner->caller != link->caller)
			nr += make_inlined(inner->caller, lines + nr);
		if (inner)
			remark = call_site(link, inner);
		else if (path[i] == maker)
			remark = made_here(failure);
		else
			remark = strdup("");
		lines[nr++] = (struct line) {
			.function = path[i] == maker ? maker_name(failure, link) :
						       function_name(link->func),
			.duration = duration(link->end - link->begin),
			.remark = remark,
			.made_here = !inner,
		};
		inner = link;
	}
	return nr;
}

static char *syscall_arguments(const struct failure *failure)
{
	char *text = NULL;

	if (failure->nr_links)
		text = args_text(failure->links, SIZE_MAX);
	if (text && *text)
		return text;
	free(text);
	return strdup("()");
}

/* The system call, what it returned, and whose it was */
static void print_head(FILE *out, const struct failure *failure)
{
	char buffer[64];
	char *name = printable(failure_name(failure, buffer, sizeof(buffer)));
	char *comm = printable(failure->comm[0] ? failure->comm : "?");
	char *arguments = failure->is_syscall ? syscall_arguments(failure) : strdup("");

	fprintf(out, "%s%s = ", name, arguments);
	if (failure->error)
		fprintf(out, "%s-1 %s (%s)%s  ", paint(RED), error_name(failure->error),
			error_text(failure->error), unpaint());
	else
		fprintf(out, "%" PRId64 "  ", (int64_t)failure->links[0].value);
	fprintf(out, "%s[%d]", comm, failure->pid);
	if (failure->nr_links) {
		char *took = duration(failure->links[0].end - failure->links[0].begin);

		fprintf(out, "  %s", took);
		free(took);
	}
	if (failure->count > 1)
		fprintf(out, "  %u times", failure->count);
	fprintf(out, "\n");
	free(arguments);
	free(name);
	free(comm);
}

/* Each character of UTF-8 has one */
static int columns(const char *text)
{
	int nr = 0;

	for (; *text; text++)
		nr += (*text & 0xc0) != 0x80;
	return nr;
}

/* Frees the lines */
static void print_lines(FILE *out, struct line *lines, int nr)
{
	int widest = 0, longest = 0, i;

	for (i = 0; i < nr; i++) {
		int width = columns(lines[i].function), length = strlen(lines[i].duration);

		widest = width > widest ? width : widest;
		longest = length > longest ? length : longest;
	}
	for (i = 0; i < nr; i++) {
		bool alone = !lines[i].duration[0] && !lines[i].remark[0];

		fprintf(out, "  %s%s%*s%s", lines[i].made_here ? paint(BOLD) : "",
			lines[i].function, alone ? 0 : widest - columns(lines[i].function), "",
			lines[i].made_here ? unpaint() : "");
		if (!alone)
			fprintf(out, "  %*s%s%s", longest, lines[i].duration,
				lines[i].remark[0] ? "  " : "", lines[i].remark);
		fprintf(out, "\n");
		free(lines[i].function);
		free(lines[i].duration);
		free(lines[i].remark);
	}
}

/**
 * text_color - print in colors
 */
void text_color(void)
{
	colored = true;
}

/**
 * text_failure - print a failure
 * @out: where to print
 * @failure: a failure
 */
void text_failure(FILE *out, const struct failure *failure)
{
	struct line lines[MOST_LINES];

	print_head(out, failure);
	print_lines(out, lines, make_lines(failure, lines));
}

/* Where it was called, and that it made its error, if it has failed */
static char *tree_remark(const struct failure *failure, const struct link *link)
{
	int error = error_of(link->value, records_long_bytes());
	const char *made = link->made_here && error ? "  made here" : "";
	char *site, *text;

	if (link->parent < 0)
		return xasprintf("%s", made);
	site = call_site(&failure->links[link->parent], link);
	text = xasprintf("%s%s", site, made);
	free(site);
	return text;
}

/**
 * text_tree - print all functions that failed, and those that led there, callers first
 * @out: where to print
 * @failure: what failed within a system call
 */
void text_tree(FILE *out, const struct failure *failure)
{
	struct line *lines = NULL;
	int nr = 0, i;

	for (i = 0; i < failure->nr_links; i++) {
		const struct link *link = &failure->links[i];
		int error = link->returned ? error_of(link->value, records_long_bytes()) : 0;
		int indent = 2 * (link->depth - failure->links[0].depth);
		char *name = function_name(link->func);

		lines = xgrow(lines, nr, sizeof(*lines));
		lines[nr++] = (struct line) {
			.function = xasprintf("%*s%s%s%s", indent, "", name, error ? "  " : "",
					      error ? error_name(error) : ""),
			.duration = link->returned ? duration(link->end - link->begin) : strdup(""),
			.remark = tree_remark(failure, link),
			.made_here = link->made_here && error,
		};
		free(name);
	}
	print_head(out, failure);
	print_lines(out, lines, nr);
	free(lines);
}

/**
 * text_path - print the last lines of the way through a function
 * @out: where to print
 * @path: the lines that ran
 * @steps: the function
 */
void text_path(FILE *out, const struct path *path, const struct steps *steps)
{
	int width = 0, i;
	char place[128];

	if (path->refused < 0)
		return;
	if (!path->nr_shown) {
		fprintf(out, "in the second run, no call has failed with %s in %s()\n",
			error_name(steps->error), steps->function);
		return;
	}
	fprintf(out, "the last lines of %s() that ran, by a second run of the command:\n",
		steps->function);
	for (i = 0; i < path->nr_shown; i++) {
		const struct step *step = path->lines[path->shown[i]];
		int length = snprintf(place, sizeof(place), "%s:%d", step->file, step->line);

		width = length > width ? length : width;
	}
	for (i = 0; i < path->nr_shown; i++) {
		const struct step *step = path->lines[path->shown[i]];

		snprintf(place, sizeof(place), "%s:%d", step->file, step->line);
		fprintf(out, "%c %-*s  %s\n", path->shown[i] == path->failed ? '>' : ' ',
			step->text ? width : 0, place, step->text ?: "");
	}
	if (path->refused)
		fprintf(out, "%d addresses could not be probed\n", path->refused);
}

/* What else failed, each kind once, as far as it fits into a line */
#define MOST_OTHERS	4

/**
 * text_others - print how many other system calls have failed
 * @out: where to print
 * @list: all failures
 * @picked: the one that was printed
 */
void text_others(FILE *out, const struct failure_list *list, const struct failure *picked)
{
	char kinds[MOST_OTHERS][96], kind[96], name[64], *clean;
	int nr_kinds = 0, nr = 0, i;
	bool more = false;
	size_t at;

	for (at = 0; at < list->nr; at++) {
		const struct failure *failure = &list->failures[at];

		if (failure == picked || !failure->error || !filter_wants(failure))
			continue;
		nr++;
		snprintf(kind, sizeof(kind), "%s %s", failure_name(failure, name, sizeof(name)),
			 error_name(failure->error));
		for (i = 0; i < nr_kinds && strcmp(kinds[i], kind); i++)
			;
		if (i == MOST_OTHERS)
			more = true;
		else if (i == nr_kinds)
			strcpy(kinds[nr_kinds++], kind);
	}
	if (!nr)
		return;
	fprintf(out, "%d more failed: ", nr);
	for (i = 0; i < nr_kinds; i++) {
		clean = printable(kinds[i]);
		fprintf(out, "%s%s", i ? ", " : "", clean);
		free(clean);
	}
	fprintf(out, "%s\n", more ? ", ..." : "");
}

// SPDX-License-Identifier: GPL-2.0
/*
 * The report: failures, one after the other, in the format that was asked for.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "chrome.h"
#include "counts.h"
#include "distinct.h"
#include "folded.h"
#include "html.h"
#include "json.h"
#include "lines.h"
#include "report.h"
#include "system.h"
#include "text.h"
#include "types.h"
#include "util.h"

static const struct options *options;
static FILE *out;
static size_t nr;
/* Equal failures are counted, if they are not printed one by one */
static struct failure_list distinct;

/**
 * report_open - open what the user wants to have written
 * @asked: where to print
 *
 * Return: the file, or NULL. Then a message was printed
 */
FILE *report_open(const struct options *asked)
{
	FILE *file = asked->command ? stderr : stdout;

	if (asked->output)
		file = fopen(asked->output, "we");
	if (!file)
		complain("cannot write %s: %s", asked->output, strerror(errno));
	return file;
}

/**
 * report_begin - begin the report
 * @asked: where to print, and in which format
 *
 * Return: 0, or -1. Then a message was printed
 */
int report_begin(const struct options *asked)
{
	options = asked;
	if (options->inlined)
		text_inlined();
	out = report_open(options);
	if (!out)
		return -1;
	if (options->color == COLOR_ALWAYS || (options->color == COLOR_AUTO && isatty(fileno(out))))
		text_color();
	if (options->format == FORMAT_JSON)
		json_header(out);
	else if (options->format == FORMAT_CHROME)
		chrome_begin(out);
	else if (options->format == FORMAT_HTML)
		html_begin(out);
	return 0;
}

/* It takes time, and is of use if something has failed only */
static void open_lines(void)
{
	static bool tried;

	if (!tried && !options->no_lines)
		lines_open(options->vmlinux, kernel_system.release ?: "", kernel_system.notes,
			   kernel_system.notes_bytes);
	tried = true;
}

static void print(const struct failure *failure)
{
	if (options->tree)
		text_tree(out, failure);
	else
		text_failure(out, failure);
}

/**
 * report_failure - report a failure
 * @failure: a failure
 * @picked: it is the one that a person asks for
 */
void report_failure(const struct failure *failure, bool picked)
{
	open_lines();
	nr++;
	switch (options->format) {
	case FORMAT_TEXT:
		if (picked && !options->all)
			print(failure);
		else
			distinct_add(&distinct, failure);
		break;
	case FORMAT_FOLDED:
		if (failure->error)
			distinct_add(&distinct, failure);
		break;
	case FORMAT_JSON:
		json_failure(out, failure, nr, picked);
		break;
	case FORMAT_CHROME:
		chrome_failure(out, failure);
		break;
	case FORMAT_HTML:
		html_failure(out, failure, nr, picked);
		break;
	}
}

/**
 * report_path - report the way through the origin
 * @path: the lines that ran
 * @steps: the function
 */
void report_path(const struct path *path, const struct steps *steps)
{
	if (options->format == FORMAT_TEXT)
		text_path(out, path, steps);
	else if (options->format == FORMAT_JSON)
		json_path(out, path, steps);
	else if (options->format == FORMAT_HTML)
		html_path(out, path, steps);
}

/**
 * report_others - tell a person what else has failed
 * @list: all failures
 * @picked: the one that was reported
 */
void report_others(const struct failure_list *list, const struct failure *picked)
{
	if (options->format == FORMAT_TEXT && !options->quiet)
		text_others(out, list, picked);
}

/**
 * report_end - end the report
 * @status: that of this program
 * @lost: how many records were lost
 *
 * Return: 0, or -1. Then a message was printed
 */
int report_end(int status, unsigned long lost)
{
	const char *hint;
	char *clean;
	size_t i;

	switch (options->format) {
	case FORMAT_TEXT:
		if (options->counts)
			counts_print(out, &distinct);
		for (i = 0; i < distinct.nr && !options->counts; i++)
			print(&distinct.failures[i]);
		if (lost)
			fprintf(out, "LOST %lu records\n", lost);
		/* One line of remarks: a report has ten lines */
		hint = types_hint();
		if (!hint && !options->no_lines)
			hint = lines_hint();
		if (nr && !options->quiet && !options->counts && hint) {
			clean = printable(hint);
			fprintf(out, "%s\n", clean);
			free(clean);
		}
		break;
	case FORMAT_FOLDED:
		folded_failures(out, &distinct);
		break;
	case FORMAT_JSON:
		json_end(out, status, nr, lost);
		break;
	case FORMAT_CHROME:
		chrome_end(out);
		break;
	case FORMAT_HTML:
		html_end(out, status, nr, lost);
		break;
	}
	if (fflush(out) || ferror(out)) {
		complain("what was printed is not whole: %s", strerror(errno));
		return -1;
	}
	return 0;
}

// SPDX-License-Identifier: GPL-2.0
/*
 * The report as a page for a browser: the objects of the report as JSON, as one array, in a page
 * that shows them (report.html). Nothing but data is written here, and the page makes text of it.
 */
#define _GNU_SOURCE
#include <stdbool.h>
#include <string.h>

#include "html.h"
#include "json.h"

/* Where the data goes */
#define MARK	"@data@\n"

static const char page[] =
#include "report.inc"
;

/**
 * html_begin - print the page up to the data, and the first object
 * @out: where to print
 */
void html_begin(FILE *out)
{
	fwrite(page, 1, strstr(page, MARK) - page, out);
	putc('[', out);
	json_header(out);
}

/**
 * html_failure - print a failure
 * @out: where to print
 * @failure: a failure
 * @id: its number
 * @picked: it is the one that a person asks for
 */
void html_failure(FILE *out, const struct failure *failure, size_t id, bool picked)
{
	putc(',', out);
	json_failure(out, failure, id, picked);
}

/**
 * html_path - print the way through a function
 * @out: where to print
 * @path: the lines that ran
 * @steps: the function
 */
void html_path(FILE *out, const struct path *path, const struct steps *steps)
{
	putc(',', out);
	json_path(out, path, steps);
}

/**
 * html_end - print how it ended, and the page behind the data
 * @out: where to print
 * @status: of the command
 * @nr: how many failures there are
 * @lost: how many records were lost
 */
void html_end(FILE *out, int status, size_t nr, unsigned long lost)
{
	putc(',', out);
	json_end(out, status, nr, lost);
	fputs("]\n", out);
	fputs(strstr(page, MARK) + strlen(MARK), out);
}

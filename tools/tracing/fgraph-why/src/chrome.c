// SPDX-License-Identifier: GPL-2.0
/*
 * The report for chrome://tracing and Perfetto: a slice for each function, and a mark where the
 * error was made. The events of a thread nest, as the calls do.
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <string.h>

#include "chrome.h"
#include "errors.h"
#include "json.h"
#include "lines.h"
#include "names.h"
#include "records.h"
#include "util.h"

/* Microseconds */
static void time_field(FILE *out, const char *name, uint64_t ns)
{
	fprintf(out, ",\"%s\":%" PRIu64 ".%03" PRIu64, name, ns / 1000, ns % 1000);
}

static void function_name(FILE *out, uint64_t addr)
{
	char number[ADDRESS_BYTES];

	json_string(out, names_of(addr, number, sizeof(number)));
}

static void slice(FILE *out, const struct failure *failure, const struct link *link,
		  bool made)
{
	int error = error_of(link->value, records_long_bytes());
	struct place place;

	fputs(",\n{\"ph\":\"X\",\"name\":", out);
	function_name(out, link->func);
	fprintf(out, ",\"cat\":\"%s\"", error ? error_name(error) : "");
	time_field(out, "ts", link->begin);
	time_field(out, "dur", link->end - link->begin);
	fprintf(out, ",\"pid\":%d,\"tid\":%d,\"args\":{\"ret\":\"0x%" PRIx64 "\"", failure->pid,
		failure->pid, link->value);
	if (failure->has_origin) {
		fputs(",\"origin\":", out);
		function_name(out, failure->origin.func);
	}
	if (link->caller && lines_of(link->caller - 1, &place, 1) > 0 && place.file) {
		fputs(",\"called_at\":", out);
		json_string(out, place.file);
		fprintf(out, ",\"line\":%d", place.line);
	}
	fputs("}}", out);

	if (!made || !error)
		return;
	fprintf(out, ",\n{\"ph\":\"i\",\"s\":\"t\",\"name\":\"%s made here\"",
		error_name(error));
	time_field(out, "ts", link->end);
	fprintf(out, ",\"pid\":%d,\"tid\":%d}", failure->pid, failure->pid);
}

/**
 * chrome_begin - print what comes first
 * @out: where to print
 */
void chrome_begin(FILE *out)
{
	/* Each event but the first one has a comma in front */
	fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n", out);
	fputs("{\"ph\":\"M\",\"name\":\"trace_name\",\"pid\":0,\"args\":{\"name\":\"why\"}}", out);
}

/**
 * chrome_failure - print a failure
 * @out: where to print
 * @failure: a failure
 */
void chrome_failure(FILE *out, const struct failure *failure)
{
	int maker = failures_maker(failure), i;
	static int pid;

	/* Once more does no harm */
	if (failure->pid != pid) {
		pid = failure->pid;
		fprintf(out, ",\n{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":%d", pid);
		fputs(",\"args\":{\"name\":", out);
		json_string(out, failure->comm);
		fputs("}}", out);
	}
	for (i = 0; i < failure->nr_links; i++) {
		if (failure->links[i].returned)
			slice(out, failure, &failure->links[i],
			      i == maker || failure->links[i].made_here);
	}
}

/**
 * chrome_end - print what comes last
 * @out: where to print
 */
void chrome_end(FILE *out)
{
	fputs("\n]}\n", out);
}

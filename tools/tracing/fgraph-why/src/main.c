// SPDX-License-Identifier: GPL-2.0
/*
 * fgraph-why - run a command, and say which function of the kernel made it fail
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chrome.h"
#include "failures.h"
#include "folded.h"
#include "json.h"
#include "lines.h"
#include "live.h"
#include "names.h"
#include "options.h"
#include "records.h"
#include "replay.h"
#include "saved.h"
#include "system.h"
#include "text.h"
#include "util.h"

/* Nothing has failed, and there is no command that has a status */
#define STATUS_NOTHING	1

static struct options options;

/* Writes what the records need. They themselves were written when they came */
static void save_rest(const struct failure_list *failures)
{
	char *lines = NULL;
	size_t bytes, i;
	FILE *out;

	names_put();
	system_put();
	out = open_memstream(&lines, &bytes);
	for (i = 0; out && i < failures->nr; i++) {
		const struct failure *failure = &failures->failures[i];
		const char *name = failure->nr_links ? NULL : names_syscall_number(failure->nr);

		if (name)
			fprintf(out, "%ld %s\n", failure->nr, name);
	}
	if (out && !fclose(out))
		saved_put("syscalls", lines, bytes);
	free(lines);
	if (saved_close())
		complain("%s is not whole: %s", options.save, strerror(errno));
}

static void report_text(FILE *out, const struct failure_list *failures,
			const struct failure *picked, unsigned long lost)
{
	if (options.all) {
		text_all(out, failures);
	} else if (picked) {
		text_failure(out, picked, 1);
		text_others(out, failures, picked);
	}
	if (lost)
		fprintf(out, "LOST %lu records\n", lost);
	if (picked && !options.no_lines && lines_hint())
		fprintf(out, "%s\n", lines_hint());
}

static void report_json(FILE *out, const struct failure_list *failures,
			const struct failure *picked, unsigned long lost, int status)
{
	size_t i;

	json_header(out);
	for (i = 0; i < failures->nr; i++) {
		const struct failure *failure = &failures->failures[i];

		if (failure == picked || (options.all && failure->is_syscall))
			json_failure(out, failure, i, failure == picked);
	}
	json_end(out, status, failures->nr, lost);
}

static int report(const struct failure_list *failures, unsigned long lost, int status)
{
	const struct failure *picked = failures_pick(failures);
	FILE *out = options.read ? stdout : stderr;

	if (options.output) {
		out = fopen(options.output, "we");
		if (!out) {
			complain("cannot write %s: %s", options.output, strerror(errno));
			return -1;
		}
	}
	if (picked && !options.no_lines)
		lines_open(options.vmlinux, kernel_system.release ?: "", kernel_system.notes,
			   kernel_system.notes_bytes);
	switch (options.format) {
	case FORMAT_TEXT:
		report_text(out, failures, picked, lost);
		break;
	case FORMAT_JSON:
		report_json(out, failures, picked, lost, status);
		break;
	case FORMAT_FOLDED:
		folded_failures(out, failures);
		break;
	case FORMAT_CHROME:
		chrome_failures(out, failures);
		break;
	}
	if (fflush(out) || ferror(out)) {
		complain("what was printed is not whole: %s", strerror(errno));
		return -1;
	}
	return 0;
}

int main(int argc, char **argv)
{
	int status = options_parse(&options, argc, argv);
	struct failure_list failures = { 0 };
	struct record_list records = { 0 };
	size_t i;

	if (status >= 0)
		return status;

	if (options.read) {
		if (replay(options.read, &records))
			return STATUS_FAILED;
	} else {
		if (options.save && saved_create(options.save)) {
			complain("cannot write %s: %s", options.save, strerror(errno));
			return STATUS_FAILED;
		}
		if (live_check())
			return STATUS_FAILED;
		status = live_run(options.command, &records);
		if (live_names(&records))
			return status;
	}

	if (kernel_system.command)
		failures_name(kernel_system.pid, kernel_system.command);
	records_sort(&records);
	for (i = 0; i < records.nr; i++)
		failures_add(&failures, &records.records[i]);
	free(records.records);
	if (options.save)
		save_rest(&failures);
	if (options.read)
		status = failures_pick(&failures) ? 0 : STATUS_NOTHING;
	if (report(&failures, records.lost, status) && options.read)
		return STATUS_FAILED;
	return status;
}

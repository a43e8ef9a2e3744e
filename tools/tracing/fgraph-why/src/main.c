// SPDX-License-Identifier: GPL-2.0
/*
 * fgraph-why - say which function of the kernel made a command, or what runs, fail
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failures.h"
#include "filter.h"
#include "live.h"
#include "names.h"
#include "options.h"
#include "records.h"
#include "replay.h"
#include "report.h"
#include "saved.h"
#include "system.h"
#include "util.h"
#include "watch.h"

/* Without a command */
#define STATUS_NOTHING	1
#define STATUS_TIMEOUT	124

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

/* What is left is to look at memory */
static int explain(struct record_list *records, int status)
{
	struct failure_list failures = { 0 };
	const struct failure *picked;
	size_t i;

	if (kernel_system.command)
		failures_name(kernel_system.pid, kernel_system.command);
	records_sort(records);
	for (i = 0; i < records->nr; i++)
		failures_add(&failures, &records->records[i]);
	if (options.save)
		save_rest(&failures);
	picked = failures_pick(&failures, filter_wants);
	if (!options.command)
		status = picked ? 0 : STATUS_NOTHING;

	if (report_begin(&options))
		return options.command ? status : STATUS_FAILED;
	for (i = 0; i < failures.nr; i++) {
		const struct failure *failure = &failures.failures[i];

		if (options.all ? filter_wants(failure) : failure == picked)
			report_failure(failure, failure == picked);
	}
	if (picked && !options.all)
		report_others(&failures, picked);
	if (report_end(status, records->lost) && !options.command)
		return STATUS_FAILED;
	return status;
}

static int run(void)
{
	struct record_list records = { 0 };
	int status;

	if (options.save && saved_create(options.save)) {
		complain("cannot write %s: %s", options.save, strerror(errno));
		return STATUS_FAILED;
	}
	if (live_check())
		return STATUS_FAILED;
	status = live_run(options.command, &records);
	return live_names(&records) ? status : explain(&records, status);
}

static bool some;

static bool take(const struct failure *failure)
{
	if (!filter_wants(failure))
		return false;
	some = true;
	report_failure(failure, options.wait);
	return options.wait;
}

static int follow(void)
{
	unsigned long lost;
	enum watch_end how;
	int status;

	if (live_check() || report_begin(&options))
		return STATUS_FAILED;
	how = watch(options.pids, options.seconds, take, &lost);
	if (how == WATCH_FAILED)
		return STATUS_FAILED;
	status = some ? 0 : options.wait && how == WATCH_TIMEOUT ? STATUS_TIMEOUT : STATUS_NOTHING;
	return report_end(status, lost) ? STATUS_FAILED : status;
}

int main(int argc, char **argv)
{
	struct record_list records = { 0 };
	int status = options_parse(&options, argc, argv);

	if (status >= 0)
		return status;
	if (options.command)
		return run();
	if (!options.read)
		return follow();
	return replay(options.read, &records) ? STATUS_FAILED : explain(&records, 0);
}

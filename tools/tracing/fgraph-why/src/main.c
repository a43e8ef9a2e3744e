// SPDX-License-Identifier: GPL-2.0
/*
 * fgraph-why - say which function of the kernel made a command, or what runs, fail
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "args.h"
#include "failures.h"
#include "filter.h"
#include "instance.h"
#include "live.h"
#include "names.h"
#include "options.h"
#include "records.h"
#include "replay.h"
#include "report.h"
#include "saved.h"
#include "system.h"
#include "top.h"
#include "util.h"
#include "watch.h"
#include "way.h"

/* Without a command */
#define STATUS_NOTHING	1
#define STATUS_TIMEOUT	124

static struct options options;

static int create_saved(void)
{
	if (!options.save || !saved_create(options.save))
		return 0;
	complain("cannot write %s: %s", options.save, strerror(errno));
	return -1;
}

/* Writes what the records need. They themselves were written when they came */
static void save_rest(void)
{
	if (!options.save)
		return;
	names_put();
	names_put_syscalls();
	args_put();
	failures_put_names();
	system_put();
	if (saved_close())
		complain("%s is not whole: %s", options.save, strerror(errno));
}

static int report(const struct failure_list *failures, int status, unsigned long lost)
{
	const struct failure *picked = failures_pick(failures, filter_wants);
	size_t i;

	if (!options.command)
		status = picked ? 0 : STATUS_NOTHING;

	if (report_begin(&options))
		return options.command ? status : STATUS_FAILED;
	for (i = 0; i < failures->nr; i++) {
		const struct failure *failure = &failures->failures[i];

		if (options.all ? filter_wants(failure) : failure == picked)
			report_failure(failure, failure == picked);
	}
	if (options.path)
		way_through(failures, picked, &options, status);
	if (options.save_path && way_save(options.save_path, picked))
		return STATUS_FAILED;
	if (picked && !options.all)
		report_others(failures, picked);
	if (report_end(status, lost) && !options.command)
		return STATUS_FAILED;
	return status;
}

/* What is left is to look at memory */
static int explain(struct record_list *records, int status)
{
	struct failure_list failures = { 0 };
	size_t i;

	if (kernel_system.command)
		failures_name(kernel_system.pid, kernel_system.command);
	records_sort(records);
	for (i = 0; i < records->nr; i++)
		failures_add(&failures, &records->records[i]);
	save_rest();
	status = report(&failures, status, records->lost);

	failures_forget(&failures);
	free(failures.failures);
	free(records->records);
	return status;
}

/* With a list, the first run was before */
static int again(void)
{
	int status;

	if (live_read_text() || report_begin(&options))
		return STATUS_FAILED;
	status = way_by_list(options.path_list, &options);
	return report_end(status, 0) ? STATUS_FAILED : status;
}

static int trace(const char *pids)
{
	return live_read_names() ?: instance_trace(pids);
}

static int run(void)
{
	struct record_list records = { 0 };
	int status;

	if (create_saved() || live_check())
		return STATUS_FAILED;
	if (options.path_list)
		return again();
	status = live_run(&options, trace, &records, NULL);
	return live_names(&records) ? status : explain(&records, status);
}

static bool some;

static bool take(const struct failure *failure)
{
	if (!filter_wants(failure) || (options.wait && !failure->error))
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

	if (create_saved() || live_check() || report_begin(&options))
		return STATUS_FAILED;
	how = watch(&options, take, &lost);
	save_rest();
	if (how == WATCH_FAILED)
		return STATUS_FAILED;
	status = some ? 0 : options.wait && how == WATCH_TIMEOUT ? STATUS_TIMEOUT : STATUS_NOTHING;
	return report_end(status, lost) ? STATUS_FAILED : status;
}

/* The instance goes after the report, or never was */
static int end(int status)
{
	instance_remove();
	return status;
}

static int count_errors(void)
{
	FILE *out;

	if (live_check())
		return STATUS_FAILED;
	out = report_open(&options);
	return !out || top(out, options.seconds) ? STATUS_FAILED : 0;
}

int main(int argc, char **argv)
{
	struct record_list records = { 0 };
	int status = options_parse(&options, argc, argv);

	if (status >= 0)
		return status;
	if (options.tree)
		failures_keep_handled();
	if (options.dry_run) {
		instance_print(&options, options.command ? "PID" : options.pids);
		return 0;
	}
	if (options.top)
		return count_errors();
	if (options.command)
		return end(run());
	if (!options.read)
		return end(follow());
	return replay(options.read, &records) ? STATUS_FAILED : explain(&records, 0);
}

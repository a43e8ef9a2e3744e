// SPDX-License-Identifier: GPL-2.0
/*
 * fgraph-why - run a command, and say which function of the kernel made it fail
 */
#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "failures.h"
#include "instance.h"
#include "names.h"
#include "records.h"
#include "text.h"
#include "util.h"

static void print_usage(FILE *out)
{
	fprintf(out,
		"usage: fgraph-why [-hV] COMMAND [ARGUMENT]...\n"
		"Run COMMAND, and say which function of the kernel made it fail.\n"
		"\n"
		"  -h, --help     print this\n"
		"  -V, --version  print the version\n"
		"\n"
		"The status is that of COMMAND. 125: fgraph-why itself failed. 126, 127: COMMAND\n"
		"cannot be executed, or is not found.\n");
}

/* The kernel has what is needed, and this user may use it */
static int check_kernel(void)
{
	const char *tracefs = instance_tracefs();
	char *path, *tracers;
	int ret = -1;

	if (geteuid()) {
		complain("the trace is root's. Type: sudo fgraph-why ...");
		return -1;
	}
	if (!tracefs) {
		complain("no tracefs. Type: mount -t tracefs nodev /sys/kernel/tracing");
		return -1;
	}

	path = xasprintf("%s/available_tracers", tracefs);
	tracers = read_file(path);
	free(path);
	path = xasprintf("%s/set_graph_errors", tracefs);
	if (!tracers)
		complain("cannot read %s: %s", path, strerror(errno));
	else if (!strstr(tracers, "function_graph") || access(path, F_OK))
		complain("this kernel has no CONFIG_FUNCTION_GRAPH_RETVAL. Boot one that has it");
	else if (records_formats(tracefs))
		complain("records are not as expected. See %s/events/ftrace/funcgraph_exit/format",
			 tracefs);
	else
		ret = 0;
	free(path);
	free(tracers);
	return ret;
}

/* Runs the command. Returns its status, with the failures in the list */
static int run(char **argv, struct failure_list *failures, unsigned long *lost)
{
	struct record_list records = { 0 };
	char *path = command_find(argv[0]);
	int status;
	pid_t pid;
	size_t i;

	if (!path) {
		complain("%s: not found in PATH", argv[0]);
		return 127;
	}
	if (instance_create()) {
		instance_remove();
		return STATUS_FAILED;
	}
	pid = command_prepare(path, argv, instance_start_fd());
	if (pid < 0)
		complain("cannot make a process: %s", strerror(errno));
	if (pid < 0 || instance_trace(pid) || command_run()) {
		command_cancel();
		instance_remove();
		return STATUS_FAILED;
	}

	while (!instance_wait(command_fd())) {
		if (instance_read(&records))
			break;
	}
	status = command_status();
	instance_stop();
	instance_read(&records);
	instance_remove();
	free(path);

	/* What is left is to look at memory */
	if (names_read("/proc/kallsyms"))
		complain("cannot read /proc/kallsyms: %s", strerror(errno));
	failures_name(pid, argv[0]);
	records_sort(&records);
	for (i = 0; i < records.nr; i++)
		failures_add(failures, &records.records[i]);
	*lost = records.lost;
	free(records.records);
	return status;
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "help", no_argument, NULL, 'h' },
		{ "version", no_argument, NULL, 'V' },
		{ }
	};
	struct failure_list failures = { 0 };
	const struct failure *picked;
	unsigned long lost = 0;
	int option, status;

	while ((option = getopt_long(argc, argv, "+hV", options, NULL)) != -1) {
		switch (option) {
		case 'h':
			print_usage(stdout);
			return 0;
		case 'V':
			printf("fgraph-why %s\n", VERSION);
			return 0;
		default:
			print_usage(stderr);
			return STATUS_FAILED;
		}
	}
	if (optind == argc) {
		print_usage(stderr);
		return STATUS_FAILED;
	}
	if (check_kernel())
		return STATUS_FAILED;

	status = run(argv + optind, &failures, &lost);
	picked = failures_pick(&failures);
	if (picked) {
		text_failure(stderr, picked);
		text_others(stderr, &failures, picked);
	}
	if (lost)
		fprintf(stderr, "LOST %lu records\n", lost);
	return status;
}

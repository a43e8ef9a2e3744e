// SPDX-License-Identifier: GPL-2.0
/*
 * Records of the kernel that runs: of a command.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "args.h"
#include "command.h"
#include "instance.h"
#include "live.h"
#include "modules.h"
#include "names.h"
#include "saved.h"
#include "system.h"
#include "user.h"
#include "util.h"

/* How the records of this kernel look. What it does not have may not be needed */
static bool describe(const char *tracefs)
{
	const char *file;
	unsigned int i;

	for (i = 0; (file = records_file(i)); i++) {
		char *path = xasprintf("%s/%s", tracefs, file);
		size_t bytes;
		char *text = read_file(path, &bytes);

		free(path);
		if (!text)
			continue;
		if (records_describe(file, text)) {
			free(text);
			return false;
		}
		saved_put(file, text, bytes);
		free(text);
	}
	return records_are_described();
}

/**
 * live_check - see whether this kernel has what is needed, and whether this user may use it
 *
 * Return: 0, or -1. Then a message was printed
 */
int live_check(void)
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
	tracers = read_file(path, NULL);
	free(path);
	path = xasprintf("%s/set_graph_errors", tracefs);
	if (!tracers)
		complain("cannot read %s/available_tracers: %s", tracefs, strerror(errno));
	else if (!strstr(tracers, "function_graph") || access(path, F_OK))
		complain("this kernel has no CONFIG_FUNCTION_GRAPH_RETVAL. Boot one that has it");
	else if (!describe(tracefs))
		complain("records are not as expected. See %s/events/ftrace/funcgraph_exit/format",
			 tracefs);
	else if (system_read())
		complain("cannot tell which kernel this is: %s", strerror(errno));
	else
		ret = 0;
	args_look_into(tracefs);
	free(path);
	free(tracers);
	return ret;
}

static char *join(char **argv)
{
	char *all = strdup(argv[0]), *longer;

	for (argv++; all && *argv; argv++) {
		longer = xasprintf("%s %s", all, *argv);
		free(all);
		all = longer;
	}
	return all;
}

/**
 * live_run - run a command, and record what fails
 * @options: the command, and how to run it
 * @trace: prepares the trace of a pid. It returns less than 0 if it has failed
 * @records: gets the records
 * @look: is called when there are more, or NULL. It may take some
 *
 * The instance stays, and records nothing any more: to remove it takes long, and nobody has to
 * wait for that before the report.
 *
 * Return: its status, or 125 to 127 as env(1) has it. Then a message was printed
 */
int live_run(const struct options *options, int (*trace)(const char *pids),
	     struct record_list *records, void (*look)(struct record_list *records))
{
	char **argv = options->command, *path = command_find(argv[0]), *number;
	int status;
	pid_t pid;

	if (!path) {
		complain("%s: not found in PATH", argv[0]);
		return 127;
	}
	if (options->user && user_find(options->user))
		return STATUS_FAILED;
	/* That of the first run */
	instance_remove();
	if (instance_create(options)) {
		instance_remove();
		return STATUS_FAILED;
	}
	pid = command_prepare(path, argv, instance_start_fd());
	if (pid < 0)
		complain("cannot make a process: %s", strerror(errno));
	number = xasprintf("%d", pid);
	if (pid < 0 || trace(number) < 0 || command_run()) {
		command_cancel();
		instance_remove();
		return STATUS_FAILED;
	}
	free(number);
	if (!kernel_system.command) {
		kernel_system.command = join(argv);
		kernel_system.pid = pid;
	}

	while (!instance_wait(command_fd(), -1)) {
		if (instance_read(records))
			break;
		if (look)
			look(records);
	}
	status = command_status();
	instance_stop();
	instance_read(records);
	free(path);
	return status;
}

static int no_addresses(void)
{
	complain("no addresses in /proc/kallsyms. Type: sysctl kernel.kptr_restrict=1");
	return -1;
}

/* How often a module is in use is of no interest: it is the third word */
static char *read_modules(void)
{
	char *all = read_file("/proc/modules", NULL), *at, *line;

	for (at = all; at && (line = strchr(at, ' ')); at = strchrnul(line, '\n')) {
		line = strchr(line + 1, ' ') ?: line;
		while (*line == ' ' || (*line >= '0' && *line <= '9'))
			*line++ = '#';
	}
	return all;
}

static char *modules;

/**
 * live_read_names - read the names of all functions
 *
 * It takes much longer while they are hooked.
 *
 * Return: 0, or -1. Then a message was printed
 */
int live_read_names(void)
{
	static char *before;
	char *all;

	free(modules);
	modules = read_modules();
	all = read_file("/proc/kallsyms", NULL);
	if (all && !names_read(all)) {
		free(before);
		before = all;
		modules_look_into_sys();
		return 0;
	}
	return no_addresses();
}

/**
 * live_renew_names - read the names again if they may be others
 *
 * A module may have been loaded, or another one be at its address now.
 *
 * Return: 0, or -1. Then a message was printed
 */
int live_renew_names(void)
{
	char *now = read_modules();
	bool same = !now || !modules || !strcmp(now, modules);

	free(now);
	return same ? 0 : live_read_names();
}

/**
 * live_read_text - read where the kernel begins, and no more: it is much faster
 *
 * Return: 0, or -1. Then a message was printed
 */
int live_read_text(void)
{
	modules_look_into_sys();
	return names_read_text() ? no_addresses() : 0;
}

/**
 * live_use_names - have the names that a record needs saved
 * @record: a record
 */
void live_use_names(const struct record *record)
{
	int bytes = records_long_bytes();

	if (record->type != RECORD_ENTRY && record->type != RECORD_EXIT)
		return;
	names_use(record->func);
	if (record->caller)
		names_use(record->caller - 1);
	if (record->nr_args)
		args_use(record->func);
	if (!record->has_origin)
		return;
	names_use(names_unkey(record->origin.func, bytes));
	names_use(names_unkey(record->origin.cause, bytes));
}

/**
 * live_names - have the names that records need
 * @records: the records. Names were read before
 *
 * Return: 0, or -1. Then a message was printed
 */
int live_names(const struct record_list *records)
{
	size_t i;

	if (live_renew_names())
		return -1;
	for (i = 0; i < records->nr; i++)
		live_use_names(&records->records[i]);
	return 0;
}

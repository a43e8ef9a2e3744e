// SPDX-License-Identifier: GPL-2.0
/*
 * --path: the way through the function that has made the error, by one more run of the command.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "errors.h"
#include "lines.h"
#include "names.h"
#include "path.h"
#include "report.h"
#include "steps.h"
#include "util.h"
#include "way.h"

/* A shell says so of a command that a signal has ended */
#define STATUS_SIGNAL	128

/* The statements of the origin. What is missing is said */
static int find_steps(const struct failure *picked, struct steps *steps)
{
	const struct symbol *symbol = NULL;

	if (picked && picked->has_origin)
		symbol = names_find(picked->origin.func);
	if (!symbol) {
		complain("no way to show: no function is known that has made an error");
		return -1;
	}
	steps->function = strdup(symbol->name);
	steps->module = symbol->module ? strdup(symbol->module) : NULL;
	steps->func = symbol->addr;
	steps->error = picked->error;
	steps->syscall = picked->nr;
	if (steps_of(picked->origin.func, picked->error, steps))
		return 0;
	complain("no way to show: no addresses of lines in %s(). %s", symbol->name,
		 lines_hint() ?: "");
	return -1;
}

/* How many come behind it that failed in the same way: the second run has as many */
static unsigned int count_behind(const struct failure_list *failures, const struct failure *picked)
{
	const struct failure *end = failures->failures + failures->nr, *at;
	unsigned int nr = 0;

	for (at = picked + 1; at < end; at++)
		nr += at->nr == picked->nr && at->error == picked->error &&
		      at->has_origin && at->origin.func == picked->origin.func;
	return nr;
}

/**
 * way_through - run the command once more, and report the way through the origin
 * @failures: of the first run
 * @picked: one of these, or NULL
 * @options: the command, and how to run it
 * @status: of the first run
 *
 * What stands against it is said.
 */
void way_through(const struct failure_list *failures, const struct failure *picked,
		 const struct options *options, int status)
{
	struct steps steps = { 0 };
	struct path path;

	/* A signal may have been for this program, too */
	if (status > STATUS_SIGNAL) {
		complain("no way to show: a signal has ended the command. It does not run again");
		return;
	}
	if (find_steps(picked, &steps))
		return;
	complain("the command runs a second time, for the way through %s()", steps.function);
	path_run(options, &steps, count_behind(failures, picked), &path);
	report_path(&path, &steps);
}

/**
 * way_by_list - run a command, and report the way through the function of a list
 * @list: a file of --save-path
 * @options: the command, and how to run it
 *
 * Return: the status of the command, or STATUS_FAILED. Then a message was printed
 */
int way_by_list(const char *list, const struct options *options)
{
	struct steps steps;
	struct path path;
	int status;

	if (steps_read(&steps, list))
		return STATUS_FAILED;
	status = path_run(options, &steps, 0, &path);
	report_path(&path, &steps);
	return status;
}

/**
 * way_save - write a list for way_by_list()
 * @list: the file
 * @picked: the failure, or NULL
 *
 * Return: 0, or -1. Then a message was printed
 */
int way_save(const char *list, const struct failure *picked)
{
	struct steps steps = { 0 };

	if (find_steps(picked, &steps))
		return -1;
	if (!steps_write(&steps, list))
		return 0;
	complain("cannot write %s: %s", list, strerror(errno));
	return -1;
}

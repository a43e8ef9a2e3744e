// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's own table of errors, of all tasks. It is of the top level of tracefs, which is
 * as before afterwards.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "guard.h"
#include "instance.h"
#include "top.h"
#include "types.h"
#include "util.h"
#include "watch.h"

static const char *tracefs;

/* Functions that were traced before: see instance_caller() */
static char **left_out;
static size_t nr_left_out;

static char *read_top(const char *file)
{
	char *path = xasprintf("%s/%s", tracefs, file), *text = read_file(path, NULL);

	if (!text)
		complain("cannot read %s: %s", path, strerror(errno));
	free(path);
	return text;
}

static int put_top(const char *file, int flags, const char *text)
{
	return instance_put(tracefs, file, flags, text);
}

/* Whether a file of functions has a line that begins with this one */
static bool has_line(const char *text, const char *name)
{
	size_t length = strlen(name);
	const char *at;

	for (at = text; (at = strstr(at, name)); at += length) {
		if ((at == text || at[-1] == '\n') && (at[length] == ' ' || at[length] == '\n'))
			return true;
	}
	return false;
}

static bool is_caller(const char *name)
{
	const char *pattern;
	unsigned int i;

	for (i = 0; (pattern = instance_caller(i)); i++) {
		if (!fnmatch(pattern, name, 0))
			return true;
	}
	return false;
}

static int find_callers(void)
{
	char *already = read_top("set_ftrace_notrace"), *all, *line, *rest;

	all = already ? read_top("available_filter_functions") : NULL;
	rest = all;
	while (all && (line = strsep(&rest, "\n"))) {
		line[strcspn(line, " ")] = '\0';
		if (!is_caller(line) || has_line(already, line))
			continue;
		left_out = xgrow(left_out, nr_left_out, sizeof(*left_out));
		left_out[nr_left_out++] = xasprintf("%s", line);
	}
	free(already);
	free(all);
	return all ? 0 : -1;
}

/* By the guard, as this program may have been killed */
static void undo(void)
{
	size_t i;

	put_top("function_errors_enabled", 0, "0");
	for (i = 0; i < nr_left_out; i++) {
		char *name = xasprintf("!%s", left_out[i]);

		put_top("set_ftrace_notrace", O_APPEND, name);
		free(name);
	}
	types_unload();
}

static int start(void)
{
	size_t i;
	int ret = 0;

	for (i = 0; i < nr_left_out && !ret; i++)
		ret = put_top("set_ftrace_notrace", O_APPEND, left_out[i]);
	return ret ?: put_top("function_errors_enabled", 0, "1");
}

static void wait_for_end(int signals, double seconds)
{
	struct pollfd file = { .fd = signals, .events = POLLIN };

	poll(&file, 1, seconds > 0 ? (int)(seconds * 1000) : -1);
}

/**
 * top - count errors for a time, and print the table
 * @out: where to print
 * @seconds: how long, or 0: until a signal comes
 *
 * If somebody counts already, it is the table since then.
 *
 * Return: 0, or -1. Then a message was printed
 */
int top(FILE *out, double seconds)
{
	int signals = watch_signals(), ret = -1;
	char *text;
	bool counting;

	tracefs = instance_tracefs();
	text = read_top("function_errors_enabled");
	if (!text || signals < 0)
		return -1;
	counting = *text != '0';
	free(text);
	if (counting) {
		complain("errors are counted already: the table has those since then, too");
		ret = 0;
	} else {
		types_load(tracefs);
		if (find_callers())
			return -1;
		if (guard_start(tracefs, NULL, undo)) {
			complain("cannot make a process: %s", strerror(errno));
			return -1;
		}
		ret = start();
	}
	if (!ret) {
		wait_for_end(signals, seconds);
		text = read_top("trace_stat/function_errors");
		ret = text && fputs(text, out) >= 0 && !fflush(out) ? 0 : -1;
		free(text);
	}
	guard_stop();
	close(signals);
	return ret;
}

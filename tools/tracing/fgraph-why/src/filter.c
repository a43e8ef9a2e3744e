// SPDX-License-Identifier: GPL-2.0
/*
 * Which failures are wanted: by errno, system call, command and duration.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "errors.h"
#include "filter.h"
#include "util.h"

/* Errnos: nothing is said, taken, or left out */
static enum { UNSAID, TAKEN, LEFT_OUT } errors[MAX_ERRNO + 1];
static bool some_are_taken;

/* The words for set_graph_errors */
static char *words;

static const char *syscalls, *comm;
static unsigned long least_us;
static bool handled;

static void add_word(const char *word, bool leave_out)
{
	char *longer = xasprintf("%s%s%s%s", words ?: "", words ? " " : "",
				 leave_out ? "!" : "", word);

	free(words);
	words = longer;
}

/**
 * filter_errors - take errnos, or leave them out
 * @list: their names or numbers, with commas between them
 * @leave_out: whether they are left out
 *
 * Return: 0, or -1 if a word is no errno. Then a message was printed
 */
int filter_errors(const char *list, bool leave_out)
{
	char *all = strdup(list), *rest = all, *word;
	int ret = 0;

	while (!ret && (word = strsep(&rest, ","))) {
		int error = error_number(word), i;

		if (!error) {
			complain("%s is no errno. Type: -%c EIO,ENOSPC", word,
				 leave_out ? 'X' : 'x');
			ret = -1;
			break;
		}
		add_word(word, leave_out);
		some_are_taken |= !leave_out;
		errors[error] = leave_out ? LEFT_OUT : TAKEN;
		/* As the kernel has it, the restarts count as EINTR */
		for (i = 1; i <= MAX_ERRNO; i++) {
			if (error_is_like(i, error))
				errors[i] = errors[error];
		}
	}
	free(all);
	return ret;
}

/**
 * filter_words - what set_graph_errors gets
 *
 * Return: the words, or NULL if all errnos are wanted
 */
char *filter_words(void)
{
	return words;
}

/**
 * filter_syscalls - take only some system calls
 * @list: their names, with commas between them. "trace=" may be in front, as strace has it
 */
void filter_syscalls(const char *list)
{
	syscalls = strncmp(list, "trace=", 6) ? list : list + 6;
}

/**
 * filter_comm - take only the tasks of a command
 * @name: as /proc/PID/comm has it
 */
void filter_comm(const char *name)
{
	comm = name;
}

/**
 * filter_duration - take only what took long
 * @us: at least so many microseconds
 */
void filter_duration(unsigned long us)
{
	least_us = us;
}

/**
 * filter_handled - take system calls that have not failed, too
 *
 * Something within them has.
 */
void filter_handled(void)
{
	handled = true;
}

static bool is_listed(const char *list, const char *name)
{
	size_t length = strlen(name);
	const char *at;

	for (at = list; at; at = strchr(at, ',')) {
		at += *at == ',';
		if (!strncmp(at, name, length) && (!at[length] || at[length] == ','))
			return true;
	}
	return false;
}

/**
 * filter_wants - whether a failure is wanted
 * @failure: a failure
 *
 * Return: true if so. Only system calls are
 */
bool filter_wants(const struct failure *failure)
{
	char name[64];

	if (!failure->is_syscall || (!failure->error && !handled))
		return false;
	/* The kernel has chosen by the errno within */
	if (failure->error && (errors[failure->error] == LEFT_OUT ||
			       (some_are_taken && errors[failure->error] != TAKEN)))
		return false;
	if (syscalls && !is_listed(syscalls, failure_name(failure, name, sizeof(name))))
		return false;
	if (comm && strcmp(comm, failure->comm))
		return false;
	if (!least_us)
		return true;
	return failure->nr_links &&
	       failure->links[0].end - failure->links[0].begin >= least_us * 1000;
}

// SPDX-License-Identifier: GPL-2.0
/*
 * The way through a function that has failed: a command runs with probes at the statements of
 * the function. Of the last system call that fails as it is said, and of the last call of the
 * function within it, the hits are the lines that ran.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "errors.h"
#include "instance.h"
#include "live.h"
#include "path.h"
#include "records.h"
#include "util.h"

/* Calls of the function within each other */
#define MOST_OPEN	8

/* System calls that have failed. Those before are forgotten */
#define MOST_FAILED	64

/* A call of the function. The oldest hits are overwritten */
struct call {
	uint64_t hits[MOST_HITS];
	size_t nr;
};

struct task {
	struct task *next;
	int pid;
	struct call open[MOST_OPEN];
	int nr_open;
	/* The outermost one has hits, and no record of the call */
	bool implied;
	/* Within this system call: the last one that returned, and the last one that failed */
	struct call any, failed;
};

static struct task *tasks;
static const struct steps *wanted;
static struct call results[MOST_FAILED];
static size_t nr_results;
static uint64_t latest;
static int refused;

static struct task **find_task(int pid)
{
	struct task **at = &tasks;

	while (*at && (*at)->pid != pid)
		at = &(*at)->next;
	return at;
}

static struct task *get_task(int pid)
{
	struct task **at = find_task(pid);

	if (!*at) {
		*at = xrealloc(NULL, sizeof(**at));
		memset(*at, 0, sizeof(**at));
		(*at)->pid = pid;
	}
	return *at;
}

static void enter(struct task *task)
{
	/* The first probe may be hit before the call is recorded. Or some returns were lost */
	if (task->implied || task->nr_open == MOST_OPEN)
		task->nr_open = 0;
	task->implied = false;
	task->open[task->nr_open++].nr = 0;
}

static void hit(struct task *task, uint64_t addr)
{
	struct call *call;

	/* The record of the call may have been overwritten */
	if (!task->nr_open) {
		enter(task);
		task->implied = true;
	}
	call = &task->open[task->nr_open - 1];
	call->hits[call->nr++ % MOST_HITS] = addr;
}

static void leave(struct task *task, uint64_t value)
{
	if (!task->nr_open)
		return;
	task->implied = false;
	task->any = task->open[--task->nr_open];
	if (error_of(value, records_long_bytes()) == wanted->error)
		task->failed = task->any;
}

/* What the function did in the system call is forgotten, unless the call is meant */
static void end_syscall(const struct record *record)
{
	struct task **at = find_task(record->pid), *task = *at;
	const struct call *call;

	if (!task)
		return;
	call = task->failed.nr ? &task->failed : &task->any;
	if (call->nr && record->result == -wanted->error &&
	    (wanted->syscall < 0 || record->nr == wanted->syscall))
		results[nr_results++ % MOST_FAILED] = *call;
	*at = task->next;
	free(task);
}

static void add(const struct record *record)
{
	if (record->type == RECORD_ENTRY)
		enter(get_task(record->pid));
	else if (record->type == RECORD_HIT)
		hit(get_task(record->pid), record->func);
	else if (record->type == RECORD_EXIT)
		leave(get_task(record->pid), record->value);
	else if (record->type == RECORD_SYSCALL)
		end_syscall(record);
}

static void look(struct record_list *records)
{
	records_hand_on(records, latest, add);
	latest = records_latest(records, latest);
}

static int trace(const char *pids)
{
	refused = instance_probe(pids, wanted);
	return refused;
}

/* All statements of the address. A line that has several is there once, if they follow */
static void add_lines(struct path *path, uint64_t addr)
{
	size_t i;

	for (i = 0; i < wanted->nr; i++) {
		const struct step *step = &wanted->steps[i];
		const struct step *last = path->nr ? path->lines[path->nr - 1] : NULL;

		if (step->addr != addr ||
		    (last && last->line == step->line && !strcmp(last->file, step->file)))
			continue;
		if (path->nr == MOST_HITS) {
			memmove(path->lines, path->lines + 1,
				(MOST_HITS - 1) * sizeof(*path->lines));
			path->nr--;
		}
		path->lines[path->nr++] = step;
	}
}

/**
 * path_run - run a command, and record the lines of a function that run
 * @options: the command, and how to run it
 * @steps: the statements of the function, and how the system call fails
 * @behind: how many system calls that fail in the same way come behind the one that is meant
 * @path: gets the lines. There are none if the command has not failed there
 *
 * Return: the status of the command
 */
int path_run(const struct options *options, const struct steps *steps, unsigned int behind,
	     struct path *path)
{
	struct record_list records = { 0 };
	const struct call *call;
	int status;
	size_t i;

	memset(path, 0, sizeof(*path));
	wanted = steps;
	refused = -1;
	status = live_run(options, trace, &records, look);
	path->refused = refused;
	records_hand_on(&records, UINT64_MAX, add);
	if (!nr_results)
		return status;

	if (behind >= nr_results || behind >= MOST_FAILED)
		behind = 0;
	call = &results[(nr_results - 1 - behind) % MOST_FAILED];
	for (i = call->nr > MOST_HITS ? call->nr - MOST_HITS : 0; i < call->nr; i++)
		add_lines(path, call->hits[i % MOST_HITS]);
	path_choose(path, steps->error);
	return status;
}

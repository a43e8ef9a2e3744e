// SPDX-License-Identifier: GPL-2.0
/*
 * Failures of tasks that run already, or of all tasks, as they come. It may go on for long: what
 * was looked at is forgotten.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include "failures.h"
#include "instance.h"
#include "live.h"
#include "records.h"
#include "util.h"
#include "watch.h"

/* So long after the last record, nothing that is older comes any more */
#define QUIET_MS	100

/* How often a failure may wait for the record of its system call */
#define MOST_ROUNDS	20

static struct record_list records;
static struct failure_list failures;

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec + time.tv_nsec / 1e9;
}

static void add(const struct record *record)
{
	live_use_names(record);
	failures_add(&failures, record);
}

/* Looks at the records up to a time, and keeps the others */
static void look(uint64_t until)
{
	live_renew_names();
	records_hand_on(&records, until, add);
}

/* Hands on what is complete. Returns whether the one who takes has enough */
static bool deliver(bool (*take)(const struct failure *failure), bool all)
{
	static int rounds;
	bool enough = false;
	size_t i;

	if (failures_are_pending() && !all && rounds++ < MOST_ROUNDS)
		return false;
	rounds = 0;
	for (i = 0; i < failures.nr && !enough; i++)
		enough = take(&failures.failures[i]);
	failures_forget(&failures);
	return enough;
}

/**
 * watch_signals - have signals that ask for an end come by a file
 *
 * Return: the file, or -1. Then a message was printed
 */
int watch_signals(void)
{
	sigset_t set;
	int fd;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	sigprocmask(SIG_BLOCK, &set, NULL);
	fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (fd < 0)
		complain("cannot wait for signals: %s", strerror(errno));
	return fd;
}

static enum watch_end follow(double seconds, bool (*take)(const struct failure *failure), int fd)
{
	double end = seconds > 0 ? now() + seconds : 0;
	uint64_t latest = 0;
	enum watch_end how;

	for (;;) {
		double left = end ? end - now() : 1;
		int wait = records.nr || failures.nr ? QUIET_MS : -1;

		if (end && left <= 0) {
			how = WATCH_TIMEOUT;
			break;
		}
		if (end && (wait < 0 || left * 1000 < wait))
			wait = left * 1000 + 1;
		if (instance_wait(fd, wait)) {
			how = WATCH_STOPPED;
			break;
		}
		if (instance_read(&records))
			return WATCH_FAILED;
		look(latest);
		latest = records_latest(&records, latest);
		if (deliver(take, false))
			return WATCH_DONE;
	}

	instance_stop();
	if (instance_read(&records))
		return WATCH_FAILED;
	look(UINT64_MAX);
	return deliver(take, true) ? WATCH_DONE : how;
}

/**
 * watch - look at what fails until a signal comes, the time is over, or it is enough
 * @options: of which tasks, and how long
 * @take: is called for each failure. It returns true if it wants no more
 * @lost: gets the number of records that were lost
 *
 * As live_run() does, it leaves the instance.
 *
 * Return: how it ended. For WATCH_FAILED, a message was printed
 */
enum watch_end watch(const struct options *options, bool (*take)(const struct failure *failure),
		     unsigned long *lost)
{
	enum watch_end how = WATCH_FAILED;
	int fd = watch_signals();

	if (fd < 0)
		return how;
	if (!instance_create(options) && !live_read_names() && !instance_trace(options->pids) &&
	    !instance_start()) {
		failures_look_into_proc();
		how = follow(options->seconds, take, fd);
	}
	close(fd);
	*lost = records.lost;
	return how;
}

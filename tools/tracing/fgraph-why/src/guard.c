// SPDX-License-Identifier: GPL-2.0
/*
 * Nothing stays behind, even if this program is killed: a process waits for its end, and removes
 * the instance then. If that one is killed, too, the next start of this program does so.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "guard.h"
#include "probes.h"
#include "util.h"

#define PREFIX	"fgraph-why."

/* It is held open by this program alone */
static int held = -1;
static pid_t guard;

/* When a process has begun, or 0. Another one may have its number later */
static unsigned long long start_of(int pid)
{
	char *path = xasprintf("/proc/%d/stat", pid), *stat = read_file(path, NULL), *at;
	unsigned long long start = 0;
	int i;

	/* The 22nd word. The name of the program, in brackets, may have spaces */
	at = stat ? strrchr(stat, ')') : NULL;
	for (i = 2; at && i < 22; i++)
		at = strchr(at + 1, ' ');
	if (at)
		start = strtoull(at, NULL, 10);
	free(stat);
	free(path);
	return start;
}

/* Probes of programs that have gone. Their instances were removed */
static void remove_stale_probes(const char *tracefs)
{
	char *path = xasprintf("%s/dynamic_events", tracefs), *all = read_file(path, NULL);
	char *at = all, group[64] = "";

	while (at && (at = strstr(at, ":" PROBES_GROUP))) {
		unsigned long long start;
		bool again;
		int pid;

		at++;
		/* There is a line for each probe */
		again = !strncmp(at, group, strlen(group)) && at[strlen(group)] == '/' && *group;
		if (again || sscanf(at, PROBES_GROUP "%d_%llu", &pid, &start) != 2 ||
		    start_of(pid) == start)
			continue;
		snprintf(group, sizeof(group), PROBES_GROUP "%d_%llu", pid, start);
		if (probes_remove(tracefs, group))
			complain("cannot remove events/%s: %s", group, strerror(errno));
	}
	free(all);
	free(path);
}

/**
 * guard_remove_stale - remove what programs that have gone have left
 * @tracefs: where tracefs is
 */
void guard_remove_stale(const char *tracefs)
{
	char *folder = xasprintf("%s/instances", tracefs);
	DIR *dir = opendir(folder);
	struct dirent *entry;

	while (dir && (entry = readdir(dir))) {
		unsigned long long start;
		char *path;
		int pid;

		if (sscanf(entry->d_name, PREFIX "%d.%llu", &pid, &start) != 2 ||
		    start_of(pid) == start)
			continue;
		path = xasprintf("%s/%s", folder, entry->d_name);
		if (rmdir(path))
			complain("cannot remove %s: %s", path, strerror(errno));
		free(path);
	}
	if (dir)
		closedir(dir);
	free(folder);
	remove_stale_probes(tracefs);
}

/**
 * guard_is_alone - see whether no other program of this kind has an instance
 * @tracefs: where tracefs is
 *
 * Return: true if so
 */
bool guard_is_alone(const char *tracefs)
{
	char *folder = xasprintf("%s/instances", tracefs);
	DIR *dir = opendir(folder);
	struct dirent *entry;
	bool alone = true;

	while (dir && (entry = readdir(dir)))
		alone &= strncmp(entry->d_name, PREFIX, strlen(PREFIX)) != 0;
	if (dir)
		closedir(dir);
	free(folder);
	return alone;
}

/**
 * guard_name - name the instance of this program
 * @tracefs: where tracefs is
 *
 * Return: the path. free() it
 */
char *guard_name(const char *tracefs)
{
	return xasprintf("%s/instances/" PREFIX "%d.%llu", tracefs, getpid(), start_of(getpid()));
}

/**
 * guard_group - name the probes of this program
 *
 * Return: the name of the group. free() it
 */
char *guard_group(void)
{
	return xasprintf(PROBES_GROUP "%d_%llu", getpid(), start_of(getpid()));
}

/* Files of the instance may still be open for a moment: of a child, or of the kernel */
static __noreturn void watch_over(const char *tracefs, const char *instance, const char *group,
				  void (*undo)(void), int fd)
{
	int tries;
	char byte;

	signal(SIGINT, SIG_IGN);
	signal(SIGQUIT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	while (read(fd, &byte, 1) < 0 && errno == EINTR)
		;
	for (tries = 0; instance && rmdir(instance) && errno == EBUSY && tries < 600; tries++)
		usleep(100000);
	/* Most have none */
	probes_remove(tracefs, group);
	if (undo)
		undo();
	_exit(0);
}

/**
 * guard_start - have an instance removed when this program ends, in whatever way
 * @tracefs: where tracefs is
 * @instance: the instance, or NULL
 * @undo: is called after that, by another process
 *
 * Probes of this program are removed behind it. Files of it that are open by now stay open in
 * the guard. So this comes first.
 *
 * Return: 0, or -1 with errno set
 */
int guard_start(const char *tracefs, const char *instance, void (*undo)(void))
{
	char *group = guard_group();
	int pipes[2];

	if (pipe2(pipes, O_CLOEXEC))
		return -1;
	fflush(NULL);
	guard = fork();
	if (guard < 0)
		return -1;
	if (!guard) {
		close(pipes[1]);
		setsid();
		watch_over(tracefs, instance, group, undo, pipes[0]);
	}
	free(group);
	close(pipes[0]);
	held = pipes[1];
	return 0;
}

/**
 * guard_stop - have the instance removed, and wait for it
 */
void guard_stop(void)
{
	if (guard <= 0)
		return;
	close(held);
	while (waitpid(guard, NULL, 0) < 0 && errno == EINTR)
		;
	guard = 0;
}

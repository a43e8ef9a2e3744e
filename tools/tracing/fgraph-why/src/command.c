// SPDX-License-Identifier: GPL-2.0
/*
 * The command: a child that waits until its pid is traced, starts the trace by itself, and
 * executes the command at once. So there is no record of this program.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "command.h"
#include "user.h"
#include "util.h"

static pid_t pid;
/* A byte in it lets the child go on. It ends if there will be none */
static int gate = -1;
static int pidfd = -1;
/* What the command does at these, if it says nothing */
static sighandler_t on_int, on_quit, on_pipe;

/**
 * command_find - find a command as a shell does
 * @name: its name, or its path
 *
 * Return: the path, or NULL if there is no such file in PATH. free() it
 */
char *command_find(const char *name)
{
	const char *list = getenv("PATH") ?: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", *end;

	if (strchr(name, '/'))
		return strdup(name);

	for (;; list = end + 1) {
		struct stat file;
		char *path;

		end = strchrnul(list, ':');
		path = end == list ? xasprintf("./%s", name) :
				     xasprintf("%.*s/%s", (int)(end - list), list, name);
		if (!access(path, X_OK) && !stat(path, &file) && S_ISREG(file.st_mode))
			return path;
		free(path);
		if (!*end)
			return NULL;
	}
}

/* In the child. exec() fails as it would without this program */
static __noreturn void become(const char *path, char **argv, int start_fd, int wait_fd)
{
	char byte;
	int error;

	signal(SIGINT, on_int);
	signal(SIGQUIT, on_quit);
	signal(SIGPIPE, on_pipe);
	if (read(wait_fd, &byte, 1) != 1 || user_become() || write(start_fd, "1", 1) != 1)
		_exit(STATUS_FAILED);
	execv(path, argv);

	/* As env(1) has it */
	error = errno;
	complain("%s: %s", path, strerror(error));
	_exit(error == ENOENT ? 127 : 126);
}

/* What is sent to this program is for the command */
static void pass_on(int signal)
{
	if (pid > 0)
		kill(pid, signal);
}

/**
 * command_prepare - make the child
 * @path: the program
 * @argv: its arguments, from its name on
 * @start_fd: where it writes 1 before it executes the program
 *
 * Return: the child's pid, or -1 with errno set
 */
pid_t command_prepare(const char *path, char **argv, int start_fd)
{
	struct sigaction action = { .sa_handler = pass_on, .sa_flags = SA_RESTART };
	static bool prepared;
	int pipes[2];

	if (pipe2(pipes, O_CLOEXEC))
		return -1;

	/*
	 * A terminal sends them to the command as well, and its status counts, also if nobody
	 * reads the report. It may be the second one.
	 */
	if (!prepared) {
		on_int = signal(SIGINT, SIG_IGN);
		on_quit = signal(SIGQUIT, SIG_IGN);
		on_pipe = signal(SIGPIPE, SIG_IGN);
	}
	prepared = true;
	fflush(NULL);
	pid = fork();
	if (pid < 0)
		return -1;
	if (!pid) {
		/* Otherwise the child would wait for itself */
		close(pipes[1]);
		become(path, argv, start_fd, pipes[0]);
	}
	close(pipes[0]);
	gate = pipes[1];
	pidfd = syscall(SYS_pidfd_open, pid, 0);
	if (pidfd < 0)
		return -1;
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
	return pid;
}

/**
 * command_run - let the child go on
 *
 * Return: 0, or -1 with errno set
 */
int command_run(void)
{
	int ret = write(gate, "", 1) == 1 ? 0 : -1;

	close(gate);
	gate = -1;
	return ret;
}

/**
 * command_cancel - have the child end
 */
void command_cancel(void)
{
	if (gate >= 0)
		close(gate);
	if (pid > 0)
		waitpid(pid, NULL, 0);
}

/**
 * command_fd - how to wait for the end of the command
 *
 * Return: a file that can be read once it has ended
 */
int command_fd(void)
{
	return pidfd;
}

/**
 * command_status - how the command has ended
 *
 * Return: its status, as a shell tells it
 */
int command_status(void)
{
	int status;

	while (waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR)
			return STATUS_FAILED;
	}
	pid = 0;
	close(pidfd);
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

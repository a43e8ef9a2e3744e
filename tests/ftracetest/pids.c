// SPDX-License-Identifier: GPL-2.0
/*
 * pids.c - start processes until their numbers have five digits
 *
 * The cases about filters of PIDs grep a trace for their own one. In a guest
 * that has just booted, it has two or three digits, and time stamps have those,
 * too.
 */
#define _GNU_SOURCE
#include <err.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	pid_t pid, last = 0;

	do {
		pid = vfork();
		if (pid == 0)
			_exit(0);
		if (pid < 0 || waitpid(pid, NULL, 0) != pid)
			err(1, "process");
		if (pid < last)
			errx(1, "%d is followed by %d: see kernel.pid_max", last, pid);
		last = pid;
	} while (pid < 10000);
	return 0;
}

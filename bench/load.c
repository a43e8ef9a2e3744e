// SPDX-License-Identifier: GPL-2.0
/*
 * load.c - a load for bench/why, and how much of the CPU a load takes
 *
 * load server REQUESTS: a server and its client, with a pipe each way. The client asks for a
 * file, and the server reads it and sends it. Each tenth file is not there.
 *
 * load measure FILE CASE COMMAND...: runs COMMAND, and appends to FILE the line "CASE N", with N
 * the microseconds of the CPU that it has used, and its children with it. Its output goes to
 * /dev/null. Fails if COMMAND fails.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void give_up(const char *what)
{
	fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
	exit(1);
}

/* Until the client closes its end */
static void serve(int requests, int answers)
{
	char path[32], text[512];
	ssize_t bytes;
	int file;

	while (read(requests, path, sizeof(path)) == sizeof(path)) {
		file = open(path, O_RDONLY);
		if (file < 0) {
			bytes = snprintf(text, sizeof(text), "no %s", path);
		} else {
			bytes = read(file, text, sizeof(text));
			close(file);
		}
		if (bytes <= 0 || write(answers, text, bytes) != bytes)
			give_up(path);
	}
}

static int ask(int requests, int answers, long count)
{
	char path[32] = "", text[512];
	long i, refused = 0;

	for (i = 1; i <= count; i++) {
		snprintf(path, sizeof(path), i % 10 ? "/proc/self/comm" : "/no/such/file");
		if (write(requests, path, sizeof(path)) != sizeof(path) ||
		    read(answers, text, sizeof(text)) <= 0)
			give_up("no answer");
		refused += !strncmp(text, "no ", 3);
	}
	return refused == count / 10 ? 0 : 1;
}

static int server(const char *count)
{
	int requests[2], answers[2], status, ret;
	pid_t pid;

	if (pipe(requests) || pipe(answers))
		give_up("pipe");
	pid = fork();
	if (pid < 0)
		give_up("fork");
	if (!pid) {
		close(requests[1]);
		serve(requests[0], answers[1]);
		return 0;
	}
	ret = ask(requests[1], answers[0], atol(count));
	close(requests[1]);
	if (wait(&status) != pid || status)
		give_up("the child failed");
	return ret;
}

static int measure(const char *file, const char *name, char **command)
{
	struct rusage used;
	int status, null;
	FILE *out;
	pid_t pid = fork();

	if (pid < 0)
		give_up("fork");
	if (!pid) {
		null = open("/dev/null", O_RDWR);
		dup2(null, STDOUT_FILENO);
		execvp(command[0], command);
		give_up(command[0]);
	}
	if (wait4(pid, &status, 0, &used) != pid)
		give_up("wait4");
	out = fopen(file, "a");
	if (!out)
		give_up(file);
	fprintf(out, "%s %lld\n", name,
		(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000000LL +
		used.ru_utime.tv_usec + used.ru_stime.tv_usec);
	fclose(out);
	return status ? 1 : 0;
}

int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "server"))
		return server(argv[2]);
	if (argc > 4 && !strcmp(argv[1], "measure"))
		return measure(argv[2], argv[3], argv + 4);
	fprintf(stderr, "load server REQUESTS | measure FILE CASE COMMAND...\n");
	return 2;
}

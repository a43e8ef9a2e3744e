// SPDX-License-Identifier: GPL-2.0
/*
 * storm.c - what a shell is too slow for, or cannot
 *
 *   storm fork COUNT FILE TEXT
 *     starts COUNT tasks, every fourth of them a thread, some at a time. Each
 *     writes TEXT to FILE and ends. Fails unless all of them succeed.
 *   storm at-once COUNT FILE TEXT
 *     starts COUNT threads. Each writes TEXT to FILE and ends. Fails unless all of
 *     them succeed.
 *   storm bpf FUNCTION COMMAND
 *     runs COMMAND while a BPF program is at the returns of FUNCTION, and prints
 *     how many it saw.
 */
#define _GNU_SOURCE
#include <err.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "bpf.h"

#define AT_A_TIME 8

static const char *file, *text;

static int write_text(void)
{
	int fd = open(file, O_WRONLY);

	if (fd < 0 || write(fd, text, strlen(text)) != (ssize_t)strlen(text))
		return 1;
	close(fd);
	return 0;
}

static void *thread(void *arg)
{
	return write_text() ? arg : NULL;
}

static int reap(void)
{
	int status;

	if (wait(&status) < 0)
		err(1, "wait");
	return status != 0;
}

static int fork_storm(int count)
{
	int failed = 0, children = 0;
	pthread_t id;
	void *ret;

	for (int i = 0; i < count; i++) {
		if (i % 4 == 3) {
			if (pthread_create(&id, NULL, thread, &failed))
				errx(1, "no thread");
			pthread_join(id, &ret);
			failed += ret != NULL;
			continue;
		}
		if (children == AT_A_TIME) {
			failed += reap();
			children--;
		}
		switch (fork()) {
		case -1:
			err(1, "fork");
		case 0:
			_exit(write_text());
		default:
			children++;
		}
	}
	while (children--)
		failed += reap();
	if (failed)
		errx(1, "%d of %d could not write %s to %s", failed, count, text, file);
	return 0;
}

static int at_once(int count)
{
	int failed = 0;
	pthread_t ids[count];
	pthread_attr_t attr;
	void *ret;

	/* On a 32-bit machine, there is no room for as many stacks of the usual size */
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, PTHREAD_STACK_MIN);
	for (int i = 0; i < count; i++)
		if (pthread_create(&ids[i], &attr, thread, &failed))
			errx(1, "no thread after %d", i);
	for (int i = 0; i < count; i++) {
		pthread_join(ids[i], &ret);
		failed += ret != NULL;
	}
	if (failed)
		errx(1, "%d of %d could not write %s to %s", failed, count, text, file);
	return 0;
}

static int number_of(const char *path)
{
	FILE *f = fopen(path, "r");
	int number;

	if (!f || fscanf(f, "%d", &number) != 1)
		err(1, "%s", path);
	fclose(f);
	return number;
}

static int count_returns(const char *function, const char *command)
{
	unsigned long long count;
	int map = bpf_array(1, sizeof(count));
	const struct bpf_insn program[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 6, .imm = 0 },
		BPF_COUNT_AND_EXIT(map),
	};
	union bpf_attr load = { .prog_type = BPF_PROG_TYPE_KPROBE };
	struct perf_event_attr probe = {
		.type = number_of("/sys/bus/event_source/devices/kprobe/type"),
		.size = sizeof(probe),
		/* kprobe/format/retprobe: config:0 */
		.config = 1,
		.kprobe_func = (uintptr_t)function,
	};
	int fd, event;

	fd = bpf_load(load, program, sizeof(program) / sizeof(program[0]));
	event = syscall(SYS_perf_event_open, &probe, -1, 0, -1, PERF_FLAG_FD_CLOEXEC);
	if (event < 0)
		err(1, "a kretprobe at %s", function);
	if (ioctl(event, PERF_EVENT_IOC_SET_BPF, fd) || ioctl(event, PERF_EVENT_IOC_ENABLE, 0))
		err(1, "BPF at %s", function);
	if (system(command))
		errx(1, "%s failed", command);
	close(event);
	bpf_read(map, 0, &count);
	printf("%llu\n", count);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 5) {
		file = argv[3];
		text = argv[4];
		if (!strcmp(argv[1], "fork"))
			return fork_storm(atoi(argv[2]));
		if (!strcmp(argv[1], "at-once"))
			return at_once(atoi(argv[2]));
	}
	if (argc == 4 && !strcmp(argv[1], "bpf"))
		return count_returns(argv[2], argv[3]);
	errx(1, "storm fork|at-once COUNT FILE TEXT, storm bpf FUNCTION COMMAND");
}

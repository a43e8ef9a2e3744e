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
#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

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

static int bpf(int command, union bpf_attr *attr)
{
	return syscall(SYS_bpf, command, attr, sizeof(*attr));
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
	union bpf_attr create = {
		.map_type = BPF_MAP_TYPE_ARRAY,
		.key_size = 4,
		.value_size = 8,
		.max_entries = 1,
	};
	int map = bpf(BPF_MAP_CREATE, &create);
	/* Adds 1 to the map's only value */
	const struct bpf_insn program[] = {
		{ .code = BPF_ST | BPF_MEM | BPF_W, .dst_reg = 10, .off = -4, .imm = 0 },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_X, .dst_reg = 2, .src_reg = 10 },
		{ .code = BPF_ALU64 | BPF_ADD | BPF_K, .dst_reg = 2, .imm = -4 },
		{ .code = BPF_LD | BPF_DW | BPF_IMM, .dst_reg = 1, .src_reg = BPF_PSEUDO_MAP_FD, .imm = map },
		{ 0 },
		{ .code = BPF_JMP | BPF_CALL, .imm = BPF_FUNC_map_lookup_elem },
		{ .code = BPF_JMP | BPF_JEQ | BPF_K, .dst_reg = 0, .imm = 0, .off = 2 },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 1, .imm = 1 },
		{ .code = BPF_STX | BPF_ATOMIC | BPF_DW, .dst_reg = 0, .src_reg = 1, .imm = BPF_ADD },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 0, .imm = 0 },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	union bpf_attr load = {
		.prog_type = BPF_PROG_TYPE_KPROBE,
		.insns = (uintptr_t)program,
		.insn_cnt = sizeof(program) / sizeof(program[0]),
		.license = (uintptr_t)"GPL",
	};
	struct perf_event_attr probe = {
		.type = number_of("/sys/bus/event_source/devices/kprobe/type"),
		.size = sizeof(probe),
		/* kprobe/format/retprobe: config:0 */
		.config = 1,
		.kprobe_func = (uintptr_t)function,
	};
	uint32_t key = 0;
	uint64_t value;
	union bpf_attr lookup = {
		.map_fd = map,
		.key = (uintptr_t)&key,
		.value = (uintptr_t)&value,
	};
	int fd, event;

	if (map < 0)
		err(1, "BPF_MAP_CREATE");
	fd = bpf(BPF_PROG_LOAD, &load);
	if (fd < 0)
		err(1, "BPF_PROG_LOAD");
	event = syscall(SYS_perf_event_open, &probe, -1, 0, -1, PERF_FLAG_FD_CLOEXEC);
	if (event < 0)
		err(1, "a kretprobe at %s", function);
	if (ioctl(event, PERF_EVENT_IOC_SET_BPF, fd) || ioctl(event, PERF_EVENT_IOC_ENABLE, 0))
		err(1, "BPF at %s", function);
	if (system(command))
		errx(1, "%s failed", command);
	close(event);
	if (bpf(BPF_MAP_LOOKUP_ELEM, &lookup))
		err(1, "BPF_MAP_LOOKUP_ELEM");
	printf("%llu\n", (unsigned long long)value);
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

// SPDX-License-Identifier: GPL-2.0
/*
 * sample.c - write to a file of the kernel, and tell how long it took, and where
 *
 * sample NANOSECONDS FILE TEXT: opens FILE, appends TEXT and closes it, as some files act
 * then. Prints "took" and the nanoseconds, and for each sample of the CPU "at" and the
 * addresses of its stack, the innermost first. There is a sample after each NANOSECONDS. With
 * 0 there is none. A sample that comes due while interrupts are off is taken where they are on
 * again.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* There is room for all samples: nobody reads them meanwhile */
#define PAGES	1024

static struct perf_event_mmap_page *page;
static int event = -1;

struct sample {
	struct perf_event_header header;
	__u64 nr;
	__u64 ips[];
};

static void give_up(const char *what)
{
	fprintf(stderr, "sample: %s: %s\n", what, strerror(errno));
	exit(1);
}

static unsigned long long now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * 1000000000ULL + time.tv_nsec;
}

static void start(unsigned long long period)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_SW_CPU_CLOCK,
		.sample_period = period,
		.sample_type = PERF_SAMPLE_CALLCHAIN,
		.exclude_callchain_user = 1,
	};

	event = syscall(SYS_perf_event_open, &attr, -1, 0, -1, PERF_FLAG_FD_CLOEXEC);
	if (event < 0)
		give_up("perf_event_open");
	page = mmap(NULL, (PAGES + 1) * getpagesize(), PROT_READ | PROT_WRITE, MAP_SHARED,
		    event, 0);
	if (page == MAP_FAILED)
		give_up("mmap");
}

static void print(const struct sample *sample)
{
	int digits = 2 * sizeof(long);
	__u64 i;

	printf("at");
	for (i = 0; i < sample->nr; i++) {
		if (sample->ips[i] < PERF_CONTEXT_MAX)
			printf(" %0*llx", digits, (unsigned long long)sample->ips[i]);
	}
	putchar('\n');
}

static void print_all(void)
{
	const char *data = (char *)page + getpagesize();
	__u64 at = 0;

	/* A sample that has no room is lost, and there may be room left */
	if (page->data_head + sizeof(struct sample) + 4096 > (__u64)PAGES * getpagesize()) {
		fprintf(stderr, "sample: too many samples\n");
		exit(1);
	}
	while (at < page->data_head) {
		const struct sample *sample = (void *)(data + at);

		if (sample->header.type == PERF_RECORD_SAMPLE)
			print(sample);
		at += sample->header.size;
	}
}

int main(int argc, char **argv)
{
	unsigned long long period, begin;
	int file;

	if (argc != 4) {
		fprintf(stderr, "sample NANOSECONDS FILE TEXT\n");
		return 2;
	}
	period = strtoull(argv[1], NULL, 0);
	if (period)
		start(period);
	begin = now();
	file = open(argv[2], O_WRONLY | O_APPEND);
	if (file < 0 || write(file, argv[3], strlen(argv[3])) < 0)
		give_up(argv[2]);
	close(file);
	printf("took %llu\n", now() - begin);
	if (period) {
		ioctl(event, PERF_EVENT_IOC_DISABLE, 0);
		print_all();
	}
	return 0;
}

// SPDX-License-Identifier: GPL-2.0
/*
 * perf EVENT OFFSET BYTES FILE - write a number into FILE, and print an integer of each record of
 * EVENT, a folder of tracefs, meanwhile, as perf has it
 *
 * The integer is signed, of so many bytes, and at this offset of the record.
 */
#include <err.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PAGES 8

static int id_of(const char *event)
{
	char path[256];
	int id;
	FILE *file;

	snprintf(path, sizeof(path), "%s/id", event);
	file = fopen(path, "r");
	if (!file || fscanf(file, "%d", &id) != 1)
		err(1, "%s", path);
	fclose(file);
	return id;
}

static long long integer(const unsigned char *at, int bytes)
{
	uint64_t value = 0;

	memcpy(&value, at, bytes);
	return (int64_t)(value << (64 - 8 * bytes)) >> (64 - 8 * bytes);
}

int main(int argc, char **argv)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT,
		.size = sizeof(attr),
		.sample_period = 1,
		.sample_type = PERF_SAMPLE_RAW | PERF_SAMPLE_CALLCHAIN,
	};
	size_t page = sysconf(_SC_PAGESIZE);
	struct perf_event_mmap_page *head;
	unsigned char *data;
	int event, fd;

	if (argc != 5)
		errx(1, "perf EVENT OFFSET BYTES FILE");
	attr.config = id_of(argv[1]);
	event = syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
	if (event < 0)
		err(1, "perf_event_open");
	head = mmap(NULL, (1 + PAGES) * page, PROT_READ | PROT_WRITE, MAP_SHARED, event, 0);
	if (head == MAP_FAILED)
		err(1, "mmap");
	data = (unsigned char *)head + page;
	fd = open(argv[4], O_WRONLY);
	if (fd < 0)
		err(1, "%s", argv[4]);
	/* It fails if the functions that it calls do */
	if (write(fd, "1", 1) < 0)
		puts("the write failed");
	for (uint64_t at = head->data_tail; at < head->data_head;) {
		struct perf_event_header *header = (void *)(data + at);
		uint64_t *callers = (void *)(header + 1);
		unsigned char *raw = (unsigned char *)(callers + 1 + *callers);

		if (header->type == PERF_RECORD_SAMPLE)
			printf("%lld%s\n", integer(raw + sizeof(uint32_t) + atoi(argv[2]), atoi(argv[3])),
			       *callers ? "" : ", without callers");
		at += header->size;
	}
	return 0;
}

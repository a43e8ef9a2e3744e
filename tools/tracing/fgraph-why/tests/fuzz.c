// SPDX-License-Identifier: GPL-2.0
/*
 * fuzz RUNS SEED FILE...: reads damaged files of records
 *
 * Each run reads one of the files, with damage, and reports on it in one of the formats. It has
 * to come to an end, with a status that fgraph-why has. The damage follows from SEED and the
 * number of the run. What the run that failed has read is in the file "crash".
 *
 * main() of fgraph-why is fgraph_why() here. After each run, all variables get the values that
 * they had at the start. That takes a thousandth of the time of another process.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <getopt.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fuzz.h"

#define MOST_FILES	64
#define MOST_BYTES	0x100000
/* Seconds of a run, of the processor: on a busy machine, others have most of it */
#define TIMEOUT		20
/* A process does so many. What they allocate stays */
#define BATCH		500

#define ARRAY_SIZE(array)	(sizeof(array) / sizeof((array)[0]))

static struct shared {
	/* The last one that began */
	unsigned long run;
	/* By status */
	unsigned long failures, none, refused;
} *shared;

struct bytes {
	unsigned char *data;
	size_t nr;
};

static struct bytes files[MOST_FILES], file;
static unsigned char *copy;
static int nr_files, fd;
static uint64_t seed, state;

static uint64_t draw(uint64_t below)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return below ? (state * 0x2545f4914f6cdd1dULL >> 16) % below : 0;
}

static struct bytes read_bytes(const char *path)
{
	struct bytes all = { malloc(MOST_BYTES), 0 };
	FILE *in = fopen(path, "r");

	if (in) {
		all.nr = fread(all.data, 1, MOST_BYTES / 2, in);
		fclose(in);
	}
	return all;
}

static void insert(struct bytes *to, size_t at, const void *data, size_t nr)
{
	if (to->nr + nr > MOST_BYTES)
		return;
	memmove(to->data + at + nr, to->data + at, to->nr - at);
	memmove(to->data + at, data, nr);
	to->nr += nr;
}

static void cut(struct bytes *to, size_t at, size_t nr)
{
	memmove(to->data + at, to->data + at + nr, to->nr - at - nr);
	to->nr -= nr;
}

/* A part of a file: where its line, its data, and what is behind it begin */
struct part {
	size_t line, data, end;
};

static int find_parts(const struct bytes *from, struct part *parts, int most)
{
	size_t at = 0;
	int nr = 0;

	while (nr < most) {
		unsigned char *newline = memchr(from->data + at, '\n', from->nr - at), *space;
		struct part *part = &parts[nr];
		size_t bytes;

		if (!newline)
			break;
		part->line = at;
		part->data = newline + 1 - from->data;
		space = memrchr(from->data + at, ' ', newline - from->data - at);
		part->end = part->data;
		/* The first line has no data */
		if (at && !space)
			break;
		bytes = at ? strtoul((char *)space + 1, NULL, 10) : 0;
		if (bytes >= from->nr - part->data)
			break;
		if (at)
			part->end += bytes + 1;
		at = part->end;
		nr++;
	}
	return nr;
}

static void damage_bytes(struct bytes *to, size_t from, size_t nr)
{
	static const uint64_t numbers[] = {
		0, 1, 2, 4, 7, 8, 0x7f, 0xff, 0x100, 0xfff, 0x1000, 0x7fff, 0xffff, 0xfffff,
		0x100000, 0x7fffffff, 0x80000000, 0xfffffff0, 0xffffffff, 0x7fffffffffffffff,
		-4095, -4096, -1
	};
	uint64_t number = numbers[draw(ARRAY_SIZE(numbers))];
	size_t at = from + draw(nr), width = 1U << draw(4);

	switch (draw(4)) {
	case 0:
		to->data[at] ^= 1 << draw(8);
		break;
	case 1:
		to->data[at] = draw(256);
		break;
	default:
		at -= (at - from) % 4;
		if (at + width <= from + nr)
			memcpy(to->data + at, &number, width);
		break;
	}
}

/* A number in a text becomes another one */
static void damage_number(struct bytes *to, size_t from, size_t nr)
{
	static const char * const numbers[] = {
		"0", "1", "3", "-1", "7", "255", "4088", "65535", "2147483647", "4294967295",
		"99999999999999999999", "x"
	};
	size_t at = from + draw(nr), tries, length = 0;
	const char *number = numbers[draw(ARRAY_SIZE(numbers))];

	for (tries = 0; tries < nr && (to->data[at] < '0' || to->data[at] > '9'); tries++)
		at = at + 1 < from + nr ? at + 1 : from;
	while (at + length < from + nr && to->data[at + length] >= '0' &&
	       to->data[at + length] <= '9')
		length++;
	cut(to, at, length);
	insert(to, at, number, strlen(number));
}

/* A part keeps its form: the size that its line tells is its size */
static void damage_part(struct bytes *to)
{
	struct part parts[256], *part;
	struct bytes inner = { copy, 0 };
	int nr = find_parts(to, parts, ARRAY_SIZE(parts));
	unsigned char *space;
	char line[256];
	int length;

	if (nr < 2)
		return;
	part = &parts[1 + draw(nr - 1)];
	/* Most are short, and read before the pages */
	if (draw(2))
		part = &parts[1 + draw(nr - 1) / 2 + (nr - 1) / 2];
	inner.nr = part->end - part->data - 1;
	memcpy(copy, to->data + part->data, inner.nr);
	switch (draw(9)) {
	case 0:
		cut(to, part->line, part->end - part->line);
		return;
	case 1:
		length = part->end - part->line;
		memcpy(copy, to->data + part->line, length);
		insert(to, parts[1 + draw(nr - 1)].line, copy, length);
		return;
	case 2:
		inner.nr = draw(inner.nr + 1);
		break;
	case 3:
		length = draw(64);
		memset(copy + inner.nr, draw(2) ? 0 : draw(256), length);
		inner.nr += length;
		break;
	case 4:
		if (inner.nr)
			damage_number(&inner, 0, inner.nr);
		break;
	default:
		for (length = draw(4); inner.nr && length >= 0; length--)
			damage_bytes(&inner, 0, inner.nr);
		break;
	}
	space = memrchr(to->data + part->line, ' ', part->data - part->line);
	if (!space || space - (to->data + part->line) > 200)
		return;
	length = snprintf(line, sizeof(line), "%.*s %zu\n", (int)(space - (to->data + part->line)),
			  to->data + part->line, inner.nr);
	cut(to, part->line, part->end - 1 - part->line);
	insert(to, part->line, line, length);
	insert(to, part->line + length, copy, inner.nr);
}

static void damage(struct bytes *to)
{
	int times = 1 + draw(4);

	while (times--) {
		if (draw(10))
			damage_part(to);
		else if (draw(2) && to->nr)
			damage_bytes(to, 0, to->nr);
		else
			to->nr = draw(to->nr + 1);
	}
}

static void make_file(unsigned long run)
{
	const struct bytes *from;

	state = (seed + run) * 0x9e3779b97f4a7c15ULL + 1;
	from = &files[draw(nr_files)];
	file.nr = from->nr;
	memcpy(file.data, from->data, from->nr);
	damage(&file);
}

static void report(void)
{
	static char *formats[][2] = {
		{ "-sn", "-sn" }, { "-sn", "-a" }, { "--format=json", "-a" },
		{ "--format=folded", "-XENOENT" }, { "--format=chrome", "-L1" },
		{ "-eopenat,rmdir", "-ncalls" }
	};
	char path[32], *argv[] = { "fgraph-why", "-r", path, NULL, NULL, NULL };
	char **format = formats[draw(ARRAY_SIZE(formats))];

	snprintf(path, sizeof(path), "/dev/fd/%d", fd);
	argv[3] = format[0];
	argv[4] = format[1];
	optind = 0;
	switch (fgraph_why(5, argv)) {
	case 0:
		shared->failures++;
		break;
	case 1:
		shared->none++;
		break;
	case 125:
		shared->refused++;
		break;
	default:
		abort();
	}
}

/* Redzones are among the variables. The barrier keeps it from becoming memcpy(), which looks */
__attribute__((no_sanitize("address")))
static void copy_bytes(unsigned char *to, const unsigned char *from, size_t nr)
{
	while (nr--) {
		*to++ = *from++;
		asm("" : : : "memory");
	}
}

/* Does not return */
static void batch(unsigned long from, unsigned long to)
{
	const struct itimerval limit = { .it_value.tv_sec = TIMEOUT };
	size_t nr = _end - __data_start;
	unsigned char *start = malloc(nr);
	int null = open("/dev/null", O_WRONLY);

	dup2(null, STDOUT_FILENO);
	/* Sanitizers complain there, too. To see it, let fgraph-why read the file */
	dup2(null, STDERR_FILENO);
	copy_bytes(start, __data_start, nr);
	for (shared->run = from; shared->run < to; shared->run++) {
		make_file(shared->run);
		if (ftruncate(fd, 0) || pwrite(fd, file.data, file.nr, 0) != (ssize_t)file.nr)
			abort();
		setitimer(ITIMER_PROF, &limit, NULL);
		report();
		copy_bytes(__data_start, start, nr);
	}
	_exit(0);
}

static int failed(int status)
{
	FILE *out = fopen("crash", "w");

	make_file(shared->run);
	printf("not ok run %lu of seed %lu, wait status 0x%x\n", shared->run, (unsigned long)seed,
	       status);
	if (!out || fwrite(file.data, 1, file.nr, out) != file.nr || fclose(out))
		perror("crash");
	return 1;
}

int main(int argc, char **argv)
{
	unsigned long runs, run;
	int i;

	if (argc < 4)
		return 2;
	runs = strtoul(argv[1], NULL, 10);
	seed = strtoul(argv[2], NULL, 10);
	for (i = 3; i < argc && nr_files < MOST_FILES; i++)
		files[nr_files++] = read_bytes(argv[i]);
	file.data = malloc(MOST_BYTES);
	copy = malloc(MOST_BYTES);
	fd = memfd_create("records", 0);
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		      -1, 0);
	if (fd < 0 || shared == MAP_FAILED)
		return 2;
	for (run = 0; run < runs; run += BATCH) {
		int status;
		pid_t pid;

		fflush(stdout);
		pid = fork();
		if (!pid)
			batch(run, run + BATCH < runs ? run + BATCH : runs);
		if (pid < 0 || waitpid(pid, &status, 0) != pid)
			return 2;
		if (status)
			return failed(status);
	}
	printf("ok %lu files of seed %lu: %lu with failures, %lu without, %lu refused\n", runs,
	       (unsigned long)seed, shared->failures, shared->none, shared->refused);
	return 0;
}

// SPDX-License-Identifier: GPL-2.0
/*
 * tables.c - tables SEED ROUNDS MODULE.ko: load a module of tables, each time with other damage in its tables
 *
 * The same SEED gives the same damage. The damage is anywhere in the tables and in the list of the kernel's functions,
 * each part as often as another one. Some rounds let a function of the kernel be at the address of TWIN, a function of a
 * module.
 *
 * The kernel has to refuse the module, with a line in its log, or to load it. If it loads it, the file
 * function_prototypes and the trace are read, and the module is removed. Without damage, it has to load it.
 *
 * Prints how often the kernel did which.
 */
#define _GNU_SOURCE
#include <elf.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "proto_format.h"
#include "random.h"

#define TWIN "twin_void"
#define MOST_PARTS 1024

struct part {
	size_t at;
	size_t bytes;
};

static char *module, *damaged;
static size_t length;
static struct part parts[MOST_PARTS];
static unsigned int nr_parts;
static struct part functions;
static unsigned long kernel_start, twin;
static int log_fd;
static unsigned int round_nr;
static char what[256];

static void read_module(const char *path)
{
	int fd = open(path, O_RDONLY);
	struct stat st;

	if (fd < 0 || fstat(fd, &st))
		err(1, "%s", path);
	length = st.st_size;
	module = malloc(length);
	damaged = malloc(length);
	if (!module || !damaged || read(fd, module, length) != (ssize_t)length)
		err(1, "%s", path);
	close(fd);
}

static void add_part(size_t at, size_t bytes)
{
	if (!bytes)
		return;
	if (nr_parts == MOST_PARTS || at + bytes > length)
		errx(1, "too many parts, or a part behind the end");
	parts[nr_parts++] = (struct part) { at, bytes };
}

/* The functions of the kernel are a section by themselves */
static void find_functions(void)
{
	const ElfW(Ehdr) *head = (void *)module;
	const ElfW(Shdr) *section = (void *)(module + head->e_shoff);
	const char *names = module + section[head->e_shstrndx].sh_offset;
	int i;

	for (i = 0; i < head->e_shnum; i++) {
		if (strcmp(names + section[i].sh_name, ".init.rodata"))
			continue;
		functions = (struct part) { section[i].sh_offset, section[i].sh_size };
		add_part(functions.at, functions.bytes);
	}
}

static void find_parts(void)
{
	const __u32 begin[] = { FGRAPH_TABLES_MAGIC, FGRAPH_TABLES_VERSION };
	const char *found = memmem(module, length, begin, sizeof(begin));
	const struct fgraph_tables_object *object;
	const struct fgraph_tables *tables;
	size_t at;
	__u32 i;

	if (!found)
		errx(1, "there are no tables in the module");
	tables = (const void *)found;
	object = (const void *)(tables + 1);
	at = found - module;
	add_part(at, sizeof(*tables));
	add_part(at + sizeof(*tables), tables->objects * sizeof(*object));
	for (i = 0; i < tables->objects; i++, object++) {
		if (i)
			add_part(at + object->functions,
				 object->nr_functions * sizeof(struct fgraph_tables_function));
		add_part(at + object->types, object->nr_types * sizeof(struct fgraph_tables_type));
		add_part(at + object->enumerators,
			 object->nr_enumerators * sizeof(struct fgraph_tables_enumerator));
		add_part(at + object->names, object->nr_names * sizeof(__u32));
		add_part(at + object->words, object->nr_words * sizeof(__u16));
		add_part(at + object->lists, object->nr_lists * sizeof(__u16));
	}
	add_part(at + tables->strings, tables->bytes - tables->strings);
	find_functions();
}

static unsigned long address_of(const char *symbol)
{
	FILE *file = fopen("/proc/kallsyms", "r");
	unsigned long address;
	char name[512];

	if (!file)
		err(1, "/proc/kallsyms");
	while (fscanf(file, "%lx %*c %511s%*[^\n]", &address, name) == 2) {
		if (!strcmp(name, symbol)) {
			fclose(file);
			return address;
		}
	}
	errx(1, "%s has no address", symbol);
}

/* One byte, or one number of 16 or 32 bits, becomes another one */
static void damage(void)
{
	static const uint32_t numbers[] = { 0, 1, 0x7fff, 0x8000, 0xfffe, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff };
	const struct part *part = &parts[below(nr_parts)];
	size_t at = part->at + below(part->bytes);
	uint32_t number = numbers[below(sizeof(numbers) / sizeof(numbers[0]))];

	switch (below(5)) {
	case 0:
		damaged[at] = rnd();
		break;
	case 1:
		damaged[at] ^= 1 << below(8);
		break;
	case 2:
		damaged[at] += below(2) ? 1 : -1;
		break;
	case 3:
		at -= (at - part->at) % 2;
		memcpy(damaged + at, &number, part->bytes < 2 ? 1 : 2);
		break;
	default:
		at -= (at - part->at) % 4;
		memcpy(damaged + at, &number, part->bytes < 4 ? 1 : 4);
	}
	snprintf(what + strlen(what), sizeof(what) - strlen(what), " %zx", at);
}

/* The first or the last function of the kernel is at the address of a module's function. The order stays */
static void aim(void)
{
	struct fgraph_tables_function *list = (void *)(damaged + functions.at);
	size_t count = functions.bytes / sizeof(*list);
	struct fgraph_tables_function *one = twin < kernel_start ? list : list + count - 1;
	const struct fgraph_tables_function *other = list + below(count);

	one->site = twin - kernel_start;
	if (other->proto != FGRAPH_NO_PROTO) {
		one->proto = other->proto;
		one->names = other->names;
	}
	snprintf(what, sizeof(what), " a function of the kernel is at " TWIN);
}

/* Whether the log has a line since the last look that tells why the tables are refused */
static bool is_said(void)
{
	static char record[8192];
	bool said = false;
	ssize_t got;

	while ((got = read(log_fd, record, sizeof(record) - 1)) > 0 || (got < 0 && errno == EPIPE)) {
		record[got < 0 ? 0 : got] = '\0';
		said |= strstr(record, "fgraph_tables: refused: ") != NULL;
	}
	return said;
}

static void read_all(const char *path)
{
	static char text[65536];
	int fd = open(path, O_RDONLY);
	ssize_t got;

	if (fd < 0)
		err(1, "round %u: %s", round_nr, path);
	while ((got = read(fd, text, sizeof(text))) > 0)
		;
	if (got < 0)
		err(1, "round %u: %s", round_nr, path);
	close(fd);
}

static void set_tracing(const char *on)
{
	int fd = open("tracing_on", O_WRONLY);

	if (fd < 0 || write(fd, on, 1) != 1)
		err(1, "tracing_on");
	close(fd);
}

/* Returns whether the kernel has loaded it */
static bool load(void)
{
	bool loaded = !syscall(SYS_init_module, damaged, length, "");
	int error = loaded ? 0 : errno;
	struct stat st;

	if (!loaded) {
		if (error != ENOEXEC || !is_said())
			errx(1, "round %u, damaged at%s: %s, and the log does not say why", round_nr, what, strerror(error));
		return false;
	}
	/* Something is traced while it is there, too */
	set_tracing("1");
	stat("/no/such/file", &st);
	read_all("function_prototypes");
	/* It has no end while records come faster than they are read */
	set_tracing("0");
	read_all("trace");
	if (syscall(SYS_delete_module, "fgraph_prototypes", O_NONBLOCK))
		err(1, "round %u: rmmod", round_nr);
	return true;
}

int main(int argc, char **argv)
{
	unsigned int rounds, loaded = 0, aimed = 0, i;
	FILE *kmsg;

	if (argc != 4)
		errx(1, "usage: tables SEED ROUNDS MODULE.ko");
	state = strtoull(argv[1], NULL, 0);
	rounds = strtoul(argv[2], NULL, 0);
	read_module(argv[3]);
	find_parts();
	kernel_start = address_of("_stext");
	twin = address_of(TWIN);
	kmsg = fopen("/dev/kmsg", "w");
	log_fd = open("/dev/kmsg", O_RDONLY | O_NONBLOCK);
	if (!kmsg || log_fd < 0)
		err(1, "/dev/kmsg");
	lseek(log_fd, 0, SEEK_END);
	if (chdir("/sys/kernel/tracing"))
		err(1, "/sys/kernel/tracing");

	memcpy(damaged, module, length);
	if (!load())
		errx(1, "without damage, the module is refused");
	for (round_nr = 1; round_nr <= rounds; round_nr++) {
		memcpy(damaged, module, length);
		what[0] = '\0';
		if (!below(16)) {
			aim();
			aimed++;
		} else {
			for (i = 1 + below(3); i; i--)
				damage();
		}
		/* Beside a report on the console, it says where to look */
		fprintf(kmsg, "tables: round %u, damaged at%s\n", round_nr, what);
		fflush(kmsg);
		loaded += load();
	}
	printf("tables: %u rounds, %u loaded, %u refused, %u of them with a function at another one, ends in state %016llx\n",
	       rounds, loaded, rounds - loaded, aimed, (unsigned long long)state);
	return 0;
}

// SPDX-License-Identifier: GPL-2.0
/*
 * trampolines COUNT COMMAND - BPF at the entry and at the return of functions
 *
 * BPF_PROG_TYPE_TRACING: a trampoline calls the programs, and the function between
 * them. The functions are those of storm.ko that fail. COUNT times, the programs are
 * attached, COMMAND runs, and they are detached. Then, for each function, this
 * prints how many entries they saw, and how many returns. Fails if they saw one
 * that is not what the argument says.
 */
#include <err.h>
#include <errno.h>
#include <linux/btf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bpf.h"

/* An argument i has i % 4 == 1 return -EIO, and i % 4 == 3 return this */
static const struct function {
	const char *name;
	int third;
	/* It is the last one */
	int arguments;
} functions[] = {
	{ "storm_handle", 0, 1 },
	{ "storm_hand_up", -ENOSPC, 2 },
	{ "storm_refuse", -ENOSPC, 1 },
};

#define FUNCTIONS (sizeof(functions) / sizeof(functions[0]))

/* Numbers of the map, for each function */
enum { ENTRIES, RETURNS, WRONG, NUMBERS };

/* One file of /sys/kernel/btf */
struct types {
	const struct btf_header *header;
	const char *strings;
	/* Number of types */
	uint32_t count;
};

/* How many words of a type are behind its struct */
static int words_behind(const struct btf_type *type)
{
	int count = BTF_INFO_VLEN(type->info);

	switch (BTF_INFO_KIND(type->info)) {
	case BTF_KIND_INT:
	case BTF_KIND_VAR:
	case BTF_KIND_DECL_TAG:
		return 1;
	case BTF_KIND_ARRAY:
		return 3;
	case BTF_KIND_ENUM:
	case BTF_KIND_FUNC_PROTO:
		return 2 * count;
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
	case BTF_KIND_DATASEC:
	case BTF_KIND_ENUM64:
		return 3 * count;
	}
	return 0;
}

/* The number of the function of this name, from 1, or how many types there are. Strings of a module begin at @from */
static uint32_t find(const struct types *types, uint32_t from, const char *name)
{
	const char *begin = (const char *)types->header + types->header->hdr_len + types->header->type_off;
	const struct btf_type *type = (const void *)begin;
	uint32_t number = 0;

	while ((const char *)type < begin + types->header->type_len) {
		number++;
		if (name && BTF_INFO_KIND(type->info) == BTF_KIND_FUNC && type->name_off >= from &&
		    !strcmp(types->strings + type->name_off - from, name))
			return number;
		type = (const void *)((const uint32_t *)(type + 1) + words_behind(type));
	}
	if (name)
		errx(1, "BTF has no %s()", name);
	return number;
}

static void read_types(const char *path, struct types *types)
{
	FILE *f = fopen(path, "r");
	size_t size = 0, room = 1 << 20, got;
	char *all = malloc(room);

	if (!f)
		err(1, "%s", path);
	while ((got = fread(all + size, 1, room - size, f))) {
		size += got;
		if (size == room)
			all = realloc(all, room *= 2);
	}
	fclose(f);
	types->header = (const void *)all;
	if (size < sizeof(*types->header) || types->header->magic != BTF_MAGIC)
		errx(1, "%s is no BTF", path);
	types->strings = all + types->header->hdr_len + types->header->str_off;
	types->count = find(types, 0, NULL);
}

/* The kernel's BTF of this module, as a file */
static int btf_of(const char *module)
{
	union bpf_attr next = { 0 };
	char name[64];

	while (!bpf(BPF_BTF_GET_NEXT_ID, &next)) {
		union bpf_attr get = { .btf_id = next.next_id };
		int fd = bpf(BPF_BTF_GET_FD_BY_ID, &get);
		struct bpf_btf_info info = { .name = (uintptr_t)name, .name_len = sizeof(name) };
		union bpf_attr ask = { .info = { .bpf_fd = fd, .info_len = sizeof(info), .info = (uintptr_t)&info } };

		if (fd < 0 || bpf(BPF_OBJ_GET_INFO_BY_FD, &ask))
			err(1, "BTF %u", next.next_id);
		if (!strcmp(name, module))
			return fd;
		close(fd);
		next.start_id = next.next_id;
	}
	errx(1, "the kernel has no BTF of %s", module);
}

static int load(const struct bpf_insn *program, int count, int at, int btf, uint32_t type)
{
	union bpf_attr attr = {
		.prog_type = BPF_PROG_TYPE_TRACING,
		.expected_attach_type = at,
		.attach_btf_obj_fd = btf,
		.attach_btf_id = type,
	};

	return bpf_load(attr, program, count);
}

static int load_entry(int map, int key, int btf, uint32_t type)
{
	const struct bpf_insn program[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 6, .imm = key + ENTRIES },
		BPF_COUNT_AND_EXIT(map),
	};

	return load(program, sizeof(program) / sizeof(program[0]), BPF_TRACE_FENTRY, btf, type);
}

/* The context has the arguments, and behind them the return value */
static int load_return(int map, int key, int btf, uint32_t type, const struct function *function)
{
	const struct bpf_insn program[] = {
		{ .code = BPF_LDX | BPF_MEM | BPF_DW, .dst_reg = 2, .src_reg = 1, .off = 0 },
		{ .code = BPF_LDX | BPF_MEM | BPF_DW, .dst_reg = 3, .src_reg = 1, .off = 8 * function->arguments },
		{ .code = BPF_ALU64 | BPF_AND | BPF_K, .dst_reg = 2, .imm = 3 },
		{ .code = BPF_ALU | BPF_MOV | BPF_K, .dst_reg = 4, .imm = 0 },
		{ .code = BPF_JMP | BPF_JNE | BPF_K, .dst_reg = 2, .imm = 1, .off = 1 },
		{ .code = BPF_ALU | BPF_MOV | BPF_K, .dst_reg = 4, .imm = -EIO },
		{ .code = BPF_JMP | BPF_JNE | BPF_K, .dst_reg = 2, .imm = 3, .off = 1 },
		{ .code = BPF_ALU | BPF_MOV | BPF_K, .dst_reg = 4, .imm = function->third },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 6, .imm = key + RETURNS },
		{ .code = BPF_JMP32 | BPF_JEQ | BPF_X, .dst_reg = 3, .src_reg = 4, .off = 1 },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 6, .imm = key + WRONG },
		BPF_COUNT_AND_EXIT(map),
	};

	return load(program, sizeof(program) / sizeof(program[0]), BPF_TRACE_FEXIT, btf, type);
}

static int attach(int program)
{
	union bpf_attr attr = { .raw_tracepoint = { .prog_fd = program } };
	int link = bpf(BPF_RAW_TRACEPOINT_OPEN, &attr);

	if (link < 0)
		err(1, "BPF_RAW_TRACEPOINT_OPEN");
	return link;
}

static unsigned long long number(int map, uint32_t key)
{
	uint64_t value;

	bpf_read(map, key, &value);
	return value;
}

int main(int argc, char **argv)
{
	int map, btf, programs[2 * FUNCTIONS], links[2 * FUNCTIONS];
	struct types kernel, module;
	unsigned long long wrong = 0;

	if (argc != 3)
		errx(1, "trampolines COUNT COMMAND");
	map = bpf_array(FUNCTIONS * NUMBERS, 8);
	btf = btf_of("storm");
	read_types("/sys/kernel/btf/vmlinux", &kernel);
	read_types("/sys/kernel/btf/storm", &module);
	for (unsigned int i = 0; i < FUNCTIONS; i++) {
		uint32_t type = kernel.count + find(&module, kernel.header->str_len, functions[i].name);

		programs[2 * i] = load_entry(map, NUMBERS * i, btf, type);
		programs[2 * i + 1] = load_return(map, NUMBERS * i, btf, type, &functions[i]);
	}
	for (int count = atoi(argv[1]); count > 0; count--) {
		for (unsigned int i = 0; i < 2 * FUNCTIONS; i++)
			links[i] = attach(programs[i]);
		if (system(argv[2]))
			errx(1, "%s failed", argv[2]);
		for (unsigned int i = 0; i < 2 * FUNCTIONS; i++)
			close(links[i]);
	}
	for (unsigned int i = 0; i < FUNCTIONS; i++) {
		printf("%s %llu %llu\n", functions[i].name, number(map, NUMBERS * i + ENTRIES),
		       number(map, NUMBERS * i + RETURNS));
		wrong += number(map, NUMBERS * i + WRONG);
	}
	if (wrong)
		errx(1, "%llu returns had another value", wrong);
	return 0;
}

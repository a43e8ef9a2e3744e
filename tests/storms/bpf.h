/* SPDX-License-Identifier: GPL-2.0 */
/* For programs of the guest: BPF without a library */
#include <err.h>
#include <linux/bpf.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

static int bpf(int command, union bpf_attr *attr)
{
	return syscall(SYS_bpf, command, attr, sizeof(*attr));
}

/* A map of values of so many bytes, from 0 */
static int bpf_array(int count, int bytes)
{
	union bpf_attr attr = {
		.map_type = BPF_MAP_TYPE_ARRAY,
		.key_size = 4,
		.value_size = bytes,
		.max_entries = count,
	};
	int map = bpf(BPF_MAP_CREATE, &attr);

	if (map < 0)
		err(1, "BPF_MAP_CREATE");
	return map;
}

static void bpf_read(int map, uint32_t key, void *value)
{
	union bpf_attr attr = {
		.map_fd = map,
		.key = (uintptr_t)&key,
		.value = (uintptr_t)value,
	};

	if (bpf(BPF_MAP_LOOKUP_ELEM, &attr))
		err(1, "BPF_MAP_LOOKUP_ELEM");
}

/* Load a program. attr has its type, and where it may be attached */
static int bpf_load(union bpf_attr attr, const struct bpf_insn *program, int count)
{
	static char log[65536];
	int fd;

	attr.insns = (uintptr_t)program;
	attr.insn_cnt = count;
	attr.license = (uintptr_t)"GPL";
	attr.log_buf = (uintptr_t)log;
	attr.log_size = sizeof(log);
	attr.log_level = 1;
	fd = bpf(BPF_PROG_LOAD, &attr);
	if (fd < 0)
		err(1, "BPF_PROG_LOAD: %s", log);
	return fd;
}

/* The end of a program: adds 1 to the number of the map whose key is in register 6 */
#define BPF_COUNT_AND_EXIT(map_fd) \
	{ .code = BPF_STX | BPF_MEM | BPF_W, .dst_reg = 10, .src_reg = 6, .off = -4 }, \
	{ .code = BPF_ALU64 | BPF_MOV | BPF_X, .dst_reg = 2, .src_reg = 10 }, \
	{ .code = BPF_ALU64 | BPF_ADD | BPF_K, .dst_reg = 2, .imm = -4 }, \
	{ .code = BPF_LD | BPF_DW | BPF_IMM, .dst_reg = 1, .src_reg = BPF_PSEUDO_MAP_FD, .imm = (map_fd) }, \
	{ 0 }, \
	{ .code = BPF_JMP | BPF_CALL, .imm = BPF_FUNC_map_lookup_elem }, \
	{ .code = BPF_JMP | BPF_JEQ | BPF_K, .dst_reg = 0, .imm = 0, .off = 2 }, \
	{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 1, .imm = 1 }, \
	{ .code = BPF_STX | BPF_ATOMIC | BPF_DW, .dst_reg = 0, .src_reg = 1, .imm = BPF_ADD }, \
	{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 0, .imm = 0 }, \
	{ .code = BPF_JMP | BPF_EXIT }

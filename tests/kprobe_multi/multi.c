// SPDX-License-Identifier: GPL-2.0
/*
 * multi - BPF programs at functions, by BPF_TRACE_KPROBE_MULTI, without a library
 *
 * Each program writes down what it gets: into an array, at the index that its cookie says.
 * Functions of tests/storms/module are called meanwhile, whose arguments and return values
 * are known. The kernel finds functions of modules by address only. Prints "ok" or "not ok"
 * for each.
 */
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../storms/bpf.h"

/* Of struct pt_regs of the kernel, as words. Not all of it is for programs of user space */
enum {
#if defined(__x86_64__)
	WORDS = 21, ARGUMENT = 14, FIRST = 10, SECOND = 12, IP = 16, MODE = 17, KERNEL = 0x10,
	/* All is saved */
	UNSAVED = WORDS, UNSAVED_END = WORDS,
#elif defined(__aarch64__)
	WORDS = 42, ARGUMENT = 0, FIRST = 0, SECOND = 1, IP = 32, MODE = 33, KERNEL = 0x5,
	UNSAVED = 34, UNSAVED_END = WORDS,
#elif defined(__riscv)
	WORDS = 36, ARGUMENT = 10, FIRST = 10, SECOND = 11, IP = 0, MODE = 32, KERNEL = 0x100,
	UNSAVED = 33, UNSAVED_END = WORDS,
#else
# error "the kernel has no kprobe_multi here"
#endif
};

/* What a program writes down */
struct seen {
	uint64_t regs[WORDS];
	uint64_t func_ip;
	uint64_t cookie;
	uint64_t count;
};

/* Not sorted: the kernel sorts them, with their cookies */
#define FUNCTIONS 2
static const char *const of_module[FUNCTIONS] = { "storm_outer", "storm_leaf" };
static const char *const of_kernel[FUNCTIONS] = { "vfs_open", "do_filp_open" };
static const uint64_t cookies[FUNCTIONS] = { 1, 2 };

/* It is the argument of the last of ten calls */
#define LAST 9

static void verdict(bool ok, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	printf(ok ? "ok " : "not ok ");
	vprintf(format, args);
	putchar('\n');
	va_end(args);
}

static int make_map(void)
{
	return bpf_array(FUNCTIONS + 1, sizeof(struct seen));
}

static struct seen look(int map, uint32_t cookie)
{
	struct seen seen;

	bpf_read(map, cookie, &seen);
	return seen;
}

static int load(const struct bpf_insn *program, int count)
{
	union bpf_attr attr = {
		.prog_type = BPF_PROG_TYPE_KPROBE,
		.expected_attach_type = BPF_TRACE_KPROBE_MULTI,
	};

	return bpf_load(attr, program, count);
}

/* Registers: 6 context, 7 function's address, 8 cookie, 9 what is written down */
static int load_recorder(int map)
{
	const struct bpf_insn begin[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_X, .dst_reg = 6, .src_reg = 1 },
		{ .code = BPF_JMP | BPF_CALL, .imm = BPF_FUNC_get_func_ip },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_X, .dst_reg = 7, .src_reg = 0 },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_X, .dst_reg = 1, .src_reg = 6 },
		{ .code = BPF_JMP | BPF_CALL, .imm = BPF_FUNC_get_attach_cookie },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_X, .dst_reg = 8, .src_reg = 0 },
		{ .code = BPF_STX | BPF_MEM | BPF_W, .dst_reg = 10, .src_reg = 8, .off = -4 },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_X, .dst_reg = 2, .src_reg = 10 },
		{ .code = BPF_ALU64 | BPF_ADD | BPF_K, .dst_reg = 2, .imm = -4 },
		{ .code = BPF_LD | BPF_DW | BPF_IMM, .dst_reg = 1, .src_reg = BPF_PSEUDO_MAP_FD, .imm = map },
		{ 0 },
		{ .code = BPF_JMP | BPF_CALL, .imm = BPF_FUNC_map_lookup_elem },
		{ .code = BPF_JMP | BPF_JNE | BPF_K, .dst_reg = 0, .imm = 0, .off = 2 },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 0, .imm = 0 },
		{ .code = BPF_JMP | BPF_EXIT },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_X, .dst_reg = 9, .src_reg = 0 },
		{ .code = BPF_STX | BPF_MEM | BPF_DW, .dst_reg = 9, .src_reg = 7, .off = offsetof(struct seen, func_ip) },
		{ .code = BPF_STX | BPF_MEM | BPF_DW, .dst_reg = 9, .src_reg = 8, .off = offsetof(struct seen, cookie) },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 1, .imm = 1 },
		{ .code = BPF_STX | BPF_ATOMIC | BPF_DW, .dst_reg = 9, .src_reg = 1, .imm = BPF_ADD,
		  .off = offsetof(struct seen, count) },
	};
	const struct bpf_insn end[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 0, .imm = 0 },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	struct bpf_insn program[sizeof(begin) / sizeof(begin[0]) + 2 * WORDS + 2];
	struct bpf_insn *next = program;

	memcpy(next, begin, sizeof(begin));
	next += sizeof(begin) / sizeof(begin[0]);
	for (int i = 0; i < WORDS; i++) {
		*next++ = (struct bpf_insn) { .code = BPF_LDX | BPF_MEM | BPF_DW, .dst_reg = 1, .src_reg = 6, .off = 8 * i };
		*next++ = (struct bpf_insn) { .code = BPF_STX | BPF_MEM | BPF_DW, .dst_reg = 9, .src_reg = 1, .off = 8 * i };
	}
	memcpy(next, end, sizeof(end));
	return load(program, next + 2 - program);
}

/* Asks for bpf_override_return(), and does not call it: the context is never NULL */
static int load_override(void)
{
	const struct bpf_insn program[] = {
		{ .code = BPF_LDX | BPF_MEM | BPF_DW, .dst_reg = 2, .src_reg = 1, .off = 8 * MODE },
		{ .code = BPF_JMP | BPF_JNE | BPF_K, .dst_reg = 2, .imm = 0, .off = 2 },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 2, .imm = -ENOMEM },
		{ .code = BPF_JMP | BPF_CALL, .imm = BPF_FUNC_override_return },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 0, .imm = 0 },
		{ .code = BPF_JMP | BPF_EXIT },
	};

	return load(program, sizeof(program) / sizeof(program[0]));
}

/* Either syms or addrs. Returns a link, or a negative errno */
static int attach(int program, bool at_return, int count, const char *const *syms, const uint64_t *addrs,
		  const uint64_t *with)
{
	union bpf_attr attr = {
		.link_create = {
			.prog_fd = program,
			.attach_type = BPF_TRACE_KPROBE_MULTI,
			.kprobe_multi = {
				.flags = at_return ? BPF_F_KPROBE_MULTI_RETURN : 0,
				.cnt = count,
				.syms = (uintptr_t)syms,
				.addrs = (uintptr_t)addrs,
				.cookies = (uintptr_t)with,
			},
		},
	};
	int link = bpf(BPF_LINK_CREATE, &attr);

	return link < 0 ? -errno : link;
}

static void call_ten(void)
{
	int fd = open("/sys/kernel/debug/storm/calls", O_WRONLY);

	if (fd < 0 || write(fd, "10", 2) != 2)
		err(1, "storm/calls");
	close(fd);
}

static void open_ten(void)
{
	for (int i = 0; i < 10; i++)
		close(open("/dev/null", O_RDONLY));
}

static uint64_t address_of(const char *name)
{
	char line[512], symbol[256];
	unsigned long long address, found = 0;
	FILE *file = fopen("/proc/kallsyms", "r");

	if (!file)
		err(1, "kallsyms");
	while (!found && fgets(line, sizeof(line), file)) {
		if (sscanf(line, "%llx %*s %255s", &address, symbol) == 2 && !strcmp(symbol, name))
			found = address;
	}
	fclose(file);
	if (!found)
		errx(1, "no symbol %s", name);
	return found;
}

static bool are_zero(const struct seen *seen, int from, int to)
{
	for (int i = from; i < to; i++) {
		if (seen->regs[i]) {
			printf("# word %d is 0x%llx\n", i, (unsigned long long)seen->regs[i]);
			return false;
		}
	}
	return true;
}

static void check_entry(const char *how, const char *name, const struct seen *seen)
{
	uint64_t address = address_of(name);

	verdict((uint32_t)seen->regs[ARGUMENT] == LAST, "%s: an entry of %s has its argument", how, name);
	verdict(seen->regs[IP] > address && seen->regs[IP] < address + 32,
		"%s: an entry of %s has an instruction pointer in it", how, name);
	verdict((seen->regs[MODE] & 0xffff) == KERNEL, "%s: an entry of %s has registers of the kernel", how, name);
	verdict(are_zero(seen, UNSAVED, UNSAVED_END), "%s: an entry of %s has no words of the stack", how, name);
}

static void check_return(const char *how, const char *name, const struct seen *seen)
{
	uint64_t address = address_of(name);
	struct seen rest = *seen;

	verdict(seen->regs[FIRST] == (0x5eed0000 | LAST) && seen->regs[SECOND] == (0xa1120000 | LAST),
		"%s: a return of %s has both return registers", how, name);
	verdict(seen->regs[IP] && (seen->regs[IP] < address || seen->regs[IP] > address + 8),
		"%s: a return of %s has the address that it returns to", how, name);
	verdict(seen->regs[MODE] == KERNEL, "%s: a return of %s has registers of the kernel", how, name);
	rest.regs[FIRST] = rest.regs[SECOND] = rest.regs[IP] = rest.regs[MODE] = 0;
	verdict(are_zero(&rest, 0, WORDS), "%s: a return of %s has nothing else", how, name);
}

/* A program sees 10 calls of each of these functions, and none after it is detached */
static void check_calls(const char *how, int map, int link, const char *const *names, void (*call)(void))
{
	struct seen seen[FUNCTIONS];
	uint64_t before;

	verdict(link >= 0, "%s: a program is attached", how);
	call();
	/* address_of() opens a file: it calls what is counted */
	for (int i = 0; i < FUNCTIONS; i++)
		seen[i] = look(map, cookies[i]);
	for (int i = 0; i < FUNCTIONS; i++) {
		verdict(seen[i].count == 10, "%s: of 10 calls of %s, it sees %llu", how, names[i],
			(unsigned long long)seen[i].count);
		verdict(seen[i].func_ip == address_of(names[i]), "%s: bpf_get_func_ip() names %s", how, names[i]);
		verdict(seen[i].cookie == cookies[i], "%s: %s has its cookie", how, names[i]);
	}
	if (link >= 0)
		close(link);
	before = look(map, cookies[0]).count;
	call();
	verdict(look(map, cookies[0]).count == before, "%s: after it is detached, it sees no more calls", how);
}

static void check_addresses(const char *how, bool at_return)
{
	int map = make_map(), program = load_recorder(map);
	uint64_t addrs[FUNCTIONS];

	for (int i = 0; i < FUNCTIONS; i++)
		addrs[i] = address_of(of_module[i]);
	check_calls(how, map, attach(program, at_return, FUNCTIONS, NULL, addrs, cookies), of_module, call_ten);
	for (int i = 0; i < FUNCTIONS; i++) {
		struct seen seen = look(map, cookies[i]);

		(at_return ? check_return : check_entry)(how, of_module[i], &seen);
	}
}

static void check_names(const char *how, bool at_return)
{
	int map = make_map(), program = load_recorder(map);

	check_calls(how, map, attach(program, at_return, FUNCTIONS, of_kernel, NULL, cookies), of_kernel, open_ten);
}

static void check_refused(void)
{
	const char *const injectable[] = { "should_failslab" }, *const nothing[] = { "no_such_function" };
	int program = load_override(), entry, at_return;

	entry = attach(program, false, 1, injectable, NULL, NULL);
	at_return = attach(program, true, 1, injectable, NULL, NULL);
#ifdef __x86_64__
	verdict(entry >= 0, "bpf_override_return() is taken at an entry");
#else
	verdict(entry == -EINVAL, "bpf_override_return() is refused at an entry");
#endif
	verdict(at_return == -EINVAL, "bpf_override_return() is refused at a return");
	verdict(attach(load_recorder(make_map()), false, 1, nothing, NULL, NULL) == -ESRCH,
		"a symbol that does not exist is refused");
}

int main(void)
{
	check_names("entry, by name", false);
	check_names("return, by name", true);
	check_addresses("entry, by address", false);
	check_addresses("return, by address", true);
	check_refused();
	return 0;
}

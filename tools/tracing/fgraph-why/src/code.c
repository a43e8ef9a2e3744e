// SPDX-License-Identifier: GPL-2.0
/*
 * Machine code: does it load an errno, as a constant, and does it branch? There is no
 * disassembler. On x86, the constant is searched for at each byte, with the operations that load
 * it in front. So it is a hint.
 */
#include <elf.h>
#include <stdint.h>
#include <string.h>

#include "code.h"

/* In the order of the machine, which is little-endian on all of them */
static uint32_t word(const unsigned char *code)
{
	return code[0] | code[1] << 8 | code[2] << 16 | (uint32_t)code[3] << 24;
}

static uint16_t half(const unsigned char *code)
{
	return code[0] | code[1] << 8;
}

/* mov to a register, or to memory, of 32 or 64 bits; push; or of all bits */
static bool x86_loads(const unsigned char *code, size_t bytes, int error)
{
	size_t i;

	for (i = 0; i < bytes; i++) {
		size_t left = bytes - i;

		if (left >= 3 && code[i] == 0x83 && (code[i + 1] & 0xf8) == 0xc8 &&
		    (int8_t)code[i + 2] == -1 && error == 1)
			return true;
		if (left >= 2 && code[i] == 0x6a && (int8_t)code[i + 1] == -error)
			return true;
		if (left < 5 || word(code + i + 1) != (uint32_t)-error)
			continue;
		/* In front is the operation, or where in memory the constant goes */
		if ((code[i] & 0xf8) == 0xb8)
			return true;
		if ((i >= 1 && code[i - 1] == 0xc7) || (i >= 2 && code[i - 2] == 0xc7) ||
		    (i >= 3 && code[i - 3] == 0xc7) || (i >= 5 && code[i - 5] == 0xc7))
			return true;
	}
	return false;
}

/* movn of 32 or 64 bits */
static bool arm64_loads(const unsigned char *code, size_t bytes, int error)
{
	size_t i;

	for (i = 0; i + 4 <= bytes; i += 4) {
		if ((word(code + i) & 0x7fffffe0) == (0x12800000U | (uint32_t)(error - 1) << 5))
			return true;
	}
	return false;
}

/*
 * mvn, of a byte that is rotated. An errno above 256 is a sum of two, and not found. Of Thumb:
 * mvn.w and movw, or mov with a number below 256 and neg, which is not found either.
 */
static bool arm_loads(const unsigned char *code, size_t bytes, int error)
{
	size_t i;

	if (error > 256)
		return false;
	for (i = 0; i + 4 <= bytes; i += 2) {
		if (!(i & 2) && (word(code + i) & 0x0fff0fff) == (0x03e00000U | (error - 1)))
			return true;
		if (half(code + i) == 0xf06f &&
		    (half(code + i + 2) & 0xf0ff) == (uint16_t)(error - 1))
			return true;
	}
	return false;
}

/* addi from x0, or c.li */
static bool riscv_loads(const unsigned char *code, size_t bytes, int error)
{
	uint32_t six = -error & 0x3f;
	size_t i;

	for (i = 0; i + 2 <= bytes; i += (code[i] & 3) == 3 ? 4 : 2) {
		if (i + 4 <= bytes &&
		    (word(code + i) & 0xfffff07f) == ((uint32_t)-error << 20 | 0x13))
			return true;
		if (error <= 32 && (half(code + i) & 0xf07f) ==
		    (0x4001 | (six >> 5) << 12 | (six & 0x1f) << 2))
			return true;
	}
	return false;
}

/* jcc, of 8 or of 32 bits, at the end */
static bool x86_decides(const unsigned char *code, size_t bytes)
{
	return (bytes >= 2 && (code[bytes - 2] & 0xf0) == 0x70) ||
	       (bytes >= 6 && code[bytes - 6] == 0x0f && (code[bytes - 5] & 0xf0) == 0x80);
}

/* b.cond, cbz and cbnz, tbz and tbnz */
static bool arm64_decides(uint32_t insn)
{
	return (insn & 0xff000010) == 0x54000000 || (insn & 0x7e000000) == 0x34000000 ||
	       (insn & 0x7e000000) == 0x36000000;
}

/* b, if something */
static bool arm_decides(uint32_t insn)
{
	return (insn & 0x0f000000) == 0x0a000000 && insn >> 28 < 0xe;
}

/* A branch of 32 bits, or c.beqz and c.bnez */
static bool riscv_decides(const unsigned char *code, size_t bytes)
{
	size_t i;

	for (i = 0; i + 2 <= bytes; i += (code[i] & 3) == 3 ? 4 : 2) {
		if ((code[i] & 0x7f) == 0x63 || (half(code + i) & 0xc003) == 0xc001)
			return true;
	}
	return false;
}

/**
 * code_decides - whether machine code has a conditional branch
 * @machine: as an ELF file has it
 * @code: the code of a line. It begins with an instruction
 * @bytes: its size
 *
 * Return: true if so. On x86, only the last instruction counts
 */
bool code_decides(int machine, const unsigned char *code, size_t bytes)
{
	size_t i;

	switch (machine) {
	case EM_386:
	case EM_X86_64:
		return x86_decides(code, bytes);
	case EM_RISCV:
		return riscv_decides(code, bytes);
	case EM_AARCH64:
	case EM_ARM:
		for (i = 0; i + 4 <= bytes; i += 4) {
			if (machine == EM_ARM ? arm_decides(word(code + i)) :
						arm64_decides(word(code + i)))
				return true;
		}
	}
	return false;
}

/**
 * code_loads - whether machine code loads an errno
 * @machine: as an ELF file has it
 * @code: the code. It begins with an instruction
 * @bytes: its size
 * @error: the errno, 1 to 4095
 *
 * Return: true if a constant in it is -@error, and is loaded
 */
bool code_loads(int machine, const unsigned char *code, size_t bytes, int error)
{
	switch (machine) {
	case EM_386:
	case EM_X86_64:
		return x86_loads(code, bytes, error);
	case EM_AARCH64:
		return arm64_loads(code, bytes, error);
	case EM_ARM:
		return arm_loads(code, bytes, error);
	case EM_RISCV:
		return riscv_loads(code, bytes, error);
	default:
		return false;
	}
}

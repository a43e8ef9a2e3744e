/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_ABI_H
#define _KERNEL_TRACE_FGRAPH_ABI_H

/* For the kernel and for scripts/fgraph-proto */
#ifndef __KERNEL__
#include <stdbool.h>
#endif
#include <linux/types.h>

/* How functions are called. Little-endian only */
enum fgraph_abi {
	FGRAPH_X86_64,
	FGRAPH_I386,
	FGRAPH_ARM64,
	FGRAPH_ARM,
	FGRAPH_RISCV64,
};

/* The ABI of this kernel */
#if defined(CONFIG_X86_64)
#define FGRAPH_ABI	FGRAPH_X86_64
#elif defined(CONFIG_X86_32)
#define FGRAPH_ABI	FGRAPH_I386
#elif defined(CONFIG_ARM64)
#define FGRAPH_ABI	FGRAPH_ARM64
#elif defined(CONFIG_ARM)
#define FGRAPH_ABI	FGRAPH_ARM
#elif defined(CONFIG_RISCV)
#define FGRAPH_ABI	FGRAPH_RISCV64
#endif

/**
 * fgraph_returns_in_registers - whether a struct or union is returned in registers
 * @abi: the ABI
 * @bytes: size of the struct. On x86, its members may force it to memory nevertheless
 *
 * Return: false if it is returned in memory, or has no members
 * Context: any
 */
static inline bool fgraph_returns_in_registers(enum fgraph_abi abi, __u32 bytes)
{
	switch (abi) {
	case FGRAPH_I386:
		/*
		 * The kernel is compiled with -freg-struct-return. Sizes that
		 * are not a power of 2 are returned in memory.
		 */
		return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
	case FGRAPH_ARM:
		/* "Procedure Call Standard for the Arm Architecture", result return */
		return bytes >= 1 && bytes <= 4;
	default:
		/*
		 * x86_64: "System V ABI, AMD64 Supplement", 3.2.3, classes INTEGER
		 * arm64: "Procedure Call Standard for the Arm 64-bit Architecture", 6.9
		 * riscv: "RISC-V Calling Conventions", up to 2 * XLEN bits
		 */
		return bytes >= 1 && bytes <= 16;
	}
}

#endif /* _KERNEL_TRACE_FGRAPH_ABI_H */

/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _ASM_X86_FTRACE_REGS_H
#define _ASM_X86_FTRACE_REGS_H

/*
 * The registers of a traced function, for the callbacks of struct fgraph_ops.
 * Each is at its place in struct pt_regs. The rest of struct pt_regs is undefined.
 * On i386, the return address is at the place of cs.
 */

/* Arguments that are in registers */
#ifdef CONFIG_X86_64
#define FTRACE_REGS_MAX_ARGS	6
#else
#define FTRACE_REGS_MAX_ARGS	3
#endif

/* Address behind the call that traces the function. At entry only */
static __always_inline unsigned long
ftrace_regs_get_instruction_pointer(const struct ftrace_regs *fregs)
{
	return fregs->regs.ip;
}

/* Address of the return address. At entry only */
static __always_inline unsigned long
ftrace_regs_get_stack_pointer(const struct ftrace_regs *fregs)
{
#ifdef CONFIG_X86_64
	return fregs->regs.sp;
#else
	return (unsigned long)&fregs->regs.cs;
#endif
}

/*
 * The register of argument n, or 0 from FTRACE_REGS_MAX_ARGS on. The calling
 * convention defines what the register holds. At entry only
 */
static __always_inline unsigned long
ftrace_regs_get_argument(const struct ftrace_regs *fregs, unsigned int n)
{
	switch (n) {
#ifdef CONFIG_X86_64
	case 0: return fregs->regs.di;
	case 1: return fregs->regs.si;
	case 2: return fregs->regs.dx;
	case 3: return fregs->regs.cx;
	case 4: return fregs->regs.r8;
	case 5: return fregs->regs.r9;
#else
	case 0: return fregs->regs.ax;
	case 1: return fregs->regs.dx;
	case 2: return fregs->regs.cx;
#endif
	default: return 0;
	}
}

/* The first return register. At the return only */
static __always_inline unsigned long
ftrace_regs_get_return_value(const struct ftrace_regs *fregs)
{
	return fregs->regs.ax;
}

/* The second return register. At the return only */
static __always_inline unsigned long
ftrace_regs_get_return_value2(const struct ftrace_regs *fregs)
{
	return fregs->regs.dx;
}

#endif /* _ASM_X86_FTRACE_REGS_H */

/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _ASM_ARM64_FTRACE_REGS_H
#define _ASM_ARM64_FTRACE_REGS_H

/*
 * The registers of a traced function, for the callbacks of struct fgraph_ops.
 * Each is at its place in struct pt_regs. The rest of struct pt_regs is undefined.
 */

/* Arguments that are in registers: x0 to x7 */
#define FTRACE_REGS_MAX_ARGS	8

/* Address behind the call that traces the function. At entry only */
static __always_inline unsigned long
ftrace_regs_get_instruction_pointer(const struct ftrace_regs *fregs)
{
	return fregs->regs.pc;
}

/* Stack pointer of the caller at the call. At entry only */
static __always_inline unsigned long
ftrace_regs_get_stack_pointer(const struct ftrace_regs *fregs)
{
	return fregs->regs.sp;
}

/*
 * The register of argument n, or 0 from FTRACE_REGS_MAX_ARGS on. The calling
 * convention defines what the register holds. At entry only
 */
static __always_inline unsigned long
ftrace_regs_get_argument(const struct ftrace_regs *fregs, unsigned int n)
{
	return n < FTRACE_REGS_MAX_ARGS ? fregs->regs.regs[n] : 0;
}

/* The first return register. At the return only */
static __always_inline unsigned long
ftrace_regs_get_return_value(const struct ftrace_regs *fregs)
{
	return fregs->regs.regs[0];
}

/* The second return register. At the return only */
static __always_inline unsigned long
ftrace_regs_get_return_value2(const struct ftrace_regs *fregs)
{
	return fregs->regs.regs[1];
}

#endif /* _ASM_ARM64_FTRACE_REGS_H */

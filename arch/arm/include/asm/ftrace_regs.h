/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _ASM_ARM_FTRACE_REGS_H
#define _ASM_ARM_FTRACE_REGS_H

/*
 * The registers of a traced function, for the callbacks of struct fgraph_ops.
 * Each is at its place in struct pt_regs. The rest of struct pt_regs is undefined.
 * The compiler calls mcount after the prologue of a function.
 */

/* Arguments that are in registers: r0 to r3 */
#define FTRACE_REGS_MAX_ARGS	4

/* Address behind the call that traces the function. At entry only */
static __always_inline unsigned long
ftrace_regs_get_instruction_pointer(const struct ftrace_regs *fregs)
{
	return fregs->regs.ARM_pc;
}

/* Stack pointer of the function after its prologue. At entry only */
static __always_inline unsigned long
ftrace_regs_get_stack_pointer(const struct ftrace_regs *fregs)
{
	return (unsigned long)(fregs + 1);
}

/*
 * The register of argument n, or 0 from FTRACE_REGS_MAX_ARGS on. The calling
 * convention defines what the register holds. At entry only
 */
static __always_inline unsigned long
ftrace_regs_get_argument(const struct ftrace_regs *fregs, unsigned int n)
{
	return n < FTRACE_REGS_MAX_ARGS ? fregs->regs.uregs[n] : 0;
}

/* The first return register. At the return only */
static __always_inline unsigned long
ftrace_regs_get_return_value(const struct ftrace_regs *fregs)
{
	return fregs->regs.ARM_r0;
}

/* The second return register. At the return only */
static __always_inline unsigned long
ftrace_regs_get_return_value2(const struct ftrace_regs *fregs)
{
	return fregs->regs.ARM_r1;
}

#endif /* _ASM_ARM_FTRACE_REGS_H */

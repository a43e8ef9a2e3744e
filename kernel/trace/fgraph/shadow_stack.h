/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_SHADOW_STACK_H
#define _KERNEL_TRACE_FGRAPH_SHADOW_STACK_H

#include <linux/bits.h>
#include <linux/ftrace.h>
#include <linux/sched.h>
#include <linux/stddef.h>

/* Size of struct fgraph_stack with its data: all that a task has for the function graph */
#define FGRAPH_STACK_BYTES	4096

/**
 * struct fgraph_ops_state - state of a registered fgraph_ops (ops) in a task
 * @var: the variable of fgraph_get_task_var()
 * @since: the registration that this state belongs to
 * @newest: end of the innermost data in fgraph_stack.data, or 0
 * @depth: number of frames of the ops
 *
 * May be left over from an unregistered ops. Reset when the next ops with this index
 * hooks a function in the task.
 */
struct fgraph_ops_state {
	unsigned long var;
	u32 since;
	u16 newest;
	s16 depth;
};

/**
 * struct fgraph_stack - shadow stack of a task, and the data of all ops
 * @entries: the shadow stack. task_struct.ret_stack points here
 * @states: state of each ops in the task
 * @slept: for how long the task has slept while some trace array leaves that out, in ns
 * @error_slots: error slots in use at the end of @data, a bit for each
 * @used: number of words of @data that frames use
 * @reserved: number of words at the end of @data that error slots use
 * @data: the data of frames. The data of a callee lie behind the data of its caller.
 *	Aligned for a u64, which i386 does not do by itself
 *
 *	entries[]	| A | B | C |       ...		A calls B, B calls C
 *
 *	data[]		| A1 | A2 | B2 | C1 |  ...	ops 1 and 2 have data
 *			               |    |
 *			               |   used, states[1].newest
 *			       states[2].newest
 *
 * The data of an ops in a frame end in a struct hdr. It has the end of the previous data
 * of the same ops: the header of C1 has the end of A1, that of B2 the end of A2. So an
 * ops finds the data of its calling frame in one step, however many frames of other ops
 * lie between.
 */
struct fgraph_stack {
	struct ftrace_ret_stack entries[FTRACE_RETFUNC_DEPTH];
	struct fgraph_ops_state states[FGRAPH_ARRAY_SIZE];
	u64 slept;
	u64 error_slots;
	u16 used;
	u16 reserved;
	u64 data[] __aligned(sizeof(u64));
};

/* Whether an ops was registered when a frame was entered. Registration numbers may wrap */
static __always_inline bool fgraph_was_there(u32 registration, u32 entered)
{
	return (s32)(entered - registration) >= 0;
}

/*
 * Whether the ops with index @idx and registration @since gets the return of a frame. An
 * earlier ops may have had the same index.
 */
static __always_inline bool fgraph_belongs_to(const struct ftrace_ret_stack *entry, int idx,
					      u32 since)
{
	return (entry->ops & BIT(idx)) && fgraph_was_there(since, entry->since);
}

#define FGRAPH_DATA_WORDS \
	((FGRAPH_STACK_BYTES - offsetof(struct fgraph_stack, data)) / sizeof(u64))

static __always_inline struct fgraph_stack *fgraph_stack_of(const struct task_struct *task)
{
	return container_of(task->ret_stack, struct fgraph_stack, entries[0]);
}

/* fgraph_get_task_var(), without a call */
static __always_inline unsigned long *fgraph_task_var(const struct fgraph_ops *gops)
{
	return &fgraph_stack_of(current)->states[gops->idx].var;
}

struct ftrace_ret_stack *fgraph_stack_alloc(void);
void *fgraph_stack_reserve(struct fgraph_stack *stack, int frame, int idx, int size);
void *fgraph_stack_find(const struct fgraph_stack *stack, int frame, int idx, int *size);
void *fgraph_stack_find_parent(const struct fgraph_stack *stack, int frame, int idx, int *size,
			       int depth);
void fgraph_stack_refuse(struct fgraph_stack *stack, int frame, int idx);
void fgraph_stack_drop(struct fgraph_stack *stack, int frame);
void fgraph_stack_cut(struct fgraph_stack *stack, int frame);
void fgraph_stack_forget(struct fgraph_stack *stack, int count);

#endif /* _KERNEL_TRACE_FGRAPH_SHADOW_STACK_H */

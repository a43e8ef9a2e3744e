/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_SHADOW_STACK_H
#define _KERNEL_TRACE_FGRAPH_SHADOW_STACK_H

#include <linux/bits.h>
#include <linux/ftrace.h>
#include <linux/sched.h>
#include <linux/stddef.h>

/* All that a task has for the function graph */
#define FGRAPH_STACK_BYTES	4096

/**
 * struct fgraph_user_state - what a user has in a task
 * @var: the variable of fgraph_get_task_var()
 * @since: the registration that this is of
 * @newest: end of the innermost data in fgraph_stack.data, or 0
 * @depth: number of frames of the user
 *
 * It is of a registration that has ended until the next one hooks a function in the
 * task.
 */
struct fgraph_user_state {
	unsigned long var;
	u32 since;
	u16 newest;
	s16 depth;
};

/**
 * struct fgraph_stack - a task's shadow stack, and the data of users
 * @entries: the shadow stack. task_struct.ret_stack points here
 * @users: what each user has in the task
 * @slept: for how long the task has slept while some user leaves that out, in ns
 * @blocks: blocks in use at the end of @data, a bit for each
 * @used: number of words of @data that frames have
 * @reserved: number of words at the end of @data that blocks have
 * @data: the data of frames. Those of inner frames lie behind those of outer ones. It is
 *	aligned for a u64, which i386 does not do by itself
 *
 *	entries[]	| A | B | C |       ...		A calls B, B calls C
 *
 *	data[]		| A1 | A2 | B2 | C1 |  ...	users 1 and 2 have data
 *			            |    |    |
 *			users[2].newest  |   used
 *			       users[1].newest
 *
 * Each piece of data ends in a struct block. It says where the piece before it of the
 * same user ends: C1 says A1, B2 says A2. So a user finds the data of its calling
 * frame in one step, whoever has frames between the two.
 */
struct fgraph_stack {
	struct ftrace_ret_stack entries[FTRACE_RETFUNC_DEPTH];
	struct fgraph_user_state users[FGRAPH_MAX_USERS];
	u64 slept;
	u64 blocks;
	u16 used;
	u16 reserved;
	u64 data[] __aligned(sizeof(u64));
};

/* Whether a registration was there when a frame was entered. Numbers may wrap */
static __always_inline bool fgraph_was_there(u32 registration, u32 entered)
{
	return (s32)(entered - registration) >= 0;
}

/*
 * Whether the return of a frame goes to user @idx, who is there since registration
 * @since. An earlier user may have had the same number.
 */
static __always_inline bool fgraph_is_of(const struct ftrace_ret_stack *entry, int idx,
					 u32 since)
{
	return (entry->users & BIT(idx)) && fgraph_was_there(since, entry->since);
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
	return &fgraph_stack_of(current)->users[gops->idx].var;
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

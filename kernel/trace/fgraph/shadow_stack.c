// SPDX-License-Identifier: GPL-2.0
/*
 * shadow_stack.c - data of the users of the function graph, in each frame and task
 *
 * An interrupt may push frames at any place here, and pops them. It finds and
 * leaves all as it was.
 */
#include <linux/bits.h>
#include <linux/build_bug.h>
#include <linux/kernel.h>
#include <linux/slab.h>

#include "shadow_stack.h"

/*
 * The end of the data of a user in a frame. The data begin at a multiple of 8 bytes,
 * so that they can have any type.
 */
struct block {
	u32 frame:8;	/* index of the frame in entries[] */
	u32 size:12;	/* bytes that were asked for */
	u32 before:12;	/* end of the user's data before these, or 0 */
};

#if FTRACE_RETFUNC_DEPTH > 256 || FGRAPH_STACK_BYTES > 4096
# error struct block is too small
#endif

/* A time in each frame */
static_assert(FGRAPH_DATA_WORDS >=
	      DIV_ROUND_UP(sizeof(u64) + sizeof(struct block), sizeof(u64)) * FTRACE_RETFUNC_DEPTH);

static struct block *block_at(const struct fgraph_stack *stack, u32 end)
{
	return (struct block *)&stack->data[end] - 1;
}

static u32 words_of(u32 size)
{
	return DIV_ROUND_UP(size + sizeof(struct block), sizeof(u64));
}

static void *data_at(const struct fgraph_stack *stack, u32 end, int *size)
{
	const struct block *block = block_at(stack, end);

	if (size)
		*size = block->size;
	return (void *)&stack->data[end - words_of(block->size)];
}

/* Where the user's innermost data end that belong to a frame outside of @frame, or 0 */
static u32 outer_end(const struct fgraph_stack *stack, int frame, int idx)
{
	u32 end = stack->users[idx].newest;

	while (end && block_at(stack, end)->frame >= frame)
		end = block_at(stack, end)->before;
	return end;
}

/**
 * fgraph_stack_alloc - make an empty shadow stack
 *
 * Context: may sleep
 * Return: the stack, which kfree() frees, or NULL
 */
struct ftrace_ret_stack *fgraph_stack_alloc(void)
{
	struct fgraph_stack *stack = kzalloc(FGRAPH_STACK_BYTES, GFP_KERNEL);

	return stack ? stack->entries : NULL;
}

/**
 * fgraph_stack_reserve - make room for data of a user in the innermost frame
 * @stack: the stack
 * @frame: index of the innermost frame
 * @idx: number of the user
 * @size: bytes
 *
 * Context: Any, NMI included. RCU may not be watching.
 * Return: the data, which begin at a multiple of 8 bytes and are not zeroed. NULL if
 *	there is no room, if the user has data in this frame, or if @size is no size
 */
void *fgraph_stack_reserve(struct fgraph_stack *stack, int frame, int idx, int size)
{
	struct fgraph_user_state *user = &stack->users[idx];
	u32 begin = stack->used, end;

	if (size <= 0 || size > FGRAPH_STACK_BYTES)
		return NULL;
	end = begin + words_of(size);
	if (end + stack->reserved > FGRAPH_DATA_WORDS)
		return NULL;
	if (user->newest && block_at(stack, user->newest)->frame >= frame)
		return NULL;

	/* Before anything is in it: an interrupt takes what is not used */
	stack->used = end;
	barrier();
	*block_at(stack, end) = (struct block) {
		.frame = frame, .size = size, .before = user->newest,
	};
	barrier();
	user->newest = end;
	return &stack->data[begin];
}

/**
 * fgraph_stack_find - find the data of a user in the innermost frame
 * @stack: the stack
 * @frame: index of the innermost frame
 * @idx: number of the user
 * @size: where to put the number of bytes, or NULL
 *
 * Context: Any, NMI included. RCU may not be watching.
 * Return: the data, or NULL if the user has none in this frame
 */
void *fgraph_stack_find(const struct fgraph_stack *stack, int frame, int idx, int *size)
{
	u32 end = stack->users[idx].newest;

	if (!end || block_at(stack, end)->frame != frame)
		return NULL;
	return data_at(stack, end, size);
}

/**
 * fgraph_stack_find_parent - find the data of a user in an outer frame
 * @stack: the stack
 * @frame: index of the innermost frame
 * @idx: number of the user
 * @size: where to put the number of bytes, or NULL
 * @depth: how many frames with data of this user to go out, at least 1
 *
 * Takes @depth steps, whatever frames of other users lie between.
 *
 * Context: Any, NMI included. RCU may not be watching.
 * Return: the data, or NULL if there are not as many
 */
void *fgraph_stack_find_parent(const struct fgraph_stack *stack, int frame, int idx, int *size,
			       int depth)
{
	u32 end = outer_end(stack, frame, idx);

	while (end && --depth > 0)
		end = block_at(stack, end)->before;
	return end ? data_at(stack, end, size) : NULL;
}

/**
 * fgraph_stack_refuse - drop the data of a user that does not want the return
 * @stack: the stack
 * @frame: index of the innermost frame
 * @idx: number of the user
 *
 * The room is there again when the frame is popped.
 *
 * Context: Any, NMI included. RCU may not be watching.
 */
void fgraph_stack_refuse(struct fgraph_stack *stack, int frame, int idx)
{
	stack->users[idx].newest = outer_end(stack, frame, idx);
}

/**
 * fgraph_stack_drop - drop all data of the innermost frame
 * @stack: the stack
 * @frame: index of the innermost frame
 *
 * Context: Any, NMI included. RCU may not be watching.
 */
void fgraph_stack_drop(struct fgraph_stack *stack, int frame)
{
	struct ftrace_ret_stack *entry = &stack->entries[frame];
	unsigned long users = entry->users;

	for (; users; users &= users - 1)
		fgraph_stack_refuse(stack, frame, __ffs(users));
	barrier();
	stack->used = entry->data;
}

/* Outer frames that are of the user's registration */
static int count_frames(const struct fgraph_stack *stack, int count, int idx)
{
	int i, found = 0;

	for (i = 0; i < count; i++)
		found += fgraph_is_of(&stack->entries[i], idx, stack->users[idx].since);
	return found;
}

/**
 * fgraph_stack_cut - drop a frame and all that lie further in, for all users
 * @stack: the stack
 * @frame: index of the frame
 *
 * For a shadow stack that is broken: what the frames say of their data is not used.
 *
 * Context: Any, NMI included. RCU may not be watching. The tracer was stopped, and
 *	nobody reserves
 */
void fgraph_stack_cut(struct fgraph_stack *stack, int frame)
{
	struct fgraph_user_state *user;
	u16 used = 0;
	int idx;

	for (idx = 0; idx < FGRAPH_MAX_USERS; idx++) {
		user = &stack->users[idx];
		user->newest = outer_end(stack, frame, idx);
		user->depth = count_frames(stack, frame, idx);
		used = max(used, user->newest);
	}
	stack->used = used;
}

/* Cut the data of outer frames off, and let the others be of frames that are further out */
static void forget_data(struct fgraph_stack *stack, struct fgraph_user_state *user, int count)
{
	struct block *block, *inner = NULL;
	u32 end;

	for (end = user->newest; end; end = block->before) {
		block = block_at(stack, end);
		if (block->frame < count)
			break;
		block->frame -= count;
		inner = block;
	}
	if (inner)
		inner->before = 0;
	else
		user->newest = 0;
}

/**
 * fgraph_stack_forget - drop outer frames, for all users
 * @stack: the stack. The frames are there still
 * @count: number of frames to forget, from the outermost one
 *
 * A user who has no frame left begins anew in this task.
 *
 * Context: A task that will not return to these frames. It may be interrupted
 */
void fgraph_stack_forget(struct fgraph_stack *stack, int count)
{
	struct fgraph_user_state *user;
	int idx;

	for (idx = 0; idx < FGRAPH_MAX_USERS; idx++) {
		user = &stack->users[idx];
		forget_data(stack, user, count);
		user->depth -= count_frames(stack, count, idx);
		if (!user->depth)
			user->since = 0;
	}
}

static int innermost(void)
{
	int frame = current->curr_ret_stack;

	return current->ret_stack && (unsigned int)frame < FTRACE_RETFUNC_DEPTH ? frame : -1;
}

/**
 * fgraph_reserve_data - make room for data in the frame of a function
 * @idx: fgraph_ops.idx of the user whose entryfunc this is called from
 * @size_bytes: number of bytes
 *
 * The data are there until the function returns. entryfunc may call this once. If
 * entryfunc returns 0 after that, the data are dropped.
 *
 * Context: entryfunc of a user. Any, NMI included. RCU may not be watching.
 * Return: the data, which begin at a multiple of 8 bytes and are not zeroed, or NULL
 *	if there is no room
 */
void *fgraph_reserve_data(int idx, int size_bytes)
{
	int frame = innermost();

	if (frame < 0)
		return NULL;
	return fgraph_stack_reserve(fgraph_stack_of(current), frame, idx, size_bytes);
}

/**
 * fgraph_retrieve_data - find the data that fgraph_reserve_data() made room for
 * @idx: fgraph_ops.idx of the user whose callback this is called from
 * @size_bytes: where to put the number of bytes, or NULL
 *
 * Context: retfunc or entryfunc of a user. Any, NMI included. RCU may not be
 *	watching.
 * Return: the data, or NULL if the user has none in this frame
 */
void *fgraph_retrieve_data(int idx, int *size_bytes)
{
	int frame = innermost();

	if (frame < 0)
		return NULL;
	return fgraph_stack_find(fgraph_stack_of(current), frame, idx, size_bytes);
}

/**
 * fgraph_retrieve_parent_data - find the data of a calling function
 * @idx: fgraph_ops.idx of the user whose callback this is called from
 * @size_bytes: where to put the number of bytes, or NULL
 * @depth: how far out: 1 is the innermost frame, below this one, where the user has
 *	data. In an interrupt, this may be a frame of what was interrupted
 *
 * Takes as many steps as @depth says, whatever frames of other users there are.
 *
 * Context: As of fgraph_retrieve_data().
 * Return: the data, or NULL if there are not as many
 */
void *fgraph_retrieve_parent_data(int idx, int *size_bytes, int depth)
{
	int frame = innermost();

	if (frame < 0)
		return NULL;
	return fgraph_stack_find_parent(fgraph_stack_of(current), frame, idx, size_bytes, depth);
}

/**
 * fgraph_get_task_var - a variable of a user in the current task
 * @gops: the user whose callback this is called from
 *
 * It is 0 when the user first hooks a function in the task.
 *
 * Context: A callback of the user. Any, NMI included. RCU may not be watching.
 * Return: the variable
 */
unsigned long *fgraph_get_task_var(struct fgraph_ops *gops)
{
	return fgraph_task_var(gops);
}

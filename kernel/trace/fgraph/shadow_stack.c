// SPDX-License-Identifier: GPL-2.0
/*
 * shadow_stack.c - data of each registered fgraph_ops (ops), in each frame and task
 *
 * An interrupt may come at any place in this code. It pops all frames that it has pushed,
 * and leaves the stack as it was.
 */
#include <linux/bits.h>
#include <linux/build_bug.h>
#include <linux/export.h>
#include <linux/kernel.h>
#include <linux/slab.h>

#include "shadow_stack.h"

/*
 * Header of the data of an ops in a frame. It lies at the end of the data. The data begin
 * at a multiple of 8 bytes, so that they can have any type.
 */
struct hdr {
	u32 frame:8;	/* index of the frame in entries[] */
	u32 size:12;	/* bytes that were requested */
	u32 before:12;	/* end of the previous data of the same ops, or 0 */
};

#if FTRACE_RETFUNC_DEPTH > 256 || FGRAPH_STACK_BYTES > 4096
# error struct hdr is too small
#endif

/* Room for a time in each frame */
static_assert(FGRAPH_DATA_WORDS >=
	      DIV_ROUND_UP(sizeof(u64) + sizeof(struct hdr), sizeof(u64)) * FTRACE_RETFUNC_DEPTH);

static struct hdr *hdr_at(const struct fgraph_stack *stack, u32 end)
{
	return (struct hdr *)&stack->data[end] - 1;
}

static u32 words_of(u32 size)
{
	return DIV_ROUND_UP(size + sizeof(struct hdr), sizeof(u64));
}

static void *data_at(const struct fgraph_stack *stack, u32 end, int *size)
{
	const struct hdr *hdr = hdr_at(stack, end);

	if (size)
		*size = hdr->size;
	return (void *)&stack->data[end - words_of(hdr->size)];
}

/* The end of the innermost data of an ops below frame @frame (in its callers), or 0 */
static u32 outer_end(const struct fgraph_stack *stack, int frame, int idx)
{
	u32 end = stack->states[idx].newest;

	while (end && hdr_at(stack, end)->frame >= frame)
		end = hdr_at(stack, end)->before;
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
 * fgraph_stack_reserve - reserve room for data of an ops in the innermost frame
 * @stack: the stack
 * @frame: index of the innermost frame
 * @idx: index of the ops
 * @size: bytes
 *
 * Context: Any, NMI included. RCU may not be watching.
 * Return: the data, which begin at a multiple of 8 bytes and are not zeroed. NULL if
 *	there is no room, if the ops has data in this frame, or if @size is invalid
 */
void *fgraph_stack_reserve(struct fgraph_stack *stack, int frame, int idx, int size)
{
	struct fgraph_ops_state *state = &stack->states[idx];
	u32 begin = stack->used, end;

	if (size <= 0 || size > FGRAPH_STACK_BYTES)
		return NULL;
	end = begin + words_of(size);
	if (end + stack->reserved > FGRAPH_DATA_WORDS)
		return NULL;
	if (state->newest && hdr_at(stack, state->newest)->frame >= frame)
		return NULL;

	/* Reserve before the header is written: an interrupt may overwrite free room */
	stack->used = end;
	barrier();
	*hdr_at(stack, end) = (struct hdr) {
		.frame = frame, .size = size, .before = state->newest,
	};
	barrier();
	state->newest = end;
	return &stack->data[begin];
}

/**
 * fgraph_stack_find - find the data of an ops in the innermost frame
 * @stack: the stack
 * @frame: index of the innermost frame
 * @idx: index of the ops
 * @size: where to put the number of bytes, or NULL
 *
 * Context: Any, NMI included. RCU may not be watching.
 * Return: the data, or NULL if the ops has none in this frame
 */
void *fgraph_stack_find(const struct fgraph_stack *stack, int frame, int idx, int *size)
{
	u32 end = stack->states[idx].newest;

	if (!end || hdr_at(stack, end)->frame != frame)
		return NULL;
	return data_at(stack, end, size);
}

/**
 * fgraph_stack_find_parent - find the data of an ops in the frame of a caller
 * @stack: the stack
 * @frame: index of the innermost frame
 * @idx: index of the ops
 * @size: where to put the number of bytes, or NULL
 * @depth: which caller: counts only frames with data of this ops. At least 1
 *
 * Takes @depth steps, however many frames of other ops lie between.
 *
 * Context: Any, NMI included. RCU may not be watching.
 * Return: the data, or NULL if fewer callers have data of this ops
 */
void *fgraph_stack_find_parent(const struct fgraph_stack *stack, int frame, int idx, int *size,
			       int depth)
{
	u32 end = outer_end(stack, frame, idx);

	while (end && --depth > 0)
		end = hdr_at(stack, end)->before;
	return end ? data_at(stack, end, size) : NULL;
}

/**
 * fgraph_stack_refuse - drop the data of an ops that does not trace the return
 * @stack: the stack
 * @frame: index of the innermost frame
 * @idx: index of the ops
 *
 * The room is freed when the frame is popped.
 *
 * Context: Any, NMI included. RCU may not be watching.
 */
void fgraph_stack_refuse(struct fgraph_stack *stack, int frame, int idx)
{
	stack->states[idx].newest = outer_end(stack, frame, idx);
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
	unsigned long ops = entry->ops;

	for (; ops; ops &= ops - 1)
		fgraph_stack_refuse(stack, frame, __ffs(ops));
	barrier();
	stack->used = entry->data;
}

/* Of the @count outermost frames, count those that belong to the registration of the ops */
static int count_frames(const struct fgraph_stack *stack, int count, int idx)
{
	int i, found = 0;

	for (i = 0; i < count; i++)
		found += fgraph_belongs_to(&stack->entries[i], idx, stack->states[idx].since);
	return found;
}

/**
 * fgraph_stack_cut - drop a frame and the frames of its callees, for all ops
 * @stack: the stack
 * @frame: index of the frame
 *
 * For a broken shadow stack: ftrace_ret_stack.data of the frames is not used.
 *
 * Context: Any, NMI included. RCU may not be watching. The tracer was stopped, and no
 *	data are reserved meanwhile
 */
void fgraph_stack_cut(struct fgraph_stack *stack, int frame)
{
	struct fgraph_ops_state *state;
	u16 used = 0;
	int idx;

	for (idx = 0; idx < FGRAPH_ARRAY_SIZE; idx++) {
		state = &stack->states[idx];
		state->newest = outer_end(stack, frame, idx);
		state->depth = count_frames(stack, frame, idx);
		used = max(used, state->newest);
	}
	stack->used = used;
}

/* Unlink the data of the @count outermost frames. Renumber the frames of the other data */
static void forget_data(struct fgraph_stack *stack, struct fgraph_ops_state *state, int count)
{
	struct hdr *hdr, *inner = NULL;
	u32 end;

	for (end = state->newest; end; end = hdr->before) {
		hdr = hdr_at(stack, end);
		if (hdr->frame < count)
			break;
		hdr->frame -= count;
		inner = hdr;
	}
	if (inner)
		inner->before = 0;
	else
		state->newest = 0;
}

/**
 * fgraph_stack_forget - drop the outermost frames, for all ops
 * @stack: the stack. It still has the frames in entries[]
 * @count: number of frames to forget, from the outermost one
 *
 * An ops that has no frame left starts with a new state in this task.
 *
 * Context: A task that will not return to these frames. It may be interrupted
 */
void fgraph_stack_forget(struct fgraph_stack *stack, int count)
{
	struct fgraph_ops_state *state;
	int idx;

	for (idx = 0; idx < FGRAPH_ARRAY_SIZE; idx++) {
		state = &stack->states[idx];
		forget_data(stack, state, count);
		state->depth -= count_frames(stack, count, idx);
		if (!state->depth)
			state->since = 0;
	}
}

static int innermost(void)
{
	int frame = current->curr_ret_stack;

	return current->ret_stack && (unsigned int)frame < FTRACE_RETFUNC_DEPTH ? frame : -1;
}

/**
 * fgraph_reserve_data - reserve room for data in the frame of a function
 * @idx: fgraph_ops.idx of the ops whose entryfunc calls this
 * @size_bytes: number of bytes
 *
 * The data stay until the function returns. entryfunc may call this once. If entryfunc
 * returns 0 after that, the data are dropped.
 *
 * Context: entryfunc of an ops. Any, NMI included. RCU may not be watching.
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
EXPORT_SYMBOL_GPL(fgraph_reserve_data);

/**
 * fgraph_retrieve_data - find the data that fgraph_reserve_data() reserved
 * @idx: fgraph_ops.idx of the ops whose callback calls this
 * @size_bytes: where to put the number of bytes, or NULL
 *
 * Context: retfunc or entryfunc of an ops. Any, NMI included. RCU may not be watching.
 * Return: the data, or NULL if the ops has none in this frame
 */
void *fgraph_retrieve_data(int idx, int *size_bytes)
{
	int frame = innermost();

	if (frame < 0)
		return NULL;
	return fgraph_stack_find(fgraph_stack_of(current), frame, idx, size_bytes);
}
EXPORT_SYMBOL_GPL(fgraph_retrieve_data);

/**
 * fgraph_retrieve_parent_data - find the data of a calling function
 * @idx: fgraph_ops.idx of the ops whose callback calls this
 * @size_bytes: where to put the number of bytes, or NULL
 * @depth: which caller: 1 is the nearest caller in whose frame the ops has data. In an
 *	interrupt, this may be a frame of the interrupted code
 *
 * Takes @depth steps, however many frames of other ops there are.
 *
 * Context: As for fgraph_retrieve_data().
 * Return: the data, or NULL if fewer callers have data of this ops
 */
void *fgraph_retrieve_parent_data(int idx, int *size_bytes, int depth)
{
	int frame = innermost();

	if (frame < 0)
		return NULL;
	return fgraph_stack_find_parent(fgraph_stack_of(current), frame, idx, size_bytes, depth);
}
EXPORT_SYMBOL_GPL(fgraph_retrieve_parent_data);

/**
 * fgraph_get_task_var - return the variable of an ops in the current task
 * @gops: the ops whose callback calls this
 *
 * The variable is 0 when the ops first hooks a function in the task.
 *
 * Context: A callback of the ops. Any, NMI included. RCU may not be watching.
 * Return: the variable
 */
unsigned long *fgraph_get_task_var(struct fgraph_ops *gops)
{
	return fgraph_task_var(gops);
}
EXPORT_SYMBOL_GPL(fgraph_get_task_var);

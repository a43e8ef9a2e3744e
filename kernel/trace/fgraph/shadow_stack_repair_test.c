// SPDX-License-Identifier: GPL-2.0
/*
 * shadow_stack_repair_test.c - KUnit test of the search in a broken shadow stack
 *
 * Tests the cases that have occurred, by hand, and a model of a machine that calls
 * functions at random.
 */
#include <kunit/test.h>
#include <linux/prandom.h>

#include "shadow_stack_repair.h"

#define SEED		26
#define HISTORIES	3000
#define MAX_CALLS	30

/* Stacks lie next to each other. The first is the task's, the others are for interrupts */
#define STACKS		4
#define STACK_SIZE	0x400UL
#define STACK_END(n)	(0x10000 + STACK_SIZE * ((n) + 1))

/* Stands for return_to_handler. No call has this return address */
#define HANDLER		1UL

/* A function that was called and has not returned */
struct call {
	unsigned long slot;	/* where its return address is */
	unsigned long frame;	/* what identifies the frame in its entry */
	unsigned long pointer;	/* its frame pointer */
	unsigned long end;	/* its stack pointer: calls are below it */
	unsigned long ret;	/* its return address */
	bool hooked;
};

/* The task, or an interrupt: its first functions are called from here */
struct context {
	int base;		/* number of calls that it has interrupted */
	unsigned long end;	/* its stack pointer */
	unsigned long pointer;	/* its frame pointer */
};

enum defect {
	DEFECT_LOST,		/* the index is too small */
	DEFECT_EXTRA,		/* the index is too large */
	DEFECT_TWICE,		/* an entry was popped, and its function has not returned */
	DEFECT_SKIPPED,		/* a function has returned, and its entry was not popped */
	DEFECTS
};

static const char * const defects[] = {
	"index too small", "index too large", "popped, not returned", "returned, not popped"
};

struct model {
	struct ftrace_ret_stack stack[FTRACE_RETFUNC_DEPTH];
	int index;
	struct call calls[MAX_CALLS];
	int depth;		/* number of calls */
	struct context contexts[STACKS];
	int level;		/* number of interrupts that are handled */
	bool pointers;		/* frames are identified by frame pointers, not by slots */
	enum defect defect;
	int until_defect;	/* steps until the defect. Negative afterwards */
	bool stopped;
	bool ended;
	unsigned long last;	/* the last return address that was used */
	struct rnd_state rnd;
	/* Sums over histories */
	unsigned int broken[DEFECTS], none[DEFECTS], wrong[DEFECTS];
};

static void set_frame(struct ftrace_ret_stack *entry, unsigned long frame)
{
#ifdef HAVE_FUNCTION_GRAPH_FP_TEST
	entry->fp = frame;
#elif defined(HAVE_FUNCTION_GRAPH_RET_ADDR_TEST)
	entry->retp = (unsigned long *)frame;
#endif
}

/* Shadow stacks, from the outermost entry, and the index of the entry of @frame, or -1 */
static const struct known {
	const char *name;
	struct {
		unsigned long ret;
		unsigned long frame;
	} entries[4];
	unsigned long frame;
	int found;
} known[] = {
	{ "whole", { { 11, 400 }, { 22, 300 } }, 300, 1 },
	{ "the outermost", { { 11, 400 }, { 22, 300 } }, 400, 0 },
	{ "empty", { }, 300, -1 },
	{ "empty, and no frame", { }, 0, -1 },
	{ "a popped entry", { { 11, 400 }, { 0, 300 } }, 300, -1 },
	{ "an earlier function", { { 11, 400 }, { 22, 300 }, { 0, 200 }, { 0, 300 } }, 300, 1 },
	{ "another frame", { { 11, 400 }, { 22, 301 } }, 300, -1 },
	{ "overwritten", { { 11, 400 }, { 33, 200 }, { 0, 300 } }, 300, -1 },
	{ "overwritten by an interrupt", { { 11, 400 }, { 33, 9000 }, { 0, 300 } }, 300, -1 },
	{ "overwritten, the first entry", { { 33, 9000 }, { 0, 300 } }, 300, -1 },
	{ "in an interrupt", { { 11, 400 }, { 22, 9000 }, { 33, 8900 } }, 8900, 2 },
	{ "below an interrupt", { { 11, 400 }, { 22, 9000 }, { 33, 8900 } }, 400, 0 },
	{ "above an entry that is pushed", { { 11, 400 }, { 0, 300 }, { 33, 9000 } }, 9000, 2 },
	{ "tail call", { { 11, 400 }, { 22, 300 }, { HANDLER, 300 } }, 300, 2 },
	{ "tail call, popped", { { 11, 400 }, { 22, 300 }, { 0, 300 } }, 300, 1 },
	{ "tail call that has overwritten its caller",
		{ { 11, 400 }, { HANDLER, 300 }, { 0, 300 } }, 300, 1 },
	{ "tail call that had overwritten its caller",
		{ { 11, 400 }, { 0, 300 }, { 0, 300 } }, 300, -1 },
	{ "after a function that never returned",
		{ { 11, 400 }, { 22, 300 }, { 33, 300 } }, 300, 2 },
};

static void find_known(struct kunit *test)
{
	struct ftrace_ret_stack *stack = ((struct model *)test->priv)->stack;

	for (int i = 0; i < ARRAY_SIZE(known); i++) {
		struct ftrace_ret_stack *entry;

		for (int j = 0; j < ARRAY_SIZE(known[i].entries); j++) {
			stack[j].ret = known[i].entries[j].ret;
			set_frame(&stack[j], known[i].entries[j].frame);
		}
		entry = fgraph_find_frame(stack, known[i].frame);
		KUNIT_EXPECT_EQ_MSG(test, entry ? entry - stack : -1, known[i].found,
				    "%s", known[i].name);
	}
}

static void find_last(struct kunit *test)
{
	struct ftrace_ret_stack *stack = ((struct model *)test->priv)->stack;
	struct ftrace_ret_stack *last = &stack[FTRACE_RETFUNC_DEPTH - 1];

	last->ret = 11;
	set_frame(last, 400);
	KUNIT_EXPECT_PTR_EQ(test, fgraph_find_frame(stack, 400), last);
}

static unsigned int below(struct model *m, unsigned int limit)
{
	return prandom_u32_state(&m->rnd) % limit;
}

static bool one_in(struct model *m, unsigned int count)
{
	return !below(m, count);
}

static void interrupt(struct model *m);

/* An interrupt may come between any two accesses to the shadow stack */
static void window(struct model *m)
{
	if (one_in(m, 16))
		interrupt(m);
}

/*
 * As ftrace_push_return_trace(), and as function_graph_enter() if the tracer refuses the
 * entry.
 */
static bool push(struct model *m, unsigned long ret, unsigned long frame)
{
	int index = m->index + 1;
	struct ftrace_ret_stack *entry = m->stack + index;

	window(m);
	if (m->ended || m->stopped || (unsigned int)index >= FTRACE_RETFUNC_DEPTH)
		return false;
	m->index = index;
	window(m);
	set_frame(entry, frame);
	window(m);
	entry->ret = ret;
	window(m);
	if (!m->ended && !one_in(m, 8))
		return true;
	fgraph_pop_entry(entry, &m->index);
	return false;
}

/* As ftrace_return_to_handler(). Returns 0 if the return address is lost */
static unsigned long handler(struct model *m, unsigned long frame)
{
	struct ftrace_ret_stack *entry = m->stack + m->index;
	unsigned long ret;

	if ((unsigned int)m->index >= FTRACE_RETFUNC_DEPTH || !fgraph_is_frame(entry, frame)) {
		entry = fgraph_find_frame(m->stack, frame);
		m->stopped = true;
		m->broken[m->defect]++;
		m->index = entry ? entry - m->stack : -1;
		if (!entry)
			return 0;
	}
	ret = entry->ret;
	window(m);
	fgraph_pop_entry(entry, &m->index);
	return ret;
}

/* The function that runs, or NULL if the task or the interrupt has called nothing */
static struct call *running(struct model *m)
{
	return m->depth > m->contexts[m->level].base ? &m->calls[m->depth - 1] : NULL;
}

static void call(struct model *m)
{
	struct context *context = &m->contexts[m->level];
	struct call *last = running(m), *new = &m->calls[m->depth];

	if (m->depth == MAX_CALLS)
		return;
	new->slot = (last ? last->end : context->end) - 16 * (1 + below(m, 3));
	new->frame = new->slot;
	if (m->pointers)
		new->frame = last ? last->pointer : context->pointer;
	new->pointer = new->slot - 8;
	new->end = new->slot - 16 * below(m, 3) - 8;
	new->ret = m->last += 2;
	new->hooked = false;
	m->depth++;
	if (!one_in(m, 8))
		new->hooked = push(m, new->ret, new->frame);
}

/* The innermost function ends with a call. The callee has its return address and frame */
static void tail_call(struct model *m)
{
	struct call *last = running(m);

	if (last && push(m, last->hooked ? HANDLER : last->ret, last->frame))
		last->hooked = true;
}

static void do_return(struct model *m)
{
	struct call *last = running(m);
	unsigned long ret = HANDLER;

	if (!last)
		return;
	while (last->hooked && ret == HANDLER && !m->ended) {
		ret = handler(m, last->frame);
		if (!ret) {
			m->none[m->defect]++;
			m->ended = true;
		} else if (ret != HANDLER && ret != last->ret) {
			m->wrong[m->defect]++;
			m->ended = true;
		}
	}
	m->depth--;
}

static void make_defect(struct model *m)
{
	int index = m->index;

	switch (m->defect) {
	case DEFECT_LOST:
		m->index -= 1 + below(m, 2);
		break;
	case DEFECT_EXTRA:
		m->index += 1 + below(m, 2);
		break;
	case DEFECT_TWICE:
		if (index >= 0)
			fgraph_pop_entry(&m->stack[index], &m->index);
		break;
	default:
		if (running(m))
			m->depth--;
	}
}

static void step(struct model *m)
{
	if (!m->until_defect--)
		make_defect(m);
	switch (below(m, 8)) {
	case 0:
		interrupt(m);
		break;
	case 1:
		tail_call(m);
		break;
	case 2 ... 4:
		do_return(m);
		break;
	default:
		call(m);
	}
}

/* Some steps. Then all functions return */
static void run(struct model *m, unsigned int steps)
{
	while (steps-- && !m->ended)
		step(m);
	while (running(m))
		do_return(m);
}

/*
 * The interrupt runs on the stack that is in use, or on one of its own. The saved registers
 * are on the stack that was in use.
 */
static void interrupt(struct model *m)
{
	struct call *last = running(m);
	struct context *old = &m->contexts[m->level], *new = old + 1;
	unsigned long end = last ? last->end : old->end;

	if (m->level == STACKS - 1)
		return;
	m->level++;
	*new = (struct context){
		.base = m->depth,
		.end = one_in(m, 3) ? end - 64 : STACK_END(m->level),
		.pointer = end - 32,
	};
	run(m, below(m, 12));
	m->level--;
}

/* A new task calls functions and is interrupted. One defect is made on the way */
static void history(struct model *m)
{
	memset(m->stack, 0, sizeof(m->stack));
	m->index = -1;
	m->depth = 0;
	m->level = 0;
	/* On RISC-V, the first frame pointer is that of user mode */
	m->contexts[0] = (struct context){ .end = STACK_END(0), .pointer = m->last };
	m->stopped = false;
	m->ended = false;
	m->last = HANDLER + 1;
	m->defect = below(m, DEFECTS);
	m->until_defect = below(m, 100);
	run(m, 150);
}

/* No function returns to a wrong address, whatever the defect is */
static void histories(struct kunit *test, bool pointers)
{
	struct model *m = test->priv;

	prandom_seed_state(&m->rnd, SEED);
	m->pointers = pointers;
	for (int i = 0; i < HISTORIES; i++)
		history(m);
	for (int i = 0; i < DEFECTS; i++) {
		kunit_info(test, "%s: %u of %u not found, %u wrong", defects[i],
			   m->none[i], m->broken[i], m->wrong[i]);
		/* Fewer would mean that the model does not do what it should */
		KUNIT_EXPECT_GT(test, m->broken[i], HISTORIES / 20);
		KUNIT_EXPECT_EQ(test, m->wrong[i], 0);
	}
}

static void find_slots(struct kunit *test)
{
	histories(test, false);
}

static void find_frame_pointers(struct kunit *test)
{
	histories(test, true);
}

static int fgraph_frame_test_init(struct kunit *test)
{
	test->priv = kunit_kzalloc(test, sizeof(struct model), GFP_KERNEL);
	return test->priv ? 0 : -ENOMEM;
}

static struct kunit_case fgraph_frame_test_cases[] = {
	KUNIT_CASE(find_known),
	KUNIT_CASE(find_last),
	KUNIT_CASE(find_slots),
	KUNIT_CASE(find_frame_pointers),
	{}
};

static struct kunit_suite fgraph_frame_test_suite = {
	.name = "fgraph_frame",
	.init = fgraph_frame_test_init,
	.test_cases = fgraph_frame_test_cases,
};

kunit_test_suites(&fgraph_frame_test_suite);

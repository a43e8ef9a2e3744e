// SPDX-License-Identifier: GPL-2.0
/*
 * functions.c - functions whose return values are known
 *
 * Any number that is written to the parameter call, call_softirq or
 * call_hardirq has them called in that context. The write fails with -EIO
 * unless the callers get what they return. After it, debugfs has in
 * known/expected what C and the ABI say of the return registers: a line for
 * each return, in their order, with the function's name and the two registers
 * in hexadecimal. A "." is a digit that is left undefined.
 *
 * With the parameter hold, the initialization of the module calls a function,
 * and waits until any number is written to the parameter release.
 *
 * While function_graph is the tracer, the address of the pointer to its return
 * callback, in hexadecimal, written to the parameter stack has the stack checked
 * in what the trampoline of returning functions calls. The parameter reads "3/7" when the
 * stack was not aligned as the ABI demands in 3 of 7 calls.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/completion.h>
#include <linux/debugfs.h>
#include <linux/ftrace.h>
#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/stdarg.h>

#include "other.h"

/* As large as two registers */
#ifdef CONFIG_64BIT
#define both unsigned __int128
#else
#define both u64
#endif
#define BOTH(low, high) (((both)(high) << BITS_PER_LONG) | (low))

enum known_enum {
	KNOWN_ENUM_NEGATIVE = -0x12345678,
	KNOWN_ENUM = 0x12345678,
};

/* Unsigned, as no enumerator is negative */
enum known_flags {
	KNOWN_FLAGS = 1,
	KNOWN_FLAGS_HIGH = 0x80000001,
};

/* One byte. As a signed one, the values were negative */
enum known_byte {
	KNOWN_BYTE = 128,
	KNOWN_BYTE_HIGH = 200,
} __packed;

/*
 * Two registers, where an integer of that size has them (the psABIs of x86_64,
 * arm64 and riscv; on i386 by -freg-struct-return). On arm what is larger than
 * a word is written to where the caller says (AAPCS32, 6.4).
 */
struct pair {
	unsigned long first, second;
};

/* Written to where the caller says by all ABIs. Those of x86 return that address. */
struct triple {
	unsigned long first, second, third;
};

union word {
	unsigned long word;
	u8 byte;
	void *pointer;
};

/* Structs of many sizes: SIZES(WITH) is WITH(1), WITH(2), … */
#define SIZES(with) with(1); with(2); with(3); with(4); with(8); with(12); with(16)

#define STRUCT(size) struct bytes##size { u8 byte[size]; }
SIZES(STRUCT);
#undef STRUCT

static const u8 bytes[] = {
	0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88,
	0x89, 0x8a, 0x8b, 0x8c, 0x8d, 0x8e, 0x8f, 0x90,
};

#define LOOPS 100

static int known_object;
static unsigned int voids;
static struct triple *triple_at, *nested_triple_at;

/* Each needs both halves of a register pair, and no two are alike */
static const u64 args[] = {
	0x0123456789abcdef, 0x123456789abcdef0, 0x23456789abcdef01,
	0x3456789abcdef012, 0x456789abcdef0123, 0x56789abcdef01234,
	0x6789abcdef012345, 0x789abcdef0123456, 0x89abcdef01234567,
	0x9abcdef012345678,
};

/*
 * An asm between a call and the return keeps the call from becoming a jump.
 * The struct takes the semicolon of the list.
 */
#define KNOWN(name, type, value)			\
	type known_##name(void);			\
	noipa type known_##name(void)			\
	{						\
		barrier();				\
		return (type)(value);			\
	}						\
							\
	type known_nested_##name(void);			\
	noipa type known_nested_##name(void)		\
	{						\
		type got = known_##name();		\
							\
		barrier();				\
		return got;				\
	}						\
							\
	struct semicolon_follows
#include "values.h"
#undef KNOWN

/* The first function of a section: a mapping symbol (ARM, RISC-V) is at its address, and must not be taken for it */
void known_void(void);
noipa __section(".text.known") void known_void(void)
{
	barrier();
	voids++;
}

void known_nested_void(void);
noipa void known_nested_void(void)
{
	known_void();
	barrier();
}

/* Others have sections of their own, too */
bool known_section(void);
noipa __section(".text.another") bool known_section(void)
{
	barrier();
	return true;
}

bool known_cold(void);
noipa __cold bool known_cold(void)
{
	barrier();
	return true;
}

/* Bits above the value that a caller must not look at. x86 and arm64 leave them there */
u8 known_garbage(void);
noipa u8 known_garbage(void)
{
	unsigned long value = 0x5a5a5a12;

	OPTIMIZER_HIDE_VAR(value);
	return value;
}

/* Its last call is a jump: known_uint() returns to who called this */
unsigned int known_jump(void);
noipa unsigned int known_jump(void)
{
	barrier();
	return known_uint();
}

/* other.c has one, too, with another type */
static noipa int known_same(void)
{
	barrier();
	return -EINVAL;
}

bool known_early(void);
noipa __init bool known_early(void)
{
	barrier();
	return true;
}

#define BYTES(size)						\
	struct bytes##size known_bytes##size(void);		\
	noipa struct bytes##size known_bytes##size(void)	\
	{							\
		struct bytes##size value;			\
								\
		memcpy(&value, bytes, size);			\
		barrier();					\
		return value;					\
	}							\
								\
	struct semicolon_follows
SIZES(BYTES);
#undef BYTES

union word known_union(void);
noipa union word known_union(void)
{
	barrier();
	return (union word){ .word = 0x11111111 };
}

struct pair known_pair(void);
noipa struct pair known_pair(void)
{
	barrier();
	return (struct pair){ 0x11111111, 0x22222222 };
}

struct pair known_nested_pair(void);
noipa struct pair known_nested_pair(void)
{
	struct pair got = known_pair();

	barrier();
	return got;
}

struct triple known_triple(void);
noipa struct triple known_triple(void)
{
	barrier();
	return (struct triple){ 0x11111111, 0x22222222, 0x33333333 };
}

struct triple known_nested_triple(void);
noipa struct triple known_nested_triple(void)
{
	struct triple got = known_triple();

	triple_at = &got;
	barrier();
	return got;
}

static u64 mix(u64 mixed, u64 arg)
{
	return mixed * 31 + arg;
}

static u64 mix_args(void)
{
	u64 mixed = 0;
	int i;

	for (i = 0; i < ARRAY_SIZE(args); i++)
		mixed = mix(mixed, args[i]);
	return mixed;
}

/* More arguments than any of the architectures has registers for */
unsigned long known_args(unsigned long a, unsigned long b, unsigned long c, unsigned long d,
			 unsigned long e, unsigned long f, unsigned long g, unsigned long h,
			 unsigned long i, unsigned long j);
noipa unsigned long known_args(unsigned long a, unsigned long b, unsigned long c, unsigned long d,
			       unsigned long e, unsigned long f, unsigned long g, unsigned long h,
			       unsigned long i, unsigned long j)
{
	u64 mixed = mix(mix(mix(mix(mix(a, b), c), d), e), f);

	barrier();
	return mix(mix(mix(mix(mixed, g), h), i), j);
}

u64 known_varargs(int count, ...);
noipa u64 known_varargs(int count, ...)
{
	u64 mixed = 0;
	va_list list;

	va_start(list, count);
	while (count--)
		mixed = mix(mixed, va_arg(list, u64));
	va_end(list);
	return mixed;
}

#if defined(CONFIG_ARM) && defined(CONFIG_UNWINDER_FRAME_POINTER)
/*
 * Assembly that calls the tracer without a frame record, and with a frame
 * pointer to nowhere. The tracer must not fault, and need not trace it.
 */
#define KNOWN_UNFRAMED
unsigned long unframed(void);
asm("	.type	unframed, %function\n"
    "unframed:\n"
    "	push	{fp, lr}\n"
    "	mvn	fp, #15\n"
    "	push	{lr}\n"
    "	bl	__gnu_mcount_nc\n"
    "	mov	r0, #42\n"
    "	pop	{fp, pc}\n"
    "	.size	unframed, . - unframed\n");
#endif

static both loop_value(unsigned long turn)
{
	return BOTH(turn * 0x01010101, ~turn);
}

both known_loop(unsigned long turn);
noipa both known_loop(unsigned long turn)
{
	barrier();
	return loop_value(turn);
}

/* Takes note where the caller of a function did not get what it returned */
static int check(bool received, const char *name)
{
	if (!received)
		pr_err("what known_%s() returned did not arrive\n", name);
	return received ? 0 : -EIO;
}

/* What is initialized by a call is where the callee writes; what is assigned to may get a copy. */
static int call_triple(void)
{
	struct triple triple = known_nested_triple();

	nested_triple_at = &triple;
	barrier();
	return check(triple.first == 0x11111111 && triple.second == 0x22222222 &&
		     triple.third == 0x33333333, "nested_triple");
}

static int call_bytes(void)
{
	int err = 0;

#define BYTES(size)							\
	do {								\
		struct bytes##size got = known_bytes##size();		\
									\
		err |= check(!memcmp(&got, bytes, size), "bytes" #size);	\
	} while (0)
	SIZES(BYTES);
#undef BYTES
	return err;
}

static int call_all(void)
{
	unsigned int voids_before = voids;
	struct pair pair;
	unsigned long i;
	int err = 0;

#define KNOWN(name, type, value) \
	(err |= check(known_nested_##name() == (type)(value), "nested_" #name))
#include "values.h"
#undef KNOWN

	known_nested_void();
	err |= check(voids == voids_before + 1, "nested_void");

	err |= check(known_section(), "section");
	err |= check(known_cold(), "cold");
	err |= check(known_garbage() == 0x12, "garbage");
	err |= check(known_jump() == 0x12345678, "jump");
	err |= check(known_same() == -EINVAL, "same");
	err |= check(call_other_same() == (u32)-EINVAL, "same");
	err |= check(call_other_path_openat() == 0x1234, "path_openat");

	err |= call_bytes();
	err |= check(known_union().word == 0x11111111, "union");

	pair = known_nested_pair();
	err |= check(pair.first == 0x11111111 && pair.second == 0x22222222, "nested_pair");

	err |= call_triple();

	err |= check(known_args(args[0], args[1], args[2], args[3], args[4], args[5], args[6],
				args[7], args[8], args[9]) == (unsigned long)mix_args(), "args");
	err |= check(known_varargs(ARRAY_SIZE(args), args[0], args[1], args[2], args[3], args[4],
				   args[5], args[6], args[7], args[8], args[9]) == mix_args(),
		     "varargs");

#ifdef KNOWN_UNFRAMED
	err |= check(unframed() == 42, "unframed");
#endif

	for (i = 0; i < LOOPS; i++)
		err |= check(known_loop(i) == loop_value(i), "loop");
	return err;
}

/*
 * How many digits of the first register are defined when a scalar of that size
 * is in it. AAPCS32 (6.4) and the psABI of riscv (2.1) have it extended to the
 * whole register; those of x86 and arm64 leave undefined what it does not need.
 */
static int defined_digits(size_t size)
{
	if (IS_ENABLED(CONFIG_ARM) || IS_ENABLED(CONFIG_RISCV))
		size = sizeof(long);
	return 2 * min(size, sizeof(long));
}

static void show_register(struct seq_file *s, unsigned long value, int digits)
{
	char text[2 * sizeof(long) + 1];

	snprintf(text, sizeof(text), "%0*lx", (int)(2 * sizeof(long)), value);
	memset(text, '.', 2 * sizeof(long) - digits);
	seq_printf(s, " %s", text);
}

static void show_return(struct seq_file *s, const char *prefix, const char *name,
			both value, size_t size)
{
	unsigned long first = value;

	/* Only riscv defines the bits above an int: each is like the highest of the int */
	if (size <= sizeof(int))
		first = (int)first;
	seq_printf(s, "known_%s%s", prefix, name);
	show_register(s, first, size ? defined_digits(size) : 0);
	show_register(s, value >> BITS_PER_LONG, size > sizeof(long) ? 2 * sizeof(long) : 0);
	seq_putc(s, '\n');
}

/*
 * Most bytes of a struct that are in registers, as in struct pair. On i386,
 * only those of some sizes are.
 */
static void show_struct(struct seq_file *s, const char *name, size_t size)
{
	bool registers = IS_ENABLED(CONFIG_ARM) ? size <= 4 :
			 IS_ENABLED(CONFIG_X86_32) ? size <= 8 && is_power_of_2(size) : true;
	unsigned long value[2] = { };

	memcpy(value, bytes, min(size, sizeof(value)));
	seq_printf(s, "known_%s", name);
	/* No ABI extends it */
	show_register(s, value[0], registers ? 2 * min(size, sizeof(long)) : 0);
	show_register(s, value[1], registers && size > sizeof(long) ? 2 * (size - sizeof(long)) : 0);
	seq_putc(s, '\n');
}

/* A leaf, and the function that calls it */
static void show_returns(struct seq_file *s, const char *name, both value, size_t size)
{
	show_return(s, "", name, value, size);
	show_return(s, "nested_", name, value, size);
}

static int expected_show(struct seq_file *s, void *unused)
{
	const size_t pointer = IS_ENABLED(CONFIG_X86) ? sizeof(void *) : 0;
	const size_t pair = IS_ENABLED(CONFIG_ARM) ? 0 : sizeof(struct pair);
	unsigned long i;

#define KNOWN(name, type, value) show_returns(s, #name, (both)(value), sizeof(type))
#include "values.h"
#undef KNOWN
	show_returns(s, "void", 0, 0);
	show_return(s, "", "section", true, sizeof(bool));
	show_return(s, "", "cold", true, sizeof(bool));
	show_return(s, "", "garbage", 0x12, sizeof(u8));
	show_return(s, "", "uint", 0x12345678, sizeof(int));
	show_return(s, "", "jump", 0x12345678, sizeof(int));
	show_return(s, "", "same", -EINVAL, sizeof(int));
	show_return(s, "", "same", (u32)-EINVAL, sizeof(u32));
#define BYTES(size) show_struct(s, "bytes" #size, size)
	SIZES(BYTES);
#undef BYTES
	show_return(s, "", "union", 0x11111111, sizeof(union word));
	show_returns(s, "pair", BOTH(0x11111111, 0x22222222), pair);
	show_return(s, "", "triple", (unsigned long)triple_at, pointer);
	show_return(s, "nested_", "triple", (unsigned long)nested_triple_at, pointer);
	show_return(s, "", "args", (unsigned long)mix_args(), sizeof(long));
	show_return(s, "", "varargs", mix_args(), sizeof(u64));
	for (i = 0; i < LOOPS; i++)
		show_return(s, "", "loop", loop_value(i), sizeof(both));
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(expected);

static DECLARE_COMPLETION(called);
static struct hrtimer timer;
static int result;

static int call(const char *val, const struct kernel_param *kp)
{
	return call_all();
}

static void tasklet_called(struct tasklet_struct *unused)
{
	result = in_serving_softirq() && !in_hardirq() ? call_all() : -EDOM;
	complete(&called);
}

static DECLARE_TASKLET(tasklet, tasklet_called);

static int call_softirq(const char *val, const struct kernel_param *kp)
{
	tasklet_schedule(&tasklet);
	wait_for_completion(&called);
	tasklet_kill(&tasklet);
	return result;
}

static enum hrtimer_restart timer_called(struct hrtimer *unused)
{
	result = in_hardirq() ? call_all() : -EDOM;
	complete(&called);
	return HRTIMER_NORESTART;
}

static int call_hardirq(const char *val, const struct kernel_param *kp)
{
	hrtimer_start(&timer, 0, HRTIMER_MODE_REL_HARD);
	wait_for_completion(&called);
	hrtimer_cancel(&timer);
	return result;
}

static const struct kernel_param_ops call_ops = { .set = call };
static const struct kernel_param_ops call_softirq_ops = { .set = call_softirq };
static const struct kernel_param_ops call_hardirq_ops = { .set = call_hardirq };
module_param_cb(call, &call_ops, NULL, 0200);
module_param_cb(call_softirq, &call_softirq_ops, NULL, 0200);
module_param_cb(call_hardirq, &call_hardirq_ops, NULL, 0200);

/*
 * The psABI of x86_64 demands 16, but arch/x86/Makefile has
 * -mpreferred-stack-boundary=3 (2 on i386): no function of the kernel keeps, or
 * needs, more than a word.
 */
#if defined(CONFIG_ARM64) || defined(CONFIG_RISCV)
#define STACK_ALIGN 16
#elif defined(CONFIG_X86_32)
#define STACK_ALIGN 4
#else
#define STACK_ALIGN 8
#endif

static atomic_t stack_calls, stack_misaligned;
static trace_func_graph_ret_t traced_return;

/*
 * Functions that call others keep the alignment that they are called with, so
 * this one has what the trampoline left. The compiler takes that for granted:
 * hide what is tested.
 */
static __always_inline void note_stack(void)
{
	unsigned long sp = current_stack_pointer;

	OPTIMIZER_HIDE_VAR(sp);
	atomic_inc(&stack_calls);
	if (!IS_ALIGNED(sp, STACK_ALIGN))
		atomic_inc(&stack_misaligned);
}

#ifdef CONFIG_HAVE_FUNCTION_GRAPH_FREGS
static notrace void check_stack(struct ftrace_graph_ret *trace, struct fgraph_ops *gops,
				struct ftrace_regs *fregs)
{
	note_stack();
	traced_return(trace, gops, fregs);
	barrier();
}
#else
/* The stock kernel */
static notrace void check_stack(struct ftrace_graph_ret *trace)
{
	note_stack();
	traced_return(trace);
	barrier();
}
#endif

static int stack_set(const char *val, const struct kernel_param *kp)
{
	trace_func_graph_ret_t *graph_return;
	unsigned long address;
	int err = kstrtoul(val, 16, &address);

	if (err)
		return err;
	if (traced_return)
		return -EBUSY;
	/* The tracer may call check_stack() for ever */
	__module_get(THIS_MODULE);
	graph_return = (trace_func_graph_ret_t *)address;
	traced_return = *graph_return;
	/* Who sees check_stack() sees traced_return */
	smp_store_release(graph_return, check_stack);
	return 0;
}

static int stack_get(char *buffer, const struct kernel_param *kp)
{
	return sysfs_emit(buffer, "%d/%d\n", atomic_read(&stack_misaligned),
			  atomic_read(&stack_calls));
}

static const struct kernel_param_ops stack_ops = { .set = stack_set, .get = stack_get };
module_param_cb(stack, &stack_ops, NULL, 0600);

static bool hold;
module_param(hold, bool, 0);

static DECLARE_COMPLETION(released);

static int release(const char *val, const struct kernel_param *kp)
{
	complete(&released);
	return 0;
}

static const struct kernel_param_ops release_ops = { .set = release };
module_param_cb(release, &release_ops, NULL, 0200);

static struct dentry *folder;

static int __init known_init(void)
{
	if (hold) {
		known_early();
		wait_for_completion(&released);
	}
	hrtimer_init(&timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_HARD);
	timer.function = timer_called;
	folder = debugfs_create_dir("known", NULL);
	debugfs_create_file("expected", 0400, folder, NULL, &expected_fops);
	return 0;
}

static void __exit known_exit(void)
{
	debugfs_remove(folder);
}

module_init(known_init);
module_exit(known_exit);

MODULE_DESCRIPTION("Functions whose return values are known");
MODULE_LICENSE("GPL");

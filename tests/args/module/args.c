// SPDX-License-Identifier: GPL-2.0
/*
 * args.c - functions whose arguments are known
 *
 * Any number that is written to the parameter call has them called. Each writes down what
 * it was given, as C says: into debugfs, file args/expected. A line is the text of the call
 * in a trace, the next one has the words of its record in hexadecimal. A "." is a digit
 * that the ABI leaves undefined. There is a function for each row of the table of rules in
 * kernel/trace/fgraph/arg_places.h, and for each kind of text in arg_text.c.
 *
 * Any number that is written to the parameter fail has three functions called that fail. One
 * that is written to the parameter fail_name has two called, of which one has a string. One
 * that is written to the parameter strings has functions called with strings. What is
 * expected of these is written down in the same way, but without words.
 */
#include <linux/debugfs.h>
#include <linux/linkage.h>
#include <linux/module.h>
#include <linux/seq_buf.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/stdarg.h>
#include <linux/vmalloc.h>

#define noipa __attribute__((__noipa__))

enum known_sign { KNOWN_MINUS = -5, KNOWN_PLUS = 5 };
enum known_flags { KNOWN_FLAG = 1, KNOWN_HIGH = 0x80000001 };
enum known_byte { KNOWN_BYTE = 200 } __packed;

struct pair { unsigned long first, second; };
struct triple { unsigned long first, second, third; };
struct twelve { u32 first, second, third; };
struct mixed { u32 first; u64 second; };
struct packed { u8 first; u64 second; } __packed;
struct tail { u64 first; u32 second; } __packed;
struct five { u32 first; u8 second; } __packed;
struct fives { struct five five[3]; };
struct small { u8 first, second, third; };
struct bits { u32 first : 3; u64 second : 40; };
struct nothing { };
union word { unsigned long word; u8 byte; };

static char text[16384], words[512];
static struct seq_buf text_buf, words_buf;
static bool is_first;

static void begin(const char *name)
{
	seq_buf_printf(&text_buf, "%s(", name);
	seq_buf_init(&words_buf, words, sizeof(words));
	is_first = true;
}

static void named(const char *name)
{
	seq_buf_printf(&text_buf, is_first ? "%s=" : ", %s=", name);
	is_first = false;
}

/* A word of a record, of which so many bytes are defined */
static void put_word(unsigned long word, size_t bytes)
{
	char digits[2 * sizeof(long) + 1];

	snprintf(digits, sizeof(digits), "%0*lx", (int)(2 * sizeof(long)), word);
	memset(digits, '.', 2 * (sizeof(long) - bytes));
	seq_buf_printf(&words_buf, " %s", digits);
}

static void put_words(const void *at, size_t bytes)
{
	unsigned long word;
	size_t part;

	for (; bytes; bytes -= part, at += part) {
		part = min(bytes, sizeof(long));
		word = 0;
		memcpy(&word, at, part);
		put_word(word, part);
	}
}

static void put_struct(const char *name, const void *at, size_t bytes)
{
	bool is_pointer = bytes > 16 && (IS_ENABLED(CONFIG_ARM64) || IS_ENABLED(CONFIG_RISCV));
	unsigned long word;
	size_t i, part;

	named(name);
	if (is_pointer) {
		seq_buf_printf(&text_buf, "(STRUCT *)0x%lx", (unsigned long)at);
		put_word((unsigned long)at, sizeof(long));
		return;
	}
	seq_buf_printf(&text_buf, "%s", "(STRUCT)[");
	for (i = 0; i < bytes; i += part) {
		part = min(bytes - i, sizeof(long));
		word = 0;
		memcpy(&word, at + i, part);
		seq_buf_printf(&text_buf, i ? ":0x%lx" : "0x%lx", word);
	}
	seq_buf_printf(&text_buf, "%s", "]");
	put_words(at, bytes);
}

static void put_text(const char *name, const char *format, u64 value, size_t bytes)
{
	named(name);
	seq_buf_printf(&text_buf, format, value);
	put_words(&value, bytes);
}

static void put_number(const char *name, u64 value, size_t bytes, bool is_decimal)
{
	put_text(name, is_decimal ? "%lld" : "0x%llx", value, bytes);
}

static void put_bool(const char *name, bool value)
{
	named(name);
	seq_buf_printf(&text_buf, "%s", value ? "true" : "false");
	put_word(value, 1);
}

static void end(const char *rest)
{
	seq_buf_printf(&text_buf, "%s)\n%.*s\n", rest, (int)words_buf.len, words);
}

#define BEGIN		begin(__func__)
#define INT(a)		put_number(#a, (u64)(s64)(a), sizeof(a), true)
#define UINT(a)		put_number(#a, (u64)(a), sizeof(a), false)
#define CHAR(a)		put_number(#a, (u64)(s64)(a), sizeof(a), (char)-1 < 0)
#define ENUM(a)		put_number(#a, (u64)(a), sizeof(a), true)
#define POINTER(a)	put_number(#a, (unsigned long)(a), sizeof(a), false)
#define MODE(a)		put_text(#a, "%#llo", a, sizeof(a))
#define BOOL(a)		put_bool(#a, a)
#define STRUCT(a)	put_struct(#a, &(a), sizeof(a))
#define END		end("")

#define KNOWN(name, arguments, body) \
	void known_##name arguments; \
	noipa void known_##name arguments \
	{ \
		BEGIN; \
		body; \
		END; \
	}

KNOWN(none, (void), )
KNOWN(int, (int a), INT(a))
KNOWN(narrow, (bool a, s8 b, u8 c, s16 d, u16 e, char f),
      BOOL(a); INT(b); UINT(c); INT(d); UINT(e); CHAR(f))
KNOWN(numbers, (long a, unsigned long b, size_t size, loff_t pos, umode_t mode),
      INT(a); UINT(b); UINT(size); INT(pos); MODE(mode))
/* Flags are printed in hexadecimal, whatever their type, and permissions in octal */
KNOWN(names, (int flags, int open_flags, int flags_of, int mode),
      UINT(flags); UINT(open_flags); INT(flags_of); INT(mode))
KNOWN(on_stack, (long a, long b, long c, long d, long e, long f, long g, long h,
		 bool i, s8 j, u8 k, s16 l, u16 m, s32 n, u32 o),
      INT(a); INT(b); INT(c); INT(d); INT(e); INT(f); INT(g); INT(h);
      BOOL(i); INT(j); UINT(k); INT(l); UINT(m); INT(n); UINT(o))
KNOWN(wide, (u64 a, s64 b), UINT(a); INT(b))
KNOWN(wide_second, (int a, u64 b, int c), INT(a); UINT(b); INT(c))
KNOWN(wide_third, (int a, int b, u64 c, int d), INT(a); INT(b); UINT(c); INT(d))
KNOWN(wide_fourth, (int a, int b, int c, s64 d, int e), INT(a); INT(b); INT(c); INT(d); INT(e))
KNOWN(wide_stack, (u64 a, u64 b, u64 c, int d, u64 e, int f, int g),
      UINT(a); UINT(b); UINT(c); INT(d); UINT(e); INT(f); INT(g))
KNOWN(pair, (struct pair a, int b), STRUCT(a); INT(b))
KNOWN(pair_fourth, (int a, int b, int c, struct pair d, int e),
      INT(a); INT(b); INT(c); STRUCT(d); INT(e))
KNOWN(pair_sixth, (long a, long b, long c, long d, long e, struct pair f, long g, long h),
      INT(a); INT(b); INT(c); INT(d); INT(e); STRUCT(f); INT(g); INT(h))
KNOWN(pair_eighth, (long a, long b, long c, long d, long e, long f, long g, struct pair h, long i),
      INT(a); INT(b); INT(c); INT(d); INT(e); INT(f); INT(g); STRUCT(h); INT(i))
KNOWN(triple, (int a, struct triple b, int c), INT(a); STRUCT(b); INT(c))
KNOWN(twelve, (struct twelve a, int b), STRUCT(a); INT(b))
KNOWN(mixed, (int a, struct mixed b, int c), INT(a); STRUCT(b); INT(c))
KNOWN(packed, (int a, struct packed b, int c), INT(a); STRUCT(b); INT(c))
KNOWN(tail, (int a, struct tail b, int c), INT(a); STRUCT(b); INT(c))
KNOWN(fives, (struct fives a, int b), STRUCT(a); INT(b))
KNOWN(small, (struct small a, int b), STRUCT(a); INT(b))
KNOWN(bits, (int a, struct bits b, int c), INT(a); STRUCT(b); INT(c))
KNOWN(nothing, (int a, struct nothing b, int c), INT(a); STRUCT(b); INT(c))
KNOWN(union, (union word a, int b), STRUCT(a); INT(b))
KNOWN(enums, (enum known_sign a, enum known_flags b, enum known_byte c), ENUM(a); ENUM(b); ENUM(c))
KNOWN(pointers, (const void *a, const char *name, int (*c)(void), struct page **d),
      POINTER(a); POINTER(name); POINTER(c); POINTER(d))

/* The place of the return value is a hidden argument */
struct triple known_returns_triple(int a, int b);
noipa struct triple known_returns_triple(int a, int b)
{
	BEGIN;
	INT(a);
	INT(b);
	END;
	return (struct triple){ a, b, 0 };
}

int known_variadic(int a, u64 b, const char *c, ...);
noipa int known_variadic(int a, u64 b, const char *c, ...)
{
	va_list more;
	int d;

	va_start(more, c);
	d = va_arg(more, int);
	va_end(more);
	BEGIN;
	INT(a);
	UINT(b);
	POINTER(c);
	end(", ...");
	return d;
}

asmlinkage void known_asmlinkage(int a, int b);
noipa asmlinkage void known_asmlinkage(int a, int b)
{
	BEGIN;
	INT(a);
	INT(b);
	END;
}

/* More words than a record takes */
void known_many(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j,
		int k, int l, int m, int n, int o, int p, int q, int r);
noipa void known_many(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j,
		      int k, int l, int m, int n, int o, int p, int q, int r)
{
	BEGIN;
	INT(a); INT(b); INT(c); INT(d); INT(e); INT(f); INT(g); INT(h);
	INT(i); INT(j); INT(k); INT(l); INT(m); INT(n); INT(o); INT(p);
	end(q + r == 35 ? ", ..." : ", lost");
}

/* The caller leaves what it likes in the upper bits. The function does not look at them */
void known_garbage(u8 a, s16 b, bool c, u32 d);
noipa void known_garbage(u8 a, s16 b, bool c, u32 d)
{
	begin(__func__);
	put_number("a", 0x12, 1, false);
	put_number("b", -2, 2, true);
	put_bool("c", true);
	put_number("d", 0x12345678, 4, false);
	END;
}

/* Three functions that fail, each because the next one does */
int known_made(int a, u64 b, const char *c);
noipa int known_made(int a, u64 b, const char *c)
{
	barrier();
	return -EINVAL;
}

int known_handed(struct pair a);
noipa int known_handed(struct pair a)
{
	int err = known_made(-3, 0x1122334455667788, "made");

	barrier();
	return err;
}

int known_outermost(int a, bool b, u16 c);
noipa int known_outermost(int a, bool b, u16 c)
{
	int err = known_handed((struct pair){ 4, 5 });

	barrier();
	return err;
}

/* Two functions that fail, as no thing has that name */
int known_named(const char *name);
noipa int known_named(const char *name)
{
	barrier();
	return -ENOENT;
}

int known_asks(int a);
noipa int known_asks(int a)
{
	int err = known_named("/no/such/name");

	barrier();
	return err;
}

/* What is expected behind the addresses of the strings that the next function gets */
static const char *expected_strings[4];

static void put_string(const char *name, const char *address, int n)
{
	named(name);
	seq_buf_printf(&text_buf, "0x%lx%s", (unsigned long)address, expected_strings[n]);
}

#define STRING(a, n)	put_string(#a, a, n)

KNOWN(string, (const char *a), STRING(a, 0))
/* What the trace has of one behind a third one is its address */
KNOWN(strings, (int a, const char *b, const char *c, u64 d, const char *e, const char *f),
      INT(a); STRING(b, 0); STRING(c, 1); UINT(d); STRING(e, 2); STRING(f, 3))
KNOWN(string_on_stack, (long a, long b, long c, long d, long e, long f, long g, long h,
			const char *i),
      INT(a); INT(b); INT(c); INT(d); INT(e); INT(f); INT(g); INT(h); STRING(i, 0))
/* A function may write there */
KNOWN(no_string, (char *a, const unsigned char *b, const char **c),
      POINTER(a); POINTER(b); POINTER(c))

/* Memory that was of init functions. It is not mapped any more, on arm64 */
static unsigned long unmapped;
module_param(unmapped, ulong, 0600);

static void call_string(const char *string, const char *expected)
{
	expected_strings[0] = expected;
	known_string(string);
}

static int call_with_strings(void)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzabcdefghijklmn";
	char *pages[] = { kmalloc(PAGE_SIZE, GFP_KERNEL), vmalloc(PAGE_SIZE) };
	char on_stack[64] = "on the stack";
	const char *one = letters;

	if (!pages[0] || !pages[1]) {
		kfree(pages[0]);
		vfree(pages[1]);
		return -ENOMEM;
	}
	seq_buf_init(&text_buf, text, sizeof(text) - 1);
	call_string("eth0", " \"eth0\"");
	call_string("", " \"\"");
	call_string(letters + 10, " \"klmnopqrstuvwxyzabcdefghijklmn\"");
	call_string(letters + 9, " \"jklmnopqrstuvwxyzabcdefghijklmn\"...");
	call_string(letters, " \"abcdefghijklmnopqrstuvwxyzabcde\"...");
	call_string("a\"b\\c\n\x01\xff", " \"a\\\"b\\\\c\\n\\001\\377\"");
	strcpy(pages[0], "allocated");
	call_string(pages[0], " \"allocated\"");
	call_string(on_stack, " \"on the stack\"");
	/* An address of vmalloc() may be one of a device */
	strcpy(pages[1], "mapped");
	call_string(pages[1], "");
	call_string(NULL, "");
	call_string(ERR_PTR(-EINVAL), "");
	if (IS_ENABLED(CONFIG_ARM64))
		call_string((const char *)unmapped, "");
	/* A function that is no system call is not given strings of the user */
	call_string((const char *)current->mm->arg_start, "");
	if (IS_ENABLED(CONFIG_64BIT))
		call_string((const char *)(unsigned long)BIT_ULL(62), "");

	expected_strings[0] = " \"one\"";
	expected_strings[1] = "";
	expected_strings[2] = " \"three\"";
	expected_strings[3] = "";
	known_strings(1, "one", NULL, 0x1122334455667788, "three", "four");
	expected_strings[0] = " \"nine\"";
	known_string_on_stack(1, 2, 3, 4, 5, 6, 7, 8, "nine");
	known_no_string(pages[0], pages[0], &one);
	kfree(pages[0]);
	vfree(pages[1]);
	return seq_buf_has_overflowed(&text_buf) ? -ENOSPC : 0;
}

static int strings(const char *val, const struct kernel_param *kp)
{
	return call_with_strings();
}

static const struct kernel_param_ops strings_ops = { .set = strings };
module_param_cb(strings, &strings_ops, NULL, 0200);

/* In no half of a register that a value of known_garbage() has */
static unsigned int garbage_bits = 0x5a000000;

static void call_all(void)
{
	void (*garbage)(unsigned long, unsigned long, unsigned long, unsigned long) =
		(void *)known_garbage;

	seq_buf_init(&text_buf, text, sizeof(text) - 1);
	known_none();
	known_int(-0x12345678);
	known_narrow(true, -0x12, 0x81, -0x1234, 0x8001, 'x');
	known_numbers(LONG_MIN / 7, ULONG_MAX / 7, 0x1000, -1, 0644);
	known_names(0x241, 0x7fffffff, 0x241, 0644);
	known_on_stack(1, -2, 3, -4, 5, -6, 7, -8, true, -0x12, 0x81, -0x1234, 0x8001,
		       -0x12345678, 0x87654321);
	known_wide(0x8877665544332211, -0x1122334455667788);
	known_wide_second(1, 0x1122334455667788, 2);
	known_wide_third(1, 2, 0x1122334455667788, 3);
	known_wide_fourth(1, 2, 3, -0x1122334455667788, 4);
	known_wide_stack(0x1122334455667788, 0x2233445566778899, 0x33445566778899aa, 4,
			 0x5566778899aabbcc, 6, 7);
	known_pair((struct pair){ 0x11, 0x22 }, 3);
	known_pair_fourth(1, 2, 3, (struct pair){ 0x44, 0x55 }, 6);
	known_pair_sixth(1, 2, 3, 4, 5, (struct pair){ 0x66, 0x77 }, 8, 9);
	known_pair_eighth(1, 2, 3, 4, 5, 6, 7, (struct pair){ 0x88, 0x99 }, 10);
	known_triple(1, (struct triple){ 0x22, 0x33, 0x44 }, 5);
	known_twelve((struct twelve){ 0x11111111, 0x22222222, 0x33333333 }, 4);
	known_mixed(1, (struct mixed){ 0x22222222, 0x3333333344444444 }, 5);
	known_packed(1, (struct packed){ 0x22, 0x3333333344444444 }, 5);
	known_tail(1, (struct tail){ 0x2222222233333333, 0x44444444 }, 5);
	known_fives((struct fives){ { { 0x11111111, 2 }, { 0x33333333, 4 }, { 0x55555555, 6 } } }, 7);
	known_small((struct small){ 0x11, 0x22, 0x33 }, 4);
	known_bits(1, (struct bits){ 2, 0x3333333333 }, 4);
	known_nothing(1, (struct nothing){}, 2);
	known_union((union word){ .word = 0x11223344 }, 2);
	known_enums(KNOWN_MINUS, KNOWN_HIGH, KNOWN_BYTE);
	known_pointers(NULL, "name", (void *)call_all, ERR_PTR(-EINVAL));
	known_returns_triple(1, 2);
	known_variadic(1, 0x1122334455667788, "more", 4);
	known_asmlinkage(1, 2);
	known_many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18);
	garbage(garbage_bits | 0x12, garbage_bits | 0xfffe, garbage_bits | 1,
		(u64)garbage_bits << 32 | 0x12345678);
}

static int call(const char *val, const struct kernel_param *kp)
{
	call_all();
	return seq_buf_has_overflowed(&text_buf) ? -ENOSPC : 0;
}

static const struct kernel_param_ops call_ops = { .set = call };
module_param_cb(call, &call_ops, NULL, 0200);

static int fail(const char *val, const struct kernel_param *kp)
{
	return known_outermost(-1, true, 0x8001) == -EINVAL ? 0 : -EIO;
}

static const struct kernel_param_ops fail_ops = { .set = fail };
module_param_cb(fail, &fail_ops, NULL, 0200);

static int fail_name(const char *val, const struct kernel_param *kp)
{
	return known_asks(-1) == -ENOENT ? 0 : -EIO;
}

static const struct kernel_param_ops fail_name_ops = { .set = fail_name };
module_param_cb(fail_name, &fail_name_ops, NULL, 0200);

static int expected_show(struct seq_file *s, void *unused)
{
	seq_write(s, text, text_buf.len);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(expected);

static struct dentry *dir;

static int __init args_init(void)
{
	dir = debugfs_create_dir("args", NULL);
	debugfs_create_file("expected", 0400, dir, NULL, &expected_fops);
	return 0;
}
module_init(args_init);

static void __exit args_exit(void)
{
	debugfs_remove(dir);
}
module_exit(args_exit);

MODULE_LICENSE("GPL");

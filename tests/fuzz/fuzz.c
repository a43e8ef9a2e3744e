// SPDX-License-Identifier: GPL-2.0
/*
 * fuzz.c - fuzz SEED OPERATIONS: random, mutated and over-long input for the files of tracefs that the series adds or
 * changes, and for what else steers the tracer that they belong to
 *
 * The same SEED gives the same operations, in the same order: what comes next depends on the generator below and on
 * what is expected of the kernel, and on nothing else. Fewer OPERATIONS are the first of more.
 *
 * The options of the series are modelled, at the top and in two instances: the result of each write, and what each
 * option is after it, wherever it was written. So is what they do to the trace, as far as a piece of it can tell. The
 * first mismatch ends the run. Of the rest, a file that takes a number has to refuse what is none.
 *
 * Prints what became of the operations on each file, and a last line on all of them.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../btf.h"
#include "random.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define LONGEST 65536
#define MOST_FILES 192
/* So long all functions are traced, and only the files of the series are touched: the rest would take minutes */
#define ALL_FUNCTIONS 100
/* After so many operations, what keeps the tracer from tracing is undone */
#define AWAY 200
/* The module of tables, if the kernel has one */
#define TABLES "/run/lab/fgraph_prototypes.ko"

/* The top, or an instance: what is expected of it */
struct place {
	const char *dir;
	bool retval, hex, retval2, type, names, origin, errors, chains;
	char tracer[128];
	/* Its first file, and the pieces of its trace that had return values */
	unsigned int first;
	unsigned long shown;
};

static struct place places[] = {
	{ .dir = "", .type = true, .tracer = "nop" }, { .dir = "instances/fuzz/" }, { .dir = "instances/more/" },
};
static unsigned int n_places = 1;

struct file {
	char path[64];
	struct place *place;
	void (*operate)(struct file *f);
	unsigned int weight;
	const char *const *words;
	/* A number: the highest that is one */
	unsigned long max;
	/* What lets the tracer trace, and the operation since which that is not in there, or 0 */
	const char *home;
	unsigned long left;
	/* An option of the series: of its flags, the one that it stands for */
	bool *flag;
	bool stock_option;
	unsigned long operations, accepted, refused, reads;
	int fd;
};

static struct file files[MOST_FILES];
static unsigned int n_files;
/* The first of a place are the options of the series, then comes trace_options */
static const unsigned int n_series = 9;

/* The module of tables is loaded; the table of errors is enabled */
static bool has_tables, counts_errors;

/* These are traced, but for the first operations */
static const char filter[] = "vfs_* ksys_* seq_* kstrto* *_lookup schedule* hrtimer_* do_exit";

static const char *const tracers[] = {
	"function_graph", "nop", "function", "irqsoff", "preemptoff", "preemptirqsoff", "wakeup", "wakeup_rt",
	"wakeup_dl", NULL
};

static const char *const booleans[] = {
	"0", "1", "0\n", "1\n", "0", "1", "0\n", "1\n", "+0", "+1\n", "00", "01", "000000000000000000000001",
	"2", "-1", "-0", "++1", "1 ", " 1", "1\n\n", "0x1", "y", "on", "1.0", "4294967295", "4294967296", "4294967297",
	"18446744073709551615", "18446744073709551616", "18446744073709551617", NULL
};

static const char *const depths[] = { "0", "0\n", "1", "2", "5", "49", "50", "51", "4294967296", "-1", NULL };
static const char *const threshs[] = { "0\n", "1", "20", "1000", "18446744073709551615", "-1", NULL };
static const char *const sizes[] = { "0", "0\n", "1", "1000", "18446744073709551615", "-1", NULL };
static const char *const switches[] = { "0\n", "1\n", NULL };

static const char *const functions[] = {
	"vfs_*", "vfs_write", "ksys_read\n", "vfs_?????", "!vfs_write", "vfs_write vfs_read\n", "no_such_function",
	"vfs_*:mod:none", "vfs_write:traceoff", "[", "\n", NULL
};

static const char *const errors[] = {
	"EINVAL", "any", "NULL", "!ENOENT", "-EIO,71 !-22\n", "!any", "\n", "EINTR", "!ERESTARTSYS EWOULDBLOCK", "4095",
	"4096", "0", "ENOSUCH", "!!EIO", "EPERM ENOENT ESRCH EINTR EIO ENXIO E2BIG", NULL
};

static const char *const actions[] = {
	"vfs_statx:stacktrace:ret=ENOENT\n", "*statx*:stacktrace:ret=any,!ENOENT:3\n", "vfs_read:snapshot:ret=-EIO,71:2\n",
	"!vfs_statx:stacktrace:ret=ENOENT\n", "!vfs_read:snapshot:ret=-EIO,71:0\n", "vfs_*:traceoff:ret=NULL,EXDEV\n",
	"vfs_statx:dump:ret=EIO\n", "vfs_statx:stacktrace:ret=\n", "vfs_statx:stacktrace:ret=EIO:0\n",
	"no_such_function:traceoff:ret=EIO\n", ":traceoff:ret=EXDEV:1\n", "vfs_statx:stacktrace:ret=ENOSUCH:1\n", NULL
};

/* What trace_options takes */
static const char *const options[] = {
	"funcgraph-retval", "funcgraph-retval-hex", "graph_retval_hex", "funcgraph-retval2", "nofuncgraph-retval",
	"nofuncgraph-retval-hex", "nograph_retval_hex", "nofuncgraph-retval2", "funcgraph-retval-type",
	"funcgraph-retval-names", "nofuncgraph-retval-type", "nofuncgraph-retval-names", "funcgraph-origin",
	"funcgraph-errors", "nofuncgraph-origin", "nofuncgraph-errors", "funcgraph-chains", "nofuncgraph-chains", NULL
};

/* And of the stock kernel */
static const char *stock[MOST_FILES * 2 + 1];
static unsigned int n_stock;

static void operate_list(struct file *f);
static void operate_actions(struct file *f);
static void operate_errors(struct file *f);

/* The number of this one, and the errors in all tables that were read */
static unsigned long operation, counted;
static const struct file *touched;

/* What is written: length bytes, which end where the memory ends, and of which a write claims to have size */
static char text[LONGEST * 2];
static char *end_of_memory;
static size_t length, size;
static char buf[LONGEST + 1], other[LONGEST + 1];

static __attribute__((noreturn)) void mismatch(const char *what, long expected, long got)
{
	const struct place *p = touched->place;
	size_t i;

	printf("mismatch at operation %lu, %s: %s: expected %ld, got %ld\n", operation, touched->path, what, expected,
	       got);
	printf("tracer %s, retval %d, hex %d, retval2 %d, type %d, names %d, origin %d, errors %d, chains %d, tables %d; ",
	       p->tracer, p->retval, p->hex, p->retval2, p->type, p->names, p->origin, p->errors, p->chains,
	       has_tables);
	printf("written last: %zu bytes of %zu:", length, size);
	for (i = 0; i < length && i < 128; i++)
		printf(" %02x", (unsigned char)end_of_memory[i - length]);
	printf("%s\n", i < length ? " ..." : "");
	exit(1);
}

/* --- Input --- */

static void mutate(void)
{
	static const char odd[] = "\0\n \t+-09az\x7f\x80\xa0\xff";
	size_t at = length ? below(length) : 0;

	switch (below(5)) {
	case 0:
		text[at] = rnd();
		break;
	case 1:
		text[at] ^= 1 << below(8);
		break;
	case 2:
		memmove(text + at + 1, text + at, length - at);
		text[at] = odd[below(sizeof(odd) - 1)];
		length++;
		break;
	case 3:
		if (!length)
			break;
		memmove(text + at, text + at + 1, length - at - 1);
		length--;
		break;
	default:
		length = at;
	}
}

/* The sizes at which some buffer of the kernel ends */
static size_t edge(void)
{
	static const unsigned int edges[] = { 34, 64, 66, 100, 4096, 8192 };

	return below(16) ? edges[below(COUNT(edges))] + below(5) - 2 : LONGEST - below(2);
}

static void fill(const char *with, size_t n)
{
	size_t i, from = below(2) ? 0 : length;
	size_t more = n > length ? n - length : 0;

	memmove(text + from + (from ? 0 : more), text + from, length - from);
	for (i = 0; i < more; i++)
		text[from + i] = with[i % strlen(with)];
	length += more;
}

static void take(const char *word)
{
	length = strlen(word);
	memcpy(text, word, length);
}

/* To where it is written from */
static void hand_over(void)
{
	size = length;
	memcpy(end_of_memory - length, text, length);
}

static void choose(const char *word)
{
	static const char *const fillers[] = { "0", " ", "\n", "x", "1\n", "no" };
	int i;

	take(word);
	switch (below(16)) {
	case 0:
		for (i = 1 + below(3); i; i--)
			mutate();
		break;
	case 1:
		mutate();
		break;
	case 2:
		length = 0;
		break;
	case 3:
		length = below(80);
		for (i = 0; i < (int)length; i++)
			text[i] = rnd();
		break;
	case 4:
		fill(fillers[below(COUNT(fillers))], edge());
		break;
	case 5:
		text[length++] = 0;
		fill(fillers[below(COUNT(fillers))], length + below(80));
		break;
	case 6:
		text[length++] = "\n \t\v\xa0+"[below(6)];
		break;
	case 7:
		memmove(text + 1, text, length);
		text[0] = "\n \t\v\xa0+"[below(6)];
		length++;
		break;
	}
	hand_over();
	/* Now and then there is less of it than is said */
	if (!below(64))
		size += 1 + below(200);
}

static const char *one_of(const char *const *words)
{
	unsigned int n = 0;

	while (words[n])
		n++;
	return words[below(n)];
}

/* It is time to undo what was written last */
static bool overdue(const struct file *f)
{
	return f->left && operation - f->left >= AWAY;
}

static void choose_or_go_home(const struct file *f)
{
	if (overdue(f)) {
		take(f->home);
		hand_over();
	} else {
		choose(one_of(f->words));
	}
}

/* --- Files --- */

static long put(struct file *f, int fd)
{
	off_t at = below(8) ? 0 : rnd() >> 1;
	ssize_t n;

	/* trace_options, set_ftrace_filter and set_graph_errors have no positions to write at */
	if (f->operate == operate_list || f->operate == operate_actions || f->operate == operate_errors)
		n = write(fd, end_of_memory - length, size);
	else
		n = pwrite(fd, end_of_memory - length, size, at);
	if (n < 0) {
		f->refused++;
		return -errno;
	}
	f->accepted++;
	return n;
}

static long get(struct file *f, int fd, void *to, size_t n, off_t from)
{
	ssize_t got = pread(fd, to, n, from);

	f->reads++;
	return got < 0 ? -errno : got;
}

static int must_open(const char *path, int flags)
{
	int fd = open(path, flags | O_CLOEXEC);

	if (fd < 0)
		err(1, "operation %lu: %s", operation, path);
	return fd;
}

/* All of a file, or what there is room for */
static long read_all(struct file *f, char *to)
{
	int fd = must_open(f->path, O_RDONLY);
	long n = 0, got;

	while ((got = get(f, fd, to + n, LONGEST - n, n)) > 0)
		n += got;
	if (got < 0)
		mismatch("it cannot be read", 0, got);
	to[n] = 0;
	close(fd);
	return n;
}

/* For most, a file that stays open will do */
static int opened(struct file *f, int flags)
{
	if (f->fd >= 0 && below(16))
		return f->fd;
	if (f->fd >= 0)
		close(f->fd);
	f->fd = must_open(f->path, flags);
	return f->fd;
}

/* --- What the kernel makes of it --- */

/* What it takes of the input, as a string, or -EFAULT */
static int copied(char *to, size_t most)
{
	size_t n = size < most ? size : most;

	if (n > length)
		return -EFAULT;
	memcpy(to, end_of_memory - length, n);
	to[n] = 0;
	return 0;
}

/* Latin-1, for the kernel */
static bool space(unsigned char c)
{
	return (c >= 9 && c <= 13) || c == ' ' || c == 0xa0;
}

static char *stripped(char *s)
{
	size_t n = strlen(s);

	while (n && space(s[n - 1]))
		n--;
	s[n] = 0;
	while (space(*s))
		s++;
	return s;
}

/* 0 and the number in the input, or the error */
static int number(unsigned long *value)
{
	/* The kernel takes what it needs for a sign, a number in base 2 and a newline */
	char s[1 + sizeof(long) * 8 + 2], *p = s;
	unsigned long long n = 0;
	bool over = false;
	char *first;

	if (copied(s, sizeof(s) - 1))
		return -EFAULT;
	if (*p == '+')
		p++;
	for (first = p; *p >= '0' && *p <= '9'; p++) {
		over |= __builtin_mul_overflow(n, 10, &n);
		over |= __builtin_add_overflow(n, *p - '0', &n);
	}
	if (over)
		return -ERANGE;
	if (p == first)
		return -EINVAL;
	if (*p == '\n')
		p++;
	if (*p)
		return -EINVAL;
	if (n > ULONG_MAX)
		return -ERANGE;
	*value = n;
	return 0;
}

/* --- Checks --- */

static void check_flag(struct file *f)
{
	char c[2];

	touched = f;
	if (get(f, f->fd, c, 2, 0) != 2 || c[1] != '\n' || c[0] != '0' + *f->flag)
		mismatch("the option is not what it should be", *f->flag, c[0] - '0');
}

/* A write changes the options of its place, and of no other */
static void check_flags(void)
{
	unsigned int place, i;

	for (place = 0; place < n_places; place++)
		for (i = 0; i < n_series; i++)
			check_flag(files + places[place].first + i);
}

static bool graph_runs(const struct place *p)
{
	return !strcmp(p->tracer, "function_graph");
}

/* The options of the series where the file is, and their names */
static const struct file *series_of(const struct file *f)
{
	return files + f->place->first;
}

static const char *option_name(const struct file *f)
{
	return strrchr(f->path, '/') + 1;
}

/* trace_options has each option once, as it is, while the tracer is the one that they belong to. */
static void check_list(struct file *f, int fd)
{
	const struct file *series = series_of(f);
	char line[64];
	unsigned int i;
	int no;
	long n;

	touched = f;
	n = get(f, fd, buf + 1, LONGEST - 1, 0);
	if (n <= 0)
		mismatch("it cannot be read", 1, n);
	buf[0] = '\n';
	buf[n + 1] = 0;
	for (i = 0; i < n_series; i++) {
		for (no = 0; no < 2; no++) {
			bool expected = graph_runs(f->place) && *series[i].flag == !no;

			snprintf(line, sizeof(line), "\n%s%s\n", no ? "no" : "", option_name(series + i));
			if (!!strstr(buf, line) != expected)
				mismatch(no ? "an option is listed as off" : "an option is listed as on", expected,
					 !expected);
		}
	}
}

static bool has(const char *what, long n)
{
	return memmem(buf, n, what, strlen(what));
}

/* n bytes of a trace are in buf: they show what the options say, and nothing else. */
static void check_text(struct file *f, long n)
{
	struct place *p = f->place;
	bool values = has(" ret=", n);

	touched = f;
	/* funcgraph-origin shows the values that are errors */
	if (values && !p->retval && !p->origin)
		mismatch("a return value is in the trace", 0, 1);
	if (!p->origin && (has(" made here", n) || has(" from ", n)))
		mismatch("the origin of an error is in the trace", 0, 1);
	if (p->hex && has(" ret=-", n))
		mismatch("a decimal return value is in the trace", 0, 1);
	if (!((p->retval || p->origin) && p->retval2) && has(" ret2=", n))
		mismatch("a second return register is in the trace", 0, 1);
	if (!p->names && has(" (E", n))
		mismatch("the name of an error is in the trace", 0, 1);
	/* The latency tracers print the graph in a way of their own. A void function has no value */
	if (p->retval && graph_runs(p) && !(p->type && (has_tables || has_btf())) && has("();\n", n))
		mismatch("a leaf is in the trace without its return value", 0, 1);
	p->shown += values;
}

/* --- Operations --- */

/* A file that takes a number: 0 and 1, if it is an option. */
static void operate_number(struct file *f)
{
	int fd = opened(f, O_RDWR);
	unsigned long value = 0;
	long expected, got;

	if (!f->left && !below(4)) {
		unsigned int n = below(8), from = below(4);

		got = get(f, fd, buf, n, from);
		expected = from > 2 ? 0 : n < 2 - from ? n : 2 - from;
		if (f->flag && (got != expected || memcmp(buf, (*f->flag ? "1\n" : "0\n") + from, got)))
			mismatch("what was read is not the option", expected, got);
		return;
	}

	choose_or_go_home(f);
	expected = number(&value);
	if (!expected)
		expected = value > f->max ? -EINVAL : (long)size;
	got = put(f, fd);
	/* Some options are refused by a tracer */
	if (got != expected && !(f->stock_option && expected >= 0 && got == -EINVAL))
		mismatch("result of a write", expected, got);
	if (got >= 0 && f->home)
		f->left = value == strtoul(f->home, NULL, 10) ? 0 : operation;
	if (f->flag) {
		if (got >= 0)
			*f->flag = value;
		check_flag(f);
	}
}

static void operate_list(struct file *f)
{
	const char *const *words = below(4) ? options : stock;
	const struct file *series = series_of(f);
	int fd = opened(f, O_RDWR);
	long expected = -EINVAL, got;
	bool known = false, no;
	char s[64], *name;
	unsigned int i;

	if (!below(8)) {
		check_list(f, fd);
		return;
	}
	if (!below(8)) {
		get(f, fd, buf, below(8192), below(512));
		return;
	}

	choose(one_of(words));
	if (size < sizeof(s) && copied(s, sizeof(s) - 1)) {
		expected = -EFAULT;
	} else if (size < sizeof(s)) {
		name = stripped(s);
		no = !strncmp(name, "no", 2);
		name += no ? 2 : 0;
		for (i = 0; i < n_series; i++) {
			if (!strcmp(name, option_name(series + i)) && graph_runs(f->place)) {
				*series[i].flag = !no;
				expected = size;
			}
		}
		for (i = 0; stock[i]; i++)
			known |= !strcmp(name, stock[i]);
	}
	got = put(f, fd);
	if (got != expected && !(known && got == (long)size))
		mismatch("result of a write", expected, got);
	check_flags();
	touched = f;
	if (!below(16))
		check_list(f, fd);
}

/* A latency tracer traces one thing, and for one place */
static bool is_busy(const struct place *p, const char *tracer)
{
	static const char *const things[] = { "wakeup", "off" };
	unsigned int thing, i;

	for (thing = 0; thing < COUNT(things); thing++)
		for (i = 0; i < n_places; i++)
			if (places + i != p && strstr(tracer, things[thing]) && strstr(places[i].tracer, things[thing]))
				return true;
	return false;
}

static void operate_tracer(struct file *f)
{
	int fd = opened(f, O_RDWR), i;
	char s[101], *name = s;
	long expected, got;

	choose_or_go_home(f);
	expected = copied(s, sizeof(s) - 1);
	if (!expected) {
		name = stripped(s);
		expected = -EINVAL;
		for (i = 0; f->words[i]; i++)
			if (!strcmp(name, f->words[i]))
				expected = is_busy(f->place, name) ? -EBUSY : (long)size;
	}
	got = put(f, fd);
	if (got != expected)
		mismatch("result of a write", expected, got);
	/* What was there before has gone */
	if (got >= 0 || got == -EBUSY) {
		strcpy(f->place->tracer, got >= 0 ? name : "nop");
		f->left = graph_runs(f->place) ? 0 : operation;
	}
	got = get(f, fd, buf, sizeof(f->place->tracer), 0);
	i = strlen(f->place->tracer);
	if (got != i + 1 || memcmp(buf, f->place->tracer, i))
		mismatch("this is not the current tracer", i + 1, got);
	check_flags();
}

/* A file of which nothing is expected */
static void operate_any(struct file *f)
{
	int fd = opened(f, O_RDWR);

	choose(one_of(f->words));
	put(f, fd);
	get(f, fd, buf, below(16), 0);
}

static void operate_functions(struct file *f)
{
	int fd = must_open(f->path, overdue(f) || below(2) ? O_WRONLY | O_TRUNC : O_WRONLY);

	choose_or_go_home(f);
	f->left = overdue(f) ? 0 : operation;
	put(f, fd);
	close(fd);
	fd = must_open(f->path, O_RDONLY);
	get(f, fd, buf, below(8192), 0);
	close(fd);
}

/* What the file shows is taken, and gives the same list */
static void operate_errors(struct file *f)
{
	int fd = must_open(f->path, below(2) ? O_RDWR | O_TRUNC : O_RDWR | O_APPEND);
	long n, again;

	choose(one_of(f->words));
	put(f, fd);
	close(fd);
	fd = must_open(f->path, O_RDWR);
	n = get(f, fd, buf, LONGEST, 0);
	if (n < 2 || n == LONGEST || buf[n - 1] != '\n')
		mismatch("this is no list", 1, n);
	if (lseek(fd, 0, SEEK_SET) || write(fd, buf, n) != n)
		mismatch("its own list is refused", n, -errno);
	again = get(f, fd, other, LONGEST, 0);
	if (again != n || memcmp(buf, other, n))
		mismatch("the list is another one if it is written back", n, again);
	close(fd);
}

/* Each command that acts at errors is removed by what the file says of it. What else is written to it is undone */
static void operate_actions(struct file *f)
{
	int fd = must_open(f->path, O_RDWR | (overdue(f) ? O_TRUNC : O_APPEND));
	bool all = below(2);
	char *line, *next;
	long n;

	choose_or_go_home(f);
	f->left = overdue(f) ? 0 : operation;
	put(f, fd);
	/* A line that did not end is taken in now */
	close(fd);
	n = read_all(f, buf);
	/* All functions, one by one */
	if (n == LONGEST)
		return;
	if (n < 2 || buf[n - 1] != '\n')
		mismatch("this is no list", 1, n);
	fd = must_open(f->path, O_RDWR | O_APPEND);
	for (line = buf + 1; all && line < buf + n; line = next) {
		next = memchr(line, '\n', buf + n - line) + 1;
		if (!memmem(line, next - line, ":ret=", 5))
			continue;
		/* In place of the end of the line before */
		line[-1] = '!';
		if (write(fd, line - 1, next - line + 1) != next - line + 1)
			mismatch("its own command cannot be removed", next - line + 1, -errno);
		line[-1] = '\n';
	}
	close(fd);
}

/* What a file says, in pieces; its text is that of a trace, but for that of a trace_pipe_raw */
static void operate_read(struct file *f)
{
	bool raw = strstr(f->path, "raw"), pipe = strstr(f->path, "pipe");
	int fd = must_open(f->path, O_RDONLY | O_NONBLOCK);
	int i, pieces = 1 + below(4);
	ssize_t n;

	for (i = 0; i < pieces; i++) {
		size_t most = below(LONGEST) >> below(10), to = below(16384) * below(2);

		if (!pipe && lseek(fd, to, SEEK_SET) < 0)
			mismatch("lseek", 0, -errno);
		n = read(fd, buf, most);
		f->reads++;
		if (n > 0 && !raw)
			check_text(f, n);
	}
	close(fd);
}

static void operate_trace(struct file *f)
{
	int fd;

	if (below(4)) {
		operate_read(f);
		return;
	}
	/* Clears it */
	fd = must_open(f->path, O_WRONLY | O_TRUNC);
	choose("\n");
	put(f, fd);
	close(fd);
}

/* The format of a record is the same, whatever happens */
static void operate_format(struct file *f)
{
	static char format[4096];
	static long n;
	int fd = opened(f, O_RDONLY);
	long from, most, expected, got;

	if (!n) {
		n = get(f, fd, format, sizeof(format), 0);
		if (n <= 0 || !memmem(format, n, " retval2;", 9))
			mismatch("the format has no retval2", 1, n);
	}
	from = below(n + 16);
	most = below(sizeof(format));
	expected = from > n ? 0 : most < n - from ? most : n - from;
	got = get(f, fd, buf, most, from);
	if (got != expected || memcmp(buf, format + from, got))
		mismatch("the format is not what it was", expected, got);
}

/* The same text as long as the same module of tables is loaded, and the same functions are there */
static void operate_prototypes(struct file *f)
{
	int fd = opened(f, O_RDONLY);
	long most = below(LONGEST) >> below(10), from = below(1 << 20) >> below(20);
	long n = get(f, fd, buf, most, from);

	if (n < 0 || n > most)
		mismatch("it cannot be read", most, n);
	if (!from && most >= 12 && (n < 12 || memcmp(buf, "# functions:", 12)))
		mismatch("it does not begin as it should", 12, n);
	if (lseek(fd, from, SEEK_SET) != from)
		mismatch("lseek", from, -errno);
	if (read(fd, other, most) != n || memcmp(buf, other, n))
		mismatch("it is another text the second time", n, -errno);
}

/* The module of tables comes and goes */
static void operate_tables(struct file *f)
{
	static int fd = -1;
	long got;

	if (fd < 0)
		fd = must_open(f->path, O_RDONLY);
	got = has_tables ? syscall(SYS_delete_module, "fgraph_prototypes", O_NONBLOCK) :
			   syscall(SYS_finit_module, fd, "", 0);
	if (got)
		mismatch("the module of tables does not come or go", 0, -errno);
	has_tables = !has_tables;
	f->accepted++;
}

/* The table of errors is a table, and sorted. Nothing is added while it is disabled */
static void operate_counts(struct file *f)
{
	static const char head[] = "   Count  Error            Made in                         Ended in\n";
	unsigned long dropped, count, last = ULONG_MAX;
	long n = read_all(f, buf), again;
	unsigned int error;
	char *line, *next;

	line = memchr(buf, '\n', n);
	if (sscanf(buf, "# dropped: %lu", &dropped) != 1 || !line || strncmp(line + 1, head, strlen(head)))
		mismatch("it does not begin as it should", 0, n);
	for (line += 1 + strlen(head); (next = strchr(line, '\n')); line = next + 1) {
		if (sscanf(line, "%lu -%u ", &count, &error) != 2 || !count || !error || error > 4095 ||
		    (memcmp(next - 10, " (handled)", 10) && memcmp(next - 11, " (returned)", 11)))
			mismatch("a line is no error", line - buf, n);
		if (count > last)
			mismatch("it is not sorted", last, count);
		last = count;
		counted += count;
	}
	if (*line && n < LONGEST)
		mismatch("a line does not end", line - buf, n);
	if (counts_errors)
		return;
	again = read_all(f, other);
	if (again != n || memcmp(buf, other, n))
		mismatch("it is another table the second time", n, again);
}

/* --- All of them --- */

/* The place whose files are added */
static struct place *adding = places;

static struct file *add(void (*operate)(struct file *), unsigned int weight, const char *const *words, const char *dir,
			const char *name)
{
	struct file *f = files + n_files++;

	if (n_files == MOST_FILES ||
	    snprintf(f->path, sizeof(f->path), "%s%s%s", adding->dir, dir, name) >= (int)sizeof(f->path))
		errx(1, "%s%s%s: too many files, or too long a name", adding->dir, dir, name);
	f->place = adding;
	f->operate = operate;
	f->weight = weight;
	f->words = words;
	f->max = ULONG_MAX;
	f->fd = -1;
	return f;
}

static struct file *add_option(unsigned int weight, const char *name)
{
	struct file *f = add(operate_number, weight, booleans, "options/", name);

	f->max = 1;
	return f;
}

static int visible(const struct dirent *d)
{
	return d->d_name[0] != '.';
}

/* The stock options, and their names for trace_options, with and without "no". */
static void add_stock(void)
{
	struct dirent **names;
	int i, n = scandir("options", &names, visible, alphasort);
	unsigned int j;

	if (n < 0)
		err(1, "options");
	for (i = 0; i < n; i++) {
		const char *name = names[i]->d_name;

		for (j = 0; j < n_series && strcmp(name, option_name(files + j)); j++)
			;
		if (j < n_series)
			continue;
		add_option(150, name)->stock_option = true;
		stock[n_stock++] = name;
		if (asprintf((char **)&stock[n_stock++], "no%s", name) < 0)
			err(1, "asprintf");
	}
}

/* The tracers of this kernel, in the place whose files are added. */
static const char *const *known_tracers(void)
{
	static const char *all[COUNT(places)][COUNT(tracers)];
	const char **known = all[adding - places];
	static char list[256] = " ";
	char path[64], word[64];
	unsigned int i;
	int fd, n = 0;
	ssize_t got;

	snprintf(path, sizeof(path), "%savailable_tracers", adding->dir);
	fd = must_open(path, O_RDONLY);
	got = read(fd, list + 1, sizeof(list) - 2);
	if (got <= 0)
		err(1, "available_tracers");
	list[got] = ' ';
	close(fd);
	for (i = 0; tracers[i]; i++) {
		snprintf(word, sizeof(word), " %s ", tracers[i]);
		if (strstr(list, word))
			known[n++] = tracers[i];
	}
	return known;
}

/* The options of the series, and trace_options, with a part of the weight that they have at the top */
static void add_options(unsigned int part)
{
	adding->first = n_files;
	add_option(3000 / part, "funcgraph-retval")->flag = &adding->retval;
	add_option(2000 / part, "funcgraph-retval-hex")->flag = &adding->hex;
	add_option(2000 / part, "graph_retval_hex")->flag = &adding->hex;
	add_option(3000 / part, "funcgraph-retval2")->flag = &adding->retval2;
	add_option(2000 / part, "funcgraph-retval-type")->flag = &adding->type;
	add_option(2000 / part, "funcgraph-retval-names")->flag = &adding->names;
	add_option(2000 / part, "funcgraph-origin")->flag = &adding->origin;
	add_option(200 / part, "funcgraph-errors")->flag = &adding->errors;
	add_option(200 / part, "funcgraph-chains")->flag = &adding->chains;
	add(operate_list, 6000 / part, NULL, "", "trace_options");
}

/* What else a place has */
static void add_place(void)
{
	long cpu, cpus = sysconf(_SC_NPROCESSORS_ONLN);
	char dir[32];

	add(operate_trace, 80, NULL, "", "trace");
	add(operate_read, 60, NULL, "", "trace_pipe");
	for (cpu = 0; cpu < cpus; cpu++) {
		snprintf(dir, sizeof(dir), "per_cpu/cpu%ld/", cpu);
		add(operate_trace, 30, NULL, dir, "trace");
		add(operate_read, 30, NULL, dir, "trace_pipe");
		add(operate_read, 100, NULL, dir, "trace_pipe_raw");
	}
	add(operate_tracer, 40, known_tracers(), "", "current_tracer")->home = "function_graph";
	add(operate_number, 300, booleans, "", "tracing_on")->home = "1";
	add(operate_number, 300, depths, "", "max_graph_depth")->home = "0";
	add(operate_errors, 300, errors, "", "set_graph_errors");
	add(operate_functions, 15, functions, "", "set_graph_function")->home = "\n";
	add(operate_functions, 15, functions, "", "set_graph_notrace")->home = "\n";
}

static void put_text(const char *dir, const char *name, const char *what)
{
	char path[64];
	int fd;

	snprintf(path, sizeof(path), "%s%s", dir, name);
	fd = must_open(path, O_WRONLY);
	if (write(fd, what, strlen(what)) < 0)
		err(1, "%s: %s", path, what);
	close(fd);
}

static void select_graph(struct place *p)
{
	put_text(p->dir, "current_tracer", "function_graph");
	strcpy(p->tracer, "function_graph");
}

/* An instance comes: all functions would take minutes */
static void begin(struct place *p)
{
	*p = (struct place){ .dir = p->dir, .first = p->first, .shown = p->shown, .type = true };
	if (mkdir(p->dir, 0700))
		err(1, "operation %lu: %s", operation, p->dir);
	put_text(p->dir, "buffer_size_kb", "64");
	put_text(p->dir, "set_ftrace_filter", filter);
	select_graph(p);
}

static void open_options(const struct place *p)
{
	unsigned int i;

	for (i = 0; i < n_series; i++)
		opened(files + p->first + i, O_RDWR);
}

/* And goes, with all that is in it */
static void end(const struct place *p)
{
	unsigned int i;

	for (i = 0; i < n_files; i++) {
		if (files[i].place != p)
			continue;
		if (files[i].fd >= 0)
			close(files[i].fd);
		files[i].fd = -1;
		files[i].left = 0;
	}
	if (rmdir(p->dir))
		err(1, "operation %lu: %s", operation, p->dir);
}

static void operate_instance(struct file *f)
{
	end(f->place);
	begin(f->place);
	open_options(f->place);
	f->accepted++;
}

static void add_all(void)
{
	struct file *table;

	add_options(1);
	add_place();
	add(operate_format, 400, NULL, "events/ftrace/funcgraph_exit/", "format");
	add(operate_prototypes, 60, NULL, "", "function_prototypes");
	if (!access(TABLES, F_OK))
		add(operate_tables, 40, NULL, "", TABLES);
	/* With CONFIG_HIST_TRIGGERS */
	if (!access("events/ftrace/funcgraph_exit/hist", F_OK))
		add(operate_read, 40, NULL, "events/ftrace/funcgraph_exit/", "hist");
	add(operate_number, 200, sizes, "", "stack_max_size");
	add(operate_read, 100, NULL, "", "stack_trace");
	add_stock();

	add(operate_number, 20, threshs, "", "tracing_thresh")->home = "0";
	table = add(operate_number, 100, booleans, "", "function_errors_enabled");
	table->flag = &counts_errors;
	table->max = 1;
	add(operate_counts, 150, NULL, "trace_stat/", "function_errors");
	/* stack_trace comes from it */
	add(operate_any, 10, switches, "/proc/sys/kernel/", "stack_tracer_enabled");

	while (!access("set_ftrace_filter", F_OK) && n_places < COUNT(places)) {
		adding = places + n_places++;
		begin(adding);
		add_options(4);
		add_place();
		/* What is written to this file stays in the instance */
		add(operate_actions, 150, actions, "", "set_ftrace_filter")->home = filter;
		add(operate_instance, 10, NULL, "", "");
	}
}

/* Something else that is traced: a call that fails, tasks that come and go */
static __attribute__((noreturn)) void work(void)
{
	const struct timespec nap = { .tv_nsec = 10000000 };
	struct stat st;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (;;) {
		stat("/no/such/file", &st);
		if (!fork())
			_exit(0);
		wait(NULL);
		nanosleep(&nap, NULL);
	}
}

/* The file to operate on: one that has to go home, or any, by weight. */
static struct file *next(void)
{
	static uint8_t by_weight[65536];
	static unsigned int total;
	unsigned int i;

	if (!total) {
		for (i = 0; i < n_files; i++) {
			memset(by_weight + total, i, files[i].weight);
			total += files[i].weight;
		}
	}
	if (operation <= ALL_FUNCTIONS)
		return files + below(n_series + 1);
	for (i = 0; i < n_files; i++)
		if (overdue(files + i))
			return files + i;
	return files + by_weight[below(total)];
}

int main(int argc, char **argv)
{
	unsigned long operations;
	char *memory;
	unsigned int i;
	FILE *kmsg;

	if (argc != 3)
		errx(1, "usage: fuzz SEED OPERATIONS");
	state = strtoull(argv[1], NULL, 0);
	operations = strtoul(argv[2], NULL, 0);
	setlinebuf(stdout);
	memory = mmap(NULL, 2 * LONGEST, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED || mprotect(memory + LONGEST, LONGEST, PROT_NONE))
		err(1, "mmap");
	end_of_memory = memory + LONGEST;
	if (chdir("/sys/kernel/tracing"))
		err(1, "/sys/kernel/tracing");
	kmsg = fopen("/dev/kmsg", "w");
	if (!kmsg)
		err(1, "/dev/kmsg");
	setlinebuf(kmsg);
	add_all();
	/* Nothing of an instance is open there: it could not go */
	switch (fork()) {
	case -1:
		err(1, "fork");
	case 0:
		work();
	}
	for (i = 0; i < n_places; i++)
		open_options(places + i);
	select_graph(places);
	/* Few operations switch it */
	put_text("", "function_errors_enabled", "1");
	counts_errors = true;

	for (operation = 1; operation <= operations; operation++) {
		struct file *f = next();

		/* Beside a report on the console, it says where to look */
		if (operation % (operations / 20 + 1) == 1)
			fprintf(kmsg, "fuzz: operation %lu\n", operation);
		touched = f;
		f->operations++;
		f->operate(f);
		if (operation == ALL_FUNCTIONS)
			put_text("", "set_ftrace_filter", filter);
	}

	check_flags();
	for (i = 0; i < n_places; i++) {
		if (i)
			end(places + i);
		printf("traced: %s: return values in %lu pieces of the trace\n", i ? places[i].dir : "top", places[i].shown);
	}
	put_text("", "function_errors_enabled", "0");
	for (i = 0; i < n_files; i++)
		printf("%s operations %lu accepted %lu refused %lu reads %lu\n", files[i].path, files[i].operations,
		       files[i].accepted, files[i].refused, files[i].reads);
	printf("fuzz: %lu operations, %lu errors in tables, ends in state %016llx\n", operations, counted,
	       (unsigned long long)state);
	return 0;
}

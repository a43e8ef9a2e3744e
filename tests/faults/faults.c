// SPDX-License-Identifier: GPL-2.0
/*
 * faults.c - each allocation of what a user of the graph tracer does fails once
 *
 * An operation is done again and again, with its first allocation failing, its
 * second, and so on (/proc/self/fail-nth), until it ends before the one that is to
 * fail. What is asked of each try:
 *
 *   it fails with ENOMEM or EAGAIN, what it was to change reads as before, and it
 *   works when it is done again; or it succeeds, and has done all that it says.
 *
 * It works when what has to be traced is traced: this task, tasks that were there
 * before the tracer, a new one, the idle tasks. One that is not has to be told of in
 * the kernel's log. Prints for each operation
 *
 *   faults NAME injected N failed F survived S untraced U unsaid X
 *
 * where U of the tries left a task untraced, and the log and the trace disagree on X;
 * and before that "untraced NAME N: WHO" for each of the former, and "bad NAME N: WHY"
 * for each try that went wrong otherwise.
 *
 * Modules are loaded and removed, too: the module of tables, and twin_int, of which
 * fgraph_prototypes_twin has the types. If there was no memory for types, the log has to say so.
 * Then, and only then, twin_int may be without them.
 */
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../btf.h"

/* Called by close(), and -EBADF for the file -1 */
#define KNOWN "close_fd"
/* Called by the idle task, each time that it has been idle */
#define IDLE "flush_smp_call_function_queue"
/* Shadow stacks are allocated for 32 tasks at a time: more than that */
#define HERD 33
/* Where files are looked for, and where in there commands are written, and the graph is traced */
#define TOP "/sys/kernel/tracing"
#define INSTANCE "instances/faults"
#define EVENTS "dynamic_events"
#define GRAPH "instances/graph"
/* No operation has so many allocations: it does not end */
#define MANY 2000

struct operation {
	const char *name;
	/* The tracer that it is done under */
	const char *tracer;
	int (*attempt)(const struct operation *op);
	/* The task that it has made, if it makes one: traced, if all is well */
	bool makes_task;
	/* Tasks that were there before */
	bool herd;
	/* Idle tasks may lack what is allocated */
	bool idle;
	/* What is allocated stays so: to have it fail, no try before may succeed */
	bool once;
	/* Pages that a slab wants now and then do not count, so that the numbers are the same each time */
	bool slab_only;
	/* It is done in the instance: paths begin there */
	bool instance;
	/* What is written where, and the file that tells: NULL for the same one */
	const char *path, *from, *to, *tells;
	/* What that has to say after */
	const char *after;
	/* What it may say after a failure, other than what it said before */
	const char *or;
	/* What is read has to have this, or NULL */
	const char *has;
	/* The module that it loads or removes, and one that is there meanwhile, or NULL */
	const char *module, *with;
	/* Types are taken in, or go */
	bool types;
};

static const struct operation *op;
static unsigned int n;
static char text[1 << 22];
static int nth_fd, kmsg_fd;

static void __attribute__((format(printf, 1, 2))) bad(const char *format, ...)
{
	va_list args;

	printf("bad %s %u: ", op->name, n);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	putchar('\n');
}

/* The number of the allocation that is to fail; 0 is none */
static void arm(unsigned int nth)
{
	char number[12];
	int length = sprintf(number, "%u", nth);

	if (pwrite(nth_fd, number, length, 0) != length)
		err(1, "/proc/self/fail-nth");
}

/* Whether it came to that */
static bool disarm(void)
{
	char number[12] = "";

	if (pread(nth_fd, number, sizeof(number) - 1, 0) <= 0)
		err(1, "/proc/self/fail-nth");
	arm(0);
	return !atoi(number);
}

/* As echo > path does, and echo >> path with O_APPEND; returns 0 or an errno */
static int try_put_with(int flags, const char *path, const char *what)
{
	int fd = open(path, O_WRONLY | flags), error = 0;
	char line[256], *at = line;

	if (fd < 0)
		return errno;
	snprintf(line, sizeof(line), "%s\n", what);
	while (*at && !error) {
		ssize_t done = write(fd, at, strlen(at));

		if (done < 0)
			error = errno;
		else
			at += done;
	}
	if (close(fd) && !error)
		error = errno;
	return error;
}

static int try_put(const char *path, const char *what)
{
	return try_put_with(O_TRUNC, path, what);
}

static void put(const char *path, const char *what)
{
	errno = try_put(path, what);
	if (errno)
		err(1, "%s: %s", path, what);
}

/* A file from its beginning to its end, or to where it would have to be waited for */
static int try_get(const char *path, char *to, size_t size)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK), error = 0;
	size_t length = 0;
	ssize_t got;

	to[0] = '\0';
	if (fd < 0)
		return errno;
	do {
		got = read(fd, to + length, size - 1 - length);
		if (got < 0 && errno != EAGAIN)
			error = errno;
		if (got > 0)
			length += got;
	} while (got > 0 && length < size - 1);
	close(fd);
	to[length] = '\0';
	return error;
}

static void get(const char *path, char *to, size_t size)
{
	errno = try_get(path, to, size);
	if (errno)
		err(1, "%s", path);
}

/* Whether the kernel has said since the last time that there was no memory for types */
static bool types_said;

/* How often the kernel has said since the last time that somebody has no shadow stack */
static int said(void)
{
	static char record[8192];
	int count = 0;

	types_said = false;
	for (;;) {
		ssize_t length = read(kmsg_fd, record, sizeof(record) - 1);

		if (length < 0 && errno == EPIPE)
			continue;
		if (length < 0)
			break;
		record[length] = '\0';
		if (strstr(record, "fgraph: ") && strstr(record, "no shadow stack"))
			count++;
		if (strstr(record, "fgraph") &&
		    (strstr(record, "no memory for") || strstr(record, "no new types")))
			types_said = true;
		/* Stock: the functions of a module cannot be traced */
		if (strstr(record, "ftrace: failed to allocate entries for module"))
			types_said = true;
	}
	return count;
}

static bool is_on(const char *option)
{
	char path[64], value[8];

	sprintf(path, "options/%s", option);
	get(path, value, sizeof(value));
	return value[0] == '1';
}

/* What the lines of the known function are like, with the options as they are */
static char known[64];

static void look_for_known(void)
{
	const char *value = is_on("graph_retval_hex") ? "ret=0xfff*" : "ret=-9";
	const char *name = is_on("funcgraph-retval-names") ? " (EBADF)" : "";
	/* A value of a known type has no second register by itself */
	bool typed = is_on("funcgraph-retval-type") && has_btf();
	const char *second = is_on("funcgraph-retval2") && !typed ? " ret2=0x*" : "";
	bool origin = is_on("funcgraph-origin");

	/* It calls no function that is traced. Without its type, that is a guess */
	if (is_on("funcgraph-retval") || origin)
		sprintf(known, "*" KNOWN "* %s%s%s%s */\n", value, name, second,
			!origin ? "" : typed ? " made here" : " made here[?]");
	else
		strcpy(known, "*" KNOWN "();\n");
}

/* The line of the text that what is found at a place is in */
static const char *line_of(const char *at)
{
	static char line[256];
	const char *start = at;

	while (start > text && start[-1] != '\n')
		start--;
	snprintf(line, sizeof(line), "%.*s", (int)strcspn(start, "\n") + 1, start);
	return line;
}

/* The known function is in the text, in the task that is called so and has that pid */
static bool is_in_text(const char *name, int pid)
{
	const char *at;
	char task[32];

	snprintf(task, sizeof(task), "%s-%d ", name, pid);
	for (at = text; (at = strstr(at, task)); at++)
		if (!fnmatch(known, line_of(at), 0))
			return true;
	return false;
}

/* The text is what was traced since */
static void drain(void)
{
	look_for_known();
	get("trace_pipe", text, sizeof(text));
}

/* Bits of the processors whose idle task is in the text */
static int idle_in_text(void)
{
	int cpu, cpus = 0;
	const char *at;

	for (at = text; (at = strstr(at, "<idle>-0 ")); at++)
		/* A change of tasks has no function */
		if (strstr(line_of(at), IDLE) && sscanf(line_of(at), " %d)", &cpu) == 1)
			cpus |= 1 << cpu;
	return cpus;
}

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec + now.tv_nsec / 1e9;
}

/* All idle tasks are traced, soon */
static int idle_untraced(void)
{
	const struct timespec millisecond = { .tv_nsec = 1000000 };
	int idle_cpus = (1 << sysconf(_SC_NPROCESSORS_ONLN)) - 1;
	double end = seconds() + 3;
	int cpus = 0;

	while (cpus != idle_cpus && seconds() < end) {
		nanosleep(&millisecond, NULL);
		drain();
		cpus |= idle_in_text();
	}
	return __builtin_popcount(idle_cpus & ~cpus);
}

static bool self_is_traced(void)
{
	drain();
	syscall(SYS_close, -1);
	drain();
	return is_in_text("", getpid());
}

/* --- Tasks that are there before the tracer: a process of many threads, which wait */

static struct {
	int tids[HERD];
	atomic_int done;
} *herd;
static int herd_go[2], herd_pid;
static char stacks[HERD + 1][8192] __attribute__((aligned(16)));

static int in_herd(void *unused)
{
	char byte;

	(void)unused;
	if (read(herd_go[0], &byte, 1))
		return 1;
	syscall(SYS_close, -1);
	if (atomic_fetch_add(&herd->done, 1) == HERD - 1)
		syscall(SYS_exit_group, 0);
	return 0;
}

static void gather_herd(void)
{
	int ready[2], i;
	char byte;

	atomic_store(&herd->done, 0);
	if (pipe(herd_go) || pipe(ready))
		err(1, "pipe");
	herd_pid = fork();
	if (herd_pid < 0)
		err(1, "fork");
	if (!herd_pid) {
		close(herd_go[1]);
		for (i = 0; i < HERD; i++)
			herd->tids[i] = clone(in_herd, stacks[i + 1],
					      CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND |
					      CLONE_THREAD | CLONE_SYSVSEM, NULL);
		if (write(ready[1], "", 1) != 1)
			_exit(1);
		for (;;)
			pause();
	}
	close(ready[1]);
	if (read(ready[0], &byte, 1) != 1)
		errx(1, "the herd is not there");
	close(ready[0]);
}

/* They call the known function, and end */
static int herd_untraced(void)
{
	int i, status, missing = 0;

	drain();
	close(herd_go[1]);
	close(herd_go[0]);
	if (waitpid(herd_pid, &status, 0) < 0 || status)
		errx(1, "the herd ended with %d", status);
	get("trace", text, sizeof(text));
	for (i = 0; i < HERD; i++)
		missing += !is_in_text("", herd->tids[i]);
	if (missing)
		printf("trace of the herd, %d to %d:\n%s", herd->tids[0], herd->tids[HERD - 1], text);
	return missing;
}

/* --- What is tried: each returns 0, or an errno */

static int attempt_write(const struct operation *op)
{
	return try_put(op->path, op->to);
}

static int attempt_append(const struct operation *op)
{
	return try_put_with(O_APPEND, op->path, op->to);
}

/* The event of an fprobe is enabled, disabled and removed. Each close() calls the function that it probes */
static int attempt_probe(const struct operation *op)
{
	int error = try_put("events/fprobes/made/enable", "1");

	if (!error)
		error = try_put("events/fprobes/made/enable", "0");
	return error ?: attempt_append(op);
}

/* As : > path does */
static int attempt_clear(const struct operation *op)
{
	int fd = open(op->path, O_WRONLY | O_TRUNC);

	return fd < 0 || close(fd) ? errno : 0;
}

static int attempt_read(const struct operation *op)
{
	return try_get(op->path, text, sizeof(text));
}

static int made;
static atomic_int made_runs;

static int attempt_fork(const struct operation *op)
{
	(void)op;
	made = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
	if (!made) {
		syscall(SYS_close, -1);
		_exit(0);
	}
	return made < 0 ? errno : 0;
}

static int in_thread(void *unused)
{
	(void)unused;
	syscall(SYS_close, -1);
	return 0;
}

static int attempt_thread(const struct operation *op)
{
	int error;

	(void)op;
	atomic_store(&made_runs, 1);
	errno = 0;
	made = clone(in_thread, stacks[1],
		     CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM |
		     CLONE_CHILD_CLEARTID, NULL, NULL, NULL, &made_runs);
	error = errno;
	return made < 0 ? error : 0;
}

static int made_untraced(void)
{
	if (op->attempt == attempt_fork) {
		if (waitpid(made, NULL, 0) != made)
			err(1, "waitpid");
	} else {
		while (atomic_load(&made_runs))
			syscall(SYS_futex, &made_runs, FUTEX_WAIT, 1, NULL, NULL, 0);
	}
	drain();
	return !is_in_text("", made);
}

/* --- Modules */

static bool is_loaded(const char *module)
{
	char modules[4096], line[64];

	get("/proc/modules", modules, sizeof(modules));
	sprintf(line, "%s ", module);
	return !strncmp(modules, line, strlen(line)) ||
	       (snprintf(line, sizeof(line), "\n%s ", module), strstr(modules, line));
}

static int insmod(const char *module)
{
	char path[64];
	int fd, error;

	sprintf(path, "/run/lab/%s.ko", module);
	fd = open(path, O_RDONLY);
	if (fd < 0)
		return errno;
	error = syscall(SYS_finit_module, fd, "", 0) ? errno : 0;
	close(fd);
	return error;
}

static int rmmod(const char *module)
{
	return syscall(SYS_delete_module, module, O_NONBLOCK) ? errno : 0;
}

static void must_be_loaded(const char *module, bool loaded)
{
	if (is_loaded(module) == loaded)
		return;
	errno = loaded ? insmod(module) : rmmod(module);
	if (errno)
		err(1, "%s does not %s", module, loaded ? "come" : "go");
}

static int attempt_insmod(const struct operation *op)
{
	return insmod(op->module);
}

static int attempt_rmmod(const struct operation *op)
{
	return rmmod(op->module);
}

/* So many functions have types from the source, as the head of function_prototypes says */
static int typed(const char *source, const char *head)
{
	char start[16];
	const char *line;

	sprintf(start, "\n# %s: ", source);
	line = strstr(head, start);
	return line ? atoi(line + strlen(start)) : -1;
}

/*
 * twin_int has types if its tables are there and there was memory. Nothing has any from tables without tables. The kernel
 * has its types from BTF then, if it has BTF, from when function_graph was first selected. Comes after said()
 */
static void check_types(void)
{
	/* What was lost for want of memory comes back when function_graph is selected, or when tables go */
	static bool lost;
	bool kernel = is_loaded("fgraph_prototypes");
	bool twin = is_loaded("twin_int") && is_loaded("fgraph_prototypes_twin");
	char head[256];
	int tables, btf;

	/* The head alone: on a kernel that checks itself, the lines take seconds */
	get("function_prototypes", head, sizeof(head));
	tables = typed("tables", head);
	btf = typed("BTF", head);
	lost = btf < 1000 && (lost || types_said);
	if (has_btf() && !kernel && !lost && btf < 1000)
		bad("BTF has types of %d functions, and the log does not say why not all", btf);
	if (!kernel && !twin && tables)
		bad("%d functions have types, without tables", tables);
	if (!types_said && kernel && tables < 1000)
		bad("%d functions have types, and the log does not say why not all", tables);
	if (!types_said && !kernel && twin && tables < 1)
		bad("a module has no types, and the log does not say why");
}

/* --- An operation */

static void state(char *to, size_t size)
{
	const char *path = op->tells ?: op->path;
	size_t length;

	to[0] = '\0';
	if (path && op->attempt != attempt_read)
		get(path, to, size);
	if (op->module)
		strcpy(to, is_loaded(op->module) ? "loaded" : "none");
	length = strlen(to);
	if (length && to[length - 1] == '\n')
		to[length - 1] = '\0';
	/* What it says goes into a line */
	while ((to = strchr(to, '\n')))
		*to = ' ';
}

static bool graph_traces(void)
{
	char now[64];

	get("current_tracer", now, sizeof(now));
	return !strcmp(now, "function_graph\n");
}

/* Tries that left somebody untraced; those of which the kernel's log says something else than the trace */
static int untraced, unsaid;

/* What it was to do is done */
static void check_done(void)
{
	int in_herd = 0, idle = 0, is_made = 0, lines;
	char now[4096];

	if (op->after) {
		state(now, sizeof(now));
		if (strcmp(now, op->after)) {
			bad("it succeeded, and %s has \"%s\" instead of \"%s\"",
			    op->module ?: op->tells ?: op->path, now, op->after);
			/* What comes next is to be the same as ever */
			if (!op->module)
				put(op->path, op->to);
		}
	}
	if (op->attempt == attempt_read && op->has && !strstr(text, op->has))
		bad("it succeeded, and what was read has no %s", op->has);
	if (op->attempt == attempt_read && !op->has && !is_in_text("", getpid()))
		bad("it succeeded, and what was read has no " KNOWN);
	if (!graph_traces()) {
		said();
		if (op->types)
			check_types();
		return;
	}
	if (op->makes_task)
		is_made = made_untraced();
	if (op->herd)
		in_herd = herd_untraced();
	if (op->idle)
		idle = idle_untraced();
	if (!self_is_traced())
		bad("it succeeded, and nothing is traced");
	lines = said();
	if (op->types)
		check_types();
	if (in_herd || idle || is_made) {
		printf("untraced %s %u: %d of the herd, %d idle, %d made; the log says so %d times\n",
		       op->name, n, in_herd, idle, is_made, lines);
		untraced++;
	}
	unsaid += lines != in_herd + idle + is_made;
}

static void trace_with(const char *tracer)
{
	char now[64];

	get("current_tracer", now, sizeof(now));
	now[strcspn(now, "\n")] = '\0';
	/* The first write is for what is tried */
	if (strcmp(now, tracer))
		put("current_tracer", tracer);
}

static void prepare(void)
{
	trace_with(op->tracer);
	if (op->herd)
		gather_herd();
	/* What is removed may not be there, and what is added may be */
	if (op->from && *op->from == '!')
		try_put(op->path, op->from);
	else if (op->from && !strcmp(op->path, EVENTS))
		try_put_with(O_APPEND, EVENTS, op->from);
	else if (op->from)
		put(op->attempt == attempt_read ? op->tells : op->path, op->from);
	if (op->with)
		must_be_loaded(op->with, true);
	if (op->module)
		must_be_loaded(op->module, op->attempt == attempt_rmmod);
	said();
}

/* Nothing of it stays: tasks are traced, with their names */
static bool is_as_ever(void)
{
	int tries;

	if (!graph_traces())
		return true;
	drain();
	/* A name is not recorded while another one is */
	for (tries = 0; tries < 10; tries++) {
		errno = attempt_fork(op);
		if (errno)
			err(1, "fork");
		if (waitpid(made, NULL, 0) != made)
			err(1, "waitpid");
		drain();
		if (is_in_text("faults", made))
			return true;
	}
	return false;
}

/* Returns what the operation does, with its Nth allocation failing, if it came to that */
static int attempt(unsigned int nth, bool *injected)
{
	int error;

	if (op->attempt == attempt_read) {
		drain();
		syscall(SYS_close, -1);
	}
	arm(nth);
	error = op->attempt(op);
	*injected = disarm() && nth;
	return error;
}

/* One pass: until the operation ends before the allocation that is to fail */
static void pass(int *tries, int *failed)
{
	char before[4096], after[4096];
	bool injected, reached;
	int error;

	for (n = 1; n < MANY; n++) {
		prepare();
		state(before, sizeof(before));
		error = attempt(n, &injected);
		reached = injected;
		*tries += reached;
		if (error) {
			++*failed;
			if (!injected || (error != ENOMEM && error != EAGAIN))
				bad("it failed with: %s", strerror(error));
			state(after, sizeof(after));
			if (strcmp(before, after) && (!op->or || strcmp(op->or, after)))
				bad("it failed, and %s has \"%s\" instead of \"%s\"",
				    op->module ?: op->tells ?: op->path, after, before);
			if (graph_traces() && !self_is_traced())
				bad("it failed, and nothing is traced any more");
		}
		/* The next try is one that is to fail later */
		if (error && injected && op->once)
			continue;
		if (error) {
			error = attempt(0, &injected);
			if (error)
				bad("done again, it fails with: %s", strerror(error));
		}
		check_done();
		if (!reached)
			return;
	}
	errx(1, "%s does not end", op->name);
}

static void run(void)
{
	int tries = 0, failed = 0, passes = 0;
	static bool as_ever = true;
	bool was;

	if (chdir(op->instance ? TOP "/" GRAPH : TOP))
		err(1, "tracefs");
	untraced = unsaid = 0;
	/* With pages, the numbers vary, and an allocation may be left out: then once more without them */
	for (int slab_only = op->slab_only; slab_only <= 1; slab_only++) {
		put("/sys/kernel/debug/fail_page_alloc/min-order", slab_only ? "20" : "0");
		/* A new task's stack may be an old one, or be allocated before its shadow stack */
		do
			pass(&tries, &failed);
		while (op->makes_task && !untraced && ++passes < 10);
	}
	/* Without tables, the lines of the known function are as the rest expects them */
	if (op->module)
		must_be_loaded(op->module, false);
	if (op->with)
		must_be_loaded(op->with, false);
	was = as_ever;
	as_ever = is_as_ever();
	if (was && !as_ever)
		bad("after all, what is traced is not what was, or has no names");
	printf("faults %s injected %d failed %d survived %d untraced %d unsaid %d\n", op->name, tries,
	       failed, tries - failed, untraced, unsaid);
}

/* PLACE is "", or "instance-" for what is done in the instance. What else there is to say may follow */
#define GRAPH_TO(how, place, label, ...)								\
	{ .name = place label, .tracer = "function_graph", .attempt = attempt_##how,			\
	  .instance = sizeof(place) > 1, __VA_ARGS__ }
#define SET(place, option, ...)										\
	GRAPH_TO(write, place, "set-" option, __VA_ARGS__						\
		 .path = "options/" option, .from = "0", .to = "1", .after = "1")
#define UNSET(place, option, ...)									\
	GRAPH_TO(write, place, "unset-" option, __VA_ARGS__						\
		 .path = "trace_options", .from = option, .to = "no" option,				\
		 .tells = "options/" option, .after = "0")
#define SET_IN_LIST(place, option)									\
	GRAPH_TO(write, place, "trace_options-" option,							\
		 .path = "trace_options", .from = "no" option, .to = option,				\
		 .tells = "options/" option, .after = "1")
#define OPTION(option)											\
	SET("", option), UNSET("", option), SET_IN_LIST("", option)
/* Each list has the error of the known function, which is traced then, too */
#define LIST(how, place, label, was, words, is)								\
	GRAPH_TO(how, place, "set_graph_errors" label,							\
		 .path = "set_graph_errors", .from = was, .to = words, .after = is)
/* The tracer begins anew, which takes long: without pages, as register has them */
#define ONLY(set, place, option)	set(place, option, .slab_only = true,)
/* Of idle tasks, no function fails: what records only errors is off in the end */
#define ERRORS(place)											\
	SET(place, "funcgraph-origin"), UNSET(place, "funcgraph-origin"),				\
	SET_IN_LIST(place, "funcgraph-origin"),								\
	ONLY(SET, place, "funcgraph-chains"), ONLY(UNSET, place, "funcgraph-chains"),			\
	ONLY(SET, place, "funcgraph-errors"),								\
	LIST(write, place, "", "any", "EBADF", "EBADF"),						\
	LIST(write, place, "-deny", "EBADF", "!EIO", "any !EIO"),					\
	LIST(write, place, "-null", "EBADF", "NULL 9", "EBADF NULL"),					\
	LIST(append, place, "-append", "EBADF", "EIO", "EIO EBADF"),					\
	LIST(write, place, "-any", "EBADF", "any", "any"),						\
	LIST(clear, place, "-clear", "EBADF", "any", "any"),						\
	ONLY(UNSET, place, "funcgraph-errors")
#define FILTER(file, was, is)										\
	{ .name = file, .tracer = "function_graph", .attempt = attempt_write,				\
	  .path = file, .from = was, .to = is, .after = is }
/* An fprobe is registered while its event is enabled. The event "other" is there meanwhile */
#define PROBE(label, event, was, is)								\
	{ .name = "probe-" label, .tracer = "nop", .attempt = attempt_write, .slab_only = true,	\
	  .path = "events/fprobes/" event "/enable", .from = was, .to = is, .after = is }
#define PROBES									\
	"f:fprobes/entry " KNOWN " f:fprobes/return " KNOWN "%return "		\
	"f:fprobes/other getname_flags%return"
#define CPU1 "/sys/devices/system/cpu/cpu1/online"

static const struct operation operations[] = {
	/* The first write to it, whatever it is, allocates the buffer: trace_buf_size=67k */
	{ .name = "buffer", .tracer = "nop", .attempt = attempt_write, .once = true, .slab_only = true,
	  .path = "current_tracer", .to = "nop", .tells = "buffer_size_kb", .after = "67" },
	{ .name = "first", .tracer = "nop", .attempt = attempt_write, .idle = true, .once = true,
	  .slab_only = true, .types = true,
	  .path = "current_tracer", .to = "function_graph", .after = "function_graph" },
	{ .name = "online-first", .tracer = "function_graph", .attempt = attempt_write,
	  .path = CPU1, .from = "0", .to = "1", .after = "1",
	  .idle = true, .once = true, .slab_only = true },
	{ .name = "register", .tracer = "nop", .attempt = attempt_write, .herd = true,
	  .path = "current_tracer", .to = "function_graph", .after = "function_graph" },
	/* One tracer has gone before the other one comes, and the file says so */
	{ .name = "register-after-function", .tracer = "function", .attempt = attempt_write,
	  .path = "current_tracer", .to = "function_graph", .after = "function_graph", .or = "nop" },
	{ .name = "resize", .tracer = "function_graph", .attempt = attempt_write,
	  .path = "buffer_size_kb", .from = "15", .to = "67", .after = "67" },
	{ .name = "unregister", .tracer = "function_graph", .attempt = attempt_write,
	  .path = "current_tracer", .to = "nop", .after = "nop" },
	{ .name = "tracing_thresh", .tracer = "function_graph", .attempt = attempt_write,
	  .path = "tracing_thresh", .from = "0", .to = "0", .after = "0" },
	{ .name = "fork", .tracer = "function_graph", .attempt = attempt_fork, .makes_task = true },
	{ .name = "thread", .tracer = "function_graph", .attempt = attempt_thread, .makes_task = true },
	{ .name = "trace", .tracer = "function_graph", .attempt = attempt_read, .path = "trace" },
	{ .name = "trace_pipe", .tracer = "function_graph", .attempt = attempt_read, .path = "trace_pipe" },
	OPTION("funcgraph-retval"),
	OPTION("funcgraph-retval2"),
	OPTION("graph_retval_hex"),
	OPTION("funcgraph-retval-type"),
	OPTION("funcgraph-retval-names"),
	ERRORS(""),
	{ .name = "offline", .tracer = "function_graph", .attempt = attempt_write,
	  .path = CPU1, .from = "1", .to = "0", .after = "0" },
	{ .name = "online", .tracer = "function_graph", .attempt = attempt_write,
	  .path = CPU1, .from = "0", .to = "1", .after = "1",
	  .idle = true, .once = true },
	FILTER("set_graph_function", "", KNOWN),
	FILTER("set_graph_notrace", "", IDLE),
	/* To trace all functions for a while takes long */
	{ .name = "set_ftrace_filter", .tracer = "nop", .attempt = attempt_write,
	  .path = "set_ftrace_filter", .from = KNOWN " " IDLE, .to = KNOWN, .after = KNOWN },
	/* The first command, and one that is there already */
	{ .name = "command", .tracer = "nop", .attempt = attempt_write, .slab_only = true,
	  .path = INSTANCE "/set_ftrace_filter", .from = "!" KNOWN ":traceoff:ret=EXDEV",
	  .to = KNOWN ":traceoff:ret=EXDEV",
	  .after = "#### all functions enabled #### " KNOWN ":traceoff:ret=EXDEV" },
	{ .name = "command-again", .tracer = "nop", .attempt = attempt_write, .slab_only = true,
	  .path = INSTANCE "/set_ftrace_filter", .from = KNOWN ":traceoff:ret=EXDEV:5",
	  .to = KNOWN ":traceoff:ret=EXDEV:3",
	  .after = "#### all functions enabled #### " KNOWN ":traceoff:ret=EXDEV:3" },
	{ .name = "command-goes", .tracer = "nop", .attempt = attempt_write, .slab_only = true,
	  .path = INSTANCE "/set_ftrace_filter", .from = KNOWN ":traceoff:ret=EXDEV",
	  .to = "!" KNOWN ":traceoff:ret=EXDEV", .after = "#### all functions enabled ####" },
	/* The module of tables */
	{ .name = "tables", .tracer = "nop", .attempt = attempt_insmod, .slab_only = true, .types = true,
	  .module = "fgraph_prototypes", .after = "loaded" },
	{ .name = "tables-go", .tracer = "nop", .attempt = attempt_rmmod, .slab_only = true, .types = true,
	  .module = "fgraph_prototypes", .after = "none" },
	/* A module whose tables are there */
	{ .name = "module", .tracer = "nop", .attempt = attempt_insmod, .slab_only = true, .types = true,
	  .module = "twin_int", .with = "fgraph_prototypes_twin", .after = "loaded" },
	{ .name = "module-goes", .tracer = "nop", .attempt = attempt_rmmod, .slab_only = true, .types = true,
	  .module = "twin_int", .with = "fgraph_prototypes_twin", .after = "none" },
	/* Tables whose module is there */
	{ .name = "module-tables", .tracer = "nop", .attempt = attempt_insmod, .slab_only = true, .types = true,
	  .module = "fgraph_prototypes_twin", .with = "twin_int", .after = "loaded" },
	{ .name = "module-tables-go", .tracer = "nop", .attempt = attempt_rmmod, .slab_only = true, .types = true,
	  .module = "fgraph_prototypes_twin", .with = "twin_int", .after = "none" },
	{ .name = "function_prototypes", .tracer = "nop", .attempt = attempt_read, .slab_only = true,
	  .path = "function_prototypes", .with = "fgraph_prototypes", .has = KNOWN "(" },
	/* The table of errors, which is allocated when it is enabled for the first time */
	{ .name = "table", .tracer = "nop", .attempt = attempt_write, .once = true,
	  .path = "function_errors_enabled", .from = "0", .to = "1", .after = "1" },
	{ .name = "table-off", .tracer = "nop", .attempt = attempt_write, .slab_only = true,
	  .path = "function_errors_enabled", .from = "1", .to = "0", .after = "0" },
	{ .name = "table-read", .tracer = "nop", .attempt = attempt_read,
	  .path = "trace_stat/function_errors", .tells = "function_errors_enabled", .from = "1",
	  .has = KNOWN " (returned)" },
	/* Events of fprobes */
	PROBE("other", "other", "0", "1"),
	PROBE("entry", "entry", "0", "1"),
	PROBE("entry-goes", "entry", "1", "0"),
	PROBE("return", "return", "0", "1"),
	PROBE("return-goes", "return", "1", "0"),
	{ .name = "probe-made", .tracer = "nop", .attempt = attempt_append, .slab_only = true,
	  .path = EVENTS, .from = "-:made", .to = "f:made " KNOWN " x=@jiffies",
	  .after = PROBES " f:fprobes/made " KNOWN " x=@jiffies" },
	{ .name = "probe-removed", .tracer = "nop", .attempt = attempt_append, .slab_only = true,
	  .path = EVENTS, .from = "f:made " KNOWN " x=@jiffies", .to = "-:made",
	  .after = PROBES },
	{ .name = "probe-used", .tracer = "nop", .attempt = attempt_probe, .slab_only = true,
	  .path = EVENTS, .from = "f:made " KNOWN "%return", .to = "-:made", .after = PROBES },
	PROBE("other-goes", "other", "1", "0"),
	/* In an instance, while the table counts */
	{ .name = "instance-register", .tracer = "nop", .attempt = attempt_write, .instance = true,
	  .slab_only = true, .path = "current_tracer", .to = "function_graph", .after = "function_graph" },
	ERRORS("instance-"),
};

int main(int argc, char **argv)
{
	cpu_set_t here = { 0 };
	size_t i;

	setvbuf(stdout, NULL, _IOLBF, 0);
	herd = mmap(NULL, sizeof(*herd), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (herd == MAP_FAILED)
		err(1, "mmap");
	nth_fd = open("/proc/self/fail-nth", O_RDWR);
	if (nth_fd < 0)
		err(1, "/proc/self/fail-nth");
	kmsg_fd = open("/dev/kmsg", O_RDONLY | O_NONBLOCK);
	if (kmsg_fd < 0)
		err(1, "/dev/kmsg");
	/* What is allocated for each processor fails for the same one each time */
	CPU_SET(0, &here);
	if (sched_setaffinity(0, sizeof(here), &here))
		err(1, "sched_setaffinity");
	if (chdir(TOP))
		err(1, "tracefs");
	if (mlockall(MCL_CURRENT | MCL_FUTURE))
		err(1, "mlockall");
	/* They have buffers of each processor: none is allocated when that comes online */
	if (mkdir(INSTANCE, 0700) || mkdir(GRAPH, 0700))
		err(1, "instances");
	/* It comes when the tracer is there */
	put(CPU1, "0");
	put("set_ftrace_filter", KNOWN " " IDLE);
	put("options/funcgraph-proc", "1");
	put("options/funcgraph-retval", "1");
	put(EVENTS, "f:entry " KNOWN "\nf:return " KNOWN "%return\nf:other getname_flags%return");
	put(GRAPH "/set_ftrace_filter", KNOWN);
	put(GRAPH "/options/funcgraph-proc", "1");
	for (i = 0; i < sizeof(operations) / sizeof(*operations); i++) {
		if (argc > 1 && strncmp(argv[1], operations[i].name, strlen(argv[1])))
			continue;
		op = &operations[i];
		run();
		/* Whatever has become of it */
		put("buffer_size_kb", "67");
	}
	if (chdir(TOP))
		err(1, "tracefs");
	put("current_tracer", "nop");
	put("function_errors_enabled", "0");
	put("events/fprobes/enable", "0");
	put(EVENTS, "");
	if (rmdir(INSTANCE) || rmdir(GRAPH))
		err(1, "instances");
	return 0;
}

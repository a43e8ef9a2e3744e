// SPDX-License-Identifier: GPL-2.0
/*
 * The instance of the tracer that this program has for itself. Nothing else of tracefs is
 * changed.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "filter.h"
#include "guard.h"
#include "instance.h"
#include "probes.h"
#include "types.h"
#include "util.h"

static char *tracefs, *instance;
static int start_fd = -1, free_fd = -1;
/* Print what is written, and write nothing */
static bool dry;
static const struct options *options;

static struct {
	unsigned int cpu;
	int fd;
} *buffers;
static unsigned int nr_buffers;

static const char * const places[] = { "/sys/kernel/tracing", "/sys/kernel/debug/tracing" };

/**
 * instance_tracefs - find tracefs
 *
 * Return: where it is mounted, or NULL
 */
const char *instance_tracefs(void)
{
	size_t i;

	for (i = 0; !tracefs && i < ARRAY_SIZE(places); i++) {
		char *path = xasprintf("%s/instances", places[i]);

		if (!access(path, F_OK))
			tracefs = strdup(places[i]);
		free(path);
	}
	return tracefs;
}

static int put(const char *path, int flags, const char *text)
{
	if (!dry)
		return write_file(path, flags, text);
	printf("echo '%s' %s %s\n", text, flags & O_APPEND ? ">>" : ">", path);
	return 0;
}

/**
 * instance_put - write to a file of tracefs. What fails is said
 * @folder: where the file is
 * @file: its name
 * @flags: more flags of open()
 * @text: what to write
 *
 * Return: 0, or -1. Then a message was printed
 */
int instance_put(const char *folder, const char *file, int flags, const char *text)
{
	char *path = xasprintf("%s/%s", folder, file);
	int ret = put(path, flags, text);

	if (ret)
		complain("cannot write \"%s\" to %s: %s", text, path, strerror(errno));
	free(path);
	return ret;
}

static int set(const char *file, const char *text)
{
	return instance_put(instance, file, O_TRUNC, text);
}

/* The same, for what the kernel may not have */
static int try(const char *file, const char *text)
{
	char *path = xasprintf("%s/%s", instance, file);
	int ret = put(path, 0, text);

	free(path);
	return ret;
}

static int open_file(const char *file, int flags)
{
	char *path = xasprintf("%s/%s", instance, file);
	int fd = open(path, flags | O_CLOEXEC);

	if (fd < 0)
		complain("cannot open %s: %s", path, strerror(errno));
	free(path);
	return fd;
}

static int open_buffers(void)
{
	char *path = xasprintf("%s/per_cpu", instance);
	DIR *dir = opendir(path);
	struct dirent *entry;
	int ret = 0;

	free(path);
	if (!dir) {
		complain("%s has no per_cpu: %s", instance, strerror(errno));
		return -1;
	}
	while (!ret && (entry = readdir(dir))) {
		unsigned int cpu;
		char *file;

		if (sscanf(entry->d_name, "cpu%u", &cpu) != 1)
			continue;
		buffers = xgrow(buffers, nr_buffers, sizeof(*buffers));
		file = xasprintf("per_cpu/%s/trace_pipe_raw", entry->d_name);
		buffers[nr_buffers].cpu = cpu;
		buffers[nr_buffers].fd = open_file(file, O_RDONLY | O_NONBLOCK);
		free(file);
		if (buffers[nr_buffers].fd < 0)
			ret = -1;
		else
			nr_buffers++;
	}
	closedir(dir);
	return ret;
}

/**
 * instance_caller - the functions that call all system calls
 * @i: 0 and up
 *
 * They may return nothing. Errors would end there. The kernel looks each pattern up among all
 * functions, which takes as long as a fifth of switching the tracer on. So there are none that
 * this machine does not have, and those of x86 are one pattern: x64_sys_call, x32_sys_call and
 * ia32_sys_call.
 *
 * Return: a pattern, or NULL
 */
const char *instance_caller(unsigned int i)
{
	static const struct {
		const char *machine, *callers;
	} table[] = {
		{ "x86_64", "[xi]*[24]_sys_call" },
		{ "i?86", "[xi]*[24]_sys_call" },
		{ "aarch64", "*el0_svc*" },
		{ "aarch64", "invoke_syscall*" },
	};
	struct utsname name;
	size_t at;

	for (at = 0; !uname(&name) && at < ARRAY_SIZE(table); at++) {
		if (!fnmatch(table[at].machine, name.machine, 0) && !i--)
			return table[at].callers;
	}
	return NULL;
}

static void leave_out_callers(void)
{
	char *path = xasprintf("%s/set_ftrace_notrace", instance);
	const char *caller;
	unsigned int i;

	for (i = 0; (caller = instance_caller(i)); i++)
		put(path, O_APPEND, caller);
	free(path);
}

/* What programs end with, and what they write messages to */
static void enable_events(void)
{
	char *filter;

	if (!try("events/raw_syscalls/sys_exit/filter", "ret < 0 && ret > -4096"))
		try("events/raw_syscalls/sys_exit/enable", "1");
	try("events/sched/sched_process_exec/enable", "1");
	try("events/sched/sched_process_fork/enable", "1");
	if (!try("events/syscalls/sys_enter_write/filter", "fd == 2"))
		try("events/syscalls/sys_enter_write/enable", "1");
	if (!try("events/syscalls/sys_enter_writev/filter", "fd == 2"))
		try("events/syscalls/sys_enter_writev/enable", "1");

	filter = xasprintf("id == %d", SYS_exit_group);
	if (!try("events/raw_syscalls/sys_enter/filter", filter))
		try("events/raw_syscalls/sys_enter/enable", "1");
	free(filter);
}

/**
 * instance_create - make the instance
 * @asked: whose failures will be traced, and which
 *
 * Nothing is traced in it.
 *
 * Return: 0, or -1. Then a message was printed
 */
int instance_create(const struct options *asked)
{
	char *path;

	options = asked;
	guard_remove_stale(tracefs);
	path = guard_name(tracefs);
	if (mkdir(path, 0700)) {
		complain("cannot make %s: %s", path, strerror(errno));
		free(path);
		return -1;
	}
	instance = path;
	types_load(tracefs);
	if (guard_start(tracefs, path, types_unload)) {
		complain("cannot make a process: %s", strerror(errno));
		return -1;
	}

	/* It begins with tracing on */
	start_fd = open_file("tracing_on", O_WRONLY);
	if (start_fd < 0 || write(start_fd, "0", 1) != 1)
		return -1;

	/* If this program is killed, the kernel turns tracing off and frees the buffer */
	if (set("options/disable_on_free", "1"))
		return -1;
	free_fd = open_file("free_buffer", O_WRONLY);
	if (free_fd < 0)
		return -1;

	/* A reader wakes at the first record */
	return set("buffer_percent", "0");
}

/* Says what takes long to who waits at a terminal, and takes it back */
static void progress(const char *what)
{
	if (isatty(STDERR_FILENO) && !options->quiet)
		fprintf(stderr, "\r\033[K%s", what);
}

/* All tasks but this one: what it reads would fail again and again */
static int leave_out_this(void)
{
	char *number = xasprintf("%d", getpid());
	int ret = set("set_ftrace_notrace_pid", number) ?: set("set_event_notrace_pid", number);

	free(number);
	return ret;
}

/* The tasks to trace, see instance_trace() */
static int choose_tasks(const char *pids)
{
	int ret = 0;

	if (!options->no_children)
		ret = set("options/function-fork", "1") ?: set("options/event-fork", "1");
	if (!ret && pids)
		return set("set_ftrace_pid", pids) ?: set("set_event_pid", pids);
	return ret ?: leave_out_this();
}

/* While a buffer is open, the tracer stays what it is */
static int hook(void)
{
	int ret, error;

	progress("preparing: the functions of the kernel are hooked ...");
	ret = try("current_tracer", "function_graph");
	error = errno;
	progress("");
	if (ret)
		complain("cannot trace: %s%s", strerror(error), error == ENOSPC ?
			 ". There are 16 already: see current_tracer in instances/" : "");
	return ret ?: dry ? 0 : open_buffers();
}

/**
 * instance_trace - prepare to trace tasks, and those that they make
 * @pids: their numbers, with spaces between them, or NULL for all but this one
 *
 * The functions of the kernel are hooked: this takes most of the time. What is traced is
 * recorded once a task writes 1 to instance_start_fd().
 *
 * Return: 0, or -1. Then a message was printed
 */
int instance_trace(const char *pids)
{
	char *words = filter_words();
	int ret;

	leave_out_callers();
	ret = choose_tasks(pids);
	if (!ret && words)
		ret = set("set_graph_errors", words);
	if (!ret)
		ret = set(options->tree ? "options/funcgraph-errors" : "options/funcgraph-chains",
			  "1");
	ret = ret ?: set("options/funcgraph-retaddr", "1");
	if (ret)
		return ret;
	try("options/funcgraph-args", "1");
	try("options/funcgraph-strings", "1");

	enable_events();
	return hook();
}

/**
 * instance_print - print what the functions above would do
 * @asked: whose failures, and which
 * @pids: as instance_trace() has it
 */
void instance_print(const struct options *asked, const char *pids)
{
	/* Without root, it cannot be seen */
	if (!instance_tracefs())
		tracefs = strdup(places[0]);
	options = asked;
	dry = true;
	instance = xasprintf("%s/instances/fgraph-why", tracefs);
	printf("mkdir %s\n", instance);
	set("tracing_on", "0");
	set("options/disable_on_free", "1");
	set("buffer_percent", "0");
	instance_trace(pids);
	set("tracing_on", "1");
}

/**
 * instance_probe - prepare to record the statements of a function that tasks run
 * @pids: as instance_trace() has it
 * @steps: the statements
 *
 * Calls of the function are recorded, too, and each return from a system call.
 *
 * Return: how many statements have no probe, or -1. Then a message was printed
 */
int instance_probe(const char *pids, const struct steps *steps)
{
	char *group = guard_group(), *file = NULL, *text = NULL;
	int refused, ret = -1;

	progress("preparing: probes are made ...");
	refused = probes_create(tracefs, group, steps);
	progress("");
	if (refused < 0) {
		complain("the kernel takes no probe in %s(): %s", steps->function, strerror(errno));
		goto out;
	}
	file = xasprintf("%s/events/%s/" PROBES_EVENT "/format", tracefs, group);
	text = read_file(file, NULL);
	if (!text || records_describe(RECORDS_HIT, text)) {
		complain("%s is not as expected", file);
		goto out;
	}
	free(file);
	file = xasprintf("events/%s/" PROBES_EVENT "/enable", group);
	ret = choose_tasks(pids) ?: set("set_ftrace_filter", steps->function) ?:
	      set("events/raw_syscalls/sys_exit/enable", "1") ?: set(file, "1") ?: hook();
out:
	free(text);
	free(file);
	free(group);
	return ret ? -1 : refused;
}

/**
 * instance_start - start by this program
 *
 * Return: 0, or -1. Then a message was printed
 */
int instance_start(void)
{
	if (write(start_fd, "1", 1) == 1)
		return 0;
	complain("cannot start the trace: %s", strerror(errno));
	return -1;
}

/**
 * instance_start_fd - how to start
 *
 * Return: the file tracing_on
 */
int instance_start_fd(void)
{
	return start_fd;
}

/**
 * instance_wait - wait until there is something to read
 * @fd: another file to wait for
 * @timeout: how long to wait, in milliseconds, or -1
 *
 * Return: whether there is something to read in @fd. A signal ends the wait, too
 */
int instance_wait(int fd, int timeout)
{
	struct pollfd *polls = calloc(nr_buffers + 1, sizeof(*polls));
	unsigned int i;
	int ret;

	if (!polls)
		return 0;
	polls[0] = (struct pollfd){ .fd = fd, .events = POLLIN };
	for (i = 0; i < nr_buffers; i++)
		polls[i + 1] = (struct pollfd){ .fd = buffers[i].fd, .events = POLLIN };
	ret = poll(polls, nr_buffers + 1, timeout) > 0 && polls[0].revents;
	free(polls);
	return ret;
}

/**
 * instance_read - read what there is in the buffers of all CPUs
 * @list: where to put the records
 *
 * Return: 0, or -1. Then a message was printed
 */
int instance_read(struct record_list *list)
{
	static char *page;
	unsigned int i;

	if (!page)
		page = xrealloc(NULL, records_page_bytes());

	for (i = 0; i < nr_buffers; i++) {
		for (;;) {
			ssize_t got = read(buffers[i].fd, page, records_page_bytes());

			if (got < 0 && errno == EINTR)
				continue;
			if (got <= 0)
				break;
			if (records_add_page(list, buffers[i].cpu, page, got)) {
				complain("a page of CPU %u is none of a buffer", buffers[i].cpu);
				return -1;
			}
		}
	}
	return 0;
}

/**
 * instance_stop - record nothing any more
 */
void instance_stop(void)
{
	if (start_fd >= 0 && write(start_fd, "0", 1) != 1)
		complain("cannot stop the trace: %s", strerror(errno));
}

/**
 * instance_remove - remove the instance
 *
 * Its tracer, and the hooks of functions, go with it.
 */
void instance_remove(void)
{
	unsigned int i;

	if (!instance)
		return;
	for (i = 0; i < nr_buffers; i++)
		close(buffers[i].fd);
	nr_buffers = 0;
	if (start_fd >= 0)
		close(start_fd);
	if (free_fd >= 0)
		close(free_fd);
	guard_stop();
	/* It was removed, or there is no guard */
	if (rmdir(instance) && errno != ENOENT)
		complain("cannot remove it: %s. Type: rmdir %s", strerror(errno), instance);
	free(instance);
	instance = NULL;
}

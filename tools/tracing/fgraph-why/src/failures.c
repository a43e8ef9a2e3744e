// SPDX-License-Identifier: GPL-2.0
/*
 * Failures: from the records of calls that failed, one after the other, and of system calls.
 * And which of them a person asks for.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "errors.h"
#include "failures.h"
#include "instance.h"
#include "names.h"
#include "saved.h"
#include "util.h"

/* A shadow stack has room for 50 calls. A call that was given the errno may be beside them */
#define MOST_LINKS	128
/* With what was handled */
#define MOST_HANDLED	4096

/* Equal ENOENTs in a row. There is one for C.UTF-8, for C.utf8 and for C at least */
#define TRANSLATIONS	3

#define NONE		((size_t)-1)

struct task {
	struct task *next;
	int pid;
	char comm[16];
	/* It is from /proc: no record tells it */
	bool comm_of_proc;
	/* Calls of a chain that is not complete */
	struct link *links;
	int nr_links;
	/* The one that has not returned yet, or -1 */
	int open;
	/* The last one */
	size_t failure;
	/* Its system call has not returned yet */
	bool pending;
	/* It was printed, or so it seems: something was written to file 2 after it */
	bool complained;
	/* A signal's handler ends, and its system call has not returned yet */
	bool handler_ends;
};

static struct task *tasks[256];
/* Tasks run on this machine */
static bool look_into_proc;
static int most_links = MOST_LINKS;
/* How many are within a system call that has failed */
static int nr_pending;

/* Failures that a person may ask for, or NONE: see failures_pick() */
static size_t complained = NONE, ended = NONE;

static struct task *find_task(int pid)
{
	struct task **first = &tasks[(unsigned int)pid % ARRAY_SIZE(tasks)], *task;

	for (task = *first; task; task = task->next) {
		if (task->pid == pid)
			return task;
	}
	task = xrealloc(NULL, sizeof(*task));
	memset(task, 0, sizeof(*task));
	task->pid = pid;
	task->open = -1;
	task->failure = NONE;
	task->next = *first;
	*first = task;
	return task;
}

static void set_pending(struct task *task, bool pending)
{
	nr_pending += pending - task->pending;
	task->pending = pending;
}

/* Of a task that has ended, the kernel keeps the name for a while, as "PID NAME" lines */
static char *find_kept_comm(int pid)
{
	char *path = xasprintf("%s/saved_cmdlines", instance_tracefs() ?: "");
	char *all = read_file(path, NULL), *rest = all, *line, *end, *comm = NULL;

	while ((line = strsep(&rest, "\n")) && !comm) {
		if (strtol(line, &end, 10) == pid && *end == ' ')
			comm = strdup(end + 1);
	}
	free(all);
	free(path);
	return comm;
}

static void read_comm(struct task *task)
{
	char *path = xasprintf("/proc/%d/comm", task->pid);
	char *comm = read_file(path, NULL) ?: find_kept_comm(task->pid);

	free(path);
	task->comm_of_proc = comm;
	if (comm)
		snprintf(task->comm, sizeof(task->comm), "%.*s", (int)strcspn(comm, "\n"), comm);
	free(comm);
}

static struct failure *append(struct failure_list *list, struct task *task, uint64_t time)
{
	struct failure *failure;

	list->failures = xgrow(list->failures, list->nr, sizeof(*failure));
	failure = &list->failures[list->nr];
	memset(failure, 0, sizeof(*failure));
	failure->pid = task->pid;
	if (!task->comm[0] && look_into_proc)
		read_comm(task);
	memcpy(failure->comm, task->comm, sizeof(failure->comm));
	failure->time = time;
	failure->nr = -1;
	failure->count = 1;
	list->nr++;
	return failure;
}

static void is_last(struct failure_list *list, struct task *task)
{
	task->failure = list->nr - 1;
	task->complained = false;
}

static void forget_links(struct task *task)
{
	free(task->links);
	task->links = NULL;
	task->nr_links = 0;
	task->open = -1;
}

static void add_entry(struct task *task, const struct record *record)
{
	struct link *link;

	/* The record of the system call before is lost */
	if (task->open < 0)
		set_pending(task, false);
	/* The exit of a call that should have returned is lost */
	while (task->open >= 0 && task->links[task->open].depth >= record->depth)
		task->open = task->links[task->open].parent;
	if (task->open < 0 || task->nr_links >= most_links)
		forget_links(task);

	task->links = xgrow(task->links, task->nr_links, sizeof(*link));
	link = &task->links[task->nr_links];
	*link = (struct link) {
		.func = record->func,
		.caller = record->caller,
		.nr_args = record->nr_args,
		.depth = record->depth,
		.parent = task->open,
	};
	memcpy(link->args, record->args, record->nr_args * sizeof(*link->args));
	task->open = task->nr_links++;
}

/* Then the inner call has made the error */
static bool has_called_itself(const struct task *task, const struct link *link)
{
	const struct link *inner;

	for (inner = link + 1; inner < task->links + task->nr_links; inner++) {
		if (inner->func == link->func && inner->made_here)
			return true;
	}
	return false;
}

/* It returns what the system call has returned that the signal came into */
static bool is_sigreturn(const char *syscall)
{
	return syscall && (!strcmp(syscall, "rt_sigreturn") || !strcmp(syscall, "sigreturn"));
}

static void add_exit(struct failure_list *list, struct task *task, const struct record *record)
{
	const struct symbol *symbol;
	struct failure *failure;
	struct link *link;
	int error;

	while (task->open >= 0 && task->links[task->open].depth > record->depth)
		task->open = task->links[task->open].parent;
	link = task->open >= 0 ? &task->links[task->open] : NULL;
	if (!link || link->depth != record->depth || link->func != record->func) {
		forget_links(task);
		return;
	}

	link->value = record->value;
	link->begin = record->begin;
	link->end = record->end;
	link->returned = true;
	link->made_here = record->has_origin && !has_called_itself(task, link) &&
			  names_unkey(record->origin.func, records_long_bytes()) == link->func;
	task->open = link->parent;
	if (task->open >= 0)
		return;

	/* The outermost one */
	error = error_of(record->value, records_long_bytes());
	symbol = names_find(record->func);
	if (error && symbol && is_sigreturn(names_syscall(symbol->name))) {
		task->handler_ends = true;
	} else if (error || most_links == MOST_HANDLED) {
		failure = append(list, task, record->time);
		failure->error = error;
		failure->has_origin = record->has_origin;
		failure->origin = record->origin;
		failure->origin.func = names_unkey(record->origin.func, records_long_bytes());
		failure->origin.cause = names_unkey(record->origin.cause, records_long_bytes());
		failure->nr_links = task->nr_links;
		failure->links = task->links;
		task->links = NULL;

		failure->is_syscall = symbol && names_syscall(symbol->name);
		if (failure->is_syscall && error) {
			set_pending(task, records_have_syscalls());
			is_last(list, task);
		}
	}
	forget_links(task);
}

/* A system call has returned an error. If it has no chain, what we know is its number */
static void add_syscall(struct failure_list *list, struct task *task, const struct record *record)
{
	struct failure *failure;
	/* On x86, the number is gone by then */
	bool is_none = task->handler_ends || record->nr < 0;

	task->handler_ends = false;
	if (is_none || record->result >= 0 || record->result < -MAX_ERRNO)
		return;

	/* Another error is that of another call, if the record between was lost */
	if (task->pending && list->failures[task->failure].error == -record->result) {
		failure = &list->failures[task->failure];
	} else {
		failure = append(list, task, record->time);
		failure->is_syscall = true;
		is_last(list, task);
	}
	set_pending(task, false);
	failure->nr = record->nr;
	failure->error = -record->result;
}

/**
 * failures_name - name a task that is there already
 * @pid: the task
 * @command: its command, with arguments
 */
void failures_name(int pid, const char *command)
{
	struct task *task = find_task(pid);
	char *program = strndup(command, strcspn(command, " "));

	if (program)
		snprintf(task->comm, sizeof(task->comm), "%s", basename(program));
	free(program);
}

/**
 * failures_put_names - write the names of tasks that no record tells to a file of records
 */
void failures_put_names(void)
{
	struct task *task;
	size_t bytes, i;
	char *lines;
	FILE *out = open_memstream(&lines, &bytes);

	if (!out)
		return;
	for (i = 0; i < ARRAY_SIZE(tasks); i++) {
		for (task = tasks[i]; task; task = task->next) {
			if (task->comm_of_proc)
				fprintf(out, "%d %s\n", task->pid, task->comm);
		}
	}
	if (!fclose(out))
		saved_put("tasks", lines, bytes);
	free(lines);
}

/**
 * failures_read_names - have tasks named as a file of records has them
 * @lines: "PID NAME" lines. They are changed
 */
void failures_read_names(char *lines)
{
	struct task *task;
	char *line, *name;

	while ((line = strsep(&lines, "\n"))) {
		int pid = strtol(line, &name, 10);

		if (name == line || *name != ' ')
			continue;
		task = find_task(pid);
		snprintf(task->comm, sizeof(task->comm), "%s", name + 1);
	}
}

/**
 * failures_keep_handled - keep system calls that have not failed, if something within them has
 */
void failures_keep_handled(void)
{
	most_links = MOST_HANDLED;
}

/**
 * failures_look_into_proc - name tasks by what /proc says
 *
 * For tasks that were there before the trace began.
 */
void failures_look_into_proc(void)
{
	look_into_proc = true;
}

/**
 * failures_add - look at one more record
 * @list: where to put a failure that is complete by it
 * @record: the next record in the order of time
 */
void failures_add(struct failure_list *list, const struct record *record)
{
	struct task *task = find_task(record->pid), *child;

	switch (record->type) {
	case RECORD_ENTRY:
		add_entry(task, record);
		break;
	case RECORD_EXIT:
		add_exit(list, task, record);
		break;
	case RECORD_SYSCALL:
		add_syscall(list, task, record);
		break;
	case RECORD_COMPLAINT:
		if (task->failure != NONE && !task->complained)
			complained = task->failure;
		task->complained = true;
		break;
	case RECORD_STATUS:
		if (record->result && task->failure != NONE)
			ended = task->failure;
		break;
	case RECORD_EXEC:
		memcpy(task->comm, record->name, sizeof(task->comm));
		break;
	case RECORD_FORK:
		if (!task->comm[0] && look_into_proc)
			read_comm(task);
		/* Another task may have had its pid */
		child = find_task(record->result);
		forget_links(child);
		child->failure = NONE;
		set_pending(child, false);
		memcpy(child->comm, task->comm, sizeof(child->comm));
		break;
	case RECORD_HIT:
		break;
	}
}

/**
 * failures_are_pending - whether there are failures that a later record may tell more about
 *
 * Return: true if so
 */
bool failures_are_pending(void)
{
	return nr_pending;
}

/**
 * failures_forget - forget all failures. Tasks keep their names
 * @list: the failures
 */
void failures_forget(struct failure_list *list)
{
	struct task *task;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(tasks); i++) {
		for (task = tasks[i]; task; task = task->next) {
			set_pending(task, false);
			task->failure = NONE;
		}
	}
	for (i = 0; i < list->nr; i++)
		free(list->failures[i].links);
	list->nr = 0;
	complained = NONE;
	ended = NONE;
}

/* What programs are used to */
static bool is_usual(int error)
{
	return error == ENOENT || error == EAGAIN || error == EINTR || error == ENOTTY ||
	       error == ECHILD;
}

/*
 * Between the failure and the message of it, a program may look for translations of the message:
 * for one file after the other, which are all in folders that are not there.
 */
static size_t before_translations(const struct failure_list *list, size_t last)
{
	const struct failure *missing = &list->failures[last];
	size_t i;
	int equal = 1;

	if (missing->error != ENOENT)
		return last;
	for (i = last; i--;) {
		const struct failure *failure = &list->failures[i];

		if (failure->pid != missing->pid)
			continue;
		if (!failures_are_equal(failure, missing))
			return equal >= TRANSLATIONS && (failure->error == ENOENT ||
							 !is_usual(failure->error)) ? i : last;
		equal++;
	}
	return last;
}

/**
 * failures_pick - choose the failure that a person asks for
 * @list: the failures of a command
 * @wants: tells whether one is wanted at all
 *
 * The last failed system call that a thread made before it wrote to file 2, or the one before
 * it has looked for translations. If there is none, the last one of a process that ended with a
 * status other than 0. Or else the last one that is not what programs are used to; or the last
 * one.
 *
 * Return: a failure of @list, or NULL if no system call has failed
 */
const struct failure *failures_pick(const struct failure_list *list,
				    bool (*wants)(const struct failure *failure))
{
	const struct failure *last = NULL;
	size_t i;

	if (complained != NONE) {
		i = before_translations(list, complained);
		if (wants(&list->failures[i]))
			return &list->failures[i];
		if (wants(&list->failures[complained]))
			return &list->failures[complained];
	}
	if (ended != NONE && wants(&list->failures[ended]))
		return &list->failures[ended];

	for (i = list->nr; i--;) {
		const struct failure *failure = &list->failures[i];

		if (!failure->error || !wants(failure))
			continue;
		if (!is_usual(failure->error))
			return failure;
		if (!last)
			last = failure;
	}
	return last;
}

/**
 * failures_are_equal - whether two failures have come about in the same way
 * @one: a failure
 * @other: another one. Its task may be another one, too, but not its command
 *
 * Return: true if so
 */
bool failures_are_equal(const struct failure *one, const struct failure *other)
{
	int i;

	if (one->error != other->error || one->is_syscall != other->is_syscall ||
	    one->nr_links != other->nr_links || (!one->nr_links && one->nr != other->nr) ||
	    one->origin.func != other->origin.func || one->origin.why != other->origin.why ||
	    one->origin.cause != other->origin.cause || strcmp(one->comm, other->comm))
		return false;
	for (i = 0; i < one->nr_links; i++) {
		if (one->links[i].func != other->links[i].func ||
		    one->links[i].caller != other->links[i].caller)
			return false;
	}
	return true;
}

/**
 * failures_path - the calls that handed the error up
 * @failure: a failure
 * @path: gets the numbers of links, the outermost one first
 * @most: how many it has room for
 *
 * A call that was given the errno, or that failed with it before, is beside the path.
 *
 * Return: how many there are in @path
 */
int failures_path(const struct failure *failure, int *path, int most)
{
	int nr = 0, at = -1, child;

	do {
		for (child = failure->nr_links - 1; child >= 0; child--) {
			const struct link *link = &failure->links[child];

			if (link->parent == at && link->returned &&
			    (at < 0 || error_of(link->value, records_long_bytes())))
				break;
		}
		at = child;
		if (at >= 0 && nr < most)
			path[nr++] = at;
	} while (at >= 0);
	return nr;
}

/**
 * failures_maker - the call that made the error
 * @failure: a failure
 *
 * Of a function that calls itself, it is the innermost call.
 *
 * Return: the number of its link, or -1 if it has none, as where the kernel had no room
 */
int failures_maker(const struct failure *failure)
{
	int path[MOST_PATH], nr = failures_path(failure, path, MOST_PATH);

	if (!failure->has_origin || !nr ||
	    failure->links[path[nr - 1]].func != failure->origin.func)
		return -1;
	return path[nr - 1];
}

/* umount2 is made by umount(). renameat is no rename: more than a number makes it another call */
static bool is_numbered(const char *name, const char *function)
{
	size_t length = strlen(function);

	return !strncmp(name, function, length) &&
	       strspn(name + length, "0123456789") == strlen(name + length);
}

/*
 * The function of a system call may have another name than programs know: newuname, sendfile64,
 * mmap_pgoff of mmap2. Or it stands for all that are missing. On a 64-bit machine, names that
 * have nothing in common tell that the number is that of another table: that of 32-bit programs
 */
static const char *syscall_name(const char *function, long nr)
{
	const char *name = nr >= 0 ? names_syscall_number(nr) : NULL;

	if (name && (records_long_bytes() == 4 || strstr(function, name) ||
		     is_numbered(name, function) || !strcmp(function, "ni_syscall")))
		return name;
	return function;
}

/**
 * failure_name - what failed
 * @failure: a failure
 * @buffer: where to put it
 * @bytes: the size of @buffer
 *
 * Return: @buffer: the name of a system call, or its number, or the name of a function
 */
const char *failure_name(const struct failure *failure, char *buffer, size_t bytes)
{
	const struct symbol *symbol = failure->nr_links ? names_find(failure->links[0].func) : NULL;
	const char *name = NULL;

	if (symbol)
		name = names_syscall(symbol->name);
	if (name)
		name = syscall_name(name, failure->nr);
	else if (symbol)
		name = symbol->name;
	else if (failure->nr >= 0)
		name = names_syscall_number(failure->nr);
	if (name)
		snprintf(buffer, bytes, "%s", name);
	else
		snprintf(buffer, bytes, "system call %ld", failure->nr);
	return buffer;
}

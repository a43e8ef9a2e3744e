/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_FAILURES_H
#define FGRAPH_WHY_FAILURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "records.h"

/* Calls of a path. A shadow stack has 50 */
#define MOST_PATH	64

/* A call of a function that returned an error */
struct link {
	uint64_t func;
	/* The address behind the call, or 0 if it is not known */
	uint64_t caller;
	/* Words of its arguments, if they were recorded */
	uint64_t args[RECORD_ARGS];
	unsigned int nr_args;
	uint64_t value;
	uint64_t begin, end;
	int depth;
	/* The link of its caller, or -1 */
	int parent;
	bool returned;
	/* It made the error that it returned */
	bool made_here;
};

struct failure {
	int pid;
	char comm[16];
	uint64_t time;
	/* Of a system call; -1 if no record tells it */
	long nr;
	/* 0: it has not failed. Something within it has */
	int error;
	/* The outermost function is a system call, or the record of a system call tells of it */
	bool is_syscall;
	/* The calls that handed the error up, callers first */
	struct link *links;
	int nr_links;
	bool has_origin;
	struct origin origin;
	/* How many there are that are equal */
	unsigned int count;
};

struct failure_list {
	struct failure *failures;
	size_t nr;
};

void failures_name(int pid, const char *command);
void failures_put_names(void);
void failures_read_names(char *lines);
void failures_keep_handled(void);
void failures_look_into_proc(void);
void failures_add(struct failure_list *list, const struct record *record);
bool failures_are_pending(void);
void failures_forget(struct failure_list *list);
const struct failure *failures_pick(const struct failure_list *list,
				    bool (*wants)(const struct failure *failure));
bool failures_are_equal(const struct failure *one, const struct failure *other);
int failures_path(const struct failure *failure, int *path, int most);
int failures_maker(const struct failure *failure);
const char *failure_name(const struct failure *failure, char *buffer, size_t bytes);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_RECORDS_H
#define FGRAPH_WHY_RECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum record_type {
	/* A function was entered: func, depth, and caller and args if the kernel records them */
	RECORD_ENTRY,
	/* It has returned: func, depth, value, begin, end, and origin if it failed */
	RECORD_EXIT,
	/* A system call has returned an error: nr, result */
	RECORD_SYSCALL,
	/* A task writes to file 2 */
	RECORD_COMPLAINT,
	/* A task ends its process: result is the status */
	RECORD_STATUS,
	/* The command of a task: name */
	RECORD_EXEC,
	/* A task begins: result is its pid, pid that of its parent */
	RECORD_FORK,
	/* A probe was hit: func is its address */
	RECORD_HIT,
};

/* What describes RECORD_HIT. It is for records_describe(), and no file */
#define RECORDS_HIT	"events/fgraph_why/hit/format"

/* Strings behind the arguments, at most. The first byte says whether one could be read */
#define RECORD_STRINGS	3
#define STRING_BYTES	32

/* Words of arguments and strings that a record has, at most: on 32 bit, a string has 8 */
#define RECORD_ARGS	(6 + RECORD_STRINGS * STRING_BYTES / 4)

/* In records, functions are keys, see names_unkey() */
struct origin {
	uint64_t func;
	uint64_t cause;
	unsigned int cause_error;
	/* enum fgraph_why of the kernel */
	unsigned int why;
	bool guessed;
};

struct record {
	enum record_type type;
	unsigned int cpu;
	int pid;
	uint64_t time;
	/* Of two records of a CPU, the later one has the greater one */
	size_t order;
	union {
		struct {
			uint64_t func;
			int depth;
			/* The address behind the call, or 0 */
			uint64_t caller;
			unsigned int nr_args;
			uint64_t args[RECORD_ARGS];
			uint64_t value;
			uint64_t begin, end;
			bool has_origin;
			struct origin origin;
		};
		struct {
			long nr;
			int64_t result;
		};
		char name[16];
	};
};

struct record_list {
	struct record *records;
	size_t nr;
	/* Those that were overwritten before they were read */
	unsigned long lost;
};

const char *records_file(unsigned int i);
int records_describe(const char *file, const char *text);
bool records_are_described(void);
bool records_have_syscalls(void);
int records_long_bytes(void);
size_t records_page_bytes(void);
int records_add_page(struct record_list *list, unsigned int cpu, const void *data, size_t bytes);
void records_sort(struct record_list *list);
void records_hand_on(struct record_list *list, uint64_t until,
		     void (*take)(const struct record *record));
uint64_t records_latest(const struct record_list *list, uint64_t latest);

#endif

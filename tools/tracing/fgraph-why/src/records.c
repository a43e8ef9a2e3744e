// SPDX-License-Identifier: GPL-2.0
/*
 * Records of the trace buffer: where their fields are, by the format files of the kernel,
 * and what pages of the buffer have.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format.h"
#include "page.h"
#include "records.h"
#include "saved.h"
#include "util.h"

#define FILE_NAME		64
#define HEADER_PAGE		"events/header_page"

/* Of common_flags: a hard or soft interrupt, or an NMI, has written the record */
#define IN_HARDIRQ		0x08
#define IN_SOFTIRQ		0x10
#define IN_NMI			0x40

/* The words of the field origin of an exit, see kernel/trace/fgraph/error_record.h */
#define ORIGIN_CAUSE_ERROR	0xfff
#define ORIGIN_WHY_SHIFT	12
#define ORIGIN_WHY		0x7
#define ORIGIN_GUESSED		0x8000

/* Fields by the names that the format files have */
enum {
	FUNC, DEPTH, RETADDR, RETVAL, CALLTIME, RETTIME, ORIGIN, ID, RET, ARGS, FILENAME, CHILD,
	PROBE, NR_FIELDS
};

static const char * const field_names[NR_FIELDS] = {
	"func", "depth", "retaddr", "retval", "calltime", "rettime", "origin", "id", "ret", "args",
	"filename", "child_pid", "__probe_ip"
};

#define NEEDS(field)	(1U << (field))

static struct event {
	const char *system, *name;
	enum record_type type;
	/* Without them, the record says nothing */
	unsigned int needs;
	/* The kernel may not have it */
	bool optional;
	const struct format *event;
	const struct field *fields[NR_FIELDS];
} events[] = {
	{ "ftrace", "funcgraph_entry", RECORD_ENTRY, NEEDS(FUNC) | NEEDS(DEPTH) },
	{ "ftrace", "fgraph_retaddr_entry", RECORD_ENTRY,
	  NEEDS(FUNC) | NEEDS(DEPTH) | NEEDS(RETADDR) },
	{ "ftrace", "funcgraph_exit", RECORD_EXIT,
	  NEEDS(FUNC) | NEEDS(DEPTH) | NEEDS(RETVAL) | NEEDS(CALLTIME) | NEEDS(RETTIME) |
	  NEEDS(ORIGIN) },
	{ "raw_syscalls", "sys_exit", RECORD_SYSCALL, NEEDS(ID) | NEEDS(RET), true },
	{ "raw_syscalls", "sys_enter", RECORD_STATUS, NEEDS(ARGS), true },
	{ "syscalls", "sys_enter_write", RECORD_COMPLAINT, 0, true },
	{ "syscalls", "sys_enter_writev", RECORD_COMPLAINT, 0, true },
	{ "sched", "sched_process_exec", RECORD_EXEC, NEEDS(FILENAME), true },
	{ "sched", "sched_process_fork", RECORD_FORK, NEEDS(CHILD), true },
	{ "fgraph_why", "hit", RECORD_HIT, NEEDS(PROBE), true },
};

static const struct field *common_type, *common_flags, *common_pid;
static int long_bytes;
static size_t page_bytes;

/* How large a page is. Tells how wide a register is */
static int describe_page(const char *text)
{
	unsigned int offset, size, width;
	const char *commit, *data;

	commit = strstr(text, " commit;");
	data = strstr(text, " data;");
	if (!commit || sscanf(commit, " commit; offset:%*u; size:%u;", &width) != 1 ||
	    !data || sscanf(data, " data; offset:%u; size:%u;", &offset, &size) != 2)
		return -1;
	if ((width != 4 && width != 8) || offset > 64 || size < 1024 || size > 1 << 20)
		return -1;
	long_bytes = width;
	page_bytes = offset + size;
	return 0;
}

static int describe_event(struct event *event, const char *text)
{
	const struct format *format = event->event ? NULL : format_parse(text);
	unsigned int field;

	if (!format)
		return -1;
	for (field = 0; field < NR_FIELDS; field++) {
		event->fields[field] = format_find(format, field_names[field]);
		if (!event->fields[field] && event->needs & NEEDS(field))
			return -1;
	}
	event->event = format;
	return 0;
}

static void event_file(const struct event *event, char *name)
{
	snprintf(name, FILE_NAME, "events/%s/%s/format", event->system, event->name);
}

/**
 * records_file - which files describe records
 * @i: 0, 1, and so on
 *
 * Return: the name of a file in tracefs, or NULL if there are no more. It is valid until the
 *	next call
 */
const char *records_file(unsigned int i)
{
	static char name[FILE_NAME];

	if (!i)
		return HEADER_PAGE;
	if (i > ARRAY_SIZE(events))
		return NULL;
	event_file(&events[i - 1], name);
	return name;
}

/**
 * records_describe - learn how records look
 * @file: one of records_file()
 * @text: what it has
 *
 * The file that comes first has to be described first.
 *
 * Return: 0, or -1 if this cannot be understood
 */
int records_describe(const char *file, const char *text)
{
	unsigned int i;

	if (!strcmp(file, HEADER_PAGE))
		return describe_page(text);
	if (!page_bytes)
		return -1;
	for (i = 0; i < ARRAY_SIZE(events); i++) {
		char name[FILE_NAME];

		event_file(&events[i], name);
		if (!strcmp(file, name))
			return describe_event(&events[i], text);
	}
	return -1;
}

/**
 * records_are_described - whether all records that are needed were described
 *
 * Return: true if so
 */
bool records_are_described(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(events); i++) {
		if (!events[i].event && !events[i].optional)
			return false;
	}
	common_type = format_find(events[0].event, "common_type");
	common_flags = format_find(events[0].event, "common_flags");
	common_pid = format_find(events[0].event, "common_pid");
	return common_type && common_flags && common_pid;
}

/**
 * records_have_syscalls - whether a record tells that a system call has failed
 *
 * Return: true if so
 */
bool records_have_syscalls(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(events); i++) {
		if (events[i].type == RECORD_SYSCALL)
			return events[i].event;
	}
	return false;
}

/**
 * records_long_bytes - how wide a register is
 *
 * Return: 4 or 8
 */
int records_long_bytes(void)
{
	return long_bytes;
}

/**
 * records_page_bytes - how large a page of the buffer is
 *
 * Return: bytes. A read of as many gives one page
 */
size_t records_page_bytes(void)
{
	return page_bytes;
}

static uint64_t read_number(const void *data, size_t size)
{
	uint64_t eight;
	uint32_t four;
	uint16_t two;

	switch (size) {
	case 1:
		return *(const unsigned char *)data;
	case 2:
		memcpy(&two, data, sizeof(two));
		return two;
	case 4:
		memcpy(&four, data, sizeof(four));
		return four;
	case 8:
		memcpy(&eight, data, sizeof(eight));
		return eight;
	default:
		return 0;
	}
}

static uint64_t number(const struct field *field, const void *data)
{
	return field ? read_number(data + field->offset, field->size) : 0;
}

/* A long is as wide as that of the kernel */
static int64_t signed_number(const struct field *field, const void *data)
{
	uint64_t value = number(field, data);

	return field->size == 4 ? (int32_t)value : (int64_t)value;
}

static void read_origin(struct record *record, const struct event *event, const void *data,
			size_t bytes)
{
	size_t offset = event->fields[ORIGIN]->offset;
	uint32_t words[3] = { 0 };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(words) && offset + (i + 1) * 4 <= bytes; i++)
		words[i] = read_number(data + offset + i * 4, 4);
	if (i < 2)
		return;

	record->has_origin = words[0];
	record->origin.func = words[0];
	record->origin.cause_error = words[1] & ORIGIN_CAUSE_ERROR;
	record->origin.why = words[1] >> ORIGIN_WHY_SHIFT & ORIGIN_WHY;
	record->origin.guessed = words[1] & ORIGIN_GUESSED;
	/* Without a reason, a third word is none of the origin */
	if (record->origin.why)
		record->origin.cause = words[2];
}

/* The field has no size. Words go as far as the record does */
static void read_args(struct record *record, const struct event *event, const void *data,
		      size_t bytes)
{
	size_t at;

	if (!event->fields[ARGS])
		return;
	for (at = event->fields[ARGS]->offset;
	     record->nr_args < RECORD_ARGS && at + long_bytes <= bytes; at += long_bytes)
		record->args[record->nr_args++] = read_number(data + at, long_bytes);
}

/* The last part of the path, cut as the kernel cuts a command */
static bool read_name(struct record *record, const struct event *event, const void *data,
		      size_t bytes)
{
	uint32_t where = number(event->fields[FILENAME], data);
	size_t offset = where & 0xffff, length = where >> 16, i, last = 0;
	const char *path = data + offset;

	if (!length || offset + length > bytes)
		return false;
	for (i = 0; i < length && path[i]; i++) {
		if (path[i] == '/')
			last = i + 1;
	}
	if (i == length)
		return false;
	snprintf(record->name, sizeof(record->name), "%s", path + last);
	return true;
}

static bool is_within(const struct field *field, size_t bytes)
{
	return field->offset + field->size <= bytes;
}

/* All fields are within the record. Its size may be rounded up. An array at its end has size 0 */
static bool is_whole(const struct event *event, size_t bytes)
{
	unsigned int i;

	for (i = 0; i < NR_FIELDS; i++) {
		if (event->fields[i] && !is_within(event->fields[i], bytes))
			return false;
	}
	return true;
}

/* Returns whether the record says something */
static bool read_record(struct record *record, const struct event *event, const void *data,
			size_t bytes)
{
	const struct field * const *fields = event->fields;

	if (!is_whole(event, bytes))
		return false;

	switch (event->type) {
	case RECORD_ENTRY:
		record->func = number(fields[FUNC], data);
		record->depth = signed_number(fields[DEPTH], data);
		record->caller = number(fields[RETADDR], data);
		read_args(record, event, data, bytes);
		return true;
	case RECORD_EXIT:
		record->func = number(fields[FUNC], data);
		record->depth = signed_number(fields[DEPTH], data);
		record->value = number(fields[RETVAL], data);
		record->begin = number(fields[CALLTIME], data);
		record->end = number(fields[RETTIME], data);
		read_origin(record, event, data, bytes);
		return true;
	case RECORD_SYSCALL:
		record->nr = signed_number(fields[ID], data);
		record->result = signed_number(fields[RET], data);
		return true;
	case RECORD_STATUS:
		/* The first one of them */
		if (fields[ARGS]->size < (size_t)long_bytes)
			return false;
		record->result = read_number(data + fields[ARGS]->offset, long_bytes);
		return true;
	case RECORD_EXEC:
		return read_name(record, event, data, bytes);
	case RECORD_FORK:
		record->result = signed_number(fields[CHILD], data);
		return true;
	case RECORD_COMPLAINT:
		return true;
	case RECORD_HIT:
		record->func = number(fields[PROBE], data);
		return true;
	}
	return false;
}

static struct record *append(struct record_list *list)
{
	list->records = xgrow(list->records, list->nr, sizeof(*list->records));
	memset(&list->records[list->nr], 0, sizeof(*list->records));
	return &list->records[list->nr++];
}

static bool is_of_interrupt(enum record_type type, uint64_t flags)
{
	/* A breakpoint, as of a probe, may count as an NMI, and that as a hard interrupt */
	if (type == RECORD_HIT && flags & IN_NMI)
		flags &= ~(IN_NMI | IN_HARDIRQ);
	return flags & (IN_HARDIRQ | IN_SOFTIRQ | IN_NMI);
}

static void add_record(struct record_list *list, unsigned int cpu, uint64_t time, const void *data,
		       size_t bytes)
{
	struct record *record;
	int type;
	size_t i;

	if (!is_within(common_type, bytes) || !is_within(common_flags, bytes) ||
	    !is_within(common_pid, bytes))
		return;

	type = number(common_type, data);
	for (i = 0; i < ARRAY_SIZE(events); i++) {
		if (events[i].event && events[i].event->id == type)
			break;
	}
	if (i == ARRAY_SIZE(events) || is_of_interrupt(events[i].type, number(common_flags, data)))
		return;

	record = append(list);
	record->type = events[i].type;
	record->cpu = cpu;
	record->pid = signed_number(common_pid, data);
	record->time = time;
	record->order = list->nr;
	if (!read_record(record, &events[i], data, bytes))
		list->nr--;
}

/**
 * records_add_page - read the records of a page
 * @list: where to put them
 * @cpu: whose page it is
 * @data: the page, as trace_pipe_raw gives it
 * @bytes: its size. What is behind the records may be missing
 *
 * Records of interrupts are left out: what fails in one is no failure of the task. The page
 * is put into the file of records, if there is one.
 *
 * Return: 0, or -1 if this is no page of a buffer
 */
int records_add_page(struct record_list *list, unsigned int cpu, const void *data, size_t bytes)
{
	char name[SAVED_NAME];
	struct page page;
	const void *record;
	size_t size;

	if (bytes > page_bytes || page_begin(&page, data, bytes, long_bytes))
		return -1;
	snprintf(name, sizeof(name), "page %u", cpu);
	saved_put(name, data, page.bytes);

	list->lost += page.missed;
	while ((record = page_next(&page, &size)))
		add_record(list, cpu, page.time, record, size);
	return page.damaged ? -1 : 0;
}

/* Those of a CPU stay in their order */
static int compare(const void *a, const void *b)
{
	const struct record *left = a, *right = b;

	if (left->time != right->time)
		return left->time < right->time ? -1 : 1;
	if (left->cpu != right->cpu)
		return left->cpu < right->cpu ? -1 : 1;
	return left->order < right->order ? -1 : left->order > right->order;
}

/**
 * records_sort - put records in the order of time
 * @list: the records
 */
void records_sort(struct record_list *list)
{
	/* Without records, there is no array */
	if (!list->nr)
		return;
	qsort(list->records, list->nr, sizeof(*list->records), compare);
}

/**
 * records_hand_on - take records up to a time out of a list, in the order of time
 * @list: the records
 * @until: the time
 * @take: is called for each of them
 *
 * All CPUs are read one after the other. So a record may be older than some that were read
 * before it. But then it was there when those were read, and the next round finds it: what is
 * not later than the last round is complete.
 */
void records_hand_on(struct record_list *list, uint64_t until,
		     void (*take)(const struct record *record))
{
	size_t nr = 0;

	records_sort(list);
	while (nr < list->nr && list->records[nr].time <= until)
		take(&list->records[nr++]);
	list->nr -= nr;
	memmove(list->records, list->records + nr, list->nr * sizeof(*list->records));
}

/**
 * records_latest - the time of the last record
 * @list: the records
 * @latest: a time
 *
 * Return: @latest, or the time of a record that is later
 */
uint64_t records_latest(const struct record_list *list, uint64_t latest)
{
	size_t i;

	for (i = 0; i < list->nr; i++) {
		if (list->records[i].time > latest)
			latest = list->records[i].time;
	}
	return latest;
}

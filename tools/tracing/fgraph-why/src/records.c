// SPDX-License-Identifier: GPL-2.0
/*
 * Records of the trace buffer: where their fields are, by the format files of the kernel,
 * and what pages of the buffer have.
 */
#define _GNU_SOURCE
#include <endian.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <event-parse.h>
#include <kbuffer.h>

#include "errors.h"
#include "names.h"
#include "records.h"
#include "util.h"

#define BIG_ENDIAN_HERE		(__BYTE_ORDER == __BIG_ENDIAN)

/* Of common_flags: a hard or soft interrupt, or an NMI, has written the record */
#define IN_INTERRUPT		(0x08 | 0x10 | 0x40)

/* The words of the field origin of an exit, see kernel/trace/fgraph_origin_record.h */
#define ORIGIN_CAUSE_ERROR	0xfff
#define ORIGIN_WHY_SHIFT	12
#define ORIGIN_WHY		0x7
#define ORIGIN_GUESSED		0x8000

/* Fields by the names that the format files have */
enum {
	FUNC, DEPTH, RETADDR, RETVAL, CALLTIME, RETTIME, ORIGIN, ID, RET, ARGS, FILENAME, CHILD,
	NR_FIELDS
};

static const char * const field_names[NR_FIELDS] = {
	"func", "depth", "retaddr", "retval", "calltime", "rettime", "origin", "id", "ret", "args",
	"filename", "child_pid"
};

#define NEEDS(field)	(1U << (field))

static struct event {
	const char *system, *name;
	enum record_type type;
	/* Without them, the record says nothing */
	unsigned int needs;
	/* The kernel may not have it */
	bool optional;
	const struct tep_event *event;
	struct tep_format_field *fields[NR_FIELDS];
} events[] = {
	{ "ftrace", "funcgraph_entry", RECORD_ENTRY, NEEDS(FUNC) | NEEDS(DEPTH) },
	{ "ftrace", "fgraph_retaddr_entry", RECORD_ENTRY,
	  NEEDS(FUNC) | NEEDS(DEPTH) | NEEDS(RETADDR) },
	{ "ftrace", "funcgraph_exit", RECORD_EXIT,
	  NEEDS(FUNC) | NEEDS(DEPTH) | NEEDS(RETVAL) | NEEDS(CALLTIME) | NEEDS(RETTIME) |
	  NEEDS(ORIGIN) },
	{ "raw_syscalls", "sys_exit", RECORD_SYSCALL, NEEDS(ID) | NEEDS(RET), true },
	{ "raw_syscalls", "sys_enter", RECORD_STATUS, NEEDS(ID) | NEEDS(ARGS), true },
	{ "syscalls", "sys_enter_write", RECORD_COMPLAINT, 0, true },
	{ "syscalls", "sys_enter_writev", RECORD_COMPLAINT, 0, true },
	{ "sched", "sched_process_exec", RECORD_EXEC, NEEDS(FILENAME), true },
	{ "sched", "sched_process_fork", RECORD_FORK, NEEDS(CHILD), true },
};

static struct tep_handle *tep;
static struct tep_format_field *common_type, *common_flags, *common_pid;
static size_t page_bytes;

/* What a page has in front of its records, and how large it is */
static bool read_page_header(const char *tracefs)
{
	char *path = xasprintf("%s/events/header_page", tracefs);
	char *header = read_file(path);
	unsigned int offset, size;
	const char *data;
	bool good;

	free(path);
	if (!header)
		return false;
	data = strstr(header, " data;");
	good = data && sscanf(data, " data; offset:%u; size:%u;", &offset, &size) == 2 &&
	       !tep_parse_header_page(tep, header, strlen(header), sizeof(long));
	if (good)
		page_bytes = offset + size;
	free(header);
	return good;
}

static bool read_format(const char *tracefs, struct event *event)
{
	char *path = xasprintf("%s/events/%s/%s/format", tracefs, event->system, event->name);
	char *format = read_file(path);
	unsigned int field;

	free(path);
	if (!format)
		return event->optional;
	if (tep_parse_event(tep, format, strlen(format), event->system)) {
		free(format);
		return false;
	}
	free(format);

	event->event = tep_find_event_by_name(tep, event->system, event->name);
	for (field = 0; event->event && field < NR_FIELDS; field++) {
		event->fields[field] = tep_find_field((struct tep_event *)event->event,
						      field_names[field]);
		if (!event->fields[field] && event->needs & NEEDS(field))
			return false;
	}
	return event->event;
}

/**
 * records_formats - learn how records look
 * @tracefs: where tracefs is
 *
 * Return: 0, or -1 if the kernel does not describe a record that is needed
 */
int records_formats(const char *tracefs)
{
	size_t i;

	tep = tep_alloc();
	if (!tep)
		return -1;
	tep_set_long_size(tep, sizeof(long));
	tep_set_local_bigendian(tep, BIG_ENDIAN_HERE);
	tep_set_file_bigendian(tep, BIG_ENDIAN_HERE);
	if (!read_page_header(tracefs))
		return -1;

	for (i = 0; i < ARRAY_SIZE(events); i++) {
		if (!read_format(tracefs, &events[i]))
			return -1;
	}
	common_type = tep_find_common_field((struct tep_event *)events[0].event, "common_type");
	common_flags = tep_find_common_field((struct tep_event *)events[0].event, "common_flags");
	common_pid = tep_find_common_field((struct tep_event *)events[0].event, "common_pid");
	return common_type && common_flags && common_pid ? 0 : -1;
}

/**
 * records_long_bytes - how wide a register is
 *
 * Return: 4 or 8
 */
int records_long_bytes(void)
{
	return tep_get_long_size(tep);
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

static uint64_t number(const struct tep_format_field *field, const void *data)
{
	return field ? tep_read_number(tep, data + field->offset, field->size) : 0;
}

/* A long is as wide as that of the kernel */
static int64_t signed_number(const struct tep_format_field *field, const void *data)
{
	uint64_t value = number(field, data);

	return field->size == 4 ? (int32_t)value : (int64_t)value;
}

/* Keys are the lower half of an address, all functions being close to each other */
static uint64_t unkey(uint32_t key)
{
	uint64_t text = names_text();

	if (!key)
		return 0;
	return records_long_bytes() == 4 ? key : text + (int32_t)(key - (uint32_t)text);
}

static void read_origin(struct record *record, const struct event *event, const void *data,
			size_t bytes)
{
	size_t offset = event->fields[ORIGIN]->offset;
	uint32_t words[3] = { 0 };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(words) && offset + (i + 1) * 4 <= bytes; i++)
		words[i] = tep_read_number(tep, data + offset + i * 4, 4);
	if (i < 2)
		return;

	record->has_origin = words[0];
	record->origin.func = unkey(words[0]);
	record->origin.cause_error = words[1] & ORIGIN_CAUSE_ERROR;
	record->origin.why = words[1] >> ORIGIN_WHY_SHIFT & ORIGIN_WHY;
	record->origin.guessed = words[1] & ORIGIN_GUESSED;
	/* Without a reason, a third word is none of the origin */
	if (record->origin.why)
		record->origin.cause = unkey(words[2]);
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

/* All fields are within the record. Its size may be rounded up. An array at its end has size 0 */
static bool is_whole(const struct event *event, size_t bytes)
{
	unsigned int i;

	for (i = 0; i < NR_FIELDS; i++) {
		const struct tep_format_field *field = event->fields[i];

		if (field && field->offset + (size_t)field->size > bytes)
			return false;
	}
	return true;
}

/* Returns whether the record says something */
static bool read_record(struct record *record, const struct event *event, const void *data,
			size_t bytes)
{
	struct tep_format_field * const *fields = event->fields;

	if (!is_whole(event, bytes))
		return false;

	switch (event->type) {
	case RECORD_ENTRY:
		record->func = number(fields[FUNC], data);
		record->depth = signed_number(fields[DEPTH], data);
		record->caller = number(fields[RETADDR], data);
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
		record->nr = signed_number(fields[ID], data);
		record->result = tep_read_number(tep, data + fields[ARGS]->offset,
						 records_long_bytes());
		return true;
	case RECORD_EXEC:
		return read_name(record, event, data, bytes);
	case RECORD_FORK:
		record->result = signed_number(fields[CHILD], data);
		return true;
	case RECORD_COMPLAINT:
		return true;
	}
	return false;
}

static struct record *append(struct record_list *list)
{
	/* Twice as much room whenever the number is a power of two */
	if (!(list->nr & (list->nr - 1)))
		list->records = xrealloc(list->records,
					 (list->nr ? list->nr * 2 : 1) * sizeof(struct record));
	memset(&list->records[list->nr], 0, sizeof(*list->records));
	return &list->records[list->nr++];
}

static void add_record(struct record_list *list, unsigned int cpu, uint64_t time, const void *data,
		       size_t bytes)
{
	struct record *record;
	int type;
	size_t i;

	if (bytes < (size_t)common_pid->offset + common_pid->size ||
	    number(common_flags, data) & IN_INTERRUPT)
		return;

	type = number(common_type, data);
	for (i = 0; i < ARRAY_SIZE(events); i++) {
		if (events[i].event && events[i].event->id == type)
			break;
	}
	if (i == ARRAY_SIZE(events))
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
 * @page: the page, as trace_pipe_raw gives it
 *
 * Records of interrupts are left out: what fails in one is no failure of the task.
 *
 * Return: 0, or -1 if this is no page of a buffer
 */
int records_add_page(struct record_list *list, unsigned int cpu, void *page)
{
	static struct kbuffer *kbuffer;
	enum kbuffer_long_size long_size;
	enum kbuffer_endian endian;
	unsigned long long time;
	int missed;
	void *data;

	if (!kbuffer) {
		long_size = records_long_bytes() == 4 ? KBUFFER_LSIZE_4 : KBUFFER_LSIZE_8;
		endian = BIG_ENDIAN_HERE ? KBUFFER_ENDIAN_BIG : KBUFFER_ENDIAN_LITTLE;
		kbuffer = kbuffer_alloc(long_size, endian);
		if (!kbuffer)
			return -1;
	}
	if (kbuffer_load_subbuffer(kbuffer, page))
		return -1;

	/* A negative number: the kernel does not know how many */
	missed = kbuffer_missed_events(kbuffer);
	if (missed)
		list->lost += missed > 0 ? missed : 1;

	for (data = kbuffer_read_event(kbuffer, &time); data;
	     data = kbuffer_next_event(kbuffer, &time))
		add_record(list, cpu, time, data, kbuffer_event_size(kbuffer));
	return 0;
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
	qsort(list->records, list->nr, sizeof(*list->records), compare);
}

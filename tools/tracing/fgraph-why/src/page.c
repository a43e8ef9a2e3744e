// SPDX-License-Identifier: GPL-2.0
/*
 * A page of the ring buffer, as trace_pipe_raw gives it: its time, how many bytes have records,
 * and the records, see include/linux/ring_buffer.h. A page may come from another machine, so
 * no length in it is taken for granted.
 */
#include <string.h>

#include "page.h"

/* Of the word that tells how many bytes have records */
#define USED		0xfffff
#define MISSED		0x80000000U
#define MISSED_NUMBER	0x40000000U

/* Of the first word of a record: its type, or how many words of data there are */
#define TYPE_BITS	5
#define TYPE_LONG	0
#define TYPE_PADDING	29
#define TYPE_TIME	30
#define TYPE_STAMP	31
#define DELTA_BITS	(32 - TYPE_BITS)

static uint32_t read_4(const unsigned char *at)
{
	uint32_t value;

	memcpy(&value, at, sizeof(value));
	return value;
}

static uint64_t read_8(const unsigned char *at)
{
	uint64_t value;

	memcpy(&value, at, sizeof(value));
	return value;
}

/**
 * page_begin - read what comes before the records
 * @page: gets it
 * @data: the page
 * @bytes: its size. What is behind the records may be missing
 * @long_bytes: how wide a register is, 4 or 8
 *
 * Return: 0, or -1 if this is no page
 */
int page_begin(struct page *page, const void *data, size_t bytes, int long_bytes)
{
	size_t head = sizeof(uint64_t) + long_bytes;
	uint32_t used;

	if (bytes < head)
		return -1;
	/* Only the lower half has something */
	used = read_4((const unsigned char *)data + sizeof(uint64_t));
	if ((used & USED) > bytes - head)
		return -1;
	*page = (struct page) {
		.records = (const unsigned char *)data + head,
		.used = used & USED,
		.time = read_8(data),
		.bytes = head + (used & USED),
	};
	if (!(used & MISSED))
		return 0;
	/* If the kernel does not know how many, it was one at least */
	page->missed = 1;
	if (used & MISSED_NUMBER && page->bytes + long_bytes <= bytes) {
		const unsigned char *number = page->records + page->used;

		page->missed = long_bytes == 4 ? read_4(number) : read_8(number);
		page->bytes += long_bytes;
	}
	return 0;
}

static bool has(const struct page *page, size_t bytes)
{
	return bytes <= page->used - page->at;
}

/**
 * page_next - read a record
 * @page: what page_begin() has filled. Gets the time of the record
 * @bytes: gets the size of the record. It may be rounded up
 *
 * Return: the record, or NULL if there is no more. Then page->damaged tells whether its end is
 *	not that of the page
 */
const void *page_next(struct page *page, size_t *bytes)
{
	page->damaged = true;
	while (has(page, 4)) {
		uint32_t word = read_4(page->records + page->at);
		uint32_t type = word & ((1 << TYPE_BITS) - 1);
		uint64_t delta = word >> TYPE_BITS;
		size_t length = type * 4;
		const void *data;

		/* The rest of the page */
		if (type == TYPE_PADDING && !delta)
			break;
		page->at += 4;
		if (type == TYPE_LONG || type >= TYPE_PADDING) {
			if (!has(page, 4))
				return NULL;
			length = read_4(page->records + page->at);
			page->at += 4;
		}
		if (type == TYPE_TIME || type == TYPE_STAMP) {
			delta += (uint64_t)length << DELTA_BITS;
			page->time = type == TYPE_TIME ? page->time + delta : delta;
			continue;
		}
		if (type == TYPE_LONG || type == TYPE_PADDING) {
			/* It counts itself */
			if (length < 4 || length > page->used)
				return NULL;
			length = (length - 4 + 3) & ~(size_t)3;
		}
		if (!has(page, length)) {
			if (type != TYPE_PADDING)
				return NULL;
			break;
		}
		data = page->records + page->at;
		page->at += length;
		page->time += delta;
		if (type == TYPE_PADDING)
			continue;
		*bytes = length;
		return data;
	}
	page->damaged = false;
	return NULL;
}

/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FGRAPH_WHY_PAGE_H
#define FGRAPH_WHY_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct page {
	const unsigned char *records;
	/* How many bytes of records there are, and how many were read */
	size_t used, at;
	/* What is in front of the records, the records, and the number behind them */
	size_t bytes;
	/* Of the last record */
	uint64_t time;
	/* How many records were lost in front of this page */
	uint64_t missed;
	bool damaged;
};

int page_begin(struct page *page, const void *data, size_t bytes, int long_bytes);
const void *page_next(struct page *page, size_t *bytes);

#endif

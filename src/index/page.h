/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_PAGE_H
#define INDEX_PAGE_H

#include "base/buf.h"
#include "index/container.h"

/* A page of the time order: up to 8192 consecutive entries (BLOCK_ROWS). */

/*
 * Write n sorted entries as a page, and set *page to its place. packed: a buffer for temporary use.
 */
int page_write(struct container *c, const struct order_entry *v, uint32_t n, struct buf *packed,
	       struct page_entry *page, struct err *err);

/*
 * Read page->rows entries. Returns false if the page is damaged, or an entry's row is not below
 * rows.
 */
bool page_read(const struct container *c, const struct page_entry *page, uint64_t rows,
	       struct order_entry *out);

#endif

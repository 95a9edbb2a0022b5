/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_ORDER_H
#define INDEX_ORDER_H

#include "index/index.h"
#include "index/sort.h"

/*
 * The rows of complete indexes in time order (index/sort.h defines that order): the row at a
 * position, and the position of a row or a moment.
 *
 * The place of each single row is not stored. Here, a span is a set of rows whose first and last
 * entry in time order are known. Most spans are blocks; their rows are sorted when they are needed.
 * Only few spans overlap at any moment, because neighbours in the file were written at about the
 * same time. A position is therefore found from the sizes of all spans and the contents of those
 * few. If too many blocks overlap (times out of order, times far off), the index has some of them
 * as pages, which are spans that are already sorted (index/order_merge.h).
 *
 * If no event of a file has sample_id_all, only its samples have times. If the recording has such a
 * file, there is no time order: the files follow one another, each in file order.
 *
 * An order needs 28 bytes of memory for each span, and 128 KiB for each span that is in use (up to
 * ORDER_OVERLAP at a time). Only one thread may use it.
 */
struct order;

enum {
	ORDER_OVERLAP = 64 /* blocks that may overlap before some become pages */
};

/* An index, the number of its first row in the order, and the shift of its times. */
struct order_file {
	const struct index *index;
	uint64_t first_row;
	uint64_t shift; /* ns, as in index/shift.h */
};

/*
 * Open the order of complete indexes, which must stay open and be consecutive by first_row. The
 * list is copied.
 */
struct order *order_open(const struct order_file *files, size_t n);
void order_close(struct order *order);

uint64_t order_rows(const struct order *order);

/* Are positions the same as rows, because there are no times? */
bool order_is_file(const struct order *order);

/*
 * Get the entry at a position (less than order_rows()). Returns ERR_STALE if the index is damaged.
 * The key is a time for comparisons; it can differ from the time in the record.
 */
int order_at(struct order *order, uint64_t position, struct order_entry *entry, struct err *err);

/* Get the entry of a row, given its number. */
int order_entry_of(struct order *order, uint64_t row, struct order_entry *entry, struct err *err);

/*
 * In the block that holds a row, set the bit of each row whose entry is before this one. Returns
 * false if the block is damaged.
 */
bool order_rows_before(struct order *order, uint64_t row, const struct order_entry *entry,
		       uint64_t *bits);

/*
 * Set *position to the number of entries before this one: its position, or that of the next entry.
 */
int order_before(struct order *order, const struct order_entry *entry, uint64_t *position,
		 struct err *err);

/* Get the position of the first row at or after a time; order_rows() if there is none. */
int order_at_time(struct order *order, uint64_t time, uint64_t *position, struct err *err);

/* ---- for index/walk.c: spans by number ---- */

struct order_span {
	struct order_entry first, last; /* all entries are between these two */
	uint32_t rows;
	const struct order_file *file;
	bool is_page;
	uint64_t number; /* of the block or the page in its file */
};

uint32_t order_spans(const struct order *order);

/* Return the i-th span: ordered by last entry if `last` is true, else by first entry. */
uint32_t order_span_by(const struct order *order, uint32_t i, bool last);
void order_span(const struct order *order, uint32_t span, struct order_span *out);

/* Return the number of spans that begin at or before an entry, or that end before it. */
uint32_t order_begun(const struct order *order, const struct order_entry *entry);
uint32_t order_ended(const struct order *order, const struct order_entry *entry);

/*
 * Return the number of spans that are at least partly between two entries. *spans: their numbers,
 * valid until the next call of an order function.
 */
uint32_t order_between(struct order *order, const struct order_entry *first,
		       const struct order_entry *last, const uint32_t **spans);

/*
 * Load and hold the sorted entries of a span until they are released. NULL: the block is damaged.
 */
const struct order_entry *order_hold(struct order *order, uint32_t span);
void order_release(struct order *order, uint32_t span);

#endif

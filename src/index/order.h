/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_ORDER_H
#define INDEX_ORDER_H

#include "index/index.h"
#include "index/sort.h"

/*
 * The rows of complete indexes in the order of time (index/sort.h says which order
 * that is): which row is at a position of it, and at which position a row or a
 * moment is.
 *
 * Nothing says where each row is. A span is a block whose rows are put into order
 * when they are looked at; its description says between which entries they lie.
 * At any moment only few spans overlap, because what lies beside each other in
 * the file was written at about the same time: a position is found from the sizes
 * of all spans and the contents of those few. Where too many blocks overlap
 * (times in disorder, times far off) the index has some of them as pages, which
 * are spans that are in order already (index/order_merge.h).
 *
 * Without sample_id_all in any event, or in any of several recordings, only
 * samples have times, and the order is that of the file.
 *
 * An order costs 28 bytes of memory a span and 128 KiB for each span that it looks at
 * (of up to ORDER_OVERLAP at a time); it is used by one thread.
 */
struct order;

enum {
	ORDER_OVERLAP = 64 /* blocks that lie over one another before they become pages */
};

/* An index, the number that its first row has in the order, and how far its times are moved. */
struct order_file {
	const struct index *index;
	uint64_t first_row;
	uint64_t shift; /* ns, as in index/shift.h */
};

/* The indexes are complete, stay open and follow one another by first_row; the list is copied. */
struct order *order_open(const struct order_file *files, size_t n);
void order_close(struct order *order);

uint64_t order_rows(const struct order *order);

/* Without times, positions are rows. */
bool order_is_file(const struct order *order);

/*
 * The entry at a position (less than order_rows()). ERR_STALE: the index is damaged.
 * Its key is a time to compare with others, not what the record says.
 */
int order_at(struct order *order, uint64_t position, struct order_entry *entry, struct err *err);

/* The entry of a row, by its number alone. */
int order_entry_of(struct order *order, uint64_t row, struct order_entry *entry, struct err *err);

/*
 * Of the block that holds a row: set the bit of each row whose entry is before this
 * one. False: the block is damaged.
 */
bool order_rows_before(struct order *order, uint64_t row, const struct order_entry *entry,
		       uint64_t *bits);

/*
 * Set *position to the number of entries before this one: its position, or that of the next entry.
 */
int order_before(struct order *order, const struct order_entry *entry, uint64_t *position,
		 struct err *err);

/* The position of the first row at or after a time, order_rows() where there is none. */
int order_at_time(struct order *order, uint64_t time, uint64_t *position, struct err *err);

/* ---- for index/walk.c: spans by number ---- */

struct order_span {
	struct order_entry first, last; /* all entries are between these */
	uint32_t rows;
	const struct order_file *file;
	bool is_page;
	uint64_t number; /* of the block or the page in its file */
};

uint32_t order_spans(const struct order *order);

/* The i-th span by its first entry (last false) or by its last one. */
uint32_t order_span_by(const struct order *order, uint32_t i, bool last);
void order_span(const struct order *order, uint32_t span, struct order_span *out);

/* The number of spans that begin at or before an entry, or that end before it. */
uint32_t order_begun(const struct order *order, const struct order_entry *entry);
uint32_t order_ended(const struct order *order, const struct order_entry *entry);

/*
 * The numbers of the spans that lie between two entries at least in part; how many
 * there are. The list is good until the next call of an order function.
 */
uint32_t order_between(struct order *order, const struct order_entry *first,
		       const struct order_entry *last, const uint32_t **spans);

/* A span's entries in order, until they are given back. NULL: damaged. */
const struct order_entry *order_hold(struct order *order, uint32_t span);
void order_release(struct order *order, uint32_t span);

#endif

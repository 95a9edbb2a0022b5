/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_SELECT_H
#define QUERY_SELECT_H

#include "query/filter.h"
#include "query/watcher.h"
#include "recording/reader.h"

/*
 * The rows that a filter matches: a job of its own goes over the blocks, outward
 * from where the user looks, and keeps the number of matches of each, and which rows
 * they are in a file without a name. It begins while the index is still built, and looks at
 * all blocks once more at its end where later records can change the answer (value_when()).
 */
struct select;

struct select_progress {
	uint64_t matches; /* in the blocks that were looked at */
	uint64_t rows_done;
	uint64_t rows_total; /* published so far; more may come */
	bool done;	     /* all blocks of a complete index, with all that is known then */
	bool failed;	     /* a block of the index is damaged */
};

/* What is known of a block's rows. */
enum select_rows {
	SELECT_NO_ROWS,
	SELECT_ALL_ROWS,
	SELECT_SOME_ROWS,
	SELECT_UNKNOWN_ROWS /* the job was not there yet */
};

enum select_found {
	SELECT_FOUND,
	SELECT_NONE,
	SELECT_PENDING /* blocks on the way were not looked at yet */
};

/*
 * Start the job; it takes over the filter. The watcher is woken when
 * there is something new. The recording outlives the select.
 */
struct select *select_start(struct recording *recording, struct filter *filter,
			    struct watcher *watcher, uint64_t from_row);

/* Let the job wait, and go on again: nobody wants to know for now. */
void select_rest(struct select *select, bool rest);

/* Stop the job but keep what was found. */
void select_cancel(struct select *select);

/* Stop the job at once and forget everything. */
void select_free(struct select *select);

const struct filter *select_filter(const struct select *select);

/*
 * The first matching row at row or behind it (dir 1), or before it (dir -1). For the
 * thread that shows rows, which gives its own reader; looks only at blocks that the
 * job has finished. A NULL select: every row.
 */
enum select_found select_next(struct select *select, struct reader *reader, uint64_t row, int dir,
			      uint64_t *found);

/*
 * The matching rows of a block, as bits that are good until the next call, where they are
 * some of them. For the thread that shows rows.
 */
enum select_rows select_block(struct select *select, struct reader *reader, uint64_t block,
			      const uint64_t **bits);

/* How many rows of a block match; UINT32_MAX: not known yet. */
uint32_t select_count(struct select *select, uint64_t block);

/* No two selects of a process have the same. It changes when rows that were told do. */
uint64_t select_id(const struct select *select);

/* Matches in the rows before row, as far as they are known; *exact false: not all of them are. */
uint64_t select_before(struct select *select, struct reader *reader, uint64_t row, bool *exact);

void select_progress(const struct select *select, struct select_progress *progress);

#endif

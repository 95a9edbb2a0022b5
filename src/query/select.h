/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_SELECT_H
#define QUERY_SELECT_H

#include "filter/filter.h"
#include "query/watcher.h"
#include "recording/reader.h"

/*
 * The rows that match a filter. A background job visits the blocks with all CPUs, outward from the
 * rows that the user sees. It keeps the number of matches of each block, and the matching rows in a
 * file without a name. It begins while the index is being built, and visits all blocks again at the
 * end if later records can change the answer (value_when()).
 */
struct select;

struct select_progress {
	uint64_t matches; /* in the blocks examined so far */
	uint64_t rows_done;
	uint64_t rows_total; /* published so far; more may come */
	bool done;	     /* all blocks of a complete index are examined, with everything that
			      * is known then */
	bool failed;	     /* a block of the index is damaged */
};

/* The result for the rows of a block. */
enum select_rows {
	SELECT_NO_ROWS,
	SELECT_ALL_ROWS,
	SELECT_SOME_ROWS,
	SELECT_UNKNOWN_ROWS /* the job has not examined the block yet */
};

enum select_found {
	SELECT_FOUND,
	SELECT_NONE,
	SELECT_PENDING /* a block in between is not examined yet */
};

/*
 * Start the job; it takes over the filter. The watcher is woken when there are new results. The
 * recording outlives the select.
 */
struct select *select_start(struct recording *recording, struct filter *filter,
			    struct watcher *watcher, uint64_t from_row);

/* Pause the job while nobody needs the result, or resume it. */
void select_rest(struct select *select, bool rest);

/* Stop the job and keep the results. */
void select_cancel(struct select *select);

/* Stop the job and free everything. */
void select_free(struct select *select);

const struct filter *select_filter(const struct select *select);

/*
 * Find the first matching row at or after row (dir 1), or before it (dir -1). For the thread that
 * shows rows, with its own reader; uses only blocks that the job has finished. select NULL: every
 * row matches.
 */
enum select_found select_next(struct select *select, struct reader *reader, uint64_t row, int dir,
			      uint64_t *found);

/*
 * The matching rows of a block, as bits that stay valid until the next call, if only some rows
 * match. For the thread that shows rows.
 */
enum select_rows select_block(struct select *select, struct reader *reader, uint64_t block,
			      const uint64_t **bits);

/* The number of matching rows of a block; UINT32_MAX: not known yet. */
uint32_t select_count(struct select *select, uint64_t block);

/* An id that is unique in the process. It changes when the rows of an earlier answer change. */
uint64_t select_id(const struct select *select);

/* The number of known matches before row; *exact is false if some blocks are not examined yet. */
uint64_t select_before(struct select *select, struct reader *reader, uint64_t row, bool *exact);

void select_progress(const struct select *select, struct select_progress *progress);

#endif

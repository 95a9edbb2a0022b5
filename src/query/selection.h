/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_SELECTION_H
#define QUERY_SELECTION_H

#include "filter/filter.h"
#include "query/watcher.h"
#include "recording/reader.h"

/*
 * The rows that match a filter. A background job visits the blocks with all CPUs, outward from the
 * rows that the user sees. It keeps the number of matches of each block, and the matching rows in a
 * file without a name. It begins while the index is being built, and visits all blocks again at the
 * end if later records can change the answer (value_when()).
 */
struct selection;

struct selection_progress {
	uint64_t matches; /* in the blocks examined so far */
	uint64_t rows_done;
	uint64_t rows_total; /* published so far; more may come */
	bool done;	     /* all blocks of a complete index are examined, with everything that
			      * is known then */
	bool failed;	     /* a block of the index is damaged */
};

/* The result for the rows of a block. */
enum selection_rows {
	SELECTION_NO_ROWS,
	SELECTION_ALL_ROWS,
	SELECTION_SOME_ROWS,
	SELECTION_UNKNOWN_ROWS /* the job has not examined the block yet */
};

enum selection_found {
	SELECTION_FOUND,
	SELECTION_NONE,
	SELECTION_PENDING /* a block in between is not examined yet */
};

/*
 * Start the job; it takes over the filter. The watcher is woken when there are new results. The
 * recording outlives the selection.
 */
struct selection *selection_start(struct recording *recording, struct filter *filter,
				  struct watcher *watcher, uint64_t from_row);

/* Pause the job while nobody needs the result, or resume it. */
void selection_rest(struct selection *selection, bool rest);

/* Stop the job and keep the results. */
void selection_cancel(struct selection *selection);

/* Stop the job and free everything. */
void selection_free(struct selection *selection);

const struct filter *selection_filter(const struct selection *selection);

/*
 * Find the first matching row at or after row (dir 1), or before it (dir -1). For the thread that
 * shows rows, with its own reader; uses only blocks that the job has finished. selection NULL:
 * every row matches.
 */
enum selection_found selection_next(struct selection *selection, struct reader *reader,
				    uint64_t row, int dir, uint64_t *found);

/*
 * The matching rows of a block, as bits that stay valid until the next call, if only some rows
 * match. For the thread that shows rows.
 */
enum selection_rows selection_block(struct selection *selection, struct reader *reader,
				    uint64_t block, const uint64_t **bits);

/* The number of matching rows of a block; UINT32_MAX: not known yet. */
uint32_t selection_count(struct selection *selection, uint64_t block);

/* An id that is unique in the process. It changes when the rows of an earlier answer change. */
uint64_t selection_id(const struct selection *selection);

/* The number of known matches before row; *exact is false if some blocks are not examined yet. */
uint64_t selection_before(struct selection *selection, struct reader *reader, uint64_t row,
			  bool *exact);

void selection_progress(const struct selection *selection, struct selection_progress *progress);

#endif

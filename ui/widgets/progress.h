/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_PROGRESS_H
#define WIDGETS_PROGRESS_H

#include "base/buf.h"
#include "query/counting.h"

/*
 * The part of a recording that a result covers while it is being counted. While the index is being
 * built, it is a part of the bytes, so that a partial result is not taken for the whole.
 */

/*
 * Return the part of the recording that was read, in percent. rows: rows that were read, of all
 * rows so far; a view that reads rows twice counts them twice.
 */
int progress_percent(const struct recording *recording, uint64_t rows, uint64_t all);

/* Append "34% of the rows", or "12% of the recording" while it is being indexed. */
void progress_text(const struct recording *recording, uint64_t rows, struct buf *out);

/* Append "waiting for the index... 12%". */
void progress_waiting(const struct recording *recording, struct buf *out);

/* Append the state of a count, of which some rows are shown; nothing if it is complete. */
void progress_counting(const struct counting *counting, enum counting_state state, uint64_t shown,
		       struct buf *out);

#endif

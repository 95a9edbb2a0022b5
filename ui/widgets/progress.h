/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_PROGRESS_H
#define WIDGETS_PROGRESS_H

#include "base/buf.h"
#include "query/counting.h"

/*
 * How much of a recording is behind what is shown, while it is being counted: of its bytes where
 * the index is still built, so that nobody takes a part for the whole.
 */

/*
 * The part of the recording that was looked at, in percent: some rows of all that there are so far,
 * which count twice where a view goes over them twice.
 */
int progress_percent(const struct recording *recording, uint64_t rows, uint64_t all);

/* "34% of the rows", "12% of the recording" while it is indexed. */
void progress_text(const struct recording *recording, uint64_t rows, struct buf *out);

/* "waiting for the index... 12%" */
void progress_waiting(const struct recording *recording, struct buf *out);

/* What a count does, of which so many rows are shown; nothing when it is done. */
void progress_counting(const struct counting *counting, enum counting_state state, uint64_t shown,
		       struct buf *out);

#endif

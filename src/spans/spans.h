/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_SPANS_H
#define SPANS_SPANS_H

#include <stdatomic.h>

#include "recording/reader.h"
#include "spans/spanblock.h"
#include "spans/spankind.h"
#include "spans/spanpair.h"
#include "spans/spanstore.h"

/*
 * The spans of a recording: each from the record that begins it to the one that ends it, by the
 * table of kinds (spans/spankind.h). Rows are taken in the order of time; where there are no times
 * to go by there are no spans. A record first ends, then begins. EXIT of a thread leaves its spans
 * without an end. A span in which records can be missing (spans/losses.h) is doubtful.
 *
 * While they are made they take 40 bytes each, and 50 to 120 for each key whose span is open, in
 * files without a name if there are many. Then they are packed (spans/spanstore.h), and those of
 * the table are kept with the index.
 */
struct spans;

struct spans_one {
	const struct span_kind *kind;
	enum span_state state;
	const char *name; /* bytes of the recording, not escaped, which live as long as spans */
	size_t len;
	uint64_t begin, end; /* rows, where it has them: an orphaned end has no begin */
	bool has_dur, has_ret;
	uint64_t dur; /* ns */
	int64_t ret;
	bool has_off;
	uint64_t off; /* ns that its thread was off the CPU meanwhile */
	bool has_wakeup;
	uint64_t wakeup; /* the row that tells that it will end soon: of offcpu, who wakes it */
	uint32_t depth;	 /* how many spans of its key are open around it */
};

/*
 * Return the spans of a recording. The first caller makes them, which takes one pass over the
 * rows; others wait for it. They live as long as the recording. NULL: its indexes are not complete,
 * or stop (NULL: nobody stops it) has become true. For any thread.
 */
const struct spans *spans_of(struct recording *recording, const _Atomic bool *stop);

/*
 * The same for those who may not wait. NULL: they are not made yet; they are from now on, in a
 * thread, which calls recording_wake() at its end, if the indexes are complete.
 */
const struct spans *spans_ready(struct recording *recording);

/*
 * Can samples of an event of a part begin spans, or end some? Asks the events alone; true while the
 * indexes are not complete. For any thread.
 */
bool spans_may_begin(struct recording *recording, size_t part, int event);
bool spans_may_end(struct recording *recording, size_t part, int event);

/* If somebody has asked in vain, ask again. True: they are made. */
bool spans_resume(struct recording *recording);

/* Is that thread at work? */
bool spans_pending(struct recording *recording);

enum {
	SPANS_PAIRS_MAX = 64
};

/*
 * Add spans of the user's own, which follow those of the table of kinds: of a row that begins
 * spans of both it is the span of the table that is told. One of the same name is replaced. The
 * recording frees the pair when it is closed. False: there are SPANS_PAIRS_MAX, it was not taken.
 * For any thread.
 */
bool spans_define(struct recording *recording, struct spanpair *pair);

/* Is there such a kind, in the table or defined? */
bool spans_has_kind(struct recording *recording, const char *name, size_t len);
bool spans_has_pairs(struct recording *recording);

/*
 * The name of kind i, those of the table first, each once; NULL: there are no more. It lives as
 * long as the recording, unless a definition of its name replaces it.
 */
const char *spans_kind_name(struct recording *recording, size_t i);

/* ---- looking at them ---- */

/* Spans as a reader sees them: neighbours are cheap. */
struct spans_view;

/*
 * The view of a reader, of all that was made: spans_of() where the reader waits, else
 * spans_ready(). NULL: as these.
 */
struct spans_view *spans_view(struct reader *reader, const _Atomic bool *stop);

/* The span that a row begins, or that it ends. False: there is none. */
bool spans_begun(struct spans_view *view, uint64_t row, struct spans_one *one);
bool spans_ended(struct spans_view *view, uint64_t row, struct spans_one *one);

/* The same of a kind (NULL: any): a record can begin spans of the table and of several pairs. */
bool spans_begun_of(struct spans_view *view, uint64_t row, const char *kind, struct spans_one *one);
bool spans_ended_of(struct spans_view *view, uint64_t row, const char *kind, struct spans_one *one);

/*
 * The spans of the table that a block of the recording has, until the view is asked again. NULL:
 * there are others besides, or they cannot be had.
 */
const struct spanblock *spans_block(struct spans_view *view, uint64_t number);

/* The name of a state. */
const char *spans_state(enum span_state state);

#endif

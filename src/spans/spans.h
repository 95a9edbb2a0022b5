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
 * The spans of a recording: each lasts from the record that begins it to the record that ends it,
 * according to the table of kinds (spans/spankind.h). Rows are processed in time order; without
 * times there are no spans. A record first ends spans, then begins them. The EXIT of a thread
 * leaves its spans without an end. A span is doubtful if records inside it can be missing
 * (spans/losses.h), or if its thread has a sample while it is off the CPU.
 *
 * A span without an end lasted at least until the EXIT of its thread or the last time of its file,
 * but no time is counted after the first possible loss. Nothing is known if its end may not have
 * been recorded: another span with its key begins, its thread has a sample while it is off the CPU,
 * a block of the index is damaged, or the events that end spans do not have an id for each CPU that
 * was online (perf record -C). Spans of a CPU do not need the latter. Spans of the table that any
 * thread can end also need a recording of all threads (perf record -a).
 *
 * While spans are being made, a span takes 40 bytes, and each key with an open span 50 to 120
 * bytes, in files without a name if there are many. Then they are packed (spans/spanstore.h); the
 * spans of the table of kinds are kept with the index.
 */
struct spans;

struct spans_one {
	const struct span_kind *kind;
	enum span_state state;
	const char *name; /* bytes of the recording, not escaped, valid as long as the spans */
	size_t len;
	uint64_t begin, end; /* rows, if they exist: an orphaned end has no begin */
	bool has_dur, has_ret;
	uint64_t dur; /* ns; without has_dur: how long it lasted at least; 0: unknown */
	int64_t ret;
	bool has_off;
	uint64_t off; /* ns that its thread was off the CPU during the span */
	bool has_wakeup;
	uint64_t wakeup; /* the row that announces its end; for offcpu, the wakeup */
	uint32_t depth;	 /* number of open spans of its key around it */
};

/*
 * Return the spans of a recording. The first caller makes them, which takes one pass over the rows;
 * other callers wait. They exist as long as the recording. NULL: the indexes are not complete, or
 * *stop (stop NULL: never) has become true. For any thread.
 */
const struct spans *spans_of(struct recording *recording, const _Atomic bool *stop);

/*
 * Return the spans without waiting. NULL: they are not made yet; if the indexes are complete, a
 * thread makes them and calls recording_wake() at its end.
 */
const struct spans *spans_ready(struct recording *recording);

/*
 * Can samples of an event of a part begin spans, or end spans? The answer is true as long as the
 * indexes are not complete; then it depends only on the event. For any thread.
 */
bool spans_may_begin(struct recording *recording, size_t part, int event);
bool spans_may_end(struct recording *recording, size_t part, int event);

/*
 * Return the name of the kind of the table whose spans begin at samples of an event of a part.
 * NULL: there is none, or the indexes are not complete. For any thread.
 */
const char *spans_kind_of_event(struct recording *recording, size_t part, int event);

/* Try again if spans_ready() has returned NULL. Returns true if the spans are made. */
bool spans_resume(struct recording *recording);

/* Is the thread of spans_ready() working? */
bool spans_pending(struct recording *recording);

enum {
	SPANS_PAIRS_MAX = 64
};

/*
 * Add a kind of span that the user has defined. If a row begins spans of the table and of a pair,
 * the span of the table takes precedence. A pair replaces an earlier pair with the same name. The
 * recording frees the pair when it is closed. Returns false, and does not take the pair, if there
 * are SPANS_PAIRS_MAX. For any thread.
 */
bool spans_define(struct recording *recording, struct spanpair *pair);

/* Is there a kind with this name, in the table or defined? */
bool spans_has_kind(struct recording *recording, const char *name, size_t len);
bool spans_has_pairs(struct recording *recording);

/*
 * Return the last defined pair with this name, which is valid as long as the recording; NULL: there
 * is none.
 */
const struct spanpair *spans_pair(struct recording *recording, const char *name, size_t len);

/*
 * Return the name of kind i: first the kinds of the table, each once, then defined kinds; NULL:
 * there are no more. It is valid as long as the recording, unless a definition with the same name
 * replaces it.
 */
const char *spans_kind_name(struct recording *recording, size_t i);

/* ---- looking at them ---- */

/* The spans as seen by a reader. Access to neighbours is fast. */
struct spans_view;

/*
 * Return the view of a reader. It is made by spans_of() if the reader waits, else by spans_ready().
 * NULL: as for these functions.
 */
struct spans_view *spans_view(struct reader *reader, const _Atomic bool *stop);

/* Get the span that a row begins, or the span that it ends. Returns false if there is none. */
bool spans_begun(struct spans_view *view, uint64_t row, struct spans_one *one);
bool spans_ended(struct spans_view *view, uint64_t row, struct spans_one *one);

/*
 * Get the span of a kind (NULL: of any kind): a record can begin spans of the table and of several
 * pairs.
 */
bool spans_begun_of(struct spans_view *view, uint64_t row, const char *kind, struct spans_one *one);
bool spans_ended_of(struct spans_view *view, uint64_t row, const char *kind, struct spans_one *one);

/*
 * Return the spans of a block if all spans are those of the table. Valid until the next call for
 * the view. NULL: there are defined kinds, too, or the block is not available.
 */
const struct spanblock *spans_block(struct spans_view *view, uint64_t number);

/* Return the name of a state. */
const char *spans_state(enum span_state state);

#endif

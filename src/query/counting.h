/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_COUNTING_H
#define QUERY_COUNTING_H

#include "field/value.h"
#include "query/examined.h"
#include "query/worker.h"

/*
 * A count in the background that can begin while the index is being built. If its result depends on
 * facts that are known only at the end, it first waits for them. It includes the rows that are
 * added meanwhile, and counts the rows again whose values later rows may have changed. If lasting
 * is set it continues as long as the recording is followed, otherwise it ends with the existing
 * rows. Embedded in the struct of the counting code. For one thread, except where noted.
 */
enum counting_state {
	COUNTING_WAITS,	 /* waits for the complete index, which has all mappings */
	COUNTING_RUNS,	 /* counts, perhaps with the rows so far of an index that is being built */
	COUNTING_CHECKS, /* counts again, because names may have changed */
	COUNTING_DONE,
	COUNTING_FOLLOWS, /* all rows so far are counted; more may come */
	COUNTING_STOPPED,
	COUNTING_UNCHECKED, /* stopped while it counted again: all rows, but names may be
			     * outdated */
	COUNTING_FAILED
};

struct counting {
	struct recording *recording;
	struct worker worker;  /* count() checks its stop, and calls its wake */
	bool lasting;	       /* set before the start: also count rows that come later */
	enum value_when when;  /* when the requested values are known, if the index was being
			        * built */
	_Atomic uint64_t rows; /* rows examined since count() began, or began again; set by
			        * count() */
	_Atomic int state;
	_Atomic bool again;	   /* it counts, or has counted, a second time */
	struct examined *examined; /* while count() runs: it adds the blocks that it examines, or
				    * none; emptied before each count */
	struct err err;		   /* written before state becomes COUNTING_FAILED */
	int (*count)(void *ctx, bool again, struct err *err);
	void *ctx;
};

/*
 * Start it. count() runs in its thread: first with `again` false, then with `again` true each time
 * that all rows have to be counted again. It returns 0, ERR_STOPPED or an error. The recording
 * outlives it; the watcher is that of a worker.
 */
void counting_start(struct counting *counting, struct recording *recording, enum value_when when,
		    int (*count)(void *ctx, bool again, struct err *err), void *ctx,
		    struct watcher *watcher);

/* Stop it, and wait for its thread. A zeroed one was not started. */
void counting_cancel(struct counting *counting);

/*
 * For any thread. more: there is a newer result than the shown one; the count is not done until
 * this result is taken.
 */
enum counting_state counting_state(const struct counting *counting, bool more);
uint64_t counting_rows(const struct counting *counting);

#endif

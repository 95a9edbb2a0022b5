/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_COUNTING_H
#define QUERY_COUNTING_H

#include "query/value.h"
#include "query/worker.h"

/*
 * The life of a count in the background that begins while the index is still built: it waits for
 * what is known at the end alone, goes on with the rows that come, and what later ones may have
 * changed is counted once more. It goes on as long as the recording is followed where lasting says
 * so, and else ends with the rows that there are. A part of whoever counts; its functions are for
 * one thread but where they say so.
 */
enum counting_state {
	COUNTING_WAITS,	 /* for the index to be complete, which tells what was mapped */
	COUNTING_RUNS,	 /* also while the index is built: with the rows that it has so far */
	COUNTING_CHECKS, /* what was counted meanwhile is counted again: names may be others */
	COUNTING_DONE,
	COUNTING_FOLLOWS, /* all rows so far are counted; more may come */
	COUNTING_STOPPED,
	COUNTING_UNCHECKED, /* stopped while it was counted again: all rows, names as of then */
	COUNTING_FAILED
};

struct counting {
	struct recording *recording;
	struct worker worker;  /* whose stop count() looks at, and whose wake it calls */
	bool lasting;	       /* set before it is started: rows that come later are counted, too */
	enum value_when when;  /* when what is asked for is known, if the index was built */
	_Atomic uint64_t rows; /* that were looked at since it began, or began again: count()'s */
	_Atomic int state;
	_Atomic bool again; /* it is counted once more, or was */
	struct err err;	    /* written before state says that it failed */
	int (*count)(void *ctx, bool again, struct err *err);
	void *ctx;
};

/*
 * Start it: count() is called in its thread, with again each time that all rows are counted once
 * more, and ends with 0, ERR_STOPPED or what failed. The recording outlives it, and wake is as that
 * of a worker.
 */
void counting_start(struct counting *counting, struct recording *recording, enum value_when when,
		    int (*count)(void *ctx, bool again, struct err *err), void *ctx,
		    struct watcher *watcher);

/* Stop it, and wait for its thread. All zero: it was not started. */
void counting_cancel(struct counting *counting);

/*
 * For any thread. more: there is something newer than what is shown. Until that is taken it is not
 * done.
 */
enum counting_state counting_state(const struct counting *counting, bool more);
uint64_t counting_rows(const struct counting *counting);

#endif

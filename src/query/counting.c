/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/counting.h"

#include "base/bell.h"
#include "query/doubt.h"

static void set_state(struct counting *c, enum counting_state state)
{
	atomic_store(&c->state, (int)state);
	watcher_wake(c->worker.watcher);
}

/* Wait until the values are known, if rows cannot be counted before. False: it was stopped. */
static bool wait_for_values(struct counting *c)
{
	if (c->when == VALUE_MAPPED)
		return worker_wait_whole(&c->worker);
	return c->when != VALUE_AT_END ||
	       worker_wait_complete(&c->worker, &c->worker.recording, 1, NULL);
}

/* All rows, from the first on. */
static int count_all(struct counting *c, struct doubt *doubt, bool again)
{
	enum index_state state = recording_state(c->recording);

	*doubt = (struct doubt){ .when = c->when };
	/* Mappings are known before the index is saved, which is the end of its build. */
	if (c->when != VALUE_MAPPED || state != INDEX_BUILDING)
		doubt_add(doubt, state);
	atomic_store(&c->again, again);
	atomic_store(&c->rows, 0);
	examined_reset(c->examined);
	set_state(c, again ? COUNTING_CHECKS : COUNTING_RUNS);
	return c->count(c->ctx, again, &c->err);
}

static bool has_all(const struct counting *c)
{
	return counting_rows(c) >= recording_rows(c->recording);
}

/* Has everything to be counted again? It has not if no later record named a counted thread. */
static bool is_due(const struct counting *c, struct doubt *doubt, enum index_state state)
{
	if (!doubt_is_due(doubt, state))
		return false;
	if (doubt->when != VALUE_OF_TASK || doubt->following ||
	    examined_changed(c->examined, c->recording))
		return true;
	doubt->building = false;
	return false;
}

/*
 * Wait until everything has to be counted again: names have become known, or new rows have come.
 * Returns false if neither can happen any more.
 */
static bool wait_for_more(struct counting *c, struct doubt *doubt)
{
	uint32_t heard = 0;

	while (worker_pass(&c->worker)) {
		struct index_progress progress;

		recording_progress(c->recording, &progress);
		if (is_due(c, doubt, progress.state) || !has_all(c))
			return true;
		if (!progress.growing)
			return false;
		if (atomic_load(&c->state) != COUNTING_DONE)
			set_state(c, COUNTING_DONE);
		bell_wait(BELL_ROWS, &heard);
	}
	return false;
}

static void *run(void *arg)
{
	struct counting *c = arg;
	struct examined examined;
	struct doubt doubt;
	int rc = ERR_STOPPED;

	examined_init(&examined);
	c->examined = &examined;
	if (wait_for_values(c))
		rc = count_all(c, &doubt, false);
	while (!rc && c->lasting && wait_for_more(c, &doubt))
		rc = count_all(c, &doubt, true);
	set_state(c, rc == 0		 ? COUNTING_DONE
		     : rc != ERR_STOPPED ? COUNTING_FAILED
		     : c->again		 ? COUNTING_UNCHECKED
					 : COUNTING_STOPPED);
	examined_release(&examined);
	return NULL;
}

void counting_start(struct counting *c, struct recording *recording, enum value_when when,
		    int (*count)(void *ctx, bool again, struct err *err), void *ctx,
		    struct watcher *watcher)
{
	c->recording = recording;
	c->when = when;
	c->count = count;
	c->ctx = ctx;
	err_clear(&c->err);
	worker_start(&c->worker, recording, watcher, run, c);
}

void counting_cancel(struct counting *c)
{
	worker_cancel(&c->worker);
}

enum counting_state counting_state(const struct counting *c, bool more)
{
	enum counting_state state = (enum counting_state)atomic_load(&c->state);
	bool runs = state < COUNTING_DONE && state != COUNTING_WAITS;

	if (runs && !more && c->lasting && recording_state(c->recording) == INDEX_FOLLOWING &&
	    has_all(c))
		return COUNTING_FOLLOWS;
	if (state == COUNTING_DONE && (more || (c->lasting && !has_all(c))))
		return atomic_load(&c->again) ? COUNTING_CHECKS : COUNTING_RUNS;
	return state;
}

uint64_t counting_rows(const struct counting *c)
{
	return atomic_load(&c->rows);
}

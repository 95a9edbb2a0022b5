/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/counting.h"

static void set_state(struct counting *c, enum counting_state state)
{
	atomic_store(&c->state, (int)state);
	c->worker.wake(c->worker.arg);
}

static bool is_building(const struct counting *c)
{
	struct index_progress progress;

	recording_progress(c->recording, &progress);
	return progress.state == INDEX_BUILDING;
}

static void *run(void *arg)
{
	struct counting *c = arg;
	enum value_when when = is_building(c) ? c->when : VALUE_AT_ONCE;
	int rc = ERR_STOPPED;

	if (when != VALUE_AT_END ||
	    worker_wait_complete(&c->worker, &c->worker.recording, 1, NULL)) {
		set_state(c, COUNTING_RUNS);
		rc = c->count(c->ctx, false, &c->err);
	}
	if (!rc && when == VALUE_REVISED) {
		atomic_store(&c->again, true);
		atomic_store(&c->rows, 0);
		set_state(c, COUNTING_CHECKS);
		rc = c->count(c->ctx, true, &c->err);
	}
	set_state(c, rc == 0		 ? COUNTING_DONE
		     : rc != ERR_STOPPED ? COUNTING_FAILED
		     : c->again		 ? COUNTING_UNCHECKED
					 : COUNTING_STOPPED);
	return NULL;
}

void counting_start(struct counting *c, struct recording *recording, enum value_when when,
		    int (*count)(void *ctx, bool again, struct err *err), void *ctx,
		    void (*wake)(void *arg), void *arg)
{
	c->recording = recording;
	c->when = when;
	c->count = count;
	c->ctx = ctx;
	err_clear(&c->err);
	worker_start(&c->worker, recording, wake, arg, run, c);
}

void counting_cancel(struct counting *c)
{
	worker_cancel(&c->worker);
}

enum counting_state counting_state(const struct counting *c, bool more)
{
	enum counting_state state = (enum counting_state)atomic_load(&c->state);

	if (state != COUNTING_DONE || !more)
		return state;
	return atomic_load(&c->again) ? COUNTING_CHECKS : COUNTING_RUNS;
}

uint64_t counting_rows(const struct counting *c)
{
	return atomic_load(&c->rows);
}

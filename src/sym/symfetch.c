/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/symfetch.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/queue.h"
#include "sym/debuginfod.h"

struct wanted_symbols {
	uint32_t number;
	uint32_t len;
	uint8_t id[SYMFETCH_ID_MAX];
	uint32_t cancelled; /* cancellations before this request */
};

struct symfetch {
	symfetch_done_fn *done;
	void *arg;
	struct debuginfod *client;
	struct queue *queue; /* struct wanted_symbols */

	pthread_mutex_t lock; /* guards all members below */
	struct symfetch_status status;
	uint32_t cancelled; /* number of cancellations */
	uint32_t current;   /* as in the current request */
	uint64_t requests;  /* so far */
};

static void note_progress(void *arg, uint64_t got, uint64_t total)
{
	struct symfetch *f = arg;
	bool stop;

	pthread_mutex_lock(&f->lock);
	f->status.got = got;
	f->status.total = total;
	stop = queue_is_stopped(f->queue) || f->current != f->cancelled;
	pthread_mutex_unlock(&f->lock);
	/* The process may have started after the call that should have stopped it. */
	if (stop)
		debuginfod_stop(f->client);
}

static void serve(void *arg, const void *request)
{
	const struct wanted_symbols *wanted = request;
	struct buf path = BUF_INIT;
	struct symfetch *f = arg;
	bool ok;

	pthread_mutex_lock(&f->lock);
	ok = wanted->cancelled == f->cancelled;
	f->current = wanted->cancelled;
	f->status.got = f->status.total = 0;
	pthread_mutex_unlock(&f->lock);
	if (ok)
		ok = debuginfod_find(f->client, wanted->id, wanted->len, note_progress, f, &path);
	else
		buf_adds(&path, "the download was cancelled");
	pthread_mutex_lock(&f->lock);
	f->status.waiting--;
	f->status.found += ok;
	f->status.missing += !ok;
	if (!ok) {
		f->status.problem[0] = '\0';
		strncat(f->status.problem, path.p, sizeof(f->status.problem) - 1);
	}
	pthread_mutex_unlock(&f->lock);
	if (!queue_is_stopped(f->queue))
		f->done(f->arg, wanted->number, ok ? path.p : NULL);
	buf_release(&path);
}

struct symfetch *symfetch_open(symfetch_done_fn *done, void *arg)
{
	struct symfetch *f = mem_zalloc(sizeof(*f));

	f->done = done;
	f->arg = arg;
	f->client = debuginfod_open();
	f->queue = queue_open(&(struct queue_options){ .name = "perfnav/fetch",
						       .size = sizeof(struct wanted_symbols),
						       .serve = serve,
						       .arg = f });
	pthread_mutex_init(&f->lock, NULL);
	return f;
}

void symfetch_close(struct symfetch *f)
{
	if (!f)
		return;
	queue_stop(f->queue);
	debuginfod_stop(f->client);
	queue_close(f->queue);
	debuginfod_close(f->client);
	pthread_mutex_destroy(&f->lock);
	free(f);
}

bool symfetch_want(struct symfetch *f, uint32_t number, const uint8_t *id, size_t len)
{
	struct wanted_symbols wanted = { .number = number };
	bool ok;

	wanted.len = (uint32_t)(len < SYMFETCH_ID_MAX ? len : SYMFETCH_ID_MAX);
	memcpy(wanted.id, id, wanted.len);
	pthread_mutex_lock(&f->lock);
	wanted.cancelled = f->cancelled;
	ok = queue_put(f->queue, QUEUE_LATER, f->requests++, &wanted);
	f->status.waiting += ok;
	pthread_mutex_unlock(&f->lock);
	return ok;
}

void symfetch_cancel(struct symfetch *f)
{
	pthread_mutex_lock(&f->lock);
	f->cancelled++;
	pthread_mutex_unlock(&f->lock);
	debuginfod_stop(f->client);
}

void symfetch_status(struct symfetch *f, struct symfetch_status *status)
{
	pthread_mutex_lock(&f->lock);
	*status = f->status;
	pthread_mutex_unlock(&f->lock);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/symfetch.h"

#include <pthread.h>
#include <string.h>

#include "base/thread.h"
#include "base/vec.h"
#include "sym/debuginfod.h"

struct wanted_symbols {
	uint32_t number;
	uint32_t len;
	uint8_t id[SYMFETCH_ID_MAX];
	bool cancelled;
};

struct symfetch {
	symfetch_done_fn *done;
	void *arg;
	struct debuginfod *client;

	pthread_mutex_t lock; /* guards all members below */
	pthread_cond_t more;
	VEC(struct wanted_symbols) queue; /* the last requested file is fetched first */
	struct symfetch_status status;
	struct thread thread;
	bool stop;
	bool cancelled; /* the current download was cancelled */
};

struct symfetch *symfetch_open(symfetch_done_fn *done, void *arg)
{
	struct symfetch *f = mem_zalloc(sizeof(*f));

	f->done = done;
	f->arg = arg;
	f->client = debuginfod_open();
	pthread_mutex_init(&f->lock, NULL);
	pthread_cond_init(&f->more, NULL);
	return f;
}

void symfetch_close(struct symfetch *f)
{
	if (!f)
		return;
	pthread_mutex_lock(&f->lock);
	f->stop = true;
	pthread_cond_signal(&f->more);
	pthread_mutex_unlock(&f->lock);
	debuginfod_stop(f->client);
	thread_join(&f->thread);
	debuginfod_close(f->client);
	vec_release(&f->queue);
	pthread_cond_destroy(&f->more);
	pthread_mutex_destroy(&f->lock);
	free(f);
}

static void note_progress(void *arg, uint64_t got, uint64_t total)
{
	struct symfetch *f = arg;
	bool stop;

	pthread_mutex_lock(&f->lock);
	f->status.got = got;
	f->status.total = total;
	stop = f->stop || f->cancelled;
	pthread_mutex_unlock(&f->lock);
	/* The process may have started after the call that should have stopped it. */
	if (stop)
		debuginfod_stop(f->client);
}

/* Fetch the next file. The lock is held, but released during the download. */
static void fetch(struct symfetch *f)
{
	struct wanted_symbols wanted = f->queue.v[--f->queue.n];
	struct buf path = BUF_INIT;
	bool ok = !wanted.cancelled;

	f->cancelled = false;
	f->status.got = f->status.total = 0;
	pthread_mutex_unlock(&f->lock);
	if (ok)
		ok = debuginfod_find(f->client, wanted.id, wanted.len, note_progress, f, &path);
	else
		buf_adds(&path, "it was given up");
	pthread_mutex_lock(&f->lock);
	f->status.waiting--;
	f->status.found += ok;
	f->status.missing += !ok;
	if (!ok) {
		f->status.problem[0] = '\0';
		strncat(f->status.problem, path.p, sizeof(f->status.problem) - 1);
	}
	if (!f->stop) {
		pthread_mutex_unlock(&f->lock);
		f->done(f->arg, wanted.number, ok ? path.p : NULL);
		pthread_mutex_lock(&f->lock);
	}
	buf_release(&path);
}

static void *run(void *arg)
{
	struct symfetch *f = arg;

	pthread_mutex_lock(&f->lock);
	while (!f->stop)
		if (f->queue.n)
			fetch(f);
		else
			pthread_cond_wait(&f->more, &f->lock);
	pthread_mutex_unlock(&f->lock);
	return NULL;
}

bool symfetch_want(struct symfetch *f, uint32_t number, const uint8_t *id, size_t len)
{
	struct wanted_symbols wanted = { .number = number };
	bool ok;

	wanted.len = (uint32_t)(len < SYMFETCH_ID_MAX ? len : SYMFETCH_ID_MAX);
	memcpy(wanted.id, id, wanted.len);
	pthread_mutex_lock(&f->lock);
	ok = f->thread.runs || thread_start(&f->thread, "perfnav/fetch", run, f);
	if (ok) {
		vec_push(&f->queue, wanted);
		f->status.waiting++;
		pthread_cond_signal(&f->more);
	}
	pthread_mutex_unlock(&f->lock);
	return ok;
}

void symfetch_cancel(struct symfetch *f)
{
	pthread_mutex_lock(&f->lock);
	f->cancelled = true;
	for (size_t i = 0; i < f->queue.n; i++)
		f->queue.v[i].cancelled = true;
	pthread_mutex_unlock(&f->lock);
	debuginfod_stop(f->client);
}

void symfetch_status(struct symfetch *f, struct symfetch_status *status)
{
	pthread_mutex_lock(&f->lock);
	*status = f->status;
	pthread_mutex_unlock(&f->lock);
}

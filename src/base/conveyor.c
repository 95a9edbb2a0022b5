/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/conveyor.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/thread.h"
#include "base/vec.h"

struct tray {
	struct conveyor *conveyor;
	uint64_t number; /* of the work, in the order in which it was given out */
	VEC(struct buf) pieces;
	size_t taken; /* of pieces */
	size_t bytes; /* in those that were not taken */
	bool turned, done;
};

struct worker {
	struct conveyor *conveyor;
	unsigned number;
	struct thread thread;
};

struct conveyor {
	const struct conveyor_ops *ops;
	void *arg;
	pthread_mutex_t lock;
	pthread_cond_t moved; /* workers wait for it */
	pthread_cond_t ready; /* the taker waits for it */
	struct tray *trays;   /* work n has tray n % trays_n */
	unsigned trays_n;
	size_t room;	/* bytes of each tray */
	uint64_t given; /* pieces of work that were given out */
	uint64_t turn;	/* of which so many had their turn */
	uint64_t out;	/* and so many are taken */
	bool ended, stopped;
	VEC(struct buf) spare; /* for the next results: new memory costs page faults */
	size_t spare_bytes;
	struct worker *workers;
	unsigned workers_n;
};

/* ---- the workers ---- */

/* The next piece of work, and a tray for it; NULL: there is none. */
static struct tray *take_work(struct conveyor *c, unsigned worker)
{
	struct tray *tray = NULL;

	pthread_mutex_lock(&c->lock);
	while (!c->ended && c->given - c->out == c->trays_n)
		pthread_cond_wait(&c->moved, &c->lock);
	if (!c->ended && !c->ops->take(c->arg, worker)) {
		c->ended = true;
		pthread_cond_signal(&c->ready);
	}
	if (!c->ended) {
		tray = &c->trays[c->given % c->trays_n];
		tray->number = c->given++;
		tray->turned = tray->done = false;
		tray->taken = tray->bytes = tray->pieces.n = 0;
	}
	pthread_cond_broadcast(&c->moved);
	pthread_mutex_unlock(&c->lock);
	return tray;
}

/* The taker waits for one tray alone: others' news would wake it for nothing. */
static bool is_awaited(const struct tray *tray)
{
	return tray->number == tray->conveyor->out;
}

static void finish(struct tray *tray)
{
	struct conveyor *c = tray->conveyor;
	bool awaited;

	if (!tray->turned) {
		conveyor_turn(tray);
		conveyor_turned(tray);
	}
	pthread_mutex_lock(&c->lock);
	tray->done = true;
	awaited = is_awaited(tray);
	pthread_mutex_unlock(&c->lock);
	if (awaited)
		pthread_cond_signal(&c->ready);
}

static void *run(void *arg)
{
	struct worker *w = arg;
	struct tray *tray;

	while ((tray = take_work(w->conveyor, w->number))) {
		w->conveyor->ops->work(w->conveyor->arg, w->number, tray);
		finish(tray);
	}
	return NULL;
}

void conveyor_turn(struct tray *tray)
{
	struct conveyor *c = tray->conveyor;

	pthread_mutex_lock(&c->lock);
	while (c->turn != tray->number && !c->stopped)
		pthread_cond_wait(&c->moved, &c->lock);
	pthread_mutex_unlock(&c->lock);
}

void conveyor_turned(struct tray *tray)
{
	struct conveyor *c = tray->conveyor;

	pthread_mutex_lock(&c->lock);
	tray->turned = true;
	c->turn++;
	pthread_cond_broadcast(&c->moved);
	pthread_mutex_unlock(&c->lock);
}

void conveyor_end(struct tray *tray)
{
	struct conveyor *c = tray->conveyor;

	pthread_mutex_lock(&c->lock);
	c->ended = true;
	pthread_cond_broadcast(&c->moved);
	pthread_mutex_unlock(&c->lock);
}

/* The tray that is being taken from may always have more: nobody else's turn comes before. */
bool conveyor_put(struct tray *tray, struct buf *bytes)
{
	struct conveyor *c = tray->conveyor;
	bool stopped, awaited = false;

	pthread_mutex_lock(&c->lock);
	while (!c->stopped && tray->bytes && tray->bytes + bytes->len > c->room)
		pthread_cond_wait(&c->moved, &c->lock);
	stopped = c->stopped;
	if (bytes->len) {
		tray->bytes += bytes->len;
		vec_push(&tray->pieces, *bytes);
		buf_init(bytes);
		if (c->spare.n) {
			*bytes = c->spare.v[--c->spare.n];
			c->spare_bytes -= bytes->cap;
		}
		awaited = is_awaited(tray);
	}
	pthread_mutex_unlock(&c->lock);
	if (awaited)
		pthread_cond_signal(&c->ready);
	return !stopped;
}

/* ---- the taker ---- */

static void recycle(struct conveyor *c, struct buf *piece)
{
	if (piece->cap && c->spare_bytes + piece->cap <= c->room * c->trays_n / 2) {
		c->spare_bytes += piece->cap;
		buf_reset(piece);
		vec_push(&c->spare, *piece);
	} else {
		buf_release(piece);
	}
	buf_init(piece);
}

bool conveyor_next(struct conveyor *c, struct buf *piece)
{
	bool found = false;

	pthread_mutex_lock(&c->lock);
	recycle(c, piece);
	while (!found) {
		struct tray *tray = &c->trays[c->out % c->trays_n];
		bool given = c->out < c->given;

		if (given && tray->taken < tray->pieces.n) {
			*piece = tray->pieces.v[tray->taken++];
			tray->bytes -= piece->len;
			found = true;
		} else if (given && tray->done) {
			c->out++;
		} else if (!given && c->ended) {
			break;
		} else {
			pthread_cond_wait(&c->ready, &c->lock);
			continue;
		}
		pthread_cond_broadcast(&c->moved);
	}
	pthread_mutex_unlock(&c->lock);
	return found;
}

struct conveyor *conveyor_open(unsigned workers, size_t room, const struct conveyor_ops *ops,
			       void *arg)
{
	struct conveyor *c = mem_zalloc(sizeof(*c));

	c->ops = ops;
	c->arg = arg;
	c->trays_n = 2 * workers + 2;
	c->room = room / c->trays_n;
	c->trays = mem_zalloc(c->trays_n * sizeof(*c->trays));
	c->workers = mem_zalloc(workers * sizeof(*c->workers));
	pthread_mutex_init(&c->lock, NULL);
	pthread_cond_init(&c->moved, NULL);
	pthread_cond_init(&c->ready, NULL);
	for (unsigned i = 0; i < c->trays_n; i++)
		c->trays[i].conveyor = c;
	for (; c->workers_n < workers; c->workers_n++) {
		struct worker *w = &c->workers[c->workers_n];

		w->conveyor = c;
		w->number = c->workers_n;
		if (!thread_start(&w->thread, "perfnav/print", run, w))
			break;
	}
	if (c->workers_n)
		return c;
	conveyor_close(c);
	return NULL;
}

void conveyor_close(struct conveyor *c)
{
	if (!c)
		return;
	pthread_mutex_lock(&c->lock);
	c->stopped = c->ended = true;
	pthread_cond_broadcast(&c->moved);
	pthread_mutex_unlock(&c->lock);
	for (unsigned i = 0; i < c->workers_n; i++)
		thread_join(&c->workers[i].thread);
	for (unsigned i = 0; i < c->trays_n; i++) {
		for (size_t k = c->trays[i].taken; k < c->trays[i].pieces.n; k++)
			buf_release(&c->trays[i].pieces.v[k]);
		vec_release(&c->trays[i].pieces);
	}
	for (size_t i = 0; i < c->spare.n; i++)
		buf_release(&c->spare.v[i]);
	vec_release(&c->spare);
	pthread_cond_destroy(&c->ready);
	pthread_cond_destroy(&c->moved);
	pthread_mutex_destroy(&c->lock);
	free(c->trays);
	free(c->workers);
	free(c);
}

unsigned conveyor_workers(unsigned max)
{
	cpu_set_t set;
	unsigned n;

	if (sched_getaffinity(0, sizeof(set), &set))
		return 1;
	n = (unsigned)CPU_COUNT(&set);
	return n < 1 ? 1 : n > max ? max : n;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/history.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/search.h"
#include "index/history_recent.h"
#include "index/history_runs.h"
#include "index/history_writer.h"

struct history_entries {
	pthread_mutex_t lock; /* guards the members below, except of_ids */
	struct history_recent recent;
	struct history_runs runs;
	_Atomic uint32_t of_ids[HISTORY_VERSIONS];
};

/* Look-ups are so short that another thread had better wait for one without going to sleep. */
static void lock_init(pthread_mutex_t *lock)
{
#ifdef PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP
	pthread_mutexattr_t attr;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ADAPTIVE_NP);
	pthread_mutex_init(lock, &attr);
	pthread_mutexattr_destroy(&attr);
#else
	pthread_mutex_init(lock, NULL);
#endif
}

void history_init(struct history *history, size_t entry, const char *spool_dir)
{
	struct history_entries *h = mem_zalloc(sizeof(*h));

	*history = (struct history){ .entries = h, .of_ids = h->of_ids };
	lock_init(&h->lock);
	history_recent_init(&h->recent, entry);
	history_runs_init(&h->runs, entry, spool_dir);
}

/* All entries may have changed. */
static void change_all(struct history *history)
{
	for (size_t i = 0; i < HISTORY_VERSIONS; i++)
		history->of_ids[i]++;
	history->version++;
}

void history_clear(struct history *history)
{
	struct history_entries *h = history->entries;

	history_runs_clear(&h->runs);
	h->recent.n = 0;
	change_all(history);
}

void history_release(struct history *history)
{
	struct history_entries *h = history->entries;

	history_runs_release(&h->runs);
	history_recent_release(&h->recent);
	pthread_mutex_destroy(&h->lock);
	free(h);
}

bool history_fences_sound(const struct history_fence *fences, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		if (!fences[i].entries || fences[i].entries > HISTORY_PIECE ||
		    (i && history_compare(&fences[i - 1].first, &fences[i].first) > 0))
			return false;
	return true;
}

void history_use(struct history *history, const struct container *container,
		 const struct history_fence *fences, uint64_t n)
{
	struct history_entries *h = history->entries;

	history_runs_use(&h->runs, container, fences, n);
	change_all(history);
}

void history_add(struct history *history, const void *entry)
{
	struct history_entries *h = history->entries;

	pthread_mutex_lock(&h->lock);
	history_recent_add(&h->recent, entry);
	if (h->recent.n == HISTORY_RUN) {
		history_runs_add(&h->runs, h->recent.p, HISTORY_RUN);
		h->recent.n = 0;
	}
	history->of_ids[((const struct moment *)entry)->id % HISTORY_VERSIONS]++;
	history->version++;
	pthread_mutex_unlock(&h->lock);
}

uint64_t history_count(struct history *history)
{
	struct history_entries *h = history->entries;
	uint64_t n;

	pthread_mutex_lock(&h->lock);
	n = h->recent.n;
	for (size_t i = 0; i < h->runs.list.n; i++)
		n += h->runs.list.v[i].entries;
	pthread_mutex_unlock(&h->lock);
	return n;
}

bool history_whole(const struct history *history)
{
	const struct history_runs *runs = &history->entries->runs;

	for (size_t i = 0; i < runs->list.n; i++)
		for (uint64_t k = 0; k < runs->list.v[i].pieces; k++)
			if (!history_runs_whole(&runs->list.v[i], k))
				return false;
	return true;
}

/* ---- look-ups ---- */

/* Return how many of n sorted entries of step bytes are before a moment, or also at it. */
static size_t count_until(const uint8_t *p, size_t n, size_t step, const struct moment *key,
			  bool also_at)
{
	return search_first(0, n, i, history_compare(p + i * step, key) < also_at);
}

/* A search around a moment, and the nearest entries so far. */
struct history_search {
	struct moment key;
	const size_t entry; /* bytes */
	void *before;	    /* the last entry at or before the key */
	void *after;	    /* the first entry after it; NULL: it is not wanted */
	unsigned found;	    /* HISTORY_BEFORE, HISTORY_AFTER */
};

/* Keep an entry at or before the key if it is nearer than the one so far. */
static void keep_before(struct history_search *s, const void *entry)
{
	if (((const struct moment *)entry)->id != s->key.id ||
	    (s->found & HISTORY_BEFORE && history_compare(entry, s->before) < 0))
		return;
	memcpy(s->before, entry, s->entry);
	s->found |= HISTORY_BEFORE;
}

/* Likewise an entry after the key. */
static void keep_after(struct history_search *s, const void *entry)
{
	if (!s->after || ((const struct moment *)entry)->id != s->key.id ||
	    (s->found & HISTORY_AFTER && history_compare(entry, s->after) > 0))
		return;
	memcpy(s->after, entry, s->entry);
	s->found |= HISTORY_AFTER;
}

/* Returns whether there is an entry after the key, of any id. */
static bool search_sorted(struct history_search *s, const uint8_t *p, size_t n)
{
	size_t i = count_until(p, n, s->entry, &s->key, true);

	if (i)
		keep_before(s, p + (i - 1) * s->entry);
	if (i < n)
		keep_after(s, p + i * s->entry);
	return i < n;
}

static void search_recent(struct history_search *s, const struct history_recent *recent)
{
	struct history_group group;
	size_t at = 0;

	while (history_recent_next(recent, &at, &group)) {
		if (group.sorted) {
			search_sorted(s, group.p, group.n);
			continue;
		}
		for (const uint8_t *p = group.p; p < group.p + group.n * s->entry; p += s->entry)
			if (((const struct moment *)(const void *)p)->id == s->key.id)
				search_sorted(s, p, 1);
	}
}

/* Return how many pieces begin before a moment, or also at it. */
static uint64_t count_pieces(const struct history_run *run, const struct moment *key, bool also_at)
{
	const void *p = run->container ? (const void *)run->fences : run->firsts;
	size_t step = run->container ? sizeof(*run->fences) : sizeof(*run->firsts);

	return count_until(p, run->pieces, step, key, also_at);
}

/* Search the last piece that begins at or before the key, and the first entry of the next one. */
static void search_run(struct history_search *s, struct history_entries *h, size_t number)
{
	const struct history_run *run = &h->runs.list.v[number];
	uint64_t piece = count_pieces(run, &s->key, true);
	const uint8_t *p = piece ? history_runs_piece(&h->runs, number, piece - 1) : NULL;

	if (p && search_sorted(s, p, history_runs_piece_len(run, piece - 1)))
		return;
	if (!s->after || piece == run->pieces || history_runs_first(run, piece)->id != s->key.id)
		return;
	p = history_runs_piece(&h->runs, number, piece);
	if (p)
		keep_after(s, p);
}

static unsigned look_up(struct history *history, struct history_search *s)
{
	struct history_entries *h = history->entries;

	pthread_mutex_lock(&h->lock);
	search_recent(s, &h->recent);
	for (size_t i = 0; i < h->runs.list.n; i++)
		search_run(s, h, i);
	pthread_mutex_unlock(&h->lock);
	return s->found;
}

bool history_before(struct history *history, uint32_t id, uint64_t time, uint64_t row, void *entry)
{
	struct history_search s = {
		.key = { time, row, id, 0 },
		.entry = history->entries->runs.entry,
		.before = entry,
	};

	return look_up(history, &s);
}

unsigned history_around(struct history *history, uint32_t id, uint64_t time, void *before,
			void *after)
{
	struct history_search s = {
		.key = { time, UINT64_MAX, id, 0 },
		.entry = history->entries->runs.entry,
		.before = before,
		.after = after,
	};

	return look_up(history, &s);
}

static void each_of_run(struct history_entries *h, size_t number, const struct moment *key,
			void (*each)(void *arg, const void *entry), void *arg)
{
	const struct history_run *run = &h->runs.list.v[number];
	uint64_t piece = count_pieces(run, key, false);

	/* The first entries of the id may be at the end of the previous piece. */
	for (piece -= piece > 0; piece < run->pieces; piece++) {
		size_t n = history_runs_piece_len(run, piece), i;
		const uint8_t *p;

		if (history_runs_first(run, piece)->id > key->id)
			break;
		p = history_runs_piece(&h->runs, number, piece);
		if (!p)
			continue;
		for (i = count_until(p, n, h->runs.entry, key, false); i < n; i++) {
			const void *entry = p + i * h->runs.entry;

			if (((const struct moment *)entry)->id != key->id)
				return;
			each(arg, entry);
		}
	}
}

static void each_recent(const struct history_recent *recent, const struct moment *key,
			void (*each)(void *arg, const void *entry), void *arg)
{
	struct history_group group;
	size_t at = 0;

	while (history_recent_next(recent, &at, &group)) {
		size_t first =
			group.sorted ? count_until(group.p, group.n, recent->entry, key, false) : 0;

		for (size_t i = first; i < group.n; i++) {
			const void *entry = group.p + i * recent->entry;

			if (((const struct moment *)entry)->id == key->id)
				each(arg, entry);
			else if (group.sorted)
				break;
		}
	}
}

void history_each(struct history *history, uint32_t id, void (*each)(void *arg, const void *entry),
		  void *arg)
{
	struct history_entries *h = history->entries;
	struct moment key = { .id = id };

	pthread_mutex_lock(&h->lock);
	for (size_t i = 0; i < h->runs.list.n; i++)
		each_of_run(h, i, &key, each, arg);
	each_recent(&h->recent, &key, each, arg);
	pthread_mutex_unlock(&h->lock);
}

void history_all(struct history *history, bool (*each)(void *arg, const void *entry), void *arg)
{
	struct history_entries *h = history->entries;
	bool more = true;

	pthread_mutex_lock(&h->lock);
	for (size_t run = 0; more && run < h->runs.list.n; run++) {
		for (uint64_t piece = 0; more && piece < h->runs.list.v[run].pieces; piece++) {
			size_t n = history_runs_piece_len(&h->runs.list.v[run], piece);
			const uint8_t *p = history_runs_piece(&h->runs, run, piece);

			for (size_t i = 0; more && p && i < n; i++)
				more = each(arg, p + i * h->runs.entry);
		}
	}
	for (size_t i = 0; more && i < h->recent.n; i++)
		more = each(arg, h->recent.p + i * h->runs.entry);
	pthread_mutex_unlock(&h->lock);
}

/* ---- writing it into an index ---- */

/* A position in one run, or in a group of the recent entries. */
struct history_cursor {
	const struct history_run *run; /* NULL: a group */
	uint8_t *own;		       /* the memory of p */
	const uint8_t *p;	       /* the entries of the current piece, or of the group */
	size_t i, n;		       /* the next entry, and the number of entries */
	uint64_t piece;		       /* number of the piece to read next */
};

static bool refill(const struct history_entries *h, struct history_cursor *c, struct err *err)
{
	if (c->i < c->n)
		return true;
	if (!c->run || c->piece == c->run->pieces ||
	    !history_runs_read(&h->runs, c->run, c->piece, c->own, err))
		return false;
	c->n = history_runs_piece_len(c->run, c->piece++);
	c->i = 0;
	return true;
}

static const uint8_t *front(const struct history_entries *h, const struct history_cursor *c)
{
	return c->p + c->i * h->runs.entry;
}

/* In heap[0..n) the cursor with the smallest front is on top. Move the cursor at i to its place. */
static void sift(const struct history_entries *h, struct history_cursor *heap, size_t n, size_t i)
{
	for (;;) {
		size_t least = i;
		struct history_cursor swap = heap[i];

		for (size_t child = 2 * i + 1; child <= 2 * i + 2 && child < n; child++)
			if (history_compare(front(h, &heap[child]), front(h, &heap[least])) < 0)
				least = child;
		if (least == i)
			return;
		heap[i] = heap[least];
		heap[least] = swap;
		i = least;
	}
}

static void merge(const struct history_entries *h, struct history_cursor *heap, size_t n,
		  struct history_writer *out, struct err *err)
{
	int rc = 0;

	for (size_t i = n; i-- > 0;)
		sift(h, heap, n, i);
	while (n && !rc) {
		rc = history_writer_add(out, front(h, &heap[0]));
		heap[0].i++;
		if (!refill(h, &heap[0], err)) {
			struct history_cursor done = heap[0];

			heap[0] = heap[--n];
			heap[n] = done;
		}
		sift(h, heap, n, 0);
	}
}

/* The entries of a group do not move while it is written, because the same thread adds others. */
static struct history_cursor open_group(const struct history_entries *h,
					const struct history_group *group)
{
	struct history_cursor c = { .p = group->p, .n = group->n };
	size_t bytes = group->n * h->runs.entry;

	if (group->sorted)
		return c;
	c.own = mem_alloc(bytes);
	memcpy(c.own, group->p, bytes);
	qsort(c.own, c.n, h->runs.entry, history_compare);
	c.p = c.own;
	return c;
}

static size_t open_cursors(const struct history_entries *h, struct history_cursor *cursors,
			   struct err *err)
{
	struct history_group group;
	size_t n = 0, at = 0;

	for (size_t i = 0; i < h->runs.list.n; i++) {
		struct history_cursor c = { .run = &h->runs.list.v[i],
					    .own = mem_alloc(history_runs_piece_bytes(&h->runs)) };

		c.p = c.own;
		if (refill(h, &c, err))
			cursors[n++] = c;
		else
			free(c.own);
	}
	while (history_recent_next(&h->recent, &at, &group))
		cursors[n++] = open_group(h, &group);
	return n;
}

int history_write(struct history *history, struct container *container, struct buf *fences,
		  struct build_pool *pool, struct err *err)
{
	struct history_entries *h = history->entries;
	struct history_cursor *cursors =
		mem_alloc((h->runs.list.n + HISTORY_GROUPS) * sizeof(*cursors));
	struct history_writer *out;
	struct err why = ERR_INIT;
	size_t n = open_cursors(h, cursors, &why);

	out = history_writer_open(h->runs.entry, container, fences, pool);
	merge(h, cursors, n, out, &why);
	history_writer_close(out, &why);
	for (size_t i = 0; i < n; i++)
		free(cursors[i].own);
	free(cursors);
	if (!why.code)
		return history_error(history, err);
	*err = why;
	return why.code;
}

int history_error(struct history *history, struct err *err)
{
	struct history_entries *h = history->entries;
	int rc;

	pthread_mutex_lock(&h->lock);
	rc = h->runs.err.code;
	if (rc)
		*err = h->runs.err;
	pthread_mutex_unlock(&h->lock);
	return rc;
}

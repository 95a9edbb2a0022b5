/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/history.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zstd.h>

#include "base/io.h"
#include "base/mem.h"
#include "base/search.h"
#include "file/spill_array.h"
#include "file/spool.h"

/* A sorted run: in a complete index, or in the file of the runs. */
struct history_run {
	uint64_t entries, pieces;
	const struct container *container; /* NULL: in the file of the runs */
	const struct history_fence *fences;
	uint64_t offset;       /* in the file of the runs */
	uint8_t *p;	       /* where this run is mapped; NULL: it is read */
	struct moment *firsts; /* first moment of each piece in the file of the runs */
};

/* A piece in the cache; run SIZE_MAX: the entry is empty. */
struct history_piece {
	size_t run;
	uint64_t number;
	uint8_t *p;
};

/*
 * Inflated pieces of a complete index, for many look-ups in random order. Each piece has one
 * possible place.
 */
struct history_store {
	struct spill_array pieces;
	uint64_t *numbers; /* for each place: number of its piece + 1; 0: empty */
	size_t n;	   /* number of places */
};

enum {
	PATIENCE = 256,	      /* pieces that are inflated before a store is opened */
	STORE_MAX = 64 << 20, /* bytes of the store */
	SUBRUN = 1024,	      /* recent entries are sorted in groups of this size */
	PIECE_LEVEL = 1	      /* of zstd */
};

static int compare(const void *pa, const void *pb)
{
	const struct moment *a = pa, *b = pb;

	if (a->id != b->id)
		return a->id < b->id ? -1 : 1;
	if (a->time != b->time)
		return a->time < b->time ? -1 : 1;
	return a->row < b->row ? -1 : a->row > b->row;
}

void history_init(struct history *h, size_t entry, const char *spool_dir)
{
	*h = (struct history){ .entry = entry, .spool_dir = spool_dir, .spill = -1 };
	pthread_mutex_init(&h->lock, NULL);
	err_clear(&h->err);
}

static void close_store(struct history *h)
{
	struct history_store *store = h->store;

	h->store = NULL;
	h->misses = 0;
	if (!store)
		return;
	spill_array_release(&store->pieces);
	free(store->numbers);
	free(store);
}

static void release_run(struct history *h, struct history_run *run)
{
	if (run->p)
		munmap(run->p, run->entries * h->entry);
	free(run->firsts);
}

void history_clear(struct history *h)
{
	for (size_t i = 0; i < h->runs.n; i++)
		release_run(h, &h->runs.v[i]);
	h->runs.n = 0;
	h->recent_n = 0;
	h->version++;
	for (unsigned i = 0; h->cache && i < HISTORY_CACHE; i++)
		free(h->cache[i].p);
	free(h->cache);
	h->cache = NULL;
	close_store(h);
}

void history_release(struct history *h)
{
	history_clear(h);
	if (h->spill >= 0)
		spool_close(h->spill);
	free(h->recent);
	vec_release(&h->runs);
	pthread_mutex_destroy(&h->lock);
}

bool history_fences_sound(const struct history_fence *fences, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		if (!fences[i].entries || fences[i].entries > HISTORY_PIECE ||
		    (i && compare(&fences[i - 1].first, &fences[i].first) > 0))
			return false;
	return true;
}

void history_use(struct history *h, const struct container *container,
		 const struct history_fence *fences, uint64_t n)
{
	struct history_run run = { .pieces = n, .container = container, .fences = fences };

	for (uint64_t i = 0; i < n; i++)
		run.entries += fences[i].entries;
	vec_push(&h->runs, run);
	h->version++;
}

static size_t piece_bytes(const struct history *h)
{
	return HISTORY_PIECE * h->entry;
}

static void *recent_at(const struct history *h, size_t i)
{
	return h->recent + i * h->entry;
}

/* ---- runs ---- */

static size_t piece_len(const struct history_run *run, uint64_t number)
{
	uint64_t left = run->entries - number * HISTORY_PIECE;

	if (run->container)
		return run->fences[number].entries;
	return left < HISTORY_PIECE ? (size_t)left : HISTORY_PIECE;
}

/* Map a run. No other program can access the file and shorten it. */
static uint8_t *map_run(const struct history *h, const struct history_run *run)
{
	void *p = MAP_FAILED;

	if (run->offset % (uint64_t)sysconf(_SC_PAGESIZE) == 0)
		p = mmap(NULL, run->entries * h->entry, PROT_READ, MAP_SHARED, h->spill,
			 (off_t)run->offset);
	return p == MAP_FAILED ? NULL : p;
}

/*
 * Make a run of the recent entries. If that fails, the entries are lost and history_error() returns
 * the reason.
 */
static void spill(struct history *h)
{
	size_t len = h->recent_n * h->entry;
	struct history_run run = {
		.entries = h->recent_n,
		.pieces = (h->recent_n + HISTORY_PIECE - 1) / HISTORY_PIECE,
		.offset = h->spilled,
	};

	qsort(h->recent, h->recent_n, h->entry, compare);
	h->recent_n = 0;
	if (h->spill < 0)
		h->spill = spool_file(h->spool_dir, &h->err);
	if (h->spill < 0)
		return;
	if (!spool_write_at(h->spill, h->spilled, h->recent, len)) {
		spool_failed(&h->err, "a temporary file", h->spool_dir, errno, 0);
		return;
	}
	h->spilled += len;
	run.p = map_run(h, &run);
	run.firsts = mem_alloc(run.pieces * sizeof(*run.firsts));
	for (uint64_t i = 0; i < run.pieces; i++)
		memcpy(&run.firsts[i], recent_at(h, (size_t)i * HISTORY_PIECE),
		       sizeof(run.firsts[i]));
	vec_push(&h->runs, run);
}

void history_add(struct history *h, const void *entry)
{
	pthread_mutex_lock(&h->lock);
	if (!h->recent)
		h->recent = mem_alloc(HISTORY_RUN * h->entry);
	memcpy(recent_at(h, h->recent_n++), entry, h->entry);
	if (h->recent_n == HISTORY_RUN)
		spill(h);
	else if (h->recent_n % SUBRUN == 0)
		qsort(recent_at(h, h->recent_n - SUBRUN), SUBRUN, h->entry, compare);
	h->version++;
	pthread_mutex_unlock(&h->lock);
}

uint64_t history_count(struct history *h)
{
	uint64_t n;

	pthread_mutex_lock(&h->lock);
	n = h->recent_n;
	for (size_t i = 0; i < h->runs.n; i++)
		n += h->runs.v[i].entries;
	pthread_mutex_unlock(&h->lock);
	return n;
}

static bool read_spilled(const struct history *h, const struct history_run *run, uint64_t number,
			 uint8_t *to, struct err *err)
{
	size_t len = piece_len(run, number) * h->entry;
	uint64_t offset = run->offset + number * piece_bytes(h);

	if (io_read_at(h->spill, offset, to, len) == len)
		return true;
	err_set(err, ERR_IO, "cannot read a temporary file: %s", io_why_few(errno));
	return false;
}

static bool read_piece(const struct history *h, const struct history_run *run, uint64_t number,
		       uint8_t *to, struct err *err)
{
	size_t len = piece_len(run, number) * h->entry, n = 0;
	const struct history_fence *fence;
	uint8_t *packed;

	if (!run->container)
		return read_spilled(h, run, number, to, err);
	fence = &run->fences[number];
	packed = container_chunk(run->container, fence->chunk, TAG_PIECE, fence->size);
	if (packed)
		n = ZSTD_decompress(to, len, packed, fence->size);
	free(packed);
	if (n == len)
		return true;
	err_set(err, ERR_STALE, "a table of the index is damaged");
	return false;
}

bool history_whole(const struct history *h)
{
	uint8_t *piece = mem_alloc(piece_bytes(h));
	struct err err = ERR_INIT;

	for (size_t i = 0; i < h->runs.n && !err.code; i++)
		for (uint64_t k = 0; k < h->runs.v[i].pieces && !err.code; k++)
			read_piece(h, &h->runs.v[i], k, piece, &err);
	free(piece);
	return !err.code;
}

/*
 * Open a store for as many pieces as STORE_MAX allows. It is a mapped file, because it is too large
 * for the heap.
 */
static void open_store(struct history *h)
{
	uint64_t most = STORE_MAX / piece_bytes(h), pieces = h->runs.v[0].pieces;
	struct history_store *store = mem_zalloc(sizeof(*store));

	store->n = (size_t)(pieces < most ? pieces : most);
	store->numbers = mem_zalloc(store->n * sizeof(*store->numbers));
	spill_array_resize(&store->pieces, store->n * piece_bytes(h), h->spool_dir);
	h->store = store;
	if (!store->pieces.mapped)
		close_store(h);
}

static const uint8_t *stored_piece(struct history *h, uint64_t number)
{
	struct history_store *store = h->store;
	size_t place = (size_t)(number % store->n);
	uint8_t *p = (uint8_t *)store->pieces.p + place * piece_bytes(h);

	if (store->numbers[place] == number + 1)
		return p;
	store->numbers[place] = 0;
	if (!read_piece(h, &h->runs.v[0], number, p, &h->err))
		return NULL;
	store->numbers[place] = number + 1;
	return p;
}

/* Return a piece, from the cache or store if possible. NULL: it cannot be read. */
static const uint8_t *piece_at(struct history *h, size_t run, uint64_t number)
{
	struct history_piece *piece;

	if (h->runs.v[run].p)
		return h->runs.v[run].p + number * piece_bytes(h);
	if (h->store && !run)
		return stored_piece(h, number);
	if (!h->cache) {
		h->cache = mem_zalloc(HISTORY_CACHE * sizeof(*h->cache));
		for (unsigned i = 0; i < HISTORY_CACHE; i++)
			h->cache[i] =
				(struct history_piece){ SIZE_MAX, 0, mem_alloc(piece_bytes(h)) };
	}
	for (unsigned i = 0; i < HISTORY_CACHE; i++)
		if (h->cache[i].run == run && h->cache[i].number == number)
			return h->cache[i].p;
	if (!run && h->runs.v[0].container && ++h->misses == PATIENCE) {
		open_store(h);
		return piece_at(h, run, number);
	}
	piece = &h->cache[h->cache_next++ % HISTORY_CACHE];
	piece->run = SIZE_MAX;
	if (!read_piece(h, &h->runs.v[run], number, piece->p, &h->err))
		return NULL;
	piece->run = run;
	piece->number = number;
	return piece->p;
}

/* ---- look-ups ---- */

/* Return how many of n sorted entries of step bytes are before a moment, or also at it. */
static size_t count_until(const uint8_t *p, size_t n, size_t step, const struct moment *key,
			  bool also_at)
{
	return search_first(0, n, i, compare(p + i * step, key) < also_at);
}

/* The direction of a search from a moment, and the nearest entry so far. */
struct history_search {
	struct moment key;
	bool forward;	    /* search at or after the key, else at or before it */
	const size_t entry; /* bytes */
	uint8_t *best;
	bool found;
};

/* Keep an entry on the right side of the key if it is nearer than the best one. */
static void consider(struct history_search *s, const void *entry)
{
	const struct moment *m = entry;

	if (m->id != s->key.id)
		return;
	if (s->found && (compare(m, s->best) < 0) != s->forward)
		return;
	memcpy(s->best, entry, s->entry);
	s->found = true;
}

static void search_sorted(struct history_search *s, const uint8_t *p, size_t n)
{
	size_t i = count_until(p, n, s->entry, &s->key, !s->forward);

	if (s->forward && i < n)
		consider(s, p + i * s->entry);
	else if (!s->forward && i)
		consider(s, p + (i - 1) * s->entry);
}

/* Is an entry at the key, or on the side of it to which the search goes? */
static bool is_ahead(const struct history_search *s, const void *entry)
{
	int order = compare(entry, &s->key);

	return s->forward ? order >= 0 : order <= 0;
}

static void search_recent(struct history_search *s, const struct history *h)
{
	size_t i = 0;

	for (; i + SUBRUN <= h->recent_n; i += SUBRUN)
		search_sorted(s, recent_at(h, i), SUBRUN);
	for (; i < h->recent_n; i++)
		if (is_ahead(s, recent_at(h, i)))
			consider(s, recent_at(h, i));
}

static const struct moment *first_of(const struct history_run *run, uint64_t piece)
{
	return run->container ? &run->fences[piece].first : &run->firsts[piece];
}

/* Return how many pieces begin before a moment, or also at it. */
static uint64_t count_pieces(const struct history_run *run, const struct moment *key, bool also_at)
{
	const void *p = run->container ? (const void *)run->fences : run->firsts;
	size_t step = run->container ? sizeof(*run->fences) : sizeof(*run->firsts);

	return count_until(p, run->pieces, step, key, also_at);
}

/*
 * Search the last piece that begins at or before the key; for a search forward, also the first
 * entry of the next piece.
 */
static void search_run(struct history_search *s, struct history *h, size_t number)
{
	const struct history_run *run = &h->runs.v[number];
	uint64_t piece = count_pieces(run, &s->key, !s->forward);
	const uint8_t *p;

	if (piece) {
		p = piece_at(h, number, piece - 1);
		if (p)
			search_sorted(s, p, piece_len(run, piece - 1));
	}
	if (!s->forward || piece == run->pieces || first_of(run, piece)->id != s->key.id)
		return;
	p = piece_at(h, number, piece);
	if (p)
		consider(s, p);
}

static bool look_up(struct history *h, struct history_search *s)
{
	pthread_mutex_lock(&h->lock);
	if (h->recent)
		search_recent(s, h);
	for (size_t i = 0; i < h->runs.n; i++)
		search_run(s, h, i);
	pthread_mutex_unlock(&h->lock);
	return s->found;
}

bool history_before(struct history *h, uint32_t id, uint64_t time, uint64_t row, void *entry)
{
	struct history_search s = { .key = { time, row, id, 0 }, .entry = h->entry, .best = entry };

	return look_up(h, &s);
}

bool history_from(struct history *h, uint32_t id, uint64_t time, uint64_t row, void *entry)
{
	struct history_search s = {
		.key = { time, row, id, 0 },
		.forward = true,
		.entry = h->entry,
		.best = entry,
	};

	return look_up(h, &s);
}

static void each_of_run(struct history *h, size_t number, const struct moment *key,
			void (*each)(void *arg, const void *entry), void *arg)
{
	const struct history_run *run = &h->runs.v[number];
	uint64_t piece = count_pieces(run, key, false);

	/* The first entries of the id may be at the end of the previous piece. */
	for (piece -= piece > 0; piece < run->pieces; piece++) {
		size_t n = piece_len(run, piece), i;
		const uint8_t *p;

		if (first_of(run, piece)->id > key->id)
			break;
		p = piece_at(h, number, piece);
		if (!p)
			continue;
		for (i = count_until(p, n, h->entry, key, false); i < n; i++) {
			const void *entry = p + i * h->entry;

			if (((const struct moment *)entry)->id != key->id)
				return;
			each(arg, entry);
		}
	}
}

static void each_recent(const struct history *h, const struct moment *key,
			void (*each)(void *arg, const void *entry), void *arg)
{
	size_t i = 0;

	while (i < h->recent_n) {
		bool sorted = i + SUBRUN <= h->recent_n;
		size_t end = sorted ? i + SUBRUN : h->recent_n;

		if (sorted)
			i += count_until(recent_at(h, i), SUBRUN, h->entry, key, false);
		for (; i < end; i++) {
			const struct moment *m = recent_at(h, i);

			if (m->id == key->id)
				each(arg, m);
			else if (sorted)
				break;
		}
		i = end;
	}
}

void history_each(struct history *h, uint32_t id, void (*each)(void *arg, const void *entry),
		  void *arg)
{
	struct moment key = { .id = id };

	pthread_mutex_lock(&h->lock);
	for (size_t i = 0; i < h->runs.n; i++)
		each_of_run(h, i, &key, each, arg);
	each_recent(h, &key, each, arg);
	pthread_mutex_unlock(&h->lock);
}

void history_all(struct history *h, bool (*each)(void *arg, const void *entry), void *arg)
{
	bool more = true;

	pthread_mutex_lock(&h->lock);
	for (size_t run = 0; more && run < h->runs.n; run++) {
		for (uint64_t piece = 0; more && piece < h->runs.v[run].pieces; piece++) {
			size_t n = piece_len(&h->runs.v[run], piece);
			const uint8_t *p = piece_at(h, run, piece);

			for (size_t i = 0; more && p && i < n; i++)
				more = each(arg, p + i * h->entry);
		}
	}
	for (size_t i = 0; more && i < h->recent_n; i++)
		more = each(arg, recent_at(h, i));
	pthread_mutex_unlock(&h->lock);
}

/* ---- writing it into an index ---- */

/* A position in one run. The recent entries count as a run, too. */
struct history_cursor {
	const struct history_run *run; /* NULL: the recent entries */
	uint8_t *p;		       /* the entries of the current piece */
	size_t i, n;		       /* the next entry, and the number of entries */
	uint64_t piece;		       /* number of the piece to read next */
};

static bool refill(const struct history *h, struct history_cursor *c, struct err *err)
{
	if (c->i < c->n)
		return true;
	if (!c->run || c->piece == c->run->pieces || !read_piece(h, c->run, c->piece, c->p, err))
		return false;
	c->n = piece_len(c->run, c->piece++);
	c->i = 0;
	return true;
}

static const uint8_t *front(const struct history *h, const struct history_cursor *c)
{
	return c->p + c->i * h->entry;
}

/* In heap[0..n) the cursor with the smallest front is on top. Move the cursor at i to its place. */
static void sift(const struct history *h, struct history_cursor *heap, size_t n, size_t i)
{
	for (;;) {
		size_t least = i;
		struct history_cursor swap = heap[i];

		for (size_t child = 2 * i + 1; child <= 2 * i + 2 && child < n; child++)
			if (compare(front(h, &heap[child]), front(h, &heap[least])) < 0)
				least = child;
		if (least == i)
			return;
		heap[i] = heap[least];
		heap[least] = swap;
		i = least;
	}
}

/* Pieces that are being written to an index. */
struct history_pieces {
	struct container *container;
	struct buf *fences;
	struct buf entries, packed; /* of the piece that is being filled */
	size_t n;
	ZSTD_CCtx *zstd;
};

static int write_piece(const struct history *h, struct history_pieces *out, struct err *err)
{
	size_t bound = ZSTD_compressBound(out->entries.len), n;
	struct history_fence fence = { .entries = (uint32_t)out->n };
	uint64_t chunk = 0;
	int rc;

	if (!out->n)
		return 0;
	buf_reset(&out->packed);
	n = ZSTD_compressCCtx(out->zstd, buf_room(&out->packed, bound), bound, out->entries.p,
			      out->n * h->entry, PIECE_LEVEL);
	if (ZSTD_isError(n))
		return err_set(err, ERR_IO, "cannot compress: %s", ZSTD_getErrorName(n));
	memcpy(&fence.first, out->entries.p, sizeof(fence.first));
	fence.size = (uint32_t)n;
	rc = container_add(out->container, TAG_PIECE, out->packed.p, n, &chunk, err);
	fence.chunk = chunk;
	buf_add(out->fences, &fence, sizeof(fence));
	buf_reset(&out->entries);
	out->n = 0;
	return rc;
}

static int merge(const struct history *h, struct history_cursor *heap, size_t n,
		 struct history_pieces *out, struct err *err)
{
	int rc = 0;

	for (size_t i = n; i-- > 0;)
		sift(h, heap, n, i);
	while (n && !rc) {
		buf_add(&out->entries, front(h, &heap[0]), h->entry);
		if (++out->n == HISTORY_PIECE)
			rc = write_piece(h, out, err);
		heap[0].i++;
		if (!refill(h, &heap[0], err)) {
			struct history_cursor done = heap[0];

			heap[0] = heap[--n];
			heap[n] = done;
		}
		sift(h, heap, n, 0);
	}
	return rc ? rc : write_piece(h, out, err);
}

static size_t open_cursors(const struct history *h, struct history_cursor *cursors, struct err *err)
{
	size_t n = 0;

	for (size_t i = 0; i < h->runs.n; i++) {
		struct history_cursor c = { .run = &h->runs.v[i], .p = mem_alloc(piece_bytes(h)) };

		if (refill(h, &c, err))
			cursors[n++] = c;
		else
			free(c.p);
	}
	if (h->recent_n) {
		struct history_cursor c = { .n = h->recent_n,
					    .p = mem_alloc(h->recent_n * h->entry) };

		memcpy(c.p, h->recent, h->recent_n * h->entry);
		qsort(c.p, c.n, h->entry, compare);
		cursors[n++] = c;
	}
	return n;
}

int history_write(struct history *h, struct container *container, struct buf *fences,
		  struct err *err)
{
	struct history_cursor *cursors = mem_alloc((h->runs.n + 1) * sizeof(*cursors));
	struct history_pieces out = { container, fences, BUF_INIT, BUF_INIT, 0, ZSTD_createCCtx() };
	struct err why = ERR_INIT;
	size_t n = open_cursors(h, cursors, &why);
	int rc = merge(h, cursors, n, &out, &why);

	for (size_t i = 0; i < n; i++)
		free(cursors[i].p);
	free(cursors);
	buf_release(&out.entries);
	buf_release(&out.packed);
	ZSTD_freeCCtx(out.zstd);
	if (!why.code)
		return history_error(h, err);
	*err = why;
	return rc ? rc : why.code;
}

int history_error(struct history *h, struct err *err)
{
	int rc;

	pthread_mutex_lock(&h->lock);
	rc = h->err.code;
	if (rc)
		*err = h->err;
	pthread_mutex_unlock(&h->lock);
	return rc;
}

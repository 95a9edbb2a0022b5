/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/history_runs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zstd.h>

#include "base/io.h"
#include "base/mem.h"
#include "file/spill_array.h"
#include "file/spool.h"

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
	PATIENCE = 256,	     /* pieces that are inflated before a store is opened */
	STORE_MAX = 64 << 20 /* bytes of the store */
};

void history_runs_init(struct history_runs *r, size_t entry, const char *spool_dir)
{
	*r = (struct history_runs){ .entry = entry, .spool_dir = spool_dir, .spill = -1 };
	err_clear(&r->err);
}

static void close_store(struct history_runs *r)
{
	struct history_store *store = r->store;

	r->store = NULL;
	r->misses = 0;
	if (!store)
		return;
	spill_array_release(&store->pieces);
	free(store->numbers);
	free(store);
}

static void release_run(struct history_runs *r, struct history_run *run)
{
	if (run->p)
		munmap(run->p, run->entries * r->entry);
	free(run->firsts);
}

void history_runs_clear(struct history_runs *r)
{
	for (size_t i = 0; i < r->list.n; i++)
		release_run(r, &r->list.v[i]);
	r->list.n = 0;
	for (unsigned i = 0; r->cache && i < HISTORY_CACHE; i++)
		free(r->cache[i].p);
	free(r->cache);
	r->cache = NULL;
	close_store(r);
}

void history_runs_release(struct history_runs *r)
{
	history_runs_clear(r);
	if (r->spill >= 0)
		spool_close(r->spill);
	vec_release(&r->list);
}

void history_runs_use(struct history_runs *r, const struct container *container,
		      const struct history_fence *fences, uint64_t n)
{
	struct history_run run = { .pieces = n, .container = container, .fences = fences };

	for (uint64_t i = 0; i < n; i++)
		run.entries += fences[i].entries;
	vec_push(&r->list, run);
}

size_t history_runs_piece_bytes(const struct history_runs *r)
{
	return HISTORY_PIECE * r->entry;
}

size_t history_runs_piece_len(const struct history_run *run, uint64_t number)
{
	uint64_t left = run->entries - number * HISTORY_PIECE;

	if (run->container)
		return run->fences[number].entries;
	return left < HISTORY_PIECE ? (size_t)left : HISTORY_PIECE;
}

/* Map a run. No other program can access the file and shorten it. */
static uint8_t *map_run(const struct history_runs *r, const struct history_run *run)
{
	void *p = MAP_FAILED;

	if (run->offset % (uint64_t)sysconf(_SC_PAGESIZE) == 0)
		p = mmap(NULL, run->entries * r->entry, PROT_READ, MAP_SHARED, r->spill,
			 (off_t)run->offset);
	return p == MAP_FAILED ? NULL : p;
}

void history_runs_add(struct history_runs *r, const void *entries, size_t n)
{
	struct history_run run = {
		.entries = n,
		.pieces = (n + HISTORY_PIECE - 1) / HISTORY_PIECE,
		.offset = r->spilled,
	};
	size_t len = n * r->entry;

	if (r->spill < 0)
		r->spill = spool_file(r->spool_dir, &r->err);
	if (r->spill < 0)
		return;
	if (!spool_write_at(r->spill, r->spilled, entries, len)) {
		spool_failed(&r->err, "a temporary file", r->spool_dir, errno, 0);
		return;
	}
	r->spilled += len;
	run.p = map_run(r, &run);
	run.firsts = mem_alloc(run.pieces * sizeof(*run.firsts));
	for (uint64_t i = 0; i < run.pieces; i++)
		memcpy(&run.firsts[i], (const uint8_t *)entries + i * history_runs_piece_bytes(r),
		       sizeof(run.firsts[i]));
	vec_push(&r->list, run);
}

static bool read_spilled(const struct history_runs *r, const struct history_run *run,
			 uint64_t number, uint8_t *to, struct err *err)
{
	size_t len = history_runs_piece_len(run, number) * r->entry;
	uint64_t offset = run->offset + number * history_runs_piece_bytes(r);

	if (io_read_at(r->spill, offset, to, len) == len)
		return true;
	err_set(err, ERR_IO, "cannot read a temporary file: %s", io_why_few(errno));
	return false;
}

bool history_runs_whole(const struct history_run *run, uint64_t number)
{
	const struct history_fence *fence = &run->fences[number];

	return container_chunk_whole(run->container, fence->chunk, TAG_PIECE, fence->size);
}

bool history_runs_read(const struct history_runs *r, const struct history_run *run, uint64_t number,
		       uint8_t *to, struct err *err)
{
	size_t len = history_runs_piece_len(run, number) * r->entry, n = 0;
	const struct history_fence *fence;
	uint8_t *packed;

	if (!run->container)
		return read_spilled(r, run, number, to, err);
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

/*
 * Open a store for as many pieces as STORE_MAX allows. It is a mapped file, because it is too large
 * for the heap.
 */
static void open_store(struct history_runs *r)
{
	uint64_t most = STORE_MAX / history_runs_piece_bytes(r), pieces = r->list.v[0].pieces;
	struct history_store *store = mem_zalloc(sizeof(*store));

	store->n = (size_t)(pieces < most ? pieces : most);
	store->numbers = mem_zalloc(store->n * sizeof(*store->numbers));
	spill_array_resize(&store->pieces, store->n * history_runs_piece_bytes(r), r->spool_dir);
	r->store = store;
	if (!store->pieces.mapped)
		close_store(r);
}

static const uint8_t *stored_piece(struct history_runs *r, uint64_t number)
{
	struct history_store *store = r->store;
	size_t place = (size_t)(number % store->n);
	uint8_t *p = (uint8_t *)store->pieces.p + place * history_runs_piece_bytes(r);

	if (store->numbers[place] == number + 1)
		return p;
	store->numbers[place] = 0;
	if (!history_runs_read(r, &r->list.v[0], number, p, &r->err))
		return NULL;
	store->numbers[place] = number + 1;
	return p;
}

const uint8_t *history_runs_piece(struct history_runs *r, size_t run, uint64_t number)
{
	struct history_piece *piece;

	if (r->list.v[run].p)
		return r->list.v[run].p + number * history_runs_piece_bytes(r);
	if (r->store && !run)
		return stored_piece(r, number);
	if (!r->cache) {
		r->cache = mem_zalloc(HISTORY_CACHE * sizeof(*r->cache));
		for (unsigned i = 0; i < HISTORY_CACHE; i++)
			r->cache[i] =
				(struct history_piece){ SIZE_MAX, 0,
							mem_alloc(history_runs_piece_bytes(r)) };
	}
	for (unsigned i = 0; i < HISTORY_CACHE; i++)
		if (r->cache[i].run == run && r->cache[i].number == number)
			return r->cache[i].p;
	if (!run && r->list.v[0].container && ++r->misses == PATIENCE) {
		open_store(r);
		return history_runs_piece(r, run, number);
	}
	piece = &r->cache[r->cache_next++ % HISTORY_CACHE];
	piece->run = SIZE_MAX;
	if (!history_runs_read(r, &r->list.v[run], number, piece->p, &r->err))
		return NULL;
	piece->run = run;
	piece->number = number;
	return piece->p;
}

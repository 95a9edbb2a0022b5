/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/pieces.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "file/ahead.h"
#include "file/direct.h"
#include "file/mapped.h"
#include "index/index_private.h"
#include "index/piece_scan.h"

enum {
	PIECE = 480 << 10, /* bytes of the stream in which the records of a piece begin */
	LAST = 2,	   /* pieces at the end of the stream that are not scanned */
	LEAST = 4,	   /* pieces */
	SKIPPED = 64	   /* pieces that are not scanned after several that were of no use */
};

_Static_assert(PIECE + PIECE_SLACK <= AHEAD_MOST, "a piece can be read ahead");

/* The scan of a thread of the pool. */
struct scanner {
	struct piece_scan *scan; /* NULL: it has not scanned a piece yet */
	struct piece_part part;	 /* the part to scan */
};

/* A piece that is scanned, or was, in the order of the stream. */
struct piece_slot {
	struct piece *piece; /* NULL: it was not scanned */
	bool done;
};

struct pieces {
	const struct index *index;
	const struct stream *stream;
	uint64_t base;	/* where the first piece begins */
	uint64_t count; /* of the pieces of the stream */
	uint32_t piece; /* bytes */
	unsigned ahead, all_n;
	int direct;	       /* see window_load() */
	struct mapped *mapped; /* see window_map() */
	struct scanner scanners[BUILD_THREADS];
	struct piece *all;
	uint64_t wanted; /* of the walk: before this place no piece can begin */

	struct build_pool *pool;
	/* Guarded by the lock of the pool: */
	struct piece_slot *slots; /* ahead slots, which pieces use in turn */
	struct piece **free;
	unsigned free_n;
	uint64_t next, taken;	/* pieces that were started, that the walk has passed */
	uint64_t resumed;	/* pieces before this one are not scanned */
	unsigned skipped;	/* how many were not after the last one of no use */
	bool waits;		/* the last scan had to wait for the disk */
	unsigned phase;		/* of the place of a record that is proven, modulo 8 */
	uint32_t known_changes; /* records.known_changes of the walk at this time: */
	uint64_t known[RECORDS_KNOWN_TYPES][RECORDS_KNOWN_WORDS];
	uint16_t largest;
	bool closing;
};

static uint64_t cut(const struct pieces *p, uint64_t number)
{
	return p->base + number * p->piece;
}

/* ---- the scans ---- */

/*
 * Where to scan a piece. proven: where a record of the piece begins; 0: unknown. The walk has shown
 * the place of a record modulo 8.
 */
static void choose_part(const struct pieces *p, uint64_t number, uint64_t proven,
			struct piece_part *part)
{
	uint64_t from = cut(p, number);

	part->from = proven ? proven : from + (p->phase - from) % 8;
	part->end = cut(p, number + 1);
	part->first = proven || !number;
	memcpy(part->known, p->known, sizeof(p->known));
	part->largest = p->largest;
}

/* Returns whether it had to wait for the disk. */
static bool scan(struct pieces *p, unsigned thread, struct piece *piece)
{
	struct scanner *s = &p->scanners[thread];
	bool cached;

	if (!s->scan) {
		s->scan = piece_scan_open(p->index, p->stream, p->direct, p->mapped);
		if (!p->pool->threads_n)
			piece_scan_read_ahead(s->scan, p->base);
	}
	cached = piece_scan_load_cached(s->scan, &s->part);
	if (!cached) {
		build_pool_pause(p->pool);
		piece_scan_load(s->scan, &s->part);
		build_pool_resume(p->pool);
	}
	piece_scan_run(s->scan, &s->part, piece);
	return !cached;
}

/* Scan the next piece. proven: see choose_part(). The lock is released meanwhile. */
static void scan_from(struct pieces *p, unsigned thread, uint64_t proven)
{
	uint64_t number = p->next++;
	struct piece_slot *slot = &p->slots[number % p->ahead];
	bool waits;

	*slot = (struct piece_slot){ 0 };
	if (number >= p->resumed) {
		slot->piece = p->free[--p->free_n];
		choose_part(p, number, proven, &p->scanners[thread].part);
		pthread_mutex_unlock(&p->pool->lock);
		waits = scan(p, thread, slot->piece);
		pthread_mutex_lock(&p->pool->lock);
		p->waits = waits;
	}
	slot->done = true;
	if (number == p->taken)
		build_pool_notify(p->pool);
}

static bool has_room(const struct pieces *p)
{
	return !p->closing && p->next < p->count && p->next - p->taken < p->ahead && p->free_n;
}

/*
 * Scan the next piece: work of the pool. The builder does not wait for the disk here, because rows
 * before that place can be published.
 */
static bool scan_next(void *arg, unsigned thread)
{
	struct pieces *p = arg;

	if (!has_room(p) || (p->waits && thread == p->pool->threads_n))
		return false;
	scan_from(p, thread, 0);
	return true;
}

/* ---- the walk ---- */

static void give_back(struct pieces *p, struct piece *piece)
{
	p->free[p->free_n++] = piece;
	build_pool_wake(p->pool);
	if (p->closing || p->taken == p->next)
		build_pool_notify(p->pool);
}

/*
 * Scan fewer pieces while they are of no use, as in data that look like records, or in a recording
 * with COMPRESSED records.
 */
static void judge(struct pieces *p, const struct piece *piece, bool proven)
{
	if (proven && piece->at[piece->rows] >= p->piece / 2) {
		p->skipped = 0;
		return;
	}
	p->skipped = 2 * p->skipped + 1 < SKIPPED ? 2 * p->skipped + 1 : SKIPPED;
	p->resumed = p->next + p->skipped;
}

/*
 * Get the piece in which pos is. The walk scans it itself if no other thread has begun to.
 * Pieces that the walk has passed need no scan.
 */
static struct piece_slot *wait_for_piece(struct pieces *p, uint64_t pos, bool passed)
{
	struct piece_slot *slot = &p->slots[p->taken % p->ahead];

	if (passed && p->taken == p->next) {
		p->next++;
		*slot = (struct piece_slot){ .done = true };
	}
	while (p->taken == p->next || !slot->done) {
		if (p->taken == p->next && p->free_n)
			scan_from(p, p->pool->threads_n, pos);
		else
			build_pool_wait(p->pool);
	}
	return slot;
}

/* Take the slot's piece if it begins at pos. */
static struct piece *prove(struct pieces *p, struct piece_slot *slot, uint64_t pos)
{
	struct piece *piece = slot->piece;
	bool proven = piece && piece->rows && piece->start == pos;

	p->taken++;
	build_pool_wake(p->pool);
	if (piece)
		judge(p, piece, proven);
	if (piece && !proven)
		give_back(p, piece);
	return proven ? piece : NULL;
}

static void note_known(struct pieces *p, const struct records *records)
{
	p->phase = records->pos % 8;
	if (p->known_changes == records->known_changes)
		return;
	p->known_changes = records->known_changes;
	memcpy(p->known, records->known, sizeof(p->known));
	p->largest = records->largest;
}

struct piece *pieces_take(struct pieces *p, const struct records *records)
{
	uint64_t pos = records->pos;
	struct piece *piece = NULL;

	if (pos < p->wanted || records->cut_tail)
		return NULL;
	pthread_mutex_lock(&p->pool->lock);
	note_known(p, records);
	while (!piece && p->taken < p->count && pos >= cut(p, p->taken)) {
		bool passed = pos >= cut(p, p->taken + 1);
		struct piece_slot *slot = wait_for_piece(p, pos, passed);

		if (!passed && slot->piece && slot->piece->rows && pos < slot->piece->start) {
			p->wanted = slot->piece->start;
			break;
		}
		piece = prove(p, slot, pos);
		p->wanted = p->taken < p->count ? cut(p, p->taken) : UINT64_MAX;
	}
	pthread_mutex_unlock(&p->pool->lock);
	if (piece)
		atomic_store(&piece->users, 1);
	return piece;
}

void piece_refer(struct piece *piece)
{
	atomic_fetch_add(&piece->users, 1);
}

void piece_release(struct piece *piece)
{
	struct pieces *p = piece->pieces;

	if (atomic_fetch_sub(&piece->users, 1) > 1)
		return;
	pthread_mutex_lock(&p->pool->lock);
	give_back(p, piece);
	pthread_mutex_unlock(&p->pool->lock);
}

void piece_fill(const struct piece *piece, uint32_t row, uint32_t n, struct block_writer *w,
		uint32_t to)
{
	const struct piece_kind *kinds = piece->kinds.v;
	const struct piece_thread *threads = piece->threads.v;
	const uint32_t *at = piece->at + row, *cpu = piece->cpu + row;
	const uint16_t *kind = piece->kind + row, *thread = piece->thread + row;
	uint64_t *col[COL_COUNT];

	for (int c = 0; c < COL_COUNT; c++)
		col[c] = w->col[c] + to;
	for (uint32_t i = 0; i < n; i++) {
		col[COL_SIZE][i] = at[i + 1] - at[i];
		col[COL_KIND][i] = kinds[kind[i]].number;
		col[COL_THREAD][i] = threads[thread[i]].number;
		col[COL_CPU][i] = cpu[i];
	}
	memcpy(col[COL_TIME], piece->time + row, n * sizeof(*piece->time));
}

/* ---- beginning and end ---- */

static void piece_free(struct piece *piece)
{
	vec_release(&piece->kinds);
	vec_release(&piece->threads);
	vec_release(&piece->sizes);
	vec_release(&piece->changes);
	buf_release(&piece->names);
}

struct pieces *pieces_open(const struct index *index, const struct records *records,
			   struct build_pool *pool)
{
	const struct stream *stream = records->stream;
	uint64_t left = stream->end - records->pos;
	uint32_t piece = index->options.piece ? index->options.piece : PIECE;
	struct pieces *p;

	if (records->live || features_find(&index->file->features, FEATURE_COMPRESSED) ||
	    left / piece < LEAST + LAST || !stream->events->same_place)
		return NULL;
	p = mem_zalloc(sizeof(*p));
	p->index = index;
	p->direct = direct_open(stream->source);
	p->mapped = mapped_open(stream->source);
	p->stream = stream;
	p->base = records->pos;
	p->piece = piece;
	p->count = left / piece - LAST;
	p->pool = pool;
	p->ahead = 4 * (unsigned)(pool->limit + 1);
	p->all_n = p->ahead + PIECES_HELD;
	p->all = mem_map(p->all_n * sizeof(*p->all));
	p->slots = mem_zalloc(p->ahead * sizeof(*p->slots));
	p->free = mem_zalloc(p->all_n * sizeof(*p->free));
	for (; p->free_n < p->all_n; p->free_n++) {
		p->all[p->free_n].pieces = p;
		buf_init(&p->all[p->free_n].names);
		p->free[p->free_n] = &p->all[p->free_n];
	}
	p->known_changes = records->known_changes - 1;
	note_known(p, records);
	build_pool_set(pool, BUILD_SCAN, scan_next, p);
	return p;
}

void pieces_close(struct pieces *p)
{
	if (!p)
		return;
	pthread_mutex_lock(&p->pool->lock);
	p->closing = true;
	for (; p->taken < p->next; p->taken++) {
		struct piece_slot *slot = &p->slots[p->taken % p->ahead];

		while (!slot->done)
			build_pool_wait(p->pool);
		if (slot->piece)
			give_back(p, slot->piece);
	}
	while (p->free_n < p->all_n)
		build_pool_wait(p->pool);
	pthread_mutex_unlock(&p->pool->lock);
	build_pool_set(p->pool, BUILD_SCAN, NULL, NULL);
	for (unsigned i = 0; i < BUILD_THREADS; i++)
		piece_scan_close(p->scanners[i].scan);
	for (unsigned i = 0; i < p->all_n; i++)
		piece_free(&p->all[i]);
	mapped_close(p->mapped);
	if (p->direct >= 0)
		close(p->direct);
	mem_unmap(p->all, p->all_n * sizeof(*p->all));
	free(p->slots);
	free(p->free);
	free(p);
}

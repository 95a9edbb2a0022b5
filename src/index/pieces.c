/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/pieces.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/thread.h"
#include "file/direct.h"
#include "index/index_private.h"
#include "index/piece_scan.h"

enum {
	PIECE = 512 << 10, /* bytes of the stream in which the records of a piece begin */
	LAST = 2,	   /* pieces at the end of the stream that are not scanned */
	LEAST = 4,	   /* pieces */
	SKIPPED = 64	   /* pieces that are not scanned after several that were of no use */
};

struct scanner {
	struct pieces *pieces;
	struct thread thread;
	struct piece_scan *scan;
	struct piece_part part; /* that is scanned */
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
	unsigned threads, ahead, all_n;
	int direct; /* see window_load() */
	struct scanner *scanners;
	struct piece *all;
	uint64_t wanted; /* of the walk: before this place no piece can begin */

	pthread_mutex_t lock;
	pthread_cond_t room;  /* a thread can scan another piece, or must end */
	pthread_cond_t ready; /* the next piece was scanned; when closing: one was given back */
	/* Guarded by lock: */
	struct piece_slot *slots; /* ahead slots, which pieces use in turn */
	struct piece **free;
	unsigned free_n;
	uint64_t next, taken; /* pieces that were started, that the walk has passed */
	uint64_t resumed;     /* pieces before this one are not scanned */
	unsigned skipped;     /* how many were not after the last one of no use */
	unsigned phase;	      /* of the place of a record that is proven, modulo 8 */
	uint32_t learnt;      /* records.learnt of the walk at this time: */
	uint64_t known[RECORDS_KNOWN_TYPES][RECORDS_KNOWN_WORDS];
	uint16_t largest;
	bool closing;
};

static uint64_t cut(const struct pieces *p, uint64_t number)
{
	return p->base + number * p->piece;
}

/* ---- the threads ---- */

/* Wait until the next piece can be scanned. False: none is left. */
static bool wait_for_room(struct pieces *p)
{
	while (!p->closing && p->next < p->count && (p->next - p->taken == p->ahead || !p->free_n))
		pthread_cond_wait(&p->room, &p->lock);
	return !p->closing && p->next < p->count;
}

/* Where to scan a piece. The walk has shown the place of a record modulo 8. */
static void choose_part(const struct pieces *p, uint64_t number, struct piece_part *part)
{
	uint64_t from = cut(p, number);

	part->from = from + (p->phase - from) % 8;
	part->end = cut(p, number + 1);
	part->first = !number;
	memcpy(part->known, p->known, sizeof(p->known));
	part->largest = p->largest;
}

/* Scan the next piece. The lock is released meanwhile. */
static void scan_next(struct scanner *s)
{
	struct pieces *p = s->pieces;
	uint64_t number = p->next++;
	struct piece_slot *slot = &p->slots[number % p->ahead];

	*slot = (struct piece_slot){ 0 };
	if (number >= p->resumed) {
		slot->piece = p->free[--p->free_n];
		choose_part(p, number, &s->part);
		pthread_mutex_unlock(&p->lock);
		piece_scan_run(s->scan, &s->part, slot->piece);
		pthread_mutex_lock(&p->lock);
	}
	slot->done = true;
	if (number == p->taken)
		pthread_cond_signal(&p->ready);
}

static void *scanner_thread(void *arg)
{
	struct scanner *s = arg;
	struct pieces *p = s->pieces;

	pthread_mutex_lock(&p->lock);
	while (wait_for_room(p))
		scan_next(s);
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

/* ---- the walk ---- */

static void give_back(struct pieces *p, struct piece *piece)
{
	p->free[p->free_n++] = piece;
	pthread_cond_signal(&p->room);
	if (p->closing)
		pthread_cond_signal(&p->ready);
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

/* Wait for the piece at which the walk is. Those that the walk has passed need no scan. */
static struct piece_slot *wait_for_piece(struct pieces *p, bool passed)
{
	struct piece_slot *slot = &p->slots[p->taken % p->ahead];

	if (passed && p->taken == p->next) {
		p->next++;
		*slot = (struct piece_slot){ .done = true };
	}
	while (p->taken == p->next || !slot->done)
		pthread_cond_wait(&p->ready, &p->lock);
	return slot;
}

/* Take the slot's piece if it begins at pos. */
static struct piece *prove(struct pieces *p, struct piece_slot *slot, uint64_t pos)
{
	struct piece *piece = slot->piece;
	bool proven = piece && piece->rows && piece->start == pos;

	p->taken++;
	pthread_cond_signal(&p->room);
	if (piece)
		judge(p, piece, proven);
	if (piece && !proven)
		give_back(p, piece);
	return proven ? piece : NULL;
}

static void note_known(struct pieces *p, const struct records *records)
{
	p->phase = records->pos % 8;
	if (p->learnt == records->learnt)
		return;
	p->learnt = records->learnt;
	memcpy(p->known, records->known, sizeof(p->known));
	p->largest = records->largest;
}

struct piece *pieces_take(struct pieces *p, const struct records *records)
{
	uint64_t pos = records->pos;
	struct piece *piece = NULL;

	if (pos < p->wanted || records->cut_tail)
		return NULL;
	pthread_mutex_lock(&p->lock);
	note_known(p, records);
	while (!piece && p->taken < p->count && pos >= cut(p, p->taken)) {
		bool passed = pos >= cut(p, p->taken + 1);
		struct piece_slot *slot = wait_for_piece(p, passed);

		if (!passed && slot->piece && slot->piece->rows && pos < slot->piece->start) {
			p->wanted = slot->piece->start;
			break;
		}
		piece = prove(p, slot, pos);
		p->wanted = p->taken < p->count ? cut(p, p->taken) : UINT64_MAX;
	}
	pthread_mutex_unlock(&p->lock);
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
	pthread_mutex_lock(&p->lock);
	give_back(p, piece);
	pthread_mutex_unlock(&p->lock);
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

/* False: not even one thread can be started. */
static bool start(struct pieces *p)
{
	for (unsigned i = 0; i < p->threads; i++) {
		struct scanner *s = &p->scanners[i];

		s->pieces = p;
		s->scan = piece_scan_open(p->index, p->stream, p->direct);
		if (!thread_start(&s->thread, "perfnav/scan", scanner_thread, s))
			return i > 0;
	}
	return true;
}

struct pieces *pieces_open(const struct index *index, const struct records *records,
			   unsigned threads)
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
	p->stream = stream;
	p->base = records->pos;
	p->piece = piece;
	p->count = left / piece - LAST;
	p->threads = threads < PIECES_THREADS ? threads : PIECES_THREADS;
	p->ahead = 2 * p->threads;
	p->all_n = p->ahead + PIECES_HELD;
	p->scanners = mem_zalloc(p->threads * sizeof(*p->scanners));
	p->all = mem_zalloc(p->all_n * sizeof(*p->all));
	p->slots = mem_zalloc(p->ahead * sizeof(*p->slots));
	p->free = mem_zalloc(p->all_n * sizeof(*p->free));
	for (; p->free_n < p->all_n; p->free_n++) {
		p->all[p->free_n].pieces = p;
		buf_init(&p->all[p->free_n].names);
		p->free[p->free_n] = &p->all[p->free_n];
	}
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->room, NULL);
	pthread_cond_init(&p->ready, NULL);
	p->learnt = records->learnt - 1;
	note_known(p, records);
	if (start(p))
		return p;
	pieces_close(p);
	return NULL;
}

void pieces_close(struct pieces *p)
{
	if (!p)
		return;
	pthread_mutex_lock(&p->lock);
	p->closing = true;
	pthread_cond_broadcast(&p->room);
	pthread_mutex_unlock(&p->lock);
	for (unsigned i = 0; i < p->threads; i++) {
		thread_join(&p->scanners[i].thread);
		piece_scan_close(p->scanners[i].scan);
	}
	pthread_mutex_lock(&p->lock);
	for (; p->taken < p->next; p->taken++)
		if (p->slots[p->taken % p->ahead].piece)
			give_back(p, p->slots[p->taken % p->ahead].piece);
	while (p->free_n < p->all_n)
		pthread_cond_wait(&p->ready, &p->lock);
	pthread_mutex_unlock(&p->lock);
	for (unsigned i = 0; i < p->all_n; i++)
		piece_free(&p->all[i]);
	pthread_mutex_destroy(&p->lock);
	pthread_cond_destroy(&p->room);
	pthread_cond_destroy(&p->ready);
	if (p->direct >= 0)
		close(p->direct);
	free(p->scanners);
	free(p->all);
	free(p->slots);
	free(p->free);
	free(p);
}

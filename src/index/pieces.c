/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/pieces.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/thread.h"
#include "file/direct.h"
#include "index/index_private.h"
#include "index/kind.h"
#include "index/states.h"
#include "index/threads.h"

enum {
	PIECE = 512 << 10,   /* bytes of the stream in which the records of a piece begin */
	SLACK = 8 << 10,     /* bytes read after it: mostly enough for its last record */
	LAST = 2,	     /* pieces at the end of the stream that are not scanned */
	LEAST = 4,	     /* pieces */
	SEARCHED = 72 << 10, /* bytes in which the first record must begin */
	ROWS = 32 << 10,     /* of a piece: one with more ends early */
	CHANGES = 2048,	     /* of a piece, and */
	THREADS = 4096,	     /* likewise: memory stays small for recordings of nothing else */
	KIND_SLOTS = 2048,
	THREAD_SLOTS = 2048,
	SKIPPED = 64 /* pieces that are not scanned after several that were of no use */
};

/* A kind that was seen, found by values that are read from the record without decoding it. */
struct piece_kind_slot {
	uint64_t id;
	uint32_t type;
	uint16_t misc;
	uint16_t min;	 /* a shorter record is not of this kind; 0: the slot is empty */
	uint64_t piece;	 /* the piece, numbered from 1, in which it */
	uint16_t number; /* has this number */
	struct kind kind;
};

struct piece_thread_slot {
	uint64_t key;
	uint64_t piece; /* likewise */
	uint16_t number;
};

struct scanner {
	struct pieces *pieces;
	struct thread thread;
	struct records records;
	uint64_t piece; /* number of the piece that is scanned, from 1 */
	struct piece_kind_slot kinds[KIND_SLOTS];
	struct piece_thread_slot threads[THREAD_SLOTS];
	struct kind other; /* a kind that has no slot */
	/* What the records before the piece have shown; see struct records. */
	uint64_t known[RECORDS_KNOWN_TYPES][RECORDS_KNOWN_WORDS];
	uint16_t largest;
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

/* ---- the scan of a piece ---- */

static uint16_t add_kind(struct piece *piece, const struct kind_entry *entry)
{
	struct piece_kind kind = { .entry = *entry, .row = piece->rows };

	vec_push(&piece->kinds, kind);
	return (uint16_t)(piece->kinds.n - 1);
}

static const struct kind *new_kind(struct scanner *s, struct piece *piece,
				   struct piece_kind_slot *slot, const struct record *rec,
				   uint64_t id, uint16_t *number)
{
	const struct index *index = s->pieces->index;
	struct kind_entry entry = kind_of_record(index, rec);
	struct kind kind = kind_of_entry(index, &entry);
	uint16_t min = kind_least_size(index, &kind);

	*number = add_kind(piece, &entry);
	if (!min) {
		s->other = kind;
		return &s->other;
	}
	*slot = (struct piece_kind_slot){ id, rec->type, rec->misc, min, s->piece, *number, kind };
	return &slot->kind;
}

/* As kind_of() in build.c, but with numbers of the piece. */
static const struct kind *kind_of(struct scanner *s, struct piece *piece, const struct record *rec,
				  uint16_t *number)
{
	uint64_t id =
		events_peek_id(&s->pieces->index->file->events, rec->type, rec->bytes, rec->size);
	struct piece_kind_slot *slot =
		&s->kinds[(id * 31 + rec->type * 7ul + rec->misc) % KIND_SLOTS];

	if (!slot->min || slot->type != rec->type || slot->misc != rec->misc || slot->id != id ||
	    rec->size < slot->min)
		return new_kind(s, piece, slot, rec, id, number);
	if (slot->piece != s->piece) {
		slot->piece = s->piece;
		slot->number = add_kind(piece, &slot->kind.entry);
	}
	*number = slot->number;
	return &slot->kind;
}

static uint16_t thread_of(struct scanner *s, struct piece *piece, const struct kind_taps *taps)
{
	uint64_t key = (uint64_t)taps->pid << 32 | taps->tid;
	struct piece_thread_slot *slot =
		&s->threads[(key * 0x9e3779b97f4a7c15u >> 32) % THREAD_SLOTS];

	if (slot->key != key || slot->piece != s->piece) {
		struct piece_thread thread = { { taps->pid, taps->tid }, piece->rows, 0 };

		vec_push(&piece->threads, thread);
		*slot = (struct piece_thread_slot){ key, s->piece,
						    (uint16_t)(piece->threads.n - 1) };
	}
	return slot->number;
}

static void add_change(struct scanner *s, struct piece *piece, const struct kind *kind,
		       const struct record *rec, uint64_t time)
{
	struct piece_change c = { .row = piece->rows, .name = (uint32_t)piece->names.len };

	if (!row_change_of(&c.change, s->pieces->index, kind, rec, time))
		return;
	if (c.change.comm)
		buf_add(&piece->names, c.change.comm, c.change.comm_len);
	vec_push(&piece->changes, c);
}

/* Make a row of a record. False: it may not be a record. */
static bool add_row(struct scanner *s, struct piece *piece, const struct record *rec)
{
	uint32_t row = piece->rows;
	uint16_t number;
	const struct kind *kind = kind_of(s, piece, rec, &number);
	struct kind_taps taps;

	if (rec->size < kind->plan.min)
		return false;
	taps = kind_taps(s->pieces->index->file->header.big, kind, rec);
	piece->kind[row] = number;
	piece->thread[row] = kind_has_thread(kind) ? thread_of(s, piece, &taps) : 0;
	piece->cpu[row] = taps.cpu;
	piece->time[row] = taps.time;
	if (state_type(rec->type))
		add_change(s, piece, kind, rec, taps.time);
	piece->rows = row + 1;
	piece->at[row + 1] = (uint32_t)(rec->offset - piece->start + rec->size);
	return true;
}

/* Does the walk have to make this step itself? */
static bool is_special(const struct records *records, const struct record *rec)
{
	return rec->damage || rec->tail || records->cut_tail || records->touched ||
	       rec->type == RECORD_COMPRESSED || rec->type == RECORD_COMPRESSED2;
}

/* Make rows of the records that begin before end. */
static void scan_records(struct scanner *s, struct piece *piece, uint64_t end)
{
	struct records *records = &s->records;
	uint32_t learnt = records->learnt;
	struct record rec;

	while (records->pos < end && piece->rows < ROWS && piece->changes.n < CHANGES &&
	       piece->threads.n < THREADS && records_next(records, &rec)) {
		if (is_special(records, &rec) || !add_row(s, piece, &rec))
			break;
		if (records->learnt != learnt) {
			struct piece_size size = { piece->rows - 1, rec.type, (uint16_t)rec.size };

			learnt = records->learnt;
			vec_push(&piece->sizes, size);
		}
	}
}

static uint64_t cut(const struct pieces *p, uint64_t number)
{
	return p->base + number * p->piece;
}

static void scan_piece(struct scanner *s, struct piece *piece, uint64_t number, unsigned phase)
{
	uint64_t from = cut(s->pieces, number);
	struct piece_thread nobody = { .number = NO_THREAD };

	piece->rows = 0;
	piece->at[0] = 0;
	piece->kinds.n = piece->threads.n = piece->sizes.n = piece->changes.n = 0;
	buf_reset(&piece->names);
	vec_push(&piece->threads, nobody);
	s->piece = number + 1;
	records_restart(&s->records, s->pieces->direct, from + (phase - from) % 8,
			s->pieces->piece + SLACK);
	memcpy(s->records.known, s->known, sizeof(s->known));
	s->records.largest = s->largest;
	if (number && !records_seek(&s->records, from + SEARCHED))
		return;
	piece->start = s->records.pos;
	scan_records(s, piece, cut(s->pieces, number + 1));
}

/* ---- the threads ---- */

/* Wait until the next piece can be scanned. False: none is left. */
static bool wait_for_room(struct pieces *p)
{
	while (!p->closing && p->next < p->count && (p->next - p->taken == p->ahead || !p->free_n))
		pthread_cond_wait(&p->room, &p->lock);
	return !p->closing && p->next < p->count;
}

/* Scan the next piece. The lock is released meanwhile. */
static void scan_next(struct scanner *s)
{
	struct pieces *p = s->pieces;
	uint64_t number = p->next++;
	struct piece_slot *slot = &p->slots[number % p->ahead];
	unsigned phase = p->phase;

	*slot = (struct piece_slot){ 0 };
	if (number >= p->resumed) {
		slot->piece = p->free[--p->free_n];
		memcpy(s->known, p->known, sizeof(p->known));
		s->largest = p->largest;
		pthread_mutex_unlock(&p->lock);
		scan_piece(s, slot->piece, number, phase);
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

static void piece_init(struct piece *piece, struct pieces *pieces)
{
	piece->pieces = pieces;
	piece->at = mem_alloc((ROWS + 1) * sizeof(*piece->at));
	piece->kind = mem_alloc(ROWS * sizeof(*piece->kind));
	piece->thread = mem_alloc(ROWS * sizeof(*piece->thread));
	piece->cpu = mem_alloc(ROWS * sizeof(*piece->cpu));
	piece->time = mem_alloc(ROWS * sizeof(*piece->time));
	buf_init(&piece->names);
}

static void piece_free(struct piece *piece)
{
	free(piece->at);
	free(piece->kind);
	free(piece->thread);
	free(piece->cpu);
	free(piece->time);
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
		records_init(&s->records, p->stream, p->base);
		s->records.window.cap = PIECE + SLACK;
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
		piece_init(&p->all[p->free_n], p);
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
		records_release(&p->scanners[i].records);
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

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Read the records of a stream once, and make a row of a block from each. */
#include "index/build.h"

#include <string.h>

#include "base/map.h"
#include "index/checkpoint.h"
#include "index/index_private.h"
#include "index/kind.h"
#include "index/row_change.h"
#include "index/states.h"

enum {
	KIND_SLOTS = 2048,
	STOP_EVERY = 64, /* records between two checks for a stop */
	THREAD_SLOTS = 1024,
	KINDS_MAX = 1 << 18,	   /* 32768 events, each with some values of misc */
	FRAME_BYTES_MAX = 2 << 20, /* inflated bytes of one block: a block with more ends early */
	KEPT_OF_DAMAGE = 65535	   /* bytes of a damaged stretch that are kept for display */
};

#define NO_KIND UINT32_MAX

/* A kind that was seen, found by values that are read from the record without decoding it. */
struct kind_slot {
	uint64_t id;
	uint32_t type;
	uint16_t misc;
	uint16_t min; /* a shorter record is not of this kind; 0: the slot is empty */
	uint32_t number;
	const struct kind *kind;
};

struct thread_slot {
	uint64_t key;
	uint32_t number; /* NO_THREAD: the slot is empty */
};

/* A piece whose rows are added, and how many of its entries were used. */
struct piece_use {
	struct piece *piece;
	struct records *records; /* the walk */
	size_t kinds, threads, sizes, changes;
};

/* ---- threads ---- */

static uint32_t thread_number(struct build *b, uint32_t pid, uint32_t tid)
{
	uint64_t key = (uint64_t)pid << 32 | tid;
	struct thread_slot *slot =
		&b->thread_cache[(key * 0x9e3779b97f4a7c15u >> 32) % THREAD_SLOTS];

	if (slot->key != key || slot->number == NO_THREAD)
		*slot = (struct thread_slot){ key, threads_number(&b->threads, &b->index->threads,
								  pid, tid) };
	return slot->number;
}

/* ---- kinds ---- */

static uint64_t kind_key(const struct kind_entry *e)
{
	uint64_t key = (uint64_t)e->type << 32 | (uint64_t)e->misc << 16 | e->flags;

	key ^= (uint64_t)(uint32_t)e->layout * 0x9e3779b97f4a7c15u;
	return key ^ (uint64_t)(uint32_t)e->event * 0xc2b2ae3d27d4eb4fu;
}

static uint32_t add_kind(struct build *b, const struct kind_entry *entry)
{
	index_add_kind(b->index, entry, NULL);
	return (uint32_t)pages_count(&b->index->kinds) - 1;
}

/*
 * Return the number of a kind. If two different kinds have the same key, which is rare because the
 * key is mixed, the later kind takes the next key. NO_KIND: there are too many kinds.
 */
static uint32_t kind_number(struct build *b, const struct kind_entry *entry)
{
	uint64_t key = kind_key(entry);
	const uint32_t *known;
	uint32_t number;
	bool fresh;

	for (; (known = map_get(&b->kind_map, key)); key++)
		if (kind_same(&index_kind(b->index, *known)->entry, entry))
			return *known;
	if (pages_count(&b->index->kinds) >= KINDS_MAX)
		return NO_KIND;
	number = add_kind(b, entry);
	*map_put(&b->kind_map, key, &fresh) = number;
	return number;
}

static void know_kinds(struct build *b)
{
	uint64_t n = pages_count(&b->index->kinds);

	for (uint64_t i = 0; i < n; i++) {
		uint64_t key = kind_key(&index_kind(b->index, i)->entry);
		bool fresh = false;

		if (index_kind(b->index, i)->reason) {
			vec_push(&b->damage_kinds, (uint32_t)i);
			continue;
		}
		while (!fresh) {
			uint32_t *value = map_put(&b->kind_map, key++, &fresh);

			if (fresh)
				*value = (uint32_t)i;
		}
	}
}

/*
 * Return the kind of a record. The type, the misc bits and the id of the event determine it, if the
 * id is at the same place in all records.
 */
static const struct kind *kind_of(struct build *b, const struct record *rec, uint32_t *number)
{
	const struct events *events = &b->index->file->events;
	uint64_t id = events_peek_id(events, rec->type, rec->bytes, rec->size);
	struct kind_slot *slot =
		&b->kind_cache[(id * 31 + rec->type * 7ul + rec->misc) % KIND_SLOTS];
	const struct kind *kind;
	struct kind_entry entry;
	uint16_t min;

	if (slot->min && slot->type == rec->type && slot->misc == rec->misc && slot->id == id &&
	    rec->size >= slot->min) {
		*number = slot->number;
		return slot->kind;
	}
	entry = kind_of_record(b->index, rec);
	*number = kind_number(b, &entry);
	kind = index_kind(b->index, *number);
	min = kind ? kind_least_size(b->index, kind) : 0;
	if (min)
		*slot = (struct kind_slot){ id, rec->type, rec->misc, min, *number, kind };
	return kind;
}

/* ---- rows ---- */

/*
 * Save the sizes of records that have become known to the walk since the last checkpoint, one bit
 * for each size. Most sizes occur early, and each is saved only once.
 */
static void note_sizes(struct build *b)
{
	for (uint32_t w = 0; w < RECORDS_KNOWN_TYPES * RECORDS_KNOWN_WORDS; w++) {
		uint64_t *noted = &b->known[w / RECORDS_KNOWN_WORDS][w % RECORDS_KNOWN_WORDS];
		uint64_t now = b->records->known[w / RECORDS_KNOWN_WORDS][w % RECORDS_KNOWN_WORDS];
		struct size_entry entry = { b->stream % b->plain, w, now & ~*noted };

		if (entry.bits)
			pages_add(&b->index->sizes, &entry);
		*noted = now;
	}
}

void build_know_sizes(struct build *b, struct records *records)
{
	uint64_t n = pages_count(&b->index->sizes);

	for (uint64_t i = 0; i < n; i++) {
		const struct size_entry *e = pages_at(&b->index->sizes, i);

		if (e->stream == b->stream && e->field < RECORDS_KNOWN_TYPES * RECORDS_KNOWN_WORDS)
			records->known[e->field / RECORDS_KNOWN_WORDS]
				      [e->field % RECORDS_KNOWN_WORDS] |= e->bits;
	}
	memcpy(b->known, records->known, sizeof(b->known));
}

/* The state from which the scan can resume with the next row. offset: of that row in its stream. */
static struct checkpoint checkpoint_at(const struct build *b, uint64_t offset)
{
	bool plain = b->stream < b->plain;
	struct checkpoint checkpoint = {
		.rows = b->row,
		.records = b->ordinal,
		.position = plain ? offset : b->records->pos,
		.stream = b->stream % b->plain,
		.carry = b->carry,
		.largest = b->records->largest,
		.flags = b->records->touched ? CHECKPOINT_END : 0,
	};

	inflater_note(b->inflater, b, plain ? NULL : &offset, &checkpoint);
	return checkpoint;
}

/*
 * Note a checkpoint after the current block, if one is due and the scan can resume from the next
 * row. It cannot at the end of a stream, nor inside a record that the end of the stream cuts.
 */
static void note_checkpoint(struct build *b, uint64_t offset)
{
	struct block_job *job = b->job;
	struct checkpoint checkpoint;
	uint64_t done;

	if (!b->records || b->records->cut_tail || b->rest_of_tail ||
	    container_detached(&b->index->container))
		return;
	checkpoint = checkpoint_at(b, offset);
	done = b->done_before + checkpoint.position - b->records->stream->start;
	if (++b->blocks_at < CHECKPOINT_BLOCKS && done - b->done_at < CHECKPOINT_BYTES)
		return;
	b->blocks_at = 0;
	b->done_at = done;
	job->has_checkpoint = true;
	job->checkpoint = checkpoint;
	note_sizes(b);
	checkpoint_sizes(b->index, &job->sizes);
}

void build_give(struct build *b)
{
	if (!b->job->block.rows)
		return;
	b->job->records = b->ordinal;
	b->job->damaged = b->row - b->ordinal;
	b->job->inflated = b->inflating.inflated;
	b->job->bytes_done = b->done_before + b->done;
	packer_give(b->packer);
	b->job = packer_take(b->packer);
}

/*
 * Start a new block if the current one lacks room for these rows. offset: of the first row in its
 * stream.
 */
static void make_room(struct build *b, uint64_t offset, uint32_t rows)
{
	if (b->job->block.rows + rows <= BLOCK_ROWS && b->job->frame_bytes <= FRAME_BYTES_MAX)
		return;
	note_checkpoint(b, offset);
	build_give(b);
}

/* The next row begins at this offset. Note a jump if the row does not follow the previous one. */
static void place_row(struct build *b, uint64_t offset)
{
	struct block_writer *w = &b->job->block;

	if (!w->rows) {
		b->job->desc = (struct block_desc){
			.first_row = b->row,
			.first_ordinal = b->ordinal,
			.first_offset = offset,
			.time_min = UINT64_MAX,
			.key_min = UINT64_MAX,
			.carry = b->carry,
		};
	}
	if (!w->rows || offset != b->next.offset || b->stream != b->next.stream ||
	    b->in != b->next.in) {
		struct block_jump jump = { w->rows, b->stream, offset, b->in };

		vec_push(&w->jumps, jump);
	}
}

static void add_row(struct build *b, uint64_t size, uint64_t kind, uint64_t thread, uint64_t cpu,
		    uint64_t time)
{
	struct block_writer *w = &b->job->block;
	uint32_t i = w->rows++;

	w->col[COL_SIZE][i] = size;
	w->col[COL_KIND][i] = kind;
	w->col[COL_THREAD][i] = thread;
	w->col[COL_CPU][i] = cpu;
	w->col[COL_TIME][i] = time;
	if (block_is_time(time))
		b->carry.last[b->stream >= b->plain] = time;
	b->row++;
}

static void end_row(struct build *b, uint64_t end)
{
	b->next = (struct block_jump){ 0, b->stream, end, b->in };
}

static void add_task(struct build *b, const struct row_change *change)
{
	struct tasks *tasks = &b->index->tasks;
	struct task_entry entry = change->task;

	if (change->comm)
		entry = tasks_comm_entry(tasks, entry.at.what, change->comm, change->comm_len);
	entry.at = change->task.at;
	entry.at.row = b->row;
	tasks_add(tasks, &entry);
	buf_add(&b->job->changes[TABLE_TASKS - TABLES], &entry, sizeof(entry));
}

static void add_state(struct build *b, const struct row_change *change)
{
	struct state_entry entry = change->state;

	entry.at.row = b->row;
	history_add(&b->index->states, &entry);
	buf_add(&b->job->changes[TABLE_STATES - TABLES], &entry, sizeof(entry));
}

/* Note what the record of the next row changes. */
static void add_change(struct build *b, const struct row_change *change)
{
	if (change->is_task)
		add_task(b, change);
	if (change->is_state)
		add_state(b, change);
}

static void keep_bytes(struct build *b, uint64_t offset, const uint8_t *p, size_t len)
{
	struct block_job *job = b->job;
	struct raw_frame *f = job->frames.n ? &job->frames.v[job->frames.n - 1] : NULL;

	if (!len)
		return;
	if (!f || f->stream != b->stream || f->bytes.len >= FRAME_BYTES ||
	    f->offset + f->bytes.len != offset) {
		f = vec_add(&job->frames);
		buf_init(&f->bytes);
		f->stream = b->stream;
		f->offset = offset;
	}
	buf_add(&f->bytes, p, len);
	job->frame_bytes += len;
}

/*
 * Return NULL, or the reason why the bytes are not a record. Set *thread to the number of the
 * record's thread, and *taps to the values of its fields.
 */
static const char *doubt(struct build *b, const struct kind *kind, const struct record *rec,
			 struct kind_taps *taps, uint32_t *thread)
{
	if (!kind)
		return "there are more kinds of records than any recording has";
	if (rec->size < kind->offsets.min)
		return "the record is shorter than its fields";
	*taps = kind_taps(b->big, kind, rec);
	if (kind_has_thread(kind))
		*thread = thread_number(b, taps->pid, taps->tid);
	if (*thread == THREADS_FULL)
		return "there are more threads than any recording has";
	return NULL;
}

/* number: number of the kind. */
static void add_record(struct build *b, const struct record *rec, const struct kind *kind,
		       uint32_t number, const struct kind_taps *taps, uint32_t thread)
{
	struct row_change change;

	if (state_may_change(rec->type) && row_change_of(&change, b->index, kind, rec, taps->time))
		add_change(b, &change);
	add_row(b, rec->size, number, thread, taps->cpu, taps->time);
	b->ordinal++;
}

/* ---- damaged stretches ---- */

/* Return the number of the kind for damage with this reason. There are only a few reasons. */
static uint32_t damage_kind(struct build *b, const char *why)
{
	struct kind_entry entry = {
		.type = RECORD_DAMAGE,
		.layout = EVENT_NONE,
		.event = EVENT_NONE,
	};

	for (size_t i = 0; i < b->damage_kinds.n; i++) {
		uint32_t number = b->damage_kinds.v[i];
		const char *reason = index_kind(b->index, number)->reason;

		if (reason == why || !strcmp(reason, why))
			return number;
	}
	entry.reason = tasks_add_string(&b->index->tasks, why);
	index_add_kind(b->index, &entry, why);
	vec_push(&b->damage_kinds, (uint32_t)pages_count(&b->index->kinds) - 1);
	return b->damage_kinds.v[b->damage_kinds.n - 1];
}

void build_damage(struct build *b)
{
	struct damage *d = &b->damage;

	if (!d->reason)
		return;
	place_row(b, d->offset);
	add_row(b, d->size, damage_kind(b, d->reason), NO_THREAD, 0, 0);
	end_row(b, d->offset + d->size);
	if (b->stream < b->plain)
		b->last_damage = *d;
	d->reason = NULL;
}

void build_before_damage(struct build *b, uint64_t offset)
{
	const struct damage *d = &b->damage;

	if (d->reason && offset == d->offset + d->size)
		return;
	build_damage(b);
	make_room(b, offset, 1);
}

/* Keep the beginning of a damaged stretch of an inflated stream, so that its bytes can be shown. */
static void keep_damage(struct build *b, const struct damage *d, const struct record *rec)
{
	uint64_t room = d->size < KEPT_OF_DAMAGE ? KEPT_OF_DAMAGE - d->size : 0;

	if (b->stream >= b->plain)
		keep_bytes(b, rec->offset, rec->bytes, rec->size < room ? rec->size : (size_t)room);
}

static void add_damage(struct build *b, const struct record *rec, const char *why)
{
	struct damage *d = &b->damage;

	build_before_damage(b, rec->offset);
	if (!d->reason)
		*d = (struct damage){ b->row, rec->offset, 0, why };
	keep_damage(b, d, rec);
	d->size += rec->size;
}

/* ---- the scan ---- */

static bool is_compressed(const struct record *rec)
{
	return rec->type == RECORD_COMPRESSED || rec->type == RECORD_COMPRESSED2;
}

void build_step(struct build *b, const struct record *rec)
{
	const char *damage = rec->damage;
	const struct kind *kind = NULL;
	uint32_t number = NO_KIND, thread = NO_THREAD;
	struct kind_taps taps;

	if (!damage) {
		kind = kind_of(b, rec, &number);
		damage = doubt(b, kind, rec, &taps, &thread);
	}
	if (damage) {
		add_damage(b, rec, damage);
		return;
	}
	build_damage(b);
	/*
	 * The content of a COMPRESSED record may be a damaged stretch, which must be in the same
	 * block.
	 */
	make_room(b, rec->offset, is_compressed(rec) ? 2 : 1);
	if (b->stream >= b->plain)
		keep_bytes(b, rec->offset, rec->bytes, rec->size);
	place_row(b, rec->offset);
	add_record(b, rec, kind, number, &taps, thread);
	end_row(b, rec->offset + rec->size);
}

/* ---- rows of pieces ---- */

/* Number the kinds and threads of the rows before `end`, and note the sizes of these records. */
static void number_rows(struct build *b, struct piece_use *use, uint32_t end)
{
	struct piece *piece = use->piece;

	for (; use->kinds < piece->kinds.n && piece->kinds.v[use->kinds].row < end; use->kinds++) {
		struct piece_kind *kind = &piece->kinds.v[use->kinds];

		kind->number = kind_number(b, &kind->entry);
	}
	for (; use->threads < piece->threads.n && piece->threads.v[use->threads].row < end;
	     use->threads++) {
		struct piece_thread *t = &piece->threads.v[use->threads];

		if (use->threads)
			t->number = thread_number(b, t->entry.pid, t->entry.tid);
	}
	for (; use->sizes < piece->sizes.n && piece->sizes.v[use->sizes].row < end; use->sizes++)
		records_know_size(use->records, piece->sizes.v[use->sizes].type,
				  piece->sizes.v[use->sizes].size);
}

/* Note what rows before end change. first: number of the first row of the piece. */
static void add_changes(struct build *b, struct piece_use *use, uint32_t end, uint64_t first)
{
	const struct piece *piece = use->piece;
	uint64_t row = b->row;

	for (; use->changes < piece->changes.n && piece->changes.v[use->changes].row < end;
	     use->changes++) {
		const struct piece_change *c = &piece->changes.v[use->changes];
		struct row_change change = c->change;

		if (change.comm)
			change.comm = (const uint8_t *)piece->names.p + c->name;
		b->row = first + c->row;
		add_change(b, &change);
	}
	b->row = row;
}

/* Add n rows to the current block, which has room for them. */
static void add_rows(struct build *b, struct piece *piece, uint32_t row, uint32_t n)
{
	struct block_writer *w = &b->job->block;
	struct block_span span = { piece, row, n, w->rows };

	if (piece->rows < PIECE_LASTING) {
		piece_fill(piece, row, n, w, w->rows);
	} else {
		vec_push(&b->job->spans, span);
		piece_refer(piece);
	}
	w->rows += n;
	b->row += n;
	b->ordinal += n;
	for (uint32_t i = row + n; i-- > row;) {
		if (!block_is_time(piece->time[i]))
			continue;
		b->carry.last[0] = piece->time[i];
		break;
	}
}

/* Can all kinds and threads of the piece have numbers? */
static bool has_numbers(const struct build *b, const struct piece *piece)
{
	return pages_count(&b->index->kinds) + piece->kinds.n <= KINDS_MAX &&
	       pages_count(&b->index->threads) + piece->threads.n <= THREADS_MAX;
}

/*
 * Make the same of all rows of a piece as build_step() makes of each record: in particular, the
 * kind and the thread of a record get their numbers before its block is chosen.
 */
static void add_piece(struct build *b, struct piece_use *use)
{
	struct piece *piece = use->piece;
	uint64_t first = b->row;

	for (uint32_t row = 0, n; row < piece->rows; row += n) {
		number_rows(b, use, row + 1);
		if (!row) {
			build_damage(b);
			first = b->row;
		}
		b->done = piece->start + piece->at[row] - use->records->stream->start;
		make_room(b, piece->start + piece->at[row], 1);
		n = BLOCK_ROWS - b->job->block.rows;
		if (n > piece->rows - row)
			n = piece->rows - row;
		place_row(b, piece->start + piece->at[row]);
		number_rows(b, use, row + n);
		add_changes(b, use, row + n, first);
		add_rows(b, piece, row, n);
		end_row(b, piece->start + piece->at[row + n]);
	}
	records_skip(use->records, piece->start + piece->at[piece->rows]);
	b->done = use->records->pos - use->records->stream->start;
	b->rest_of_tail = false;
}

/* Add the rows of the piece that begins where the walk is. False: there is none. */
static bool take_piece(struct build *b, struct records *records)
{
	struct piece_use use = { .records = records };
	bool taken;

	use.piece = b->pieces ? pieces_take(b->pieces, records) : NULL;
	if (!use.piece)
		return false;
	taken = has_numbers(b, use.piece);
	if (taken)
		add_piece(b, &use);
	piece_release(use.piece);
	return taken;
}

bool build_stopped(struct build *b)
{
	return atomic_load_explicit(&b->index->stop, memory_order_relaxed) ||
	       packer_failed(b->packer);
}

void build_walk(struct build *b, struct records *records, struct inflater *z)
{
	struct record rec;
	unsigned n = 0;

	/*
	 * Checking for a stop at each record would cost more than scanning a few records too many.
	 */
	while (n++ % STOP_EVERY || !build_stopped(b)) {
		if (take_piece(b, records)) {
			n = 0;
			continue;
		}
		if (!records_next(records, &rec))
			break;
		b->done = records->pos - records->stream->start;
		build_step(b, &rec);
		if (is_compressed(&rec)) {
			build_damage(b);
			inflater_record(z, b, &rec);
		}
		b->rest_of_tail = records->cut_tail;
	}
	build_damage(b);
}

void build_init(struct build *b)
{
	b->big = b->index->file->header.big;
	b->kind_cache = mem_zalloc(KIND_SLOTS * sizeof(*b->kind_cache));
	b->thread_cache = mem_zalloc(THREAD_SLOTS * sizeof(*b->thread_cache));
}

void build_release(struct build *b)
{
	free(b->kind_cache);
	free(b->thread_cache);
	threads_release(&b->threads);
	map_release(&b->kind_map);
	vec_release(&b->damage_kinds);
}

void build_know(struct build *b)
{
	threads_know(&b->threads, &b->index->threads);
	know_kinds(b);
}

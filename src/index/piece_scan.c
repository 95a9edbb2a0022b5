/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Most records become a row with three look-ups, all in tables where a key has one slot:
 *
 *   header                their size, and where their id is
 *   type, misc and id     their kind, and where pid, tid, time and CPU are
 *   pid and tid           their thread
 */
#include "index/piece_scan.h"

#include <string.h>

#include "index/index_private.h"
#include "index/kind.h"
#include "index/states.h"
#include "index/threads.h"

enum {
	WINDOW = 512 << 10,  /* bytes of a read for records that are not in the piece */
	SEARCHED = 72 << 10, /* bytes in which the first record must begin */
	/*
	 * The processor begins to load bytes so far ahead: it does not do so by itself where the
	 * next page begins. More of a record than two cache lines is mostly not needed.
	 */
	AHEAD = 4096,
	CACHE_LINE = 64,
	CHANGES = 2048, /* of a piece: one with more ends early */
	THREADS = 4096, /* likewise: memory stays small for recordings of nothing else */
	HEAD_BITS = 9,
	HEADS = 1 << HEAD_BITS,
	HEAD_STEP = 677, /* slots between kinds of one id: the ids of a recording are adjacent */
	KIND_SLOTS = 2048,
	OTHER_KIND = KIND_SLOTS, /* the slot of a kind that holds for one record only */
	THREAD_BITS = 11,
	NOBODY = 1 << THREAD_BITS /* the slot for records without a thread */
};

#define MIX 0x9e3779b97f4a7c15u

/* A header that records_trust() accepts. */
struct seen_head {
	uint64_t header;
	uint64_t key;	/* the header; of samples without the size, which changes no place */
	uint32_t hash;	/* of type and misc */
	uint16_t id_at; /* 0, as id_mask: the record has no id */
	uint64_t id_mask;
};

/*
 * A kind that was seen, found by numbers that are read from the record without decoding it, and the
 * places of the record's values. Where it has none, the place and the mask are 0.
 */
struct seen_kind {
	uint64_t key, id; /* key: of the head */
	uint64_t time_mask, task_mask;
	uint32_t cpu_mask;
	uint32_t scan;	 /* the scan of a piece in which the kind */
	uint16_t number; /* has this number */
	uint16_t min;	 /* a shorter record is not of this kind; 0: the slot is empty */
	uint16_t time_at, task_at, cpu_at;
	uint16_t thread_mask; /* with NOBODY: bits of the number of the slot of its thread */
	bool is_rare; /* the record may change a state, or the tid does not follow the pid */
};

struct seen_thread {
	uint64_t key;  /* pid and tid as in a record */
	uint32_t scan; /* likewise */
	uint16_t number;
};

struct piece_scan {
	const struct index *index;
	int direct;
	uint32_t scan;	    /* number of this scan, from 1 */
	uint32_t most_rows; /* maximum of the piece; 0: it must end */
	struct records records;
	struct seen_head heads[HEADS];
	struct seen_head before; /* of the record before the one whose head is learnt */
	struct seen_kind slots[KIND_SLOTS + 1];
	struct kind kinds[KIND_SLOTS + 1]; /* of the slots */
	struct seen_thread threads[NOBODY + 1];
};

/* ---- look-ups that fail ---- */

/* Describe the head of a record. header: its first bytes, the size in the upper 16 bits. */
static struct seen_head head_of(const struct piece_scan *s, uint64_t header,
				const struct record *rec)
{
	size_t id_at = events_peek_offset(&s->index->file->events, rec->type, rec->size);

	return (struct seen_head){
		.header = header,
		.key = rec->type == RECORD_SAMPLE ? header << 16 >> 16 : header,
		.hash = (rec->type * 7u + rec->misc) * HEAD_STEP,
		.id_at = (uint16_t)id_at,
		.id_mask = id_at ? UINT64_MAX : 0,
	};
}

/*
 * A record by its header: the first eight bytes at p, which were loaded before. Other programs can
 * change the bytes, so they are not loaded again.
 */
static struct record record_of(uint64_t header, const uint8_t *p, bool big)
{
	uint8_t bytes[RECORD_HEADER_SIZE];

	store_u64(bytes, header, false);
	return (struct record){
		.type = load_u32(bytes, big),
		.misc = load_u16(bytes + 4, big),
		.size = load_u16(bytes + 6, big),
		.bytes = p,
	};
}

/* The first eight bytes of such a record. */
static uint64_t header_of(const struct record *rec, bool big)
{
	uint8_t bytes[RECORD_HEADER_SIZE];

	store_u32(bytes, rec->type, big);
	store_u16(bytes + 4, rec->misc, big);
	store_u16(bytes + 6, (uint16_t)rec->size, big);
	return load_u64(bytes, false);
}

/* Fill the slot of a header. False: the record needs more checks. */
static bool learn_head(struct piece_scan *s, struct seen_head *slot, uint64_t header)
{
	struct record rec = record_of(header, NULL, s->records.stream->big);

	if (!records_trust(&s->records, &rec) || rec.type == RECORD_COMPRESSED ||
	    rec.type == RECORD_COMPRESSED2)
		return false;
	*slot = head_of(s, header, &rec);
	return true;
}

/* No header equals that of an empty slot, which is the header of another slot. */
static void forget_heads(struct piece_scan *s)
{
	memset(s->heads, 0, sizeof(s->heads));
	s->heads[0].header = 1;
}

static uint16_t place_of(const struct kind *kind, enum index_field f, const struct record *rec)
{
	if (!index_offsets_has(&kind->offsets, f))
		return 0;
	return (uint16_t)(index_offsets_ptr(&kind->offsets, f, rec->bytes, rec->size) - rec->bytes);
}

static uint16_t add_kind(struct piece *piece, const struct kind_entry *entry)
{
	struct piece_kind kind = { .entry = *entry, .row = piece->rows };

	vec_push(&piece->kinds, kind);
	return (uint16_t)(piece->kinds.n - 1);
}

/* Note where the values are in a record whose kind is in s->kinds, and in all with its key. */
static void place_values(struct piece_scan *s, struct seen_kind *slot, const struct record *rec)
{
	const struct kind *kind = &s->kinds[slot - s->slots];
	uint16_t pid_at = place_of(kind, INDEX_FIELD_PID, rec);
	bool adjacent = pid_at && place_of(kind, INDEX_FIELD_TID, rec) == pid_at + 4;

	slot->time_at = place_of(kind, INDEX_FIELD_TIME, rec);
	slot->task_at = adjacent ? pid_at : 0;
	slot->cpu_at = place_of(kind, INDEX_FIELD_CPU, rec);
	slot->time_mask = slot->time_at ? UINT64_MAX : 0;
	slot->task_mask = adjacent ? UINT64_MAX : 0;
	slot->cpu_mask = slot->cpu_at ? UINT32_MAX : 0;
	slot->thread_mask = kind_has_thread(kind) ? NOBODY - 1 : NOBODY;
	slot->is_rare = state_may_change(rec->type) || (kind_has_thread(kind) && !adjacent);
}

/*
 * Find the kind of a record that its slot does not have. A kind that cannot be found again gets the
 * slot OTHER_KIND. NULL: the bytes may not be a record.
 */
static struct seen_kind *learn_kind(struct piece_scan *s, struct seen_kind *slot, uint64_t key,
				    uint64_t id, const struct record *rec)
{
	struct kind_entry entry;
	struct kind kind;
	uint16_t min;

	if (slot->min && slot->key << 16 == key << 16 && slot->id == id && rec->size >= slot->min) {
		slot->key = key;
		place_values(s, slot, rec);
		return slot;
	}
	entry = kind_of_record(s->index, rec);
	kind = kind_of_entry(s->index, &entry);
	if (rec->size < kind.offsets.min)
		return NULL;
	min = kind_least_size(s->index, &kind);
	if (!min)
		slot = &s->slots[OTHER_KIND];
	s->kinds[slot - s->slots] = kind;
	*slot = (struct seen_kind){ .key = key, .id = id, .min = min };
	place_values(s, slot, rec);
	return slot;
}

static void learn_thread(struct piece_scan *s, struct seen_thread *slot, struct piece *piece,
			 uint64_t key)
{
	struct piece_thread thread = { .row = piece->rows };
	bool big = s->records.stream->big;
	uint8_t task[8];

	store_u64(task, key, false);
	thread.entry = (struct thread_entry){ load_u32(task, big), load_u32(task + 4, big) };
	vec_push(&piece->threads, thread);
	s->most_rows = piece->threads.n < THREADS ? s->most_rows : 0;
	*slot = (struct seen_thread){ key, s->scan, (uint16_t)(piece->threads.n - 1) };
}

static void add_change(struct piece_scan *s, struct piece *piece, const struct seen_kind *slot,
		       const struct record *rec, uint64_t time)
{
	struct piece_change c = { .row = piece->rows, .name = (uint32_t)piece->names.len };

	if (!row_change_of(&c.change, s->index, &s->kinds[slot - s->slots], rec, time))
		return;
	if (c.change.comm)
		buf_add(&piece->names, c.change.comm, c.change.comm_len);
	vec_push(&piece->changes, c);
	s->most_rows = piece->changes.n < CHANGES ? s->most_rows : 0;
}

/* Get the pid and the tid of a record as the key of its thread. */
static uint64_t task_of(const struct piece_scan *s, const struct seen_kind *slot,
			const struct record *rec)
{
	const struct kind *kind = &s->kinds[slot - s->slots];
	bool big = s->records.stream->big;
	uint8_t task[8];

	store_u32(task, (uint32_t)kind_tap_of(big, kind, INDEX_FIELD_PID, rec), big);
	store_u32(task + 4, (uint32_t)kind_tap_of(big, kind, INDEX_FIELD_TID, rec), big);
	return load_u64(task, false);
}

/* ---- rows ---- */

/*
 * The size of a record, from the first eight bytes of its header. The next record is found from it
 * while the look-ups of this one are still under way.
 */
static inline uint16_t size_in(uint64_t header, bool big)
{
	uint16_t size = (uint16_t)(header >> 48);

	return big ? __builtin_bswap16(size) : size;
}

/* Make the row of a record at p. False: the bytes may not be a record. */
static inline __attribute__((always_inline)) bool add_row(struct piece_scan *s, struct piece *piece,
							  const struct seen_head *head,
							  uint16_t size, const uint8_t *p, bool big)
{
	uint64_t id = load_u64(p + head->id_at, big) & head->id_mask;
	uint64_t key = head->key, task, time;
	struct seen_kind *kind = &s->slots[(id + head->hash) % KIND_SLOTS];
	uint32_t row = piece->rows;
	struct seen_thread *t;

	if (kind->key != key || kind->id != id || size < kind->min) {
		struct record rec = record_of(head->header, p, big);

		kind = learn_kind(s, kind, key, id, &rec);
		if (!kind)
			return false;
	}
	if (kind->scan != s->scan) {
		kind->scan = s->scan;
		kind->number = add_kind(piece, &s->kinds[kind - s->slots].entry);
	}
	time = load_u64(p + kind->time_at, big) & kind->time_mask;
	task = load_u64(p + kind->task_at, false) & kind->task_mask;
	if (kind->is_rare) {
		struct record rec = record_of(head->header, p, big);

		task = task_of(s, kind, &rec);
		add_change(s, piece, kind, &rec, time);
	}
	t = &s->threads[(task * MIX >> (64 - THREAD_BITS) | NOBODY) & kind->thread_mask];
	if (t->key != task || t->scan != s->scan)
		learn_thread(s, t, piece, task);
	piece->kind[row] = kind->number;
	piece->thread[row] = t->number;
	piece->cpu[row] = load_u32(p + kind->cpu_at, big) & kind->cpu_mask;
	piece->time[row] = time;
	piece->at[row + 1] = piece->at[row] + size;
	piece->rows = row + 1;
	return true;
}

/*
 * Find the head of a record. NULL: the record needs more checks. *before: the head of the record
 * before it, or NULL; it is copied if its slot may be needed.
 */
static inline const struct seen_head *find_head(struct piece_scan *s, uint64_t header,
						const struct seen_head **before)
{
	struct seen_head *slot = &s->heads[header * MIX >> (64 - HEAD_BITS)];

	if (slot->header == header)
		return slot;
	if (*before) {
		s->before = **before;
		*before = &s->before;
	}
	return learn_head(s, slot, header) ? slot : NULL;
}

/*
 * Make rows of records that begin before `end`, while the record and the next header are in the
 * window, and both headers need no further checks. False: the bytes may not be a record.
 */
static inline __attribute__((always_inline)) bool
add_sound(struct piece_scan *s, struct piece *piece, uint64_t end, bool big)
{
	struct records *r = &s->records;
	const uint8_t *p = r->p;
	size_t left = r->have, after = left - (end - r->pos < left ? (size_t)(end - r->pos) : left);
	const struct seen_head *head = NULL, *next = NULL;
	uint64_t header = 0;
	bool sound = true;

	if (left >= RECORD_HEADER_SIZE) {
		header = load_u64(p, false);
		next = find_head(s, header, &head);
	}
	while (next && left > after && piece->rows < s->most_rows) {
		uint16_t size = size_in(header, big);

		head = next;
		__builtin_prefetch(p + AHEAD);
		__builtin_prefetch(p + AHEAD + CACHE_LINE);
		if (left < size + (size_t)RECORD_HEADER_SIZE)
			break;
		header = load_u64(p + size, false);
		next = find_head(s, header, &head);
		if (!next)
			break;
		sound = add_row(s, piece, head, size, p, big);
		if (!sound)
			break;
		p += size;
		left -= size;
	}
	records_advance(r, p);
	return sound;
}

/* Does the walk have to make this step itself? */
static bool is_special(const struct records *records, const struct record *rec)
{
	return rec->damage || rec->tail || records->cut_tail || records->touched ||
	       rec->type == RECORD_COMPRESSED || rec->type == RECORD_COMPRESSED2;
}

/* Make the row of a record that needs more checks. False: the piece ends before it. */
static bool add_checked(struct piece_scan *s, struct piece *piece)
{
	struct records *records = &s->records;
	uint32_t known_changes = records->known_changes;
	struct record rec;
	struct seen_head head;

	if (!records_next(records, &rec) || is_special(records, &rec))
		return false;
	head = head_of(s, header_of(&rec, records->stream->big), &rec);
	if (!add_row(s, piece, &head, (uint16_t)rec.size, rec.bytes, records->stream->big))
		return false;
	if (records->known_changes != known_changes) {
		struct piece_size size = { piece->rows - 1, rec.type, (uint16_t)rec.size };

		vec_push(&piece->sizes, size);
	}
	return true;
}

static void add_rows(struct piece_scan *s, struct piece *piece, uint64_t end)
{
	bool sound = true, big = s->records.stream->big;

	while (sound && s->records.pos < end && piece->rows < s->most_rows) {
		/* Use separate code for each byte order, as kind_taps() does. */
		sound = big ? add_sound(s, piece, end, true) : add_sound(s, piece, end, false);
		if (sound && s->records.pos < end && piece->rows < s->most_rows)
			sound = add_checked(s, piece);
	}
}

bool piece_scan_load_cached(struct piece_scan *s, const struct piece_part *part)
{
	return window_load_cached(&s->records.window, part->from,
				  (size_t)(part->end - part->from) + PIECE_SLACK);
}

void piece_scan_load(struct piece_scan *s, const struct piece_part *part)
{
	window_load(&s->records.window, s->direct, part->from,
		    (size_t)(part->end - part->from) + PIECE_SLACK);
}

void piece_scan_run(struct piece_scan *s, const struct piece_part *part, struct piece *piece)
{
	struct piece_thread nobody = { .number = NO_THREAD };

	piece->rows = 0;
	piece->at[0] = 0;
	piece->kinds.n = piece->threads.n = piece->sizes.n = piece->changes.n = 0;
	buf_reset(&piece->names);
	vec_push(&piece->threads, nobody);
	s->most_rows = PIECE_ROWS;
	s->threads[NOBODY].scan = ++s->scan;
	forget_heads(s);
	records_restart(&s->records, part->from);
	memcpy(s->records.known, part->known, sizeof(part->known));
	s->records.largest = part->largest;
	if (part->first || records_seek(&s->records, part->from + SEARCHED)) {
		piece->start = s->records.pos;
		add_rows(s, piece, part->end);
	}
	if (window_drop(&s->records.window))
		piece->rows = 0;
}

struct piece_scan *piece_scan_open(const struct index *index, const struct stream *stream,
				   int direct, struct mapped *mapped)
{
	struct piece_scan *s = mem_map(sizeof(*s));

	s->index = index;
	s->direct = direct;
	records_init(&s->records, stream, stream->start);
	s->records.window.cap = WINDOW;
	window_map(&s->records.window, mapped);
	return s;
}

void piece_scan_read_ahead(struct piece_scan *s, uint64_t from)
{
	window_read_ahead(&s->records.window, from, s->records.stream->end);
}

void piece_scan_close(struct piece_scan *s)
{
	if (!s)
		return;
	records_release(&s->records);
	mem_unmap(s, sizeof(*s));
}

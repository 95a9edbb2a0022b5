/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/records.h"

#include "base/bitset.h"
#include "file/records_private.h"
#include "file/zstream.h"

enum {
	WINDOW_BYTES = 1 << 20,
	TYPE_MAX = 65535, /* no record type is larger, ours and simpleperf's included */
	USUAL_SIZE = 2048 /* bytes; of larger sizes only the largest is noted */
};

void records_init(struct records *records, const struct stream *stream, uint64_t pos)
{
	*records = (struct records){ .stream = stream, .pos = pos };
	window_init(&records->window, stream->source, WINDOW_BYTES);
}

void records_release(struct records *records)
{
	window_release(&records->window);
}

void records_restart(struct records *records, uint64_t pos)
{
	struct window window = records->window;

	*records = (struct records){ .stream = records->stream, .window = window, .pos = pos };
}

void records_skip(struct records *records, uint64_t pos)
{
	records->pos = pos;
	records->have = 0;
	records->looked_at = false;
}

void records_read_ahead(struct records *records)
{
	window_read_ahead(&records->window, records->pos, records->stream->end);
}

int records_io_error(const struct records *records)
{
	return records->window.io_error;
}

/* A record of unknown type counts as one if another header follows it. */
static bool unknown_is_record(struct records *r, const struct record_head *h, uint64_t off)
{
	uint64_t next = off + h->size;
	struct record_head after;
	size_t avail;
	const uint8_t *p;

	if (!h->type || h->type > TYPE_MAX)
		return false;
	if (records_reach_end(r, next, 0))
		return true;
	p = records_get(r, next, RECORD_HEADER_SIZE, &avail);
	if (avail < RECORD_HEADER_SIZE)
		return false;
	after = record_head_load(p, r->stream->big);
	return after.type && after.type <= TYPE_MAX && after.size >= RECORD_HEADER_SIZE &&
	       (!records_reach_end(r, next, after.size) || after.size == r->stream->end - next);
}

/* NULL: there is a record at `off`; otherwise the reason why not. */
static const char *why_damaged(struct records *r, const struct record_head *h, uint64_t off)
{
	const struct record_desc *desc = record_find(h->type);

	if (h->size < RECORD_HEADER_SIZE)
		return "the record's size is less than its header";
	if (records_reach_end(r, off, h->size) && h->size > r->stream->end - off)
		return "the record extends past the end of the data";
	if (!desc)
		return unknown_is_record(r, h, off) ? NULL : "these bytes are not a record";
	if (h->size < desc->min)
		return "the record is shorter than its fields";
	return NULL;
}

static void set_damage(struct records *r, struct record *record, uint64_t next, const char *why)
{
	*record = (struct record){
		.offset = r->pos,
		.size = next - r->pos,
		.type = RECORD_DAMAGE,
		.damage = why,
	};
	r->pos = next;
}

/*
 * If only the size of a record is too small for its type, and leads to another record, the damage
 * ends there.
 */
static uint64_t after_damage(struct records *r, const struct record_head *h)
{
	uint64_t next = r->pos + h->size;

	if (h->size >= RECORD_HEADER_SIZE && record_find(h->type) &&
	    (records_reach_end(r, r->pos, h->size) ? next == r->stream->end
						   : records_likely_chain(r, next)))
		return next;
	return records_resync(r, r->pos);
}

/* The sizes that records of this type had, divided by 8, as bits. */
static uint64_t *known_sizes(struct records *r, uint32_t type)
{
	return r->known[type % RECORDS_KNOWN_TYPES];
}

void records_know_size(struct records *r, uint32_t type, uint16_t size)
{
	uint64_t *known = known_sizes(r, type);

	if (size >= USUAL_SIZE) {
		r->known_changes += size > r->largest;
		r->largest = size > r->largest ? size : r->largest;
	} else if (!bitset_has(known, size / 8u)) {
		r->known_changes++;
		bitset_add(known, size / 8u);
	}
}

/*
 * Is a record's header enough, without a check of its bytes? Damaged sizes are mostly large, or
 * odd, or new for the type.
 */
static bool usual_size(struct records *r, const struct record_head *h)
{
	if (h->type == RECORD_COMPRESSED || h->type == RECORD_COMPRESSED2)
		return true;
	if (h->size % 8 && !record_may_be_odd(h->type))
		return false;
	return h->size < USUAL_SIZE ? bitset_has(known_sizes(r, h->type), h->size / 8u)
				    : h->size <= r->largest;
}

bool records_trust(struct records *r, const struct record *record)
{
	struct record_head h = { record->type, record->misc, (uint16_t)record->size };

	return record_head_is_likely(&h) && !record_find(h.type)->tail && usual_size(r, &h);
}

/*
 * The slot that remembers a header which is likely, has no tail and has a usual size. All three
 * follow from its eight bytes, and most headers occur again.
 */
static uint64_t *trust_slot(struct records *r, uint64_t header)
{
	return &r->trust[(header * 0x9e3779b97f4a7c15u >> 32) / ((1ull << 32) / RECORDS_TRUSTED)];
}

/* Read the header of the next record. False: it is not likely one. */
static bool look_at_next(struct records *r, const uint8_t *p)
{
	struct record_head h = record_head_load(p, r->stream->big);
	uint64_t header = load_u64(p, false), *slot = trust_slot(r, header);

	/* A header of zeros equals an empty slot. */
	r->trusted = header && *slot == header;
	if (!r->trusted && !record_head_is_likely(&h))
		return false;
	r->looked_at = r->trusted || !record_find(h.type)->tail;
	if (!r->trusted && r->looked_at && usual_size(r, &h))
		*slot = header;
	r->type = h.type;
	r->misc = h.misc;
	r->size = h.size;
	return true;
}

/*
 * The usual case: a sound record of a known type that is completely in the window and whose size
 * leads to a header. A record with a damaged size would skip up to 64 KiB of sound records.
 */
static bool next_at_hand(struct records *r, struct record *record)
{
	struct record_head h = { r->type, r->misc, r->size };
	bool trusted = r->looked_at && r->trusted;

	if (!r->looked_at) {
		if (r->have < RECORD_HEADER_SIZE)
			return false;
		h = record_head_load(r->p, r->stream->big);
		if (!record_head_is_likely(&h) || record_find(h.type)->tail)
			return false;
	}
	r->looked_at = false;
	if (r->have < h.size + (size_t)RECORD_HEADER_SIZE || (!trusted && !usual_size(r, &h)))
		return false;
	if (!look_at_next(r, r->p + h.size))
		return false;
	record->offset = r->pos;
	record->size = h.size;
	record->tail = 0;
	record->type = h.type;
	record->misc = h.misc;
	record->bytes = r->p;
	record->damage = NULL;
	r->pos += h.size;
	r->p += h.size;
	r->have -= h.size;
	return true;
}

/*
 * Is the record a COMPRESSED one with whole data? Compressed data can contain bytes that look like
 * records.
 */
static bool whole_compressed(const struct record_head *h, const uint8_t *rec, bool big)
{
	const uint8_t *p;
	size_t len;

	if (h->type != RECORD_COMPRESSED && h->type != RECORD_COMPRESSED2)
		return false;
	len = zstream_data(rec, h->size, h->type, big, &p);
	return zstream_is_whole(p, len);
}

/* After these records, the next one is rarely at a multiple of 8. */
static bool mostly_odd(uint32_t type)
{
	return type == RECORD_COMPRESSED || type == RECORD_HEADER_FEATURE;
}

/*
 * The first place inside a record where records follow one another, which means that its size is
 * damaged. 0: there is none, or the record is surely sound; its size holds then.
 */
static uint64_t inner_record(struct records *r, const struct record_head *h)
{
	uint64_t end = r->pos + h->size;
	unsigned step = (r->pos - r->stream->start) % 8 || mostly_odd(h->type) ? 1 : 8;
	size_t avail;
	const uint8_t *p = records_get(r, r->pos, h->size, &avail);

	if (avail < h->size)
		return 0;
	if (!record_fills_size(r->stream, h, p) && !whole_compressed(h, p, r->stream->big))
		for (uint64_t pos = r->pos + RECORD_HEADER_SIZE; pos < end; pos += step)
			if (records_likely_at(r, pos))
				return pos;
	records_know_size(r, h->type, h->size);
	return 0;
}

/*
 * Must the bytes of a record be checked? Not if it has a tail, and not if a known size leads to the
 * end. A record that fits any size counts if it leads to a record.
 */
static bool doubtful(struct records *r, const struct record_head *h)
{
	const struct record_desc *desc = record_find(h->type);
	uint64_t left = r->stream->end - r->pos;
	struct record_head after;
	size_t avail;
	const uint8_t *p;

	if (!desc || desc->tail)
		return false;
	if (!record_takes_rest(desc) && !usual_size(r, h))
		return true;
	if (records_reach_end(r, r->pos, h->size) && h->size == left)
		return false;
	p = records_get(r, r->pos, h->size + (size_t)RECORD_HEADER_SIZE, &avail);
	if (avail < h->size + (size_t)RECORD_HEADER_SIZE)
		return true;
	after = record_head_load(p + h->size, r->stream->big);
	return !record_head_is_likely(&after);
}

/* Is there a likely header at `off`, or the stream's end? */
static bool likely_next(struct records *r, uint64_t off)
{
	struct record_head h;
	size_t avail;
	const uint8_t *p;

	if (off >= r->stream->end)
		return off == r->stream->end;
	p = records_get(r, off, RECORD_HEADER_SIZE, &avail);
	if (avail < RECORD_HEADER_SIZE)
		return false;
	h = record_head_load(p, r->stream->big);
	return record_head_is_likely(&h);
}

/*
 * The length of the tail after a record. A damaged type or size can claim any number of bytes. The
 * length holds if it leads to a record; otherwise the tail ends where records follow one another.
 */
static uint64_t believed_tail(struct records *r, const struct record_head *h)
{
	uint64_t tail = records_tail_size(r, h, r->pos), next = r->pos + h->size;
	uint64_t left = r->stream->end - next;

	if (!tail)
		return 0;
	records_reach_end(r, next, tail);
	if ((tail > left || h->misc) && left && records_likely_chain(r, next))
		return 0;
	if (tail <= left && likely_next(r, next + tail))
		return tail;
	if (tail > left)
		tail = left;
	for (uint64_t pos = next; pos < next + tail; pos += 8)
		if (records_likely_at(r, pos))
			return pos - next;
	return tail;
}

/*
 * The bytes after the record become its tail, or a damaged stretch if the record claims more bytes
 * than exist.
 */
static void take_tail(struct records *r, const struct record_head *h, struct record *record)
{
	uint64_t said = records_tail_size(r, h, r->pos), tail = believed_tail(r, h);

	if (said <= r->stream->end - r->pos - h->size)
		record->tail = tail;
	else
		r->cut_tail = tail;
}

static void next_of_any(struct records *r, struct record *record)
{
	uint64_t end = r->stream->end;
	struct record_head h;
	size_t avail;
	const uint8_t *p = records_get(r, r->pos, RECORD_HEADER_SIZE, &avail);
	const char *why;
	uint64_t inner;

	if (avail < RECORD_HEADER_SIZE) {
		set_damage(r, record, end, "the data end inside a record header");
		return;
	}
	h = record_head_load(p, r->stream->big);
	why = why_damaged(r, &h, r->pos);
	if (why) {
		set_damage(r, record, after_damage(r, &h), why);
		return;
	}
	inner = doubtful(r, &h) ? inner_record(r, &h) : 0;
	if (inner) {
		set_damage(r, record, inner, "the record's size leads over other records");
		return;
	}
	record->tail = 0;
	take_tail(r, &h, record);
	p = records_get(r, r->pos, h.size, &avail);
	if (avail < h.size) {
		set_damage(r, record, end, "the file ends inside a record");
		return;
	}
	record->offset = r->pos;
	record->size = h.size;
	record->type = h.type;
	record->misc = h.misc;
	record->bytes = p;
	record->damage = NULL;
	r->pos += h.size + record->tail;
}

/*
 * Could more bytes of a live stream change what the walk returns? A record with its tail and the
 * beginning of the next one stays as it is, even if more bytes would suggest another reading.
 */
static bool may_change(const struct records *r, const struct record *record)
{
	return record->damage || r->cut_tail || r->stream->end - r->pos < RECORD_HEADER_SIZE;
}

/* The next step in all cases that next_at_hand() does not handle. */
static bool next_slowly(struct records *r, struct record *record)
{
	bool before = r->touched, live = r->live;
	struct records back;

	/* The window may move, and r->p with it. */
	r->have = 0;
	if (live)
		back = *r;
	r->p = records_peek(r, r->pos, RECORD_SIZE_MAX, &r->have);
	if (next_at_hand(r, record))
		return true;
	r->touched = false;
	next_of_any(r, record);
	r->have = 0;
	if (live && r->touched && may_change(r, record)) {
		back.window = r->window;
		*r = back;
		return false;
	}
	r->touched |= before;
	return true;
}

bool records_next(struct records *r, struct record *record)
{
	if (next_at_hand(r, record))
		return true;
	if (r->pos >= r->stream->end)
		return false;
	if (r->cut_tail) {
		set_damage(r, record, r->pos + r->cut_tail, "the trace data extend past the end");
		r->cut_tail = 0;
		return true;
	}
	return next_slowly(r, record);
}

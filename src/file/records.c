/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/records.h"

#include "base/bitset.h"
#include "file/zstream.h"
#include "wire/bytes.h"
#include "wire/decode.h"

enum {
	WINDOW_BYTES = 1 << 20,
	RECORD_MAX = 65535,
	TYPE_MAX = 65535,	  /* no record type is larger, ours and simpleperf's included */
	ALIGNED_SEARCH = 1 << 17, /* bytes in which only multiples of 8 are tried at first */
	CHAIN = 4,		  /* headers that must follow one another to count as records */
	USUAL_SIZE = 2048,	  /* bytes; of larger sizes only the largest is noted */
	TEXT_PADDING = 8	  /* so many bytes are more than padding to a multiple of 8 */
};

struct head {
	uint32_t type;
	uint16_t misc, size;
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

/* Up to len bytes at `off`, fewer at the stream's end. For callers that can do with fewer. */
static const uint8_t *peek(struct records *r, uint64_t off, size_t len, size_t *avail)
{
	uint64_t left = r->stream->end - off;
	const uint8_t *p;

	if (len > left)
		len = (size_t)left;
	p = window_get(&r->window, off, len, avail);
	if (*avail > left)
		*avail = (size_t)left;
	return p;
}

/* As peek(), for callers whose result depends on whether all len bytes exist. */
static const uint8_t *get(struct records *r, uint64_t off, size_t len, size_t *avail)
{
	const uint8_t *p = peek(r, off, len, avail);

	r->touched |= *avail < len;
	return p;
}

/* Do len bytes from off on reach to the stream's end, or after it? */
static bool reaches_end(struct records *r, uint64_t off, uint64_t len)
{
	bool reaches = len >= r->stream->end - off;

	r->touched |= reaches;
	return reaches;
}

static struct head load_head(const uint8_t *p, bool big)
{
	return (struct head){ load_u32(p, big), load_u16(p + 4, big), load_u16(p + 6, big) };
}

/* The kernel pads its records to 8 bytes; perf leaves some of its own unpadded. */
static bool odd_size_allowed(uint32_t type)
{
	return type >= RECORD_USER_START && type != RECORD_FINISHED_ROUND;
}

/* After these records, the next one is rarely at a multiple of 8. */
static bool mostly_odd(uint32_t type)
{
	return type == RECORD_COMPRESSED || type == RECORD_HEADER_FEATURE;
}

static bool likely_misc(const struct head *h)
{
	if (h->type >= RECORD_USER_START)
		return !h->misc || h->type == RECORD_BUILD_ID;
	return !(h->misc & 0x0ff8) && (h->misc & 7) <= 5;
}

/* Would this header count as one between arbitrary bytes? */
static bool likely(const struct head *h)
{
	const struct record_desc *desc = record_find(h->type);

	if (!desc || h->size < desc->min || !likely_misc(h))
		return false;
	if (h->type == RECORD_FINISHED_ROUND && h->size != RECORD_HEADER_SIZE)
		return false;
	return h->size % 8 == 0 || odd_size_allowed(h->type);
}

static uint64_t tail_size(struct records *r, const struct head *h, uint64_t off)
{
	const struct record_desc *desc = record_find(h->type);
	size_t avail;
	const uint8_t *p;

	if (!desc || desc->tail == TAIL_NONE || h->size < desc->min)
		return 0;
	p = get(r, off, desc->min, &avail);
	return avail < desc->min ? 0 : record_tail(desc, p, h->size, r->stream->big);
}

/*
 * What the fields of a record show about its size. loose: no field describes some bytes. text: any
 * bytes can be text, and a short text ends early. gaps: bytes between the fields of a tracepoint,
 * which are not loose because its payload states its length.
 */
struct exact_sink {
	struct sink sink;
	bool sample, loose, text, gaps;
};

static bool exact_value(struct sink *sink, const struct item *item)
{
	struct exact_sink *s = (struct exact_sink *)sink;
	bool padding = item->field == F_padding && item->len >= TEXT_PADDING;

	s->text |= item->type == FT_STR;
	s->gaps |= padding && s->sample;
	s->loose |= item->field == F_rest || (padding && !s->sample);
	return !s->loose;
}

/* A record with a part that takes all bytes left fits any size. */
static bool takes_rest(const struct record_desc *desc)
{
	for (const struct row *row = desc->rows; row && row->kind != ROW_END; row++)
		if (row->count.src == COUNT_REST && row->kind != ROW_STR)
			return true;
	return false;
}

/* Do the fields of a record fill its size exactly? */
static bool uses_up(const struct stream *stream, const struct head *h, const uint8_t *rec,
		    struct exact_sink *s)
{
	const struct record_desc *desc = record_find(h->type);
	const struct events *events = stream->events;
	const struct layout *layout;

	*s = (struct exact_sink){
		.sink = { .value = exact_value },
		.sample = h->type == RECORD_SAMPLE,
	};
	if (!desc || takes_rest(desc) || !events->list.n)
		return false;
	layout = events_layout(events, events_bind(events, h->type, rec, h->size));
	return !decode_record(layout, rec, h->size, &s->sink) && !s->loose;
}

/*
 * Is a record so well formed that it counts as one even between arbitrary bytes? Its fields must
 * fill its size exactly, which only fixed fields can show.
 */
static bool exact(const struct stream *stream, const struct head *h, const uint8_t *rec)
{
	struct exact_sink s;

	if (h->type >= RECORD_USER_START)
		return h->type == RECORD_FINISHED_ROUND;
	return uses_up(stream, h, rec, &s) && !s.text && !s.gaps;
}

/* Do likely records follow one another from off on, to the stream's end or for CHAIN records? */
static bool likely_chain(struct records *r, uint64_t off)
{
	for (unsigned i = 0; i < CHAIN; i++) {
		uint64_t end = r->stream->end, tail;
		struct head h;
		size_t avail;
		const uint8_t *p;

		if (reaches_end(r, off, 0))
			return i > 0;
		p = get(r, off, RECORD_HEADER_SIZE, &avail);
		if (avail < RECORD_HEADER_SIZE)
			return false;
		h = load_head(p, r->stream->big);
		if (!likely(&h))
			return false;
		p = get(r, off, h.size, &avail);
		if (h.size > end - off)
			return i > 1;
		if (avail >= h.size && exact(r->stream, &h, p))
			return true;
		tail = tail_size(r, &h, off);
		off += h.size;
		if (tail)
			return !reaches_end(r, off, tail) || tail == end - off;
	}
	return true;
}

/*
 * As likely_chain() for a search. A chain reaches at most CHAIN records ahead: with that much in
 * the window the search does not read the same bytes again for each place.
 */
static bool likely_at(struct records *r, uint64_t pos)
{
	size_t avail;

	peek(r, pos, (size_t)(CHAIN + 1) * RECORD_MAX, &avail);
	return likely_chain(r, pos);
}

bool records_seek(struct records *r, uint64_t end)
{
	uint64_t pos = r->pos;

	while (pos < end && !likely_at(r, pos))
		pos += 8;
	records_skip(r, pos);
	return pos < end;
}

/* Places from which likely headers do not lead to the place searched for: a bit each. */
struct misled {
	uint64_t start;
	uint8_t bits[ALIGNED_SEARCH / 8];
};

/*
 * Was the place already noted? So each dead end is followed only once, however many places lead to
 * it.
 */
static bool note_misled(struct misled *misled, uint64_t off)
{
	uint64_t i = off - misled->start;
	uint8_t bit = (uint8_t)(1 << i % 8);
	bool was = misled->bits[i / 8] & bit;

	misled->bits[i / 8] |= bit;
	return was;
}

/* Do likely headers lead from off exactly to place? It is less than ALIGNED_SEARCH away. */
static bool leads_to(struct records *r, uint64_t off, uint64_t place, struct misled *misled)
{
	while (off < place) {
		struct head h;
		uint64_t tail;
		size_t avail;
		const uint8_t *p = get(r, off, RECORD_HEADER_SIZE, &avail);

		if (avail < RECORD_HEADER_SIZE || note_misled(misled, off))
			return false;
		h = load_head(p, r->stream->big);
		if (!likely(&h))
			return false;
		tail = tail_size(r, &h, off);
		if (h.size > place - off || tail > place - off - h.size)
			return false;
		off += h.size + tail;
	}
	return true;
}

/*
 * The next place after off where records seem to begin, or the stream's end. Most recordings have
 * all records at multiples of 8, but compressed ones and pipes do not. So the first record at a
 * multiple of 8 is searched first; then an earlier place counts if its headers lead to that record.
 */
static uint64_t resync(struct records *r, uint64_t off)
{
	uint64_t end = r->stream->end, pos, found;
	uint64_t aligned = r->stream->start + ((off - r->stream->start + 8) & ~7ull);
	struct misled misled = { .start = off };

	for (found = aligned; found < end && found - off < ALIGNED_SEARCH; found += 8)
		if (likely_at(r, found))
			break;
	r->touched |= found >= end;
	if (found >= end || found - off >= ALIGNED_SEARCH)
		found = end;
	for (pos = off + 1; pos < found; pos++)
		if (found == end ? likely_at(r, pos) : leads_to(r, pos, found, &misled))
			return pos;
	r->touched |= found == end;
	return found;
}

/* A record of unknown type counts as one if another header follows it. */
static bool unknown_is_record(struct records *r, const struct head *h, uint64_t off)
{
	uint64_t next = off + h->size;
	struct head after;
	size_t avail;
	const uint8_t *p;

	if (!h->type || h->type > TYPE_MAX)
		return false;
	if (reaches_end(r, next, 0))
		return true;
	p = get(r, next, RECORD_HEADER_SIZE, &avail);
	if (avail < RECORD_HEADER_SIZE)
		return false;
	after = load_head(p, r->stream->big);
	return after.type && after.type <= TYPE_MAX && after.size >= RECORD_HEADER_SIZE &&
	       (!reaches_end(r, next, after.size) || after.size == r->stream->end - next);
}

/* NULL: there is a record at `off`; otherwise the reason why not. */
static const char *check(struct records *r, const struct head *h, uint64_t off)
{
	const struct record_desc *desc = record_find(h->type);

	if (h->size < RECORD_HEADER_SIZE)
		return "the record's size is less than its header";
	if (reaches_end(r, off, h->size) && h->size > r->stream->end - off)
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
static uint64_t after_damage(struct records *r, const struct head *h)
{
	uint64_t next = r->pos + h->size;

	if (h->size >= RECORD_HEADER_SIZE && record_find(h->type) &&
	    (reaches_end(r, r->pos, h->size) ? next == r->stream->end : likely_chain(r, next)))
		return next;
	return resync(r, r->pos);
}

/* The sizes that records of this type had, divided by 8, as bits. */
static uint64_t *known_sizes(struct records *r, const struct head *h)
{
	return r->known[h->type % RECORDS_KNOWN_TYPES];
}

/* Note the size of a record whose bytes were checked. */
static void know_size(struct records *r, const struct head *h)
{
	if (h->size >= USUAL_SIZE) {
		r->learnt += h->size > r->largest;
		r->largest = h->size > r->largest ? h->size : r->largest;
	} else if (!bitset_has(known_sizes(r, h), h->size / 8u)) {
		r->learnt++;
		bitset_add(known_sizes(r, h), h->size / 8u);
	}
}

void records_learn(struct records *r, uint32_t type, uint16_t size)
{
	know_size(r, &(struct head){ .type = type, .size = size });
}

/*
 * Is a record's header enough, without a check of its bytes? Damaged sizes are mostly large, or
 * odd, or new for the type.
 */
static bool usual_size(struct records *r, const struct head *h)
{
	if (h->type == RECORD_COMPRESSED || h->type == RECORD_COMPRESSED2)
		return true;
	if (h->size % 8 && !odd_size_allowed(h->type))
		return false;
	return h->size < USUAL_SIZE ? bitset_has(known_sizes(r, h), h->size / 8u)
				    : h->size <= r->largest;
}

bool records_trust(struct records *r, const uint8_t *header)
{
	struct head h = load_head(header, r->stream->big);

	return likely(&h) && !record_find(h.type)->tail && usual_size(r, &h);
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
	struct head h = load_head(p, r->stream->big);
	uint64_t header = load_u64(p, false), *slot = trust_slot(r, header);

	/* A header of zeros equals an empty slot. */
	r->trusted = header && *slot == header;
	if (!r->trusted && !likely(&h))
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
	struct head h = { r->type, r->misc, r->size };
	bool trusted = r->looked_at && r->trusted;

	if (!r->looked_at) {
		if (r->have < RECORD_HEADER_SIZE)
			return false;
		h = load_head(r->p, r->stream->big);
		if (!likely(&h) || record_find(h.type)->tail)
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
static bool whole_compressed(const struct head *h, const uint8_t *rec, bool big)
{
	const uint8_t *p;
	size_t len;

	if (h->type != RECORD_COMPRESSED && h->type != RECORD_COMPRESSED2)
		return false;
	len = zstream_data(rec, h->size, h->type, big, &p);
	return zstream_is_whole(p, len);
}

/*
 * The first place inside a record where records follow one another, which means that its size is
 * damaged. 0: there is none, or the record is surely sound; its size holds then.
 */
static uint64_t within(struct records *r, const struct head *h)
{
	uint64_t end = r->pos + h->size;
	unsigned step = (r->pos - r->stream->start) % 8 || mostly_odd(h->type) ? 1 : 8;
	struct exact_sink s;
	size_t avail;
	const uint8_t *p = get(r, r->pos, h->size, &avail);

	if (avail < h->size)
		return 0;
	if (!uses_up(r->stream, h, p, &s) && !whole_compressed(h, p, r->stream->big))
		for (uint64_t pos = r->pos + RECORD_HEADER_SIZE; pos < end; pos += step)
			if (likely_at(r, pos))
				return pos;
	know_size(r, h);
	return 0;
}

/*
 * Must the bytes of a record be checked? Not if it has a tail, and not if a known size leads to the
 * end. A record that fits any size counts if it leads to a record.
 */
static bool doubtful(struct records *r, const struct head *h)
{
	const struct record_desc *desc = record_find(h->type);
	uint64_t left = r->stream->end - r->pos;
	struct head after;
	size_t avail;
	const uint8_t *p;

	if (!desc || desc->tail)
		return false;
	if (!takes_rest(desc) && !usual_size(r, h))
		return true;
	if (reaches_end(r, r->pos, h->size) && h->size == left)
		return false;
	p = get(r, r->pos, h->size + (size_t)RECORD_HEADER_SIZE, &avail);
	if (avail < h->size + (size_t)RECORD_HEADER_SIZE)
		return true;
	after = load_head(p + h->size, r->stream->big);
	return !likely(&after);
}

/* Is there a likely header at `off`, or the stream's end? */
static bool likely_next(struct records *r, uint64_t off)
{
	struct head h;
	size_t avail;
	const uint8_t *p;

	if (off >= r->stream->end)
		return off == r->stream->end;
	p = get(r, off, RECORD_HEADER_SIZE, &avail);
	if (avail < RECORD_HEADER_SIZE)
		return false;
	h = load_head(p, r->stream->big);
	return likely(&h);
}

/*
 * The length of the tail after a record. A damaged type or size can claim any number of bytes. The
 * length holds if it leads to a record; otherwise the tail ends where records follow one another.
 */
static uint64_t believed_tail(struct records *r, const struct head *h)
{
	uint64_t tail = tail_size(r, h, r->pos), next = r->pos + h->size;
	uint64_t left = r->stream->end - next;

	if (!tail)
		return 0;
	reaches_end(r, next, tail);
	if ((tail > left || h->misc) && left && likely_chain(r, next))
		return 0;
	if (tail <= left && likely_next(r, next + tail))
		return tail;
	if (tail > left)
		tail = left;
	for (uint64_t pos = next; pos < next + tail; pos += 8)
		if (likely_at(r, pos))
			return pos - next;
	return tail;
}

/*
 * The bytes after the record become its tail, or a damaged stretch if the record claims more bytes
 * than exist.
 */
static void take_tail(struct records *r, const struct head *h, struct record *record)
{
	uint64_t said = tail_size(r, h, r->pos), tail = believed_tail(r, h);

	if (said <= r->stream->end - r->pos - h->size)
		record->tail = tail;
	else
		r->cut_tail = tail;
}

static void next_of_any(struct records *r, struct record *record)
{
	uint64_t end = r->stream->end;
	struct head h;
	size_t avail;
	const uint8_t *p = get(r, r->pos, RECORD_HEADER_SIZE, &avail);
	const char *why;
	uint64_t inner;

	if (avail < RECORD_HEADER_SIZE) {
		set_damage(r, record, end, "the data end inside a record header");
		return;
	}
	h = load_head(p, r->stream->big);
	why = check(r, &h, r->pos);
	if (why) {
		set_damage(r, record, after_damage(r, &h), why);
		return;
	}
	inner = doubtful(r, &h) ? within(r, &h) : 0;
	if (inner) {
		set_damage(r, record, inner, "the record's size leads over other records");
		return;
	}
	record->tail = 0;
	take_tail(r, &h, record);
	p = get(r, r->pos, h.size, &avail);
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
	r->p = peek(r, r->pos, RECORD_MAX, &r->have);
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

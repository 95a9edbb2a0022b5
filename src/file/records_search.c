/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where records begin among arbitrary bytes: what counts as a record there, and the search. */
#include "file/records_private.h"
#include "wire/decode.h"

enum {
	ALIGNED_SEARCH = 1 << 17, /* bytes in which only multiples of 8 are tried at first */
	CHAIN = 4,		  /* headers that must follow one another to count as records */
	TEXT_PADDING = 8	  /* so many bytes are more than padding to a multiple of 8 */
};

uint64_t records_tail_size(struct records *r, const struct record_head *h, uint64_t off)
{
	const struct record_desc *desc = record_find(h->type);
	size_t avail;
	const uint8_t *p;

	if (!desc || desc->tail == TAIL_NONE || h->size < desc->min)
		return 0;
	p = records_get(r, off, desc->min, &avail);
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

bool record_takes_rest(const struct record_desc *desc)
{
	for (const struct row *row = desc->rows; row && row->kind != ROW_END; row++)
		if (row->count.src == COUNT_REST && row->kind != ROW_STR)
			return true;
	return false;
}

/* As record_fills_size(); s: what the fields show. */
static bool fills_size(const struct stream *stream, const struct record_head *h, const uint8_t *rec,
		       struct exact_sink *s)
{
	const struct record_desc *desc = record_find(h->type);
	const struct events *events = stream->events;
	const struct layout *layout;

	*s = (struct exact_sink){
		.sink = { .value = exact_value },
		.sample = h->type == RECORD_SAMPLE,
	};
	if (!desc || record_takes_rest(desc) || !events->list.n)
		return false;
	layout = events_layout(events, events_bind(events, h->type, rec, h->size));
	return !decode_record(layout, rec, h->size, &s->sink) && !s->loose;
}

bool record_fills_size(const struct stream *stream, const struct record_head *h, const uint8_t *rec)
{
	struct exact_sink s;

	return fills_size(stream, h, rec, &s);
}

/*
 * Is a record so well formed that it counts as one even between arbitrary bytes? Its fields must
 * fill its size exactly, which only fixed fields can show.
 */
static bool exact(const struct stream *stream, const struct record_head *h, const uint8_t *rec)
{
	struct exact_sink s;

	if (h->type >= RECORD_USER_START)
		return h->type == RECORD_FINISHED_ROUND;
	return fills_size(stream, h, rec, &s) && !s.text && !s.gaps;
}

bool records_likely_chain(struct records *r, uint64_t off)
{
	for (unsigned i = 0; i < CHAIN; i++) {
		uint64_t end = r->stream->end, tail;
		struct record_head h;
		size_t avail;
		const uint8_t *p;

		if (records_reach_end(r, off, 0))
			return i > 0;
		p = records_get(r, off, RECORD_HEADER_SIZE, &avail);
		if (avail < RECORD_HEADER_SIZE)
			return false;
		h = record_head_load(p, r->stream->big);
		if (!record_head_is_likely(&h))
			return false;
		p = records_get(r, off, h.size, &avail);
		if (h.size > end - off)
			return i > 1;
		if (avail >= h.size && exact(r->stream, &h, p))
			return true;
		tail = records_tail_size(r, &h, off);
		off += h.size;
		if (tail)
			return !records_reach_end(r, off, tail) || tail == end - off;
	}
	return true;
}

/*
 * A chain reaches at most CHAIN records ahead: with that much in the window, the search does not
 * read the same bytes again for each place.
 */
bool records_likely_at(struct records *r, uint64_t pos)
{
	size_t avail;

	records_peek(r, pos, (size_t)(CHAIN + 1) * RECORD_SIZE_MAX, &avail);
	return records_likely_chain(r, pos);
}

bool records_seek(struct records *r, uint64_t end)
{
	uint64_t pos = r->pos;

	while (pos < end && !records_likely_at(r, pos))
		pos += 8;
	records_skip(r, pos);
	return pos < end;
}

/* Places from which likely headers do not lead to the place searched for: a bit each. */
struct dead_ends {
	uint64_t start;
	uint8_t bits[ALIGNED_SEARCH / 8];
};

/*
 * Was the place already noted? So each dead end is followed only once, however many places lead to
 * it.
 */
static bool note_dead_end(struct dead_ends *dead_ends, uint64_t off)
{
	uint64_t i = off - dead_ends->start;
	uint8_t bit = (uint8_t)(1 << i % 8);
	bool was = dead_ends->bits[i / 8] & bit;

	dead_ends->bits[i / 8] |= bit;
	return was;
}

/* Do likely headers lead from off exactly to place? It is less than ALIGNED_SEARCH away. */
static bool leads_to(struct records *r, uint64_t off, uint64_t place, struct dead_ends *dead_ends)
{
	while (off < place) {
		struct record_head h;
		uint64_t tail;
		size_t avail;
		const uint8_t *p = records_get(r, off, RECORD_HEADER_SIZE, &avail);

		if (avail < RECORD_HEADER_SIZE || note_dead_end(dead_ends, off))
			return false;
		h = record_head_load(p, r->stream->big);
		if (!record_head_is_likely(&h))
			return false;
		tail = records_tail_size(r, &h, off);
		if (h.size > place - off || tail > place - off - h.size)
			return false;
		off += h.size + tail;
	}
	return true;
}

/* Does the file end before pos, although the stream does not? It was cut while it was read. */
static bool is_cut_off(struct records *r, uint64_t pos)
{
	size_t avail;

	records_peek(r, pos, 1, &avail);
	return !avail && !records_io_error(r);
}

/*
 * Most recordings have all records at multiples of 8, but compressed ones and pipes do not. So the
 * first record at a multiple of 8 is searched first; then an earlier place counts if its headers
 * lead to that record.
 */
uint64_t records_resync(struct records *r, uint64_t off)
{
	uint64_t end = r->stream->end, pos, found;
	uint64_t aligned = r->stream->start + ((off - r->stream->start + 8) & ~7ull);
	struct dead_ends dead_ends = { .start = off };

	for (found = aligned; found < end && found - off < ALIGNED_SEARCH; found += 8)
		if (records_likely_at(r, found))
			break;
	r->touched |= found >= end;
	if (found >= end || found - off >= ALIGNED_SEARCH)
		found = end;
	for (pos = off + 1; pos < found && !(found == end && is_cut_off(r, pos)); pos++)
		if (found == end ? records_likely_at(r, pos) : leads_to(r, pos, found, &dead_ends))
			return pos;
	r->touched |= found == end;
	return found;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/packets.h"

#include <stdlib.h>

#include "base/mem.h"

enum {
	PIECE = 128 << 10,
	OVERLAP = 16 /* bytes of a PSB, which may cross the end of a piece */
};

void packets_init(struct packets *p, enum trace_format format, const struct source *source,
		  uint64_t at, uint64_t size, uint64_t start)
{
	*p = (struct packets){ .source = source, .at = at, .size = size };
	p->piece = mem_alloc(PIECE);
	p->bytes = p->piece;
	trace_init(&p->place.trace, format, p->bytes, 0, start);
}

void packets_init_bytes(struct packets *p, enum trace_format format, const uint8_t *bytes,
			size_t size)
{
	*p = (struct packets){ .size = size, .bytes = bytes, .len = size };
	trace_init(&p->place.trace, format, bytes, size, 0);
}

void packets_release(struct packets *p)
{
	free(p->piece);
}

void packets_seek(struct packets *p, const struct packets_place *place)
{
	p->place = *place;
	p->used = (size_t)place->offset;
	if (!p->source)
		return;
	p->len = p->used = 0;
}

/* Read the trace data from the current place on. Returns false at the end. */
static bool load(struct packets *p)
{
	uint64_t left = p->size - p->place.offset;
	int64_t n;

	n = left ? source_read(p->source, p->at + p->place.offset, p->piece,
			       left < PIECE ? (size_t)left : PIECE)
		 : 0;
	p->len = n > 0 ? (size_t)n : 0;
	p->used = 0;
	return p->len;
}

/* Are there bytes after those in memory? */
static bool has_more(const struct packets *p)
{
	return p->source && p->place.offset - p->used + p->len < p->size;
}

/*
 * A packet that ends where the piece ends may be cut, or be the beginning of a run: decode it again
 * with more bytes. One that fills the piece is a run, and is split.
 */
static bool take_again(struct packets *p, struct packet *packet, const struct trace *before)
{
	if (!has_more(p) || p->used + packet->len < p->len)
		return false;
	if (p->used) {
		p->place.trace = *before;
		return load(p);
	}
	packet->len -= packet->len > OVERLAP ? OVERLAP : 0;
	trace_split(&p->place.trace, packet);
	return false;
}

bool packets_next(struct packets *p, struct packet *packet)
{
	if (p->source && p->used == p->len && !load(p))
		return false;
	for (;;) {
		struct trace before = p->place.trace;

		trace_move(&p->place.trace, p->bytes + p->used, p->len - p->used);
		if (!trace_next(&p->place.trace, packet))
			return false;
		if (!take_again(p, packet, &before))
			break;
	}
	p->used += (size_t)packet->len;
	packet->offset = p->place.offset;
	p->place.offset += packet->len;
	p->place.number++;
	return true;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The raw data of a tracepoint: fields at fixed offsets. Some fields state where a string or an
 * array is after the fixed fields. Such fields may claim the same bytes. A claim gets its bytes as
 * a leaf if no earlier claim overlaps them; otherwise its bytes are shown again, not as a leaf.
 */
#include <string.h>

#include "wire/tracefmt.h"
#include "wire/walk.h"
#include "wire/wrong.h"

enum {
	CLAIMS_MAX = 32
};

struct claim {
	uint32_t start, end;
};

struct walk_claims {
	uint32_t start, fixed, end; /* of the raw data; fixed: where its fixed fields end */
	unsigned n;
	struct claim v[CLAIMS_MAX]; /* places after the fixed fields, in order */
};

static bool claim(struct walk_claims *c, uint32_t start, uint32_t end)
{
	unsigned i = c->n;

	if (start == end)
		return true;
	if (start < c->fixed || c->n == CLAIMS_MAX)
		return false;
	while (i && c->v[i - 1].start >= end)
		i--;
	if (i && c->v[i - 1].end > start)
		return false;
	memmove(c->v + i + 1, c->v + i, (c->n - i) * sizeof(*c->v));
	c->v[i] = (struct claim){ start, end };
	c->n++;
	return true;
}

/* Walk the payload of a field at another place, and return to where the walk was. */
static void walk_away(struct walk *w, const struct row *rows, uint32_t start, uint32_t end)
{
	uint32_t back = w->pos, back_end = w->end;
	bool again = w->again;

	w->again = again || !claim(w->claims, start, end);
	w->pos = start;
	w->end = end;
	walk_rows(w, rows);
	walk_leaf(w, F_padding, w->pos, w->end - w->pos, NULL);
	w->pos = back;
	w->end = back_end;
	w->again = again;
}

/* linux/trace_events.h: the low half is the offset, the high half the length. */
void walk_place(struct walk *w, const struct row *row)
{
	const struct walk_claims *c = w->claims;
	uint32_t off, start, len;
	uint64_t place;
	struct item item;
	bool inside;

	if (!walk_take(w, row, &off, &place))
		return;
	start = (row->flags & ROW_RELATIVE ? w->pos : c->start) + (uint32_t)(place & 0xffff);
	len = (uint32_t)(place >> 16);
	inside = start <= c->end && len <= c->end - start;
	item = walk_item(w, row, off, row->size);
	item.num = place;
	if (!inside)
		item.note = walk_wrong(w, WRONG_PLACE);
	walk_pass(w, w->sink->value, &item);
	if (inside)
		walk_away(w, row->sub, start, start + len);
}

static void walk_gaps(struct walk *w, const struct walk_claims *c)
{
	uint32_t at = w->pos;

	for (unsigned i = 0; i < c->n; i++) {
		walk_leaf(w, F_padding, at, c->v[i].start - at, NULL);
		at = c->v[i].end;
	}
	walk_leaf(w, F_padding, at, c->end - at, NULL);
}

static void walk_fields(struct walk *w, const struct tracefmt *format, uint32_t end)
{
	static const struct row object = { .field = F_tp, .kind = ROW_OBJECT };
	uint32_t start = w->pos, back = w->end;
	uint32_t fixed = format->fixed < end - start ? format->fixed : end - start;
	struct walk_claims claims = { .start = start, .fixed = start + fixed, .end = end };
	struct item item = walk_item(w, &object, start, end - start);

	w->claims = &claims;
	w->end = claims.fixed;
	walk_pass(w, w->sink->begin, &item);
	walk_rows(w, format->rows);
	walk_gaps(w, &claims);
	walk_pass(w, w->sink->end, &item);
	w->claims = NULL;
	w->pos = end;
	w->end = back;
}

/* Show the bytes as a whole, and their fields if the event's format is known. */
void walk_raw(struct walk *w, const struct row *row)
{
	const struct tracefmt *format = w->layout->format;
	uint64_t count = walk_count(w, row);
	uint32_t left = w->end - w->pos, len = count < left ? (uint32_t)count : left;
	struct item item = walk_item(w, row, w->pos, len);

	if (!format || !len || w->dry) {
		walk_bytes(w, row);
		return;
	}
	item.flags |= ROW_AGAIN;
	item.bytes = w->rec + w->pos;
	if (count > left)
		item.note = walk_wrong(w, WRONG_BYTES);
	walk_pass(w, w->sink->value, &item);
	walk_fields(w, format, w->pos + len);
}

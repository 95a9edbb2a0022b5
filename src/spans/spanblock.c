/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spans/spanblock.h"

#include <stdlib.h>
#include <string.h>

#include "index/column.h"
#include "wire/bytes.h"

enum {
	HEAD = 4 * (2 + SPANCOL_COUNT) /* numbers of entries, then sizes of columns, as u32 */
};

static enum span_side side_of(enum spanblock_column column)
{
	return column < SPANCOL_END_AT ? SPAN_BEGINS : SPAN_ENDS;
}

/* ---- packing ---- */

struct span_values {
	uint32_t n[2];
	uint64_t v[SPANCOL_COUNT][BLOCK_ROWS];
};

static uint64_t fold_row(uint64_t row, uint64_t other)
{
	return spanblock_fold((int64_t)(other - row));
}

static void add_begin(struct span_values *c, const struct spantable *table, uint64_t number,
		      uint64_t first_row)
{
	const struct span_begin *b = spantable_begin(table, number);
	bool ends = b->state == SPAN_COMPLETE || b->state == SPAN_DOUBTFUL;
	uint64_t row = first_row + b->at, off = UINT64_MAX, wakeup = 0;
	uint32_t i = c->n[SPAN_BEGINS]++;

	if (table->has_offs && ends)
		off = *spantable_off(table, number);
	if (table->has_wakeups)
		wakeup = *spantable_wakeup(table, number);
	c->v[SPANCOL_AT][i] = b->at;
	c->v[SPANCOL_WHAT][i] = (uint64_t)b->kind | (uint64_t)b->state << 8 |
				(b->has_ret ? SPANWHAT_HAS_RET : 0u) |
				(off != UINT64_MAX ? SPANWHAT_HAS_OFF : 0u);
	c->v[SPANCOL_NAME][i] = b->name;
	c->v[SPANCOL_DUR][i] = ends || b->state == SPAN_UNFINISHED ? b->dur : 0;
	c->v[SPANCOL_END][i] = ends ? fold_row(row, b->end_or_around) : 0;
	c->v[SPANCOL_DEPTH][i] = b->depth;
	c->v[SPANCOL_RET][i] = b->has_ret ? spanblock_fold(*spantable_ret(table, number)) : 0;
	c->v[SPANCOL_WAKEUP][i] = wakeup ? fold_row(row, wakeup - 1) : 0;
	c->v[SPANCOL_OFF][i] = off != UINT64_MAX ? off : 0;
}

static bool pack_column(const uint64_t *v, uint32_t n, struct buf *out)
{
	uint64_t any = 0;

	for (uint32_t i = 0; i < n; i++)
		any |= v[i];
	if (any)
		column_pack(out, v, n);
	return any;
}

static void put_u32(struct buf *out, size_t at, uint32_t v)
{
	for (unsigned i = 0; i < 4; i++)
		out->p[at + i] = (char)(v >> 8 * i);
}

bool spanblock_pack(const struct spantable *table, const struct spanblock_place *place,
		    uint64_t (*first_row)(void *arg, uint64_t block), void *arg, struct buf *out)
{
	uint64_t block = place->number, first = place->first_row;
	struct span_values *c;
	size_t head = out->len;

	if (!spantable_rows(table, place->number))
		return false;
	c = mem_alloc(sizeof(*c));
	c->n[SPAN_BEGINS] = c->n[SPAN_ENDS] = 0;
	for (uint64_t i = table->first[SPAN_BEGINS].v[place->number];
	     i < table->first[SPAN_BEGINS].v[place->number + 1]; i++)
		if (spantable_begin(table, i + 1)->kind)
			add_begin(c, table, i + 1, place->first_row);
	for (uint64_t i = table->first[SPAN_ENDS].v[place->number];
	     i < table->first[SPAN_ENDS].v[place->number + 1]; i++) {
		const struct span_end *end = spantable_end(table, i + 1);
		uint32_t at = c->n[SPAN_ENDS];

		if (!end->kind)
			continue;
		c->v[SPANCOL_END_AT][at] = end->at;
		c->v[SPANCOL_END_KIND][at] = end->kind;
		c->v[SPANCOL_END_BEGIN][at] = 0;
		c->n[SPAN_ENDS]++;
		if (!end->begin)
			continue;
		if (spantable_block_of(table, end->begin, block) != block) {
			block = spantable_block_of(table, end->begin, block);
			first = first_row(arg, block);
		}
		c->v[SPANCOL_END_BEGIN][at] = fold_row(
			place->first_row + end->at, first + spantable_begin(table, end->begin)->at);
	}
	buf_fill(out, '\0', HEAD);
	for (enum span_side side = SPAN_BEGINS; side <= SPAN_ENDS; side++)
		put_u32(out, head + (size_t)4 * side, c->n[side]);
	for (enum spanblock_column i = SPANCOL_AT; i < SPANCOL_COUNT; i++) {
		size_t before = out->len;

		if (pack_column(c->v[i], c->n[side_of(i)], out))
			put_u32(out, head + 8 + (size_t)4 * i, (uint32_t)(out->len - before));
	}
	free(c);
	return true;
}

/* ---- unpacking ---- */

struct spanblock *spanblock_empty(const struct spanblock_place *place)
{
	struct spanblock *b = mem_zalloc(sizeof(*b));

	b->number = place->number;
	b->first_row = place->first_row;
	b->rows = place->rows;
	return b;
}

void spanblock_free(struct spanblock *b)
{
	if (!b)
		return;
	for (int i = 0; i < SPANCOL_COUNT; i++)
		free(b->col[i]);
	free(b);
}

static bool unpack_columns(struct spanblock *b, const uint8_t *p, size_t len)
{
	size_t at = HEAD;

	for (enum spanblock_column i = SPANCOL_AT; i < SPANCOL_COUNT; i++) {
		uint32_t size = load_u32(p + 8 + 4 * (size_t)i, false), n = b->n[side_of(i)];

		if (!size)
			continue;
		if (size > len - at || !n)
			return false;
		b->col[i] = mem_alloc(n * sizeof(uint64_t));
		if (!column_unpack(p + at, size, b->col[i], n))
			return false;
		at += size;
	}
	return at == len;
}

/* Check that rows rise and are inside the block. */
static bool place_entries(struct spanblock *b, enum span_side side)
{
	enum spanblock_column column = side == SPAN_BEGINS ? SPANCOL_AT : SPANCOL_END_AT;

	for (uint32_t i = 0; i < b->n[side]; i++) {
		uint64_t at = spanblock_value(b, column, i);

		if (at >= b->rows || (i && at <= spanblock_value(b, column, i - 1)))
			return false;
		b->place[side][at] = (uint16_t)(i + 1);
	}
	return true;
}

static bool is_row(const struct spanblock *b, enum spanblock_column from,
		   enum spanblock_column column, uint32_t i, uint64_t rows)
{
	uint64_t v = spanblock_value(b, column, i);

	return !v || spanblock_row(b->first_row + spanblock_value(b, from, i), v) < rows;
}

static bool begins_sound(const struct spanblock *b, const struct spanblock_limits *limits)
{
	for (uint32_t i = 0; i < b->n[SPAN_BEGINS]; i++) {
		uint64_t what = spanblock_value(b, SPANCOL_WHAT, i);
		enum span_state state = spanwhat_state(what);

		if (what >= SPANWHAT_END || !spanwhat_kind(what) ||
		    spanwhat_kind(what) > limits->kinds || state == SPAN_NONE ||
		    state >= SPAN_ORPHANED ||
		    spanblock_value(b, SPANCOL_NAME, i) >= limits->names ||
		    spanblock_value(b, SPANCOL_DEPTH, i) > UINT16_MAX ||
		    spanwhat_has_dur(what) != (spanblock_value(b, SPANCOL_END, i) != 0) ||
		    !is_row(b, SPANCOL_AT, SPANCOL_END, i, limits->rows) ||
		    !is_row(b, SPANCOL_AT, SPANCOL_WAKEUP, i, limits->rows))
			return false;
	}
	return true;
}

static bool ends_sound(const struct spanblock *b, const struct spanblock_limits *limits)
{
	for (uint32_t i = 0; i < b->n[SPAN_ENDS]; i++) {
		uint64_t kind = spanblock_value(b, SPANCOL_END_KIND, i);

		if (!kind || kind > limits->kinds ||
		    !is_row(b, SPANCOL_END_AT, SPANCOL_END_BEGIN, i, limits->rows))
			return false;
	}
	return true;
}

struct spanblock *spanblock_unpack(const uint8_t *p, size_t len,
				   const struct spanblock_place *place,
				   const struct spanblock_limits *limits)
{
	struct spanblock *b;

	if (len < HEAD)
		return NULL;
	b = spanblock_empty(place);
	for (enum span_side side = SPAN_BEGINS; side <= SPAN_ENDS; side++)
		b->n[side] = load_u32(p + (size_t)4 * side, false);
	if (b->n[SPAN_BEGINS] <= b->rows && b->n[SPAN_ENDS] <= b->rows &&
	    unpack_columns(b, p, len) && place_entries(b, SPAN_BEGINS) &&
	    place_entries(b, SPAN_ENDS) && begins_sound(b, limits) && ends_sound(b, limits))
		return b;
	spanblock_free(b);
	return NULL;
}

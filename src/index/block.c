/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/block.h"

#include "index/shift.h"

enum {
	ASKED = 64, /* answers that match_sizes() keeps; sizes are multiples of 8 */
	COLUMNS_BYTES = sizeof(uint64_t) * COL_COUNT * BLOCK_ROWS /* of a block that is filled */
};

void block_writer_init(struct block_writer *w)
{
	uint64_t *all = mem_map(COLUMNS_BYTES);

	*w = (struct block_writer){ 0 };
	for (int c = 0; c < COL_COUNT; c++)
		w->col[c] = all + (size_t)c * BLOCK_ROWS;
}

void block_writer_release(struct block_writer *w)
{
	mem_unmap(w->col[0], COLUMNS_BYTES);
	vec_release(&w->jumps);
}

static void pack_column(const struct block_writer *w, enum column_id id, struct buf *out,
			struct block_desc *desc)
{
	const uint64_t *v = w->col[id];

	switch (id) {
	case COL_SIZE:
		column_pack_given(out, v, w->col[COL_KIND], w->rows);
		break;
	case COL_KIND:
		desc->kinds = column_pack_bits(out, v, w->rows);
		break;
	case COL_THREAD:
		desc->threads = column_pack_bits(out, v, w->rows);
		break;
	case COL_CPU:
		desc->cpus = column_pack_bits(out, v, w->rows);
		break;
	default:
		column_pack(out, v, w->rows);
	}
}

void block_writer_pack(const struct block_writer *w, struct buf *out, struct block_desc *desc)
{
	struct block_header head = { .rows = w->rows, .jumps = (uint32_t)w->jumps.n };
	size_t at = out->len;

	buf_add(out, &head, sizeof(head));
	buf_add(out, w->jumps.v, w->jumps.n * sizeof(*w->jumps.v));
	for (int c = 0; c < COL_COUNT; c++) {
		size_t before = out->len;

		pack_column(w, c, out, desc);
		head.column_size[c] = (uint32_t)(out->len - before);
	}
	memcpy(out->p + at, &head, sizeof(head));
}

bool block_open(struct block *b, const struct block_desc *desc, uint8_t *payload)
{
	size_t at = sizeof(b->head), jumps;

	*b = (struct block){ .desc = *desc, .payload = payload };
	pthread_mutex_init(&b->lock, NULL);
	if (desc->size < sizeof(b->head))
		return false;
	memcpy(&b->head, payload, sizeof(b->head));
	jumps = b->head.jumps * sizeof(struct block_jump);
	if (b->head.rows != desc->rows || !desc->rows || desc->rows > BLOCK_ROWS ||
	    !b->head.jumps || jumps > desc->size - at)
		return false;
	b->jumps = payload + at;
	at += jumps;
	for (int c = 0; c < COL_COUNT; c++) {
		if (b->head.column_size[c] > desc->size - at)
			return false;
		b->packed[c] = payload + at;
		at += b->head.column_size[c];
	}
	return true;
}

void block_close(struct block *b)
{
	free(b->payload);
	for (int c = 0; c < COL_COUNT; c++)
		free(b->col[c]);
	free(b->offset);
	free(b->stream);
	free(b->in);
	pthread_mutex_destroy(&b->lock);
	*b = (struct block){ 0 };
}

void block_shift(struct block *b, uint64_t shift)
{
	b->shift = shift;
	shift_desc(&b->desc, shift);
}

/* First add the times that were shifted, then the times that were recorded. */
static uint64_t *add_shifted(uint64_t *v, uint32_t rows, uint64_t shift)
{
	v = mem_realloc(v, (size_t)rows * 2 * sizeof(*v));
	memcpy(v + rows, v, rows * sizeof(*v));
	for (uint32_t i = 0; i < rows; i++)
		v[i] = shift_time(v[i], shift);
	return v;
}

/* kinds: for COL_SIZE, the column COL_KIND. */
static uint64_t *unpack(struct block *b, enum column_id id, const uint64_t *kinds)
{
	uint64_t *v = mem_alloc(b->desc.rows * sizeof(*v));
	const uint8_t *p = b->packed[id];
	size_t len = b->head.column_size[id];

	if (!(kinds ? column_unpack_given(p, len, kinds, v, b->desc.rows)
		    : column_unpack(p, len, v, b->desc.rows))) {
		memset(v, 0, b->desc.rows * sizeof(*v));
		b->bad = true;
	}
	return id == COL_TIME && b->shift ? add_shifted(v, b->desc.rows, b->shift) : v;
}

const uint64_t *block_column(struct block *b, enum column_id id)
{
	const uint64_t *kinds, *v = atomic_load_explicit(&b->col[id], memory_order_acquire);

	if (v)
		return v;
	kinds = id == COL_SIZE ? block_column(b, COL_KIND) : NULL;
	pthread_mutex_lock(&b->lock);
	if (!b->col[id])
		b->col[id] = unpack(b, id, kinds);
	v = b->col[id];
	pthread_mutex_unlock(&b->lock);
	return v;
}

/* A question about shifted times. */
struct shifted {
	uint64_t shift;
	bool (*yes)(void *arg, uint64_t v);
	void *arg;
};

static bool yes_shifted(void *arg, uint64_t v)
{
	const struct shifted *s = arg;

	return s->yes(s->arg, shift_time(v, s->shift));
}

/* A size, and whether it is accepted. */
struct asked {
	uint64_t size;
	bool known, yes;
};

/* Most rows have one of a few sizes, so yes() is not called for each row. */
static void match_sizes(struct block *b, bool (*yes)(void *arg, uint64_t v), void *arg,
			uint64_t *bits)
{
	const uint64_t *v = block_column(b, COL_SIZE);
	struct asked asked[ASKED] = { 0 };

	for (uint32_t i = 0; i < b->desc.rows; i += 64) {
		uint32_t end = b->desc.rows - i < 64 ? b->desc.rows - i : 64;
		uint64_t found = 0;

		for (uint32_t k = 0; k < end; k++) {
			struct asked *a = &asked[v[i + k] / 8 % ASKED];

			if (!a->known || a->size != v[i + k])
				*a = (struct asked){ v[i + k], true, yes(arg, v[i + k]) };
			found |= (uint64_t)a->yes << k;
		}
		bits[i / 64] |= found;
	}
}

void block_match(struct block *b, enum column_id id, bool (*yes)(void *arg, uint64_t v), void *arg,
		 uint64_t *bits)
{
	struct shifted shifted = { b->shift, yes, arg };

	if (id == COL_SIZE) {
		match_sizes(b, yes, arg, bits);
		return;
	}
	if (id == COL_TIME && b->shift) {
		yes = yes_shifted;
		arg = &shifted;
	}
	if (!column_match(b->packed[id], b->head.column_size[id], b->desc.rows, yes, arg, bits))
		b->bad = true;
}

static struct block_jump jump_at(const struct block *b, uint32_t i)
{
	struct block_jump jump;

	memcpy(&jump, b->jumps + i * sizeof(jump), sizeof(jump));
	return jump;
}

bool block_next_stretch(const struct block *b, struct block_stretch *s)
{
	uint32_t rows = b->desc.rows;

	s->row = s->end;
	if (s->row == rows)
		return false;
	while (s->jumps < b->head.jumps && jump_at(b, s->jumps).row <= s->row)
		s->jump = jump_at(b, s->jumps++);
	s->end = s->jumps < b->head.jumps ? jump_at(b, s->jumps).row : rows;
	s->end = s->end < rows ? s->end : rows;
	return true;
}

static uint64_t *make_offsets(struct block *b, const uint64_t *size)
{
	uint32_t rows = b->desc.rows;
	uint64_t *offset = mem_alloc(rows * sizeof(*offset));
	struct block_stretch s = { 0 };

	b->stream = mem_alloc(rows * sizeof(uint16_t));
	b->in = mem_alloc(rows * sizeof(uint64_t));
	while (block_next_stretch(b, &s)) {
		uint64_t at = s.jump.offset;

		for (uint32_t i = s.row; i < s.end; i++) {
			offset[i] = at;
			b->stream[i] = (uint16_t)s.jump.stream;
			b->in[i] = s.jump.in;
			at += size[i];
		}
	}
	return offset;
}

const uint64_t *block_offsets(struct block *b)
{
	const uint64_t *size, *v = atomic_load_explicit(&b->offset, memory_order_acquire);

	if (v)
		return v;
	size = block_column(b, COL_SIZE);
	pthread_mutex_lock(&b->lock);
	if (!b->offset)
		b->offset = make_offsets(b, size);
	v = b->offset;
	pthread_mutex_unlock(&b->lock);
	return v;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spans/damages.h"

/* The position in the rounds of a part, in file order. */
struct damaged_rounds {
	struct losses *losses;
	const struct index *index;
	uint64_t latest;  /* time so far, */
	uint64_t pending; /* at the last round, */
	uint64_t settled; /* and at the round before it */
	uint64_t from;	  /* of the current damage */
	unsigned left;	  /* rounds until its end; 0: there is no damage */
	bool unordered;	  /* the file has several streams, whose rounds are unrelated */
};

static void note_damage(struct damaged_rounds *r)
{
	if (!r->left)
		r->from = r->settled;
	r->left = 2;
}

static void end_round(struct damaged_rounds *r)
{
	if (r->unordered)
		return;
	if (r->left && !--r->left)
		losses_add(r->losses, r->from, r->latest);
	r->settled = r->pending;
	r->pending = r->latest;
}

static void note_time(struct damaged_rounds *r, uint64_t time)
{
	if (block_is_time(time) && time > r->latest)
		r->latest = time;
}

/* Is a kind of rows a round, or damage? */
static bool is_mark(const struct kind *kind)
{
	return kind &&
	       (kind->entry.type == RECORD_FINISHED_ROUND || kind->entry.type == RECORD_DAMAGE);
}

static void read_rows(struct damaged_rounds *r, struct block *block)
{
	const uint64_t *times = block_column(block, COL_TIME);
	const uint64_t *kinds = block_column(block, COL_KIND);

	for (uint32_t i = 0; i < block->desc.rows; i++) {
		const struct kind *kind = index_kind(r->index, kinds[i]);

		note_time(r, times[i]);
		if (!is_mark(kind))
			continue;
		if (kind->entry.type == RECORD_DAMAGE)
			note_damage(r);
		else
			end_round(r);
	}
}

static uint64_t mark_bits(const struct index *index)
{
	uint64_t bits = 0;

	for (uint64_t i = 0; i < index_kinds(index); i++)
		if (is_mark(index_kind(index, i)))
			bits |= 1ull << i % 64;
	return bits;
}

void damages_find(struct reader *reader, const struct recording *recording, size_t part,
		  struct losses *losses)
{
	const struct index *index = recording_index(recording, part);
	struct damaged_rounds r = { .losses = losses,
				    .index = index,
				    .unordered = recording_file(recording, part)->streams.n != 1 };
	uint64_t bits = mark_bits(index), first = recording_first_block(recording, part);

	for (uint64_t i = first; i < first + index_blocks(index); i++) {
		struct block_desc desc = recording_block(recording, i);
		struct block *block = reader_block(reader, i);

		if (block && (desc.kinds & bits || !block_is_time(desc.time_max)))
			read_rows(&r, block);
		note_time(&r, desc.time_max);
	}
	if (r.left)
		losses_add(losses, r.from, UINT64_MAX);
}

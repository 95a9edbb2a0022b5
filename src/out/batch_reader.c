/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/batch_reader.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/vec.h"

/* A block with rows of the batch, and a list of these rows' places in the batch. */
struct in_block {
	uint64_t number, first, rows;
	uint32_t place; /* of the last row, from 1; 0: the list ends */
};

enum {
	AHEAD = 16 /* rows that are read together; they stay in the first level of caches */
};

struct batch_reader {
	struct reader *reader;
	struct row_batch *batch;
	VEC(struct in_block) blocks;
	size_t at;		/* index in blocks of the last row's block */
	bool loaded;		/* infos has the rows of the batch */
	struct row_info *infos; /* NULL: the next ones of the batch are read instead: */
	struct row_info next[AHEAD];
	uint32_t next_from, next_n; /* their places in the batch */
	uint32_t *before;	    /* for each place, the previous one in the list of its block */
};

struct batch_reader *batch_reader_open(struct reader *reader, bool scattered)
{
	struct batch_reader *b = mem_zalloc(sizeof(*b));

	b->reader = reader;
	b->batch = mem_alloc(sizeof(*b->batch));
	if (scattered) {
		b->infos = mem_alloc(ROW_BATCH_MAX * sizeof(*b->infos));
		b->before = mem_alloc(ROW_BATCH_MAX * sizeof(*b->before));
	}
	return b;
}

void batch_reader_close(struct batch_reader *b)
{
	if (!b)
		return;
	free(b->batch);
	free(b->infos);
	free(b->before);
	vec_release(&b->blocks);
	free(b);
}

struct row_batch *batch_reader_batch(struct batch_reader *b)
{
	return b->batch;
}

/* The block of a row. A row is mostly in the block of the previous row, or in one of a few. */
static struct in_block *block_of(struct batch_reader *b, uint64_t row)
{
	struct recording *recording = reader_recording(b->reader);
	struct in_block *block;
	struct block_desc desc;
	uint64_t number;

	if (b->at < b->blocks.n && row - b->blocks.v[b->at].first < b->blocks.v[b->at].rows)
		return &b->blocks.v[b->at];
	for (b->at = 0; b->at < b->blocks.n; b->at++)
		if (row - b->blocks.v[b->at].first < b->blocks.v[b->at].rows)
			return &b->blocks.v[b->at];
	number = recording_block_of(recording, row);
	desc = recording_block(recording, number);
	block = vec_add(&b->blocks);
	*block = (struct in_block){ .number = number, .first = desc.first_row, .rows = desc.rows };
	return block;
}

static bool read_row(struct batch_reader *b, uint64_t row, struct row_info *info)
{
	const struct in_block *in = block_of(b, row);
	struct block *block = reader_block(b->reader, in->number);

	if (block)
		reader_row_in(b->reader, block, (uint32_t)(row - in->first), info);
	return block && !block->bad;
}

/* Read row i of the batch, and those after it that are in the same block. False: damage. */
static __attribute__((noinline)) bool read_next(struct batch_reader *b, uint32_t i)
{
	const uint64_t *rows = b->batch->rows + i;
	const struct in_block *in = block_of(b, rows[0]);
	struct block *block = reader_block(b->reader, in->number);
	uint32_t n = 1;

	b->next_n = 0;
	if (!block)
		return false;
	while (n < AHEAD && i + n < b->batch->n && rows[n] - in->first < in->rows)
		n++;
	reader_rows_in(b->reader, block, rows, n, b->next);
	if (block->bad)
		return false;
	b->next_from = i;
	b->next_n = n;
	return true;
}

bool batch_reader_see(struct batch_reader *b, struct writer *writer)
{
	b->blocks.n = 0;
	b->loaded = false;
	b->next_n = 0;
	if (writer->begin)
		writer->begin(writer);
	for (uint32_t i = 0; writer->see && i < b->batch->n; i++) {
		const struct row_info *info = batch_reader_row(b, i);

		if (!info)
			return false;
		writer->see(writer, info);
	}
	return true;
}

bool batch_reader_keep(struct batch_reader *b, struct matcher *matcher)
{
	uint32_t n = 0;
	int yes = 1;

	for (uint32_t i = 0; i < b->batch->n; i++) {
		yes = batch_reader_matches(b, matcher, i);
		if (yes < 0)
			break;
		b->batch->rows[n] = b->batch->rows[i];
		n += (uint32_t)yes;
	}
	b->batch->n = n;
	return yes >= 0;
}

bool batch_reader_load(struct batch_reader *b)
{
	bool ok = true;

	for (uint32_t i = 0; b->infos && i < b->batch->n; i++) {
		struct in_block *block = block_of(b, b->batch->rows[i]);

		b->before[i] = block->place;
		block->place = i + 1;
	}
	for (size_t k = 0; b->infos && k < b->blocks.n; k++)
		for (uint32_t i = b->blocks.v[k].place; i && ok; i = b->before[i - 1])
			ok = read_row(b, b->batch->rows[i - 1], &b->infos[i - 1]);
	b->loaded = b->infos;
	return ok;
}

const struct row_info *batch_reader_row(struct batch_reader *b, uint32_t i)
{
	uint32_t k = i - b->next_from;

	if (b->loaded)
		return &b->infos[i];
	/* Rows may have been removed from the batch. */
	if (k < b->next_n && b->next[k].row == b->batch->rows[i])
		return &b->next[k];
	return read_next(b, i) ? b->next : NULL;
}

int batch_reader_matches(struct batch_reader *b, struct matcher *matcher, uint32_t i)
{
	const struct in_block *in = block_of(b, b->batch->rows[i]);

	return matcher_row(matcher, in->number, (uint32_t)(b->batch->rows[i] - in->first));
}

uint64_t batch_reader_damaged(const struct batch_reader *b)
{
	return b->blocks.v[b->at].number;
}

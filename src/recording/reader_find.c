/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/reader_find.h"

#include "base/search.h"

typedef bool block_after(const struct block_desc *desc, uint64_t want);

static bool is_after(const struct recording *recording, uint64_t block, block_after *after,
		     uint64_t want)
{
	struct block_desc desc = recording_block(recording, block);

	return after(&desc, want);
}

/* The last block from `first` to before `end`, or the first, that is not after a wanted number. */
static uint64_t last_block(const struct recording *recording, uint64_t first, uint64_t end,
			   block_after *after, uint64_t want)
{
	return search_first(first + 1, end, i, !is_after(recording, i, after, want)) - 1;
}

static bool ordinal_after(const struct block_desc *desc, uint64_t ordinal)
{
	return desc->first_ordinal > ordinal;
}

static bool offset_after(const struct block_desc *desc, uint64_t offset)
{
	return desc->first_offset > offset;
}

static uint64_t last_row(const struct reader *reader)
{
	uint64_t rows = recording_rows(reader_recording(reader));

	return rows ? rows - 1 : 0;
}

uint64_t reader_find_ordinal(struct reader *reader, uint64_t ordinal)
{
	const struct recording *recording = reader_recording(reader);
	uint64_t blocks = recording_blocks(recording);
	struct block *block;

	if (!blocks)
		return 0;
	block = reader_block(reader, last_block(recording, 0, blocks, ordinal_after, ordinal));
	if (!block)
		return 0;
	for (uint32_t i = 0; i < block->desc.rows; i++) {
		struct row_info info;

		reader_row_in(reader, block, i, &info);
		if (!index_damages(recording_index(recording, info.part))) {
			i = (uint32_t)(ordinal - block->desc.first_ordinal);
			return i < block->desc.rows ? block->desc.first_row + i : last_row(reader);
		}
		if (info.ordinal == ordinal)
			return info.row;
	}
	return last_row(reader);
}

uint64_t reader_find_offset(struct reader *reader, size_t part, uint64_t offset)
{
	const struct recording *recording = reader_recording(reader);
	uint64_t first = recording_first_block(recording, part);
	uint64_t n = part < recording_parts_ready(recording)
			     ? index_blocks(recording_index(recording, part))
			     : 0;
	struct block *block;
	const uint64_t *offsets;
	uint64_t row;

	if (!n)
		return 0;
	block = reader_block(reader, last_block(recording, first, first + n, offset_after, offset));
	if (!block)
		return 0;
	row = block->desc.first_row;
	offsets = block_offsets(block);
	for (uint32_t i = 1; i < block->desc.rows && offsets[i] <= offset; i++)
		row = block->desc.first_row + i;
	return row;
}

/*
 * The first row, in the blocks from a number on, that has one of these times and is not before a
 * row. UINT64_MAX if there is none.
 */
static uint64_t find_in(struct reader *reader, uint64_t block_number, uint64_t row, uint64_t first,
			uint64_t last)
{
	const struct recording *recording = reader_recording(reader);
	uint64_t n = recording_blocks(recording);

	for (uint64_t k = recording_block_in(recording, block_number, first, last); k < n;
	     k = recording_block_in(recording, k + 1, first, last)) {
		struct block *block = reader_block(reader, k);
		const uint64_t *times = block ? block_column(block, COL_TIME) : NULL;

		for (uint32_t i = 0; times && i < block->desc.rows; i++)
			if (times[i] >= first && times[i] <= last &&
			    block->desc.first_row + i >= row)
				return block->desc.first_row + i;
	}
	return UINT64_MAX;
}

uint64_t reader_find_time(struct reader *reader, uint64_t time)
{
	uint64_t row = find_in(reader, 0, 0, time, UINT64_MAX - 1);

	return row == UINT64_MAX ? last_row(reader) : row;
}

bool reader_find_earlier(struct reader *reader, uint64_t row, uint64_t time)
{
	const struct recording *recording = reader_recording(reader);
	struct row_info info;

	if (!recording_has_times(recording) || reader_row(reader, row, &info, NULL) ||
	    !info.has_time || info.time <= time)
		return false;
	return find_in(reader, recording_block_of(recording, row), row + 1, time, info.time - 1) !=
	       UINT64_MAX;
}

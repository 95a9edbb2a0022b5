/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/moment.h"

#include "recording/span.h"

/* The first row of a part at or after a time of the part, and its time. */
static bool find_in_part(struct reader *reader, size_t part, uint64_t time, uint64_t *row,
			 uint64_t *found)
{
	const struct recording *recording = reader_recording(reader);
	uint64_t first = recording_first_block(recording, part);
	uint64_t end = first + index_blocks(recording_index(recording, part));

	for (uint64_t k = recording_block_in(recording, first, time, UINT64_MAX); k < end;
	     k = recording_block_in(recording, k + 1, time, UINT64_MAX)) {
		struct block *block = reader_block(reader, k);
		const uint64_t *times = block ? block_column(block, COL_TIME) : NULL;

		for (uint32_t i = 0; times && i < block->desc.rows; i++)
			if (times[i] >= time && times[i] != UINT64_MAX) {
				*row = block->desc.first_row + i;
				*found = times[i];
				return true;
			}
	}
	return false;
}

uint64_t moment_find(struct reader *reader, uint64_t wall)
{
	const struct recording *recording = reader_recording(reader);
	uint64_t nearest = UINT64_MAX, row = recording_rows(recording) - 1;

	for (size_t part = 0; part < recording_parts_ready(recording); part++) {
		uint64_t offset, at, time, from;

		if (!span_wall(recording, part, &offset))
			continue;
		from = wall - offset;
		/* It is before the start of the part's clock. */
		if ((int64_t)from < 1)
			from = 1;
		if (!find_in_part(reader, part, from, &at, &time) ||
		    time + offset - wall >= nearest)
			continue;
		nearest = time + offset - wall;
		row = at;
	}
	return row;
}

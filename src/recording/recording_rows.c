/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows, ordinals and blocks, which are numbered through all parts: the part that has them. */
#include "base/search.h"
#include "index/shift.h"
#include "recording/recording_private.h"

size_t recording_parts_ready(const struct recording *recording)
{
	return recording_ready(recording);
}

uint64_t recording_first_row(const struct recording *recording, size_t part)
{
	return recording->parts.v[part]->before.rows;
}

uint64_t recording_first_ordinal(const struct recording *recording, size_t part)
{
	return recording->parts.v[part]->before.records;
}

uint64_t recording_first_block(const struct recording *recording, size_t part)
{
	return recording->parts.v[part]->first_block;
}

/*
 * The last part that begins at or before a place. A part without rows begins where the next one
 * does.
 */
static size_t find_part(const struct recording *recording,
			uint64_t (*begin)(const struct recording *, size_t), uint64_t place)
{
	return search_first(1, recording_ready(recording), i, begin(recording, i) <= place) - 1;
}

size_t recording_part_of_row(const struct recording *recording, uint64_t row)
{
	return find_part(recording, recording_first_row, row);
}

bool recording_has_times(const struct recording *recording)
{
	for (size_t i = 0; i < recording_ready(recording); i++)
		if (!index_has_times(recording_index(recording, i)))
			return false;
	return true;
}

uint64_t recording_rows(const struct recording *recording)
{
	const struct recording_part_state *part = recording_last_ready(recording);

	return part->before.rows + index_rows(part->index);
}

uint64_t recording_blocks(const struct recording *recording)
{
	const struct recording_part_state *part = recording_last_ready(recording);

	return part->first_block + index_blocks(part->index);
}

size_t recording_part_of_block(const struct recording *recording, uint64_t number, uint64_t *local)
{
	size_t part = find_part(recording, recording_first_block, number);

	*local = number - recording_first_block(recording, part);
	return part;
}

/* The description with the times of the timeline and the recording's numbers. */
static struct block_desc global_desc(const struct recording_part_state *part,
				     const struct block_desc *of_part)
{
	struct block_desc desc = *of_part;

	shift_desc(&desc, part->shift);
	desc.first_row += part->before.rows;
	desc.first_ordinal += part->before.records;
	return desc;
}

struct block_desc recording_block(const struct recording *recording, uint64_t number)
{
	uint64_t local;
	const struct recording_part_state *part =
		recording->parts.v[recording_part_of_block(recording, number, &local)];

	return global_desc(part, index_block(part->index, local));
}

static bool overlaps(const struct block_desc *desc, uint64_t first, uint64_t last)
{
	return desc->time_min <= desc->time_max && desc->time_max >= first &&
	       desc->time_min <= last;
}

bool recording_group(const struct recording *recording, uint64_t number, struct block_desc *all,
		     uint64_t *end)
{
	uint64_t local;
	const struct recording_part_state *part =
		recording->parts.v[recording_part_of_block(recording, number, &local)];
	uint64_t group = local / GROUP_BLOCKS;

	if (local % GROUP_BLOCKS || group >= index_groups(part->index))
		return false;
	*all = global_desc(part, index_group(part->index, group));
	*end = part->first_block + index_group_end(part->index, group);
	return true;
}

uint64_t recording_block_in(const struct recording *recording, uint64_t from, uint64_t first,
			    uint64_t last)
{
	uint64_t blocks = recording_blocks(recording);
	struct block_desc desc;

	while (from < blocks) {
		uint64_t end = from + 1;

		if (recording_group(recording, from, &desc, &end) &&
		    !overlaps(&desc, first, last)) {
			from = end;
			continue;
		}
		desc = recording_block(recording, from);
		if (overlaps(&desc, first, last))
			break;
		from++;
	}
	return from < blocks ? from : blocks;
}

uint64_t recording_block_of(const struct recording *recording, uint64_t row)
{
	const struct recording_part_state *part =
		recording->parts.v[recording_part_of_row(recording, row)];

	return part->first_block + index_block_of(part->index, row - part->before.rows);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/field_offsets.h"

const struct field_offset *field_offsets_get(struct field_offsets *offsets,
					     const struct row_info *info,
					     const struct layout *layout, enum field_id field)
{
	uint64_t key = ((uint64_t)(uint32_t)info->layout << 32 | info->type) * 0x9e3779b97f4a7c15u;
	unsigned at = (unsigned)(key >> 40) ^ (unsigned)field ^ (unsigned)info->flags << 7;
	struct field_offset_entry *entry = &offsets->entries[at % FIELD_OFFSETS_KEPT];

	if (!entry->used || entry->part != info->part || entry->type != info->type ||
	    entry->field != field || entry->flags != info->flags || entry->layout != info->layout) {
		*entry = (struct field_offset_entry){
			.part = info->part,
			.type = info->type,
			.field = (uint16_t)field,
			.flags = info->flags,
			.layout = info->layout,
			.used = true,
		};
		field_offset_find(&entry->offset, layout, info->type, field);
	}
	return &entry->offset;
}

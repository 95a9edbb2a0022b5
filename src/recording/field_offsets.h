/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_FIELD_OFFSETS_H
#define RECORDING_FIELD_OFFSETS_H

#include "recording/reader.h"
#include "wire/field_offset.h"

enum {
	FIELD_OFFSETS_KEPT = 256
};

/*
 * The offsets of fields in the records of each kind (wire/field_offset.h), kept after the first
 * use. For one thread.
 */
struct field_offsets {
	struct field_offset_entry {
		size_t part;
		uint32_t type;
		uint16_t field, flags;
		int32_t layout;
		bool used;
		struct field_offset offset;
	} entries[FIELD_OFFSETS_KEPT];
};

/* The offset for the kind and the layout of a row; valid until the next call. */
const struct field_offset *field_offsets_get(struct field_offsets *offsets,
					     const struct row_info *info,
					     const struct layout *layout, enum field_id field);

#endif

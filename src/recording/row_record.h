/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_ROW_RECORD_H
#define RECORDING_ROW_RECORD_H

#include "recording/field_offsets.h"
#include "wire/decode.h"

/*
 * The record of a row, for code that needs its values. Its bytes and layout are read once, at the
 * first use. A value is read at a fixed offset that all records of the kind share, or else found by
 * a walk. Valid until the reader is used for another row; nothing has to be released.
 */
struct row_record {
	struct reader *reader;
	const struct row_info *info;
	bool read; /* layout, p and len are set */
	struct layout layout;
	const uint8_t *p;
	size_t len;
};

/* Begin with a row; nothing is read yet. */
static inline void row_record_begin(struct row_record *record, struct reader *reader,
				    const struct row_info *info)
{
	record->reader = reader;
	record->info = info;
	record->read = false;
}

/* Read the layout and the bytes, once. Returns false if the row has no record. */
static inline bool row_record_read(struct row_record *record)
{
	if (!record->read) {
		record->read = true;
		record->p = reader_bytes(record->reader, record->info, &record->len);
		reader_layout(record->reader, record->info, &record->layout);
	}
	return record->len && record->info->type != RECORD_DAMAGE;
}

/*
 * The offset of a field in records of this kind, see field_offsets_get(); call row_record_read()
 * first.
 */
static inline const struct field_offset *row_record_offset(const struct row_record *record,
							   struct field_offsets *offsets,
							   enum field_id field)
{
	return field_offsets_get(offsets, record->info, &record->layout, field);
}

/*
 * Load the number at an offset; call row_record_read() first. Returns false if the record is too
 * short.
 */
static inline bool row_record_load(const struct row_record *record,
				   const struct field_offset *offset, uint64_t *num)
{
	return field_offset_load(offset, &record->layout, record->info->type, record->p,
				 record->len, num);
}

#endif

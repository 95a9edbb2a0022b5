/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_DERIVED_WALK_H
#define RECORDING_DERIVED_WALK_H

#include "recording/derived.h"

/*
 * Pass all items of a row's record to a sink, including those derived items that are in `wanted`.
 * Returns what is wrong with the record, or NULL. Texts of items stay valid until the reader reads
 * another row, except those of derived_is_brief() fields, see reader_made_text().
 */
const char *derived_walk(struct row_record *record, const struct derived_set *wanted,
			 struct sink *sink);

/*
 * The same if all requested fields have one base (derived_base()), whose number is known: pass the
 * base and the items made of it to the sink. The record was read.
 */
void derived_walk_number(const struct row_record *record, const struct derived_set *wanted,
			 enum field_id base, uint64_t number, struct sink *sink);

#endif

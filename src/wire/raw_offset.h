/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_RAW_OFFSET_H
#define WIRE_RAW_OFFSET_H

#include "wire/field_offset.h"

/*
 * The offset of the raw data in the samples of one layout. A walk finds it only in samples with
 * lists before the raw data other than a call chain.
 */
struct raw_offset {
	struct field_offset size, chain; /* of raw.size and callchain.nr */
};

void raw_offset_find(struct raw_offset *offset, const struct layout *layout);

/*
 * Get the raw data of a sample of len bytes; *raw points into rec. False: it has none.
 */
bool raw_offset_get(const struct raw_offset *offset, const struct layout *layout,
		    const uint8_t *rec, size_t len, const uint8_t **raw, size_t *raw_len);

#endif

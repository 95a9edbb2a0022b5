/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_PLACES_H
#define RECORDING_PLACES_H

#include "recording/reader.h"
#include "wire/place.h"

/* Where words are in the records of each kind (wire/place.h), remembered. For one thread. */
struct places {
	struct place_entry {
		size_t part;
		uint32_t type;
		uint16_t word, flags;
		int32_t layout;
		bool used;
		struct place place;
	} entries[256];
};

/* Of a row and its layout; the answer is good until the next question. */
const struct place *places_get(struct places *places, const struct row_info *info,
			       const struct layout *layout, enum word word);

#endif

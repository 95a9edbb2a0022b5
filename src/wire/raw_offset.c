/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wire/raw_offset.h"

#include "wire/bytes.h"
#include "wire/find.h"

void raw_offset_find(struct raw_offset *offset, const struct layout *layout)
{
	field_offset_find(&offset->size, layout, RECORD_SAMPLE, F_raw_size);
	field_offset_find(&offset->chain, layout, RECORD_SAMPLE, F_callchain_nr);
}

/* Find the size of raw data, which is after the call chain, if there is one. */
static bool size_at(const struct raw_offset *offset, const struct layout *layout,
		    const uint8_t *rec, size_t len, size_t *at)
{
	size_t n;

	*at = offset->size.at;
	if (offset->size.kind == OFFSET_FIXED)
		return true;
	if (offset->chain.kind != OFFSET_FIXED ||
	    !field_offset_list(&offset->chain, layout, RECORD_SAMPLE, rec, len, at, &n))
		return false;
	*at += 8 * n;
	return true;
}

bool raw_offset_get(const struct raw_offset *offset, const struct layout *layout,
		    const uint8_t *rec, size_t len, const uint8_t **raw, size_t *raw_len)
{
	size_t at, left;

	if (offset->size.kind == OFFSET_NONE)
		return false;
	if (!size_at(offset, layout, rec, len, &at))
		return find_bytes(layout, rec, len, F_raw, raw, raw_len);
	if (len < at + sizeof(uint32_t))
		return false;
	left = len - at - sizeof(uint32_t);
	*raw = rec + at + sizeof(uint32_t);
	*raw_len = load_u32(rec + at, layout->big);
	if (*raw_len > left)
		*raw_len = left;
	return true;
}

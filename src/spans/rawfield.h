/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_RAWFIELD_H
#define SPANS_RAWFIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/field_offset.h"
#include "wire/tracefmt.h"

/*
 * How to find the raw data in samples of one layout, and fields at known places in these data,
 * without a walk.
 */
struct rawplace {
	/* Of raw.size and callchain.nr, if they are always at the same place. */
	struct field_offset size, chain;
};

void rawplace_find(struct rawplace *place, const struct layout *layout);

/*
 * Get the raw data of a sample of len bytes; *raw points into rec. Returns false if there are none.
 */
bool rawplace_get(const struct rawplace *place, const struct layout *layout, const uint8_t *rec,
		  size_t len, const uint8_t **raw, size_t *raw_len);

/* A field of a tracepoint. */
struct rawfield {
	bool has, is_text, is_signed;
	/* the field has the offset of the text; relative: from the field's end */
	bool elsewhere, relative;
	uint16_t at, size;
};

/* Find a field by name. has is false if the format has no such field with a number or a text. */
void rawfield_find(struct rawfield *field, const struct tracefmt *format, const char *name);

/*
 * Get the field's number, sign-extended, or its text up to a NUL. Returns false if the data are too
 * short.
 */
bool rawfield_number(const struct rawfield *field, bool big, const uint8_t *raw, size_t len,
		     uint64_t *number);
bool rawfield_text(const struct rawfield *field, bool big, const uint8_t *raw, size_t len,
		   const char **text, size_t *text_len);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_RAWFIELD_H
#define SPANS_RAWFIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/field_offset.h"
#include "wire/tracefmt.h"

/* The raw data of samples of one layout, and fields in them by their places: loads, no walks. */
struct rawplace {
	struct field_offset size,
		chain; /* as far as one of them is at a place that is always the same */
};

void rawplace_find(struct rawplace *place, const struct layout *layout);

/* The raw data of a sample of len bytes; it points into rec. False: there are none. */
bool rawplace_get(const struct rawplace *place, const struct layout *layout, const uint8_t *rec,
		  size_t len, const uint8_t **raw, size_t *raw_len);

/* A field of a tracepoint. */
struct rawfield {
	bool has, is_text, is_signed;
	bool elsewhere, relative; /* the field tells where the text is; from its own end on */
	uint16_t at, size;
};

/* Find it by its name; has is unset where the format has none that is a number or a text. */
void rawfield_find(struct rawfield *field, const struct tracefmt *format, const char *name);

/* Its number, sign-extended, or its text up to a NUL. False: the data end before. */
bool rawfield_number(const struct rawfield *field, bool big, const uint8_t *raw, size_t len,
		     uint64_t *number);
bool rawfield_text(const struct rawfield *field, bool big, const uint8_t *raw, size_t len,
		   const char **text, size_t *text_len);

#endif

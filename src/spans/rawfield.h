/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_RAWFIELD_H
#define SPANS_RAWFIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/tracefmt.h"

/* How to get a field of a tracepoint from raw data without a walk (wire/raw_offset.h). */
enum rawfield_type {
	RAWFIELD_NONE, /* the format has no such field with a number or a text */
	RAWFIELD_UINT,
	RAWFIELD_SINT,
	RAWFIELD_TEXT
};

struct rawfield {
	enum rawfield_type type;
	bool elsewhere;	   /* at `at` is the place of the text: its offset and its size */
	bool relative;	   /* the offset counts from the end of the place, not from the raw data */
	uint16_t at, size; /* bytes from the start of the raw data */
};

/* Find a field by name. */
void rawfield_find(struct rawfield *field, const struct tracefmt *format, const char *name);

/*
 * Get the field's number, sign-extended, or its text up to a NUL, which points into raw. False: the
 * field has another type, or the data are too short.
 */
bool rawfield_number(const struct rawfield *field, bool big, const uint8_t *raw, size_t len,
		     uint64_t *number);
bool rawfield_text(const struct rawfield *field, bool big, const uint8_t *raw, size_t len,
		   const char **text, size_t *text_len);

#endif

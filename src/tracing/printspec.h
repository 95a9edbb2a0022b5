/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TRACING_PRINTSPEC_H
#define TRACING_PRINTSPEC_H

#include <stdint.h>

#include "base/buf.h"

/* The layout of a value, as a conversion of printf() such as %-08lx states it. */
enum printspec_flag {
	PRINTSPEC_LEFT = 1,   /* - */
	PRINTSPEC_ALT = 2,    /* # */
	PRINTSPEC_ZERO = 4,   /* 0 */
	PRINTSPEC_PRECISE = 8 /* there is a precision */
};

struct printspec {
	char conversion; /* for numbers: d, u, x, X or o */
	uint8_t flags;	 /* enum printspec_flag */
	uint8_t bits;	 /* of the number's type: 8, 16, 32 or 64 */
	uint8_t unused;	 /* explicit padding, because pieces are sent as bytes */
	uint16_t width, precision;
};

/* Append what printf() prints by %s. Of the flags, only PRINTSPEC_LEFT has an effect. */
void printspec_string(const struct printspec *spec, const char *p, size_t len, struct buf *out);

/* Append a number. Only its lowest bits count. */
void printspec_number(const struct printspec *spec, uint64_t v, struct buf *out);

#endif

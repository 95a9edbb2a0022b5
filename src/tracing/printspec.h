/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TRACING_PRINTSPEC_H
#define TRACING_PRINTSPEC_H

#include <stdint.h>

#include "base/buf.h"

/* How a value is laid out, as a conversion of printf() says it: %-08lx and the like. */
enum printspec_flag {
	PRINTSPEC_LEFT = 1,   /* - */
	PRINTSPEC_ALT = 2,    /* # */
	PRINTSPEC_ZERO = 4,   /* 0 */
	PRINTSPEC_PRECISE = 8 /* precision is there */
};

struct printspec {
	char conversion; /* of numbers: d, u, x, X or o */
	uint8_t flags;	 /* enum printspec_flag */
	uint8_t bits;	 /* of the number: 8, 16, 32 or 64 */
	uint8_t unused;	 /* it has no gap, as it is sent */
	uint16_t width, precision;
};

/* Append what printf() prints by %s; of the flags - alone has a meaning there. */
void printspec_string(const struct printspec *spec, const char *p, size_t len, struct buf *out);

/* Append a number, of which the lowest bits count. */
void printspec_number(const struct printspec *spec, uint64_t v, struct buf *out);

#endif

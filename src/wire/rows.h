/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_ROWS_H
#define WIRE_ROWS_H

/* Macros for the row tables; only rows_*.c include this. */

#include "wire/layout.h"
#include "wire/schema.h"

/* clang-format off */
#define UINT(w, n, ...) { .field = F_##w, .kind = ROW_UINT, .size = (n), __VA_ARGS__ }
#define SINT(w, n, ...) { .field = F_##w, .kind = ROW_SINT, .size = (n), __VA_ARGS__ }
#define U8(w, ...) UINT(w, 1, __VA_ARGS__)
#define U16(w, ...) UINT(w, 2, __VA_ARGS__)
#define U32(w, ...) UINT(w, 4, __VA_ARGS__)
#define U64(w, ...) UINT(w, 8, __VA_ARGS__)
#define S32(w, ...) SINT(w, 4, __VA_ARGS__)
#define S64(w, ...) SINT(w, 8, __VA_ARGS__)
#define F64(w, ...) { .field = F_##w, .kind = ROW_F64, .size = 8, __VA_ARGS__ }
#define STR(w, ...) { .field = F_##w, .kind = ROW_STR, .count = { .src = COUNT_REST }, __VA_ARGS__ }
#define STRN(w, n, ...) { .field = F_##w, .kind = ROW_STR, .size = (n), __VA_ARGS__ }
#define BYTESN(w, n, ...) { .field = F_##w, .kind = ROW_BYTES, .size = (n), __VA_ARGS__ }
#define BYTES(w, c, ...) { .field = F_##w, .kind = ROW_BYTES, .count = c, __VA_ARGS__ }
#define OBJECT(w, rows, ...) { .field = F_##w, .kind = ROW_OBJECT, .sub = (rows), __VA_ARGS__ }
#define LIST(w, c, rows, ...) \
	{ .field = F_##w, .kind = ROW_LIST, .count = c, .sub = (rows), __VA_ARGS__ }
#define BITS(w, n, rows, ...) \
	{ .field = F_##w, .kind = ROW_BITS, .size = (n), .sub = (rows), __VA_ARGS__ }
#define BIT(w, lo, n, ...) { .field = F_##w, .kind = ROW_BIT, .shift = (lo), .size = (n), __VA_ARGS__ }
#define CHAIN(w, c, ...) { .field = F_##w, .kind = ROW_CHAIN, .count = c, __VA_ARGS__ }
#define REGS(w, c, ...) { .field = F_##w, .kind = ROW_REGS, .count = c, __VA_ARGS__ }
#define RAW(w, c, ...) { .field = F_##w, .kind = ROW_RAW, .count = c, __VA_ARGS__ }
#define FLAT(r, ...) { .kind = ROW_OBJECT, .sub = (r), .flags = ROW_FLAT, __VA_ARGS__ }
#define HOLD(n, ...) { .kind = ROW_HOLD, .size = (n), __VA_ARGS__ }
#define END { .kind = ROW_END }

#define SAVE(r) .save = REG_##r
#define STRUCTURAL .flags = ROW_STRUCTURAL
#define NR(r) { .src = COUNT_REG, .reg = REG_##r }
#define FIXED(k) { .src = COUNT_FIXED, .n = (k) }
#define REST { .src = COUNT_REST }

#define WHEN(source, m, v) .when = { .src = (source), .mask = (m), .want = (v) }
#define IF_SAMPLE(bit) WHEN(WHEN_SAMPLE_TYPE, SAMPLE_##bit, SAMPLE_##bit)
#define IF_READ(bit) WHEN(WHEN_READ_FORMAT, READ_##bit, READ_##bit)
#define IF_MISC(bit) WHEN(WHEN_MISC, bit, bit)
#define IF_NOT_MISC(bit) WHEN(WHEN_MISC, bit, 0)
#define IF_LEFT(n) WHEN(WHEN_LEFT, 0, n)
#define UNLESS_LEFT(n) .when = { .src = WHEN_LEFT, .want = (n), .negate = true }
#define IF_FITS(r) .when = { .src = WHEN_FITS, .reg = REG_##r }
#define IF_REG(r, m, v) .when = { .src = WHEN_REG, .reg = REG_##r, .mask = (m), .want = (v) }
#define IF_REG_NOT(r, m, v) \
	.when = { .src = WHEN_REG, .reg = REG_##r, .mask = (m), .want = (v), .negate = true }
/* clang-format on */

#endif

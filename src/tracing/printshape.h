/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TRACING_PRINTSHAPE_H
#define TRACING_PRINTSHAPE_H

#include "base/shape.h"
#include "tracing/printfmt.h"

/*
 * Append the shape of the texts that a program prints, escaped. strings: what printshape_strings()
 * found in the raw data of a sample, where a missing string is empty; NULL: the strings can be any
 * texts. Returns a number of bytes: the program prints a text for each sample that has at least so
 * many bytes of raw data, and for which printshape_strings() returns true. 0: this depends on more.
 */
size_t printshape_add(const struct printfmt *print, const struct buf *strings, struct shape *shape);

/*
 * Append the strings in the raw data of a sample that the program can print, each with a NUL.
 * Returns false if the raw data lack one.
 */
bool printshape_strings(const struct printfmt *print, const uint8_t *raw, size_t len,
			struct buf *strings);

#endif

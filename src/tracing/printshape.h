/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TRACING_PRINTSHAPE_H
#define TRACING_PRINTSHAPE_H

#include "base/shape.h"
#include "tracing/printfmt.h"

/*
 * Append the shape of the texts that a program prints, escaped. Returns the least number of bytes
 * with which the program fits any raw data of its tracepoint. 0: that does not depend on the number
 * of bytes alone.
 */
size_t printshape_add(const struct printfmt *print, struct shape *shape);

#endif

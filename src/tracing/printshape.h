/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TRACING_PRINTSHAPE_H
#define TRACING_PRINTSHAPE_H

#include "base/shape.h"
#include "tracing/printfmt.h"

/*
 * Append the shape of the texts that a program prints, escaped. Returns how many bytes raw data
 * must have, besides the number of their tracepoint, for the program to fit them whatever they
 * are; 0: that depends on more than their number.
 */
size_t printshape_add(const struct printfmt *print, struct shape *shape);

#endif

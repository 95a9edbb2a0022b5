/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TRACING_PRINTSHAPE_H
#define TRACING_PRINTSHAPE_H

#include "base/shape.h"
#include "tracing/printfmt.h"

/*
 * Append the shape of the texts that a program prints, escaped. Returns how many bytes raw data
 * need for the program to fit them whatever they contain, apart from the tracepoint's number. 0: it
 * depends on more than the number of bytes.
 */
size_t printshape_add(const struct printfmt *print, struct shape *shape);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TRACING_PRINTSHAPE_H
#define TRACING_PRINTSHAPE_H

#include "base/shape.h"
#include "tracing/printfmt.h"

/*
 * Append the shape of the texts that a program prints, escaped. Returns the least size of raw data
 * for which the program always prints a text. 0: whether it prints one does not depend only on
 * the size.
 */
size_t printshape_add(const struct printfmt *print, struct shape *shape);

#endif

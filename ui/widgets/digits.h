/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_DIGITS_H
#define WIDGETS_DIGITS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

/*
 * Append a text. If it begins with a decimal number, the digits before the point are in groups of
 * three: "1 234 567.8", "-12 345/s".
 */
void digits_add(const char *text, struct buf *out);

/*
 * Does a text begin with a decimal number? *whole gets its bytes before the point. A sign alone, as
 * tables have it for no number, is one, too.
 */
bool digits_whole(const char *text, size_t *whole);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_ERRORNAMES_H
#define SPANS_ERRORNAMES_H

#include <stdint.h>

/* The name of the error that a result is, negated, as Linux numbers it; NULL: it is none. */
const char *errornames_of(int64_t result);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_ERRORNAMES_H
#define SPANS_ERRORNAMES_H

#include <stdint.h>

/* Return the Linux name of the error with the number -result; NULL: result is not an error. */
const char *errornames_of(int64_t result);

#endif

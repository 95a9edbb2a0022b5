/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_FEATURE_ROWS_H
#define FILE_FEATURE_ROWS_H

#include "file/features.h"
#include "wire/bytes.h"

/* One row a feature section: how its bytes are told. */

/* The next string of a section: u32 length with padding, text up to the first NUL. */
const char *feature_string(struct cursor *c, size_t *len);

/* Report one section under a key; what is not understood is reported as bytes. */
void feature_rows_report(const struct features *features, const struct feature_section *section,
			 const char *key, struct report *report);

#endif

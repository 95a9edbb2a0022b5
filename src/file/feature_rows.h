/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_FEATURE_ROWS_H
#define FILE_FEATURE_ROWS_H

#include "file/features.h"
#include "wire/bytes.h"

/* A table of the feature sections: how the bytes of each one are reported. */

/* Read the next string of a section: u32 length with padding, then text up to the first NUL. */
const char *feature_string(struct cursor *c, size_t *len);

/* Report one section under a key. A section that is not understood is reported as plain bytes. */
void feature_rows_report(const struct features *features, const struct feature_section *section,
			 const char *key, struct report *report);

#endif

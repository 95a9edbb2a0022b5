/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_FEATURE_BUILD_ID_H
#define FILE_FEATURE_BUILD_ID_H

#include "file/features.h"

/* An entry of size bytes. Its file name begins at byte name. */
typedef void feature_build_id_fn(void *arg, const uint8_t *entry, size_t size, size_t name);

/*
 * Pass every entry of a BUILD_ID section of len bytes to each(). False: the section is damaged
 * after the last entry that was passed.
 */
bool feature_build_id_each(const struct features *features, const uint8_t *p, size_t len,
			   feature_build_id_fn *each, void *arg);

#endif

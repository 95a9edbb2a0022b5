/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_FEATURE_BUILD_ID_H
#define FILE_FEATURE_BUILD_ID_H

#include "file/features.h"

/* An entry of size bytes, whose file name begins at the byte name. */
typedef void feature_build_id_fn(void *arg, const uint8_t *entry, size_t size, size_t name);

/* Each entry of a BUILD_ID section of len bytes. False: it is damaged behind the last one. */
bool feature_build_id_each(const struct features *features, const uint8_t *p, size_t len,
			   feature_build_id_fn *each, void *arg);

#endif

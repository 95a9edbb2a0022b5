/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_UNPACK_H
#define SYM_UNPACK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

/*
 * Decompresses whole files: kernel modules (.ko.gz, .ko.xz, .ko.zst), and mini debug information.
 * For a process with limits (sym/symhelper.h).
 */
enum {
	UNPACKED_MAX = 256 << 20 /* bytes; larger data are an error */
};

/* Do the bytes begin like such a file? */
bool unpack_is_packed(const void *p, size_t len);

/* Append the decompressed data. Returns false if they are damaged or too large. */
bool unpack(struct buf *out, const void *p, size_t len);

#endif

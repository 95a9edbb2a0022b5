/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_UNPACK_H
#define SYM_UNPACK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

/*
 * What is compressed as a whole: modules of the kernel (.ko.gz, .ko.xz, .ko.zst), mini debug
 * information. For a process with limits (sym/symhelper.h).
 */
enum {
	UNPACKED_MAX = 256 << 20 /* bytes: more is an error */
};

/* Does it begin as such a file does? */
bool unpack_is_packed(const void *p, size_t len);

/* Append the contents. False: they are damaged, or too many. */
bool unpack(struct buf *out, const void *p, size_t len);

#endif

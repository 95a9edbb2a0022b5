/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_DIRECT_H
#define FILE_DIRECT_H

#include "file/source.h"

/*
 * Reads of a file that bypass the system's page cache (O_DIRECT). This saves pages and a copy of
 * the bytes, and displaces no pages that other programs use. Bytes that are in the page cache
 * already are read faster from there. fd is a descriptor of direct_open(); any thread can use it.
 */
enum {
	DIRECT_ALIGNED = 4096 /* alignment of offsets, sizes and addresses, for all devices */
};

/* -1: the source is no file, or its file system has no direct reads. */
int direct_open(const struct source *source);

/*
 * Are the bytes in the page cache? A few of their pages decide. The answer is yes if the process is
 * not permitted to find out.
 */
bool direct_is_cached(int fd, uint64_t off, size_t len);

/*
 * Read all len bytes at `off`, a multiple of DIRECT_ALIGNED, to an aligned address with room for
 * len rounded up. False: read them in the usual way.
 */
bool direct_read(int fd, uint64_t off, uint8_t *to, size_t len);

#endif

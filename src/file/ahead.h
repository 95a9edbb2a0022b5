/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_AHEAD_H
#define FILE_AHEAD_H

#include "file/source.h"

/*
 * A thread that reads a file ahead of another thread that walks over it from beginning to end. It
 * reads only the parts that are not in the page cache, and bypasses the page cache (O_DIRECT): this
 * takes no memory of the cache, saves a copy of the bytes, and does not evict the pages that other
 * programs use. The walking thread itself copies the parts that are in the page cache; reading them
 * ahead is not faster. All functions are for the walking thread only.
 */
struct ahead;

enum {
	AHEAD_MOST = 512 << 10 /* the largest len of ahead_get() */
};

/*
 * Read from one offset to another. NULL: the source is no file, its file system has no direct
 * reads, or there is too little to read.
 */
struct ahead *ahead_open(const struct source *source, uint64_t from, uint64_t to);

/* Wait for the read in progress and free everything. ahead may be NULL. */
void ahead_close(struct ahead *ahead);

/*
 * Return at least len bytes at `off`; *avail gets their number. They are valid until the next call.
 * NULL: they were not read ahead and the caller reads them itself. This happens for places before
 * the walk, for places after a jump, and for bytes that cannot be read.
 */
const uint8_t *ahead_get(struct ahead *ahead, uint64_t off, size_t len, size_t *avail);

#endif

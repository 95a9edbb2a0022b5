/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_AHEAD_H
#define FILE_AHEAD_H

#include "file/source.h"

/*
 * A thread that reads a file ahead of the one that walks over it from its beginning to its end:
 * what is not in the system's page cache, which it reads past that (O_DIRECT). So it costs neither
 * pages nor a copy of the bytes, and pushes out nothing that others have there. What is in the
 * page cache the one who walks copies from there as fast by himself.
 * All functions are for the one thread that walks.
 */
struct ahead;

/* From one place to the other. NULL: it is too little, no file, or its file system cannot do so. */
struct ahead *ahead_open(const struct source *source, uint64_t from, uint64_t to);

/* Waits for the read that is going on. NULL is fine. */
void ahead_close(struct ahead *ahead);

/*
 * At least len bytes at off; *avail says how many, and the pointer is good until the next call.
 * NULL: they are not read ahead, and are to be read by the caller. These are also places before the
 * one that the walk has come to, what is behind a jump, and what cannot be read at all.
 */
const uint8_t *ahead_get(struct ahead *ahead, uint64_t off, size_t len, size_t *avail);

#endif

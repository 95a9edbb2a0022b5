/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_MAPPED_H
#define FILE_MAPPED_H

#include "file/source.h"

/*
 * Bytes of a file without a copy, for several threads that move over it side by side. Large parts
 * of the file are mapped; threads that are near each other use the same part. If the file becomes
 * shorter, or a page cannot be read, the bytes read as zeros instead of raising SIGBUS
 * (base/guard.h). If another program changes the file, the bytes change while they are used: load a
 * value once before checking and using it. All functions are for any thread.
 */
struct mapped;
struct mapped_part;

enum {
	MAPPED_MOST = 1 << 20 /* the largest len of mapped_get() */
};

/* NULL: the source is no file. The source must remain open. */
struct mapped *mapped_open(const struct source *source);

/* All parts were given back. mapped may be NULL. */
void mapped_close(struct mapped *mapped);

/*
 * Return len bytes at `off`, and in *part what the caller gives back with mapped_put(). NULL: some
 * of the bytes may not be in the page cache, so that the caller would wait for the disk, or they
 * cannot be mapped; then read them.
 */
const uint8_t *mapped_get(struct mapped *mapped, uint64_t off, size_t len,
			  struct mapped_part **part);
void mapped_put(struct mapped *mapped, struct mapped_part *part);

/* Do bytes of the part read as zeros? Ask after they were used. */
bool mapped_torn(const struct mapped_part *part);

#endif

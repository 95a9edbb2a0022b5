/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_FRAMES_H
#define INDEX_FRAMES_H

#include "base/buf.h"
#include "base/cache.h"
#include "base/pages.h"
#include "index/container.h"

/*
 * Inflated streams, cut into pieces that are compressed separately, so that any of their records
 * can be read quickly. A piece contains whole records.
 */
enum {
	FRAME_BYTES = 128 << 10,	/* a piece is closed at this size */
	FRAME_MAX = FRAME_BYTES + 65536 /* the largest size of a piece */
};

/*
 * Compress a piece of len bytes and write it. entry has its stream and offset and receives the
 * rest. packed is a buffer for temporary use.
 */
int frame_write(struct frame_entry *entry, struct container *c, struct buf *packed, const void *p,
		size_t len, struct err *err);

/* The pieces that a reading thread inflated most recently. */
enum {
	FRAMES_KEPT = 12
};

struct frame_cache {
	struct frame_kept {
		uint8_t *bytes; /* NULL: none */
		const struct container *container;
		struct frame_entry entry;
	} kept[FRAMES_KEPT];
	struct cache cache; /* of them */
};

void frame_cache_release(struct frame_cache *cache);

/*
 * Read up to len bytes at an offset of an inflated stream; *avail receives the number of available
 * bytes. Never returns NULL, so that the result can be used in pointer arithmetic.
 */
const uint8_t *frame_get(struct frame_cache *cache, const struct container *c,
			 const struct pages *frames, uint32_t stream, uint64_t offset, size_t len,
			 size_t *avail);

#endif

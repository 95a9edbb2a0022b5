/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_FRAMES_H
#define INDEX_FRAMES_H

#include "base/buf.h"
#include "base/pages.h"
#include "index/container.h"

/*
 * Inflated streams cut into pieces that are compressed on their own, which makes
 * any of their records readable at once. Pieces hold whole records.
 */
enum {
	FRAME_BYTES = 128 << 10,	/* a piece is closed when it has so many */
	FRAME_MAX = FRAME_BYTES + 65536 /* and is never larger than this */
};

/*
 * Compress a piece of len bytes and write it; entry has its stream and offset and
 * receives the rest. packed is room to work in.
 */
int frame_write(struct frame_entry *entry, struct container *c, struct buf *packed, const void *p,
		size_t len, struct err *err);

/* The pieces that were inflated last, for one reading thread. */
enum {
	FRAMES_KEPT = 12
};

struct frame_cache {
	struct frame_kept {
		uint8_t *bytes; /* NULL: none */
		const struct container *container;
		struct frame_entry entry;
		uint64_t used; /* the higher, the more recent */
	} kept[FRAMES_KEPT];
	uint64_t clock;
};

void frame_cache_release(struct frame_cache *cache);

/*
 * Up to len bytes at an offset of an inflated stream: how many there are in *avail. Never
 * NULL: what points at no bytes may be added to, too.
 */
const uint8_t *frame_get(struct frame_cache *cache, const struct container *c,
			 const struct pages *frames, uint32_t stream, uint64_t offset, size_t len,
			 size_t *avail);

#endif

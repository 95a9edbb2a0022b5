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

/* The piece that is being filled, by the builder. */
struct frame_writer {
	struct buf bytes;
	struct buf packed;
	struct frame_entry entry;
};

void frame_writer_init(struct frame_writer *w);
void frame_writer_release(struct frame_writer *w);

/* One record at an offset of an inflated stream. Full pieces go to the container. */
int frame_writer_add(struct frame_writer *w, struct container *c, struct pages *frames,
		     uint32_t stream, uint64_t offset, const uint8_t *p, size_t len,
		     struct err *err);

/* Write what is there, so that it can be read. */
int frame_writer_flush(struct frame_writer *w, struct container *c, struct pages *frames,
		       struct err *err);

/* A piece that was inflated last, for one reading thread. */
struct frame_cache {
	uint8_t *bytes;
	struct frame_entry entry;
};

void frame_cache_release(struct frame_cache *cache);

/* Up to len bytes at an offset of an inflated stream: how many there are in *avail. */
const uint8_t *frame_get(struct frame_cache *cache, const struct container *c,
			 const struct pages *frames, uint32_t stream, uint64_t offset, size_t len,
			 size_t *avail);

#endif

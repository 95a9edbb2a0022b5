/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/frames.h"

#include <stdlib.h>
#include <zstd.h>

#include "base/mem.h"
#include "base/search.h"

enum {
	FRAME_LEVEL = 1 /* of zstd: low, because people wait for the build */
};

int frame_write(struct frame_entry *entry, struct container *c, struct buf *packed, const void *p,
		size_t len, struct err *err)
{
	size_t bound = ZSTD_compressBound(len), n;
	uint64_t chunk;
	int rc;

	buf_reset(packed);
	n = ZSTD_compress(buf_room(packed, bound), bound, p, len, FRAME_LEVEL);
	if (ZSTD_isError(n))
		return err_set(err, ERR_IO, "cannot compress: %s", ZSTD_getErrorName(n));
	entry->size = (uint32_t)len;
	entry->chunk_size = (uint32_t)n;
	rc = container_add(c, TAG_FRAME, packed->p, n, &chunk, err);
	if (!rc)
		entry->chunk = chunk;
	return rc;
}

static void forget(struct frame_cache *cache, size_t slot)
{
	free(cache->kept[slot].bytes);
	cache->kept[slot] = (struct frame_kept){ 0 };
	cache_clear(&cache->cache, slot);
}

void frame_cache_release(struct frame_cache *cache)
{
	for (size_t i = 0; i < FRAMES_KEPT; i++)
		forget(cache, i);
}

static bool begins_by(const struct frame_entry *e, uint32_t stream, uint64_t offset)
{
	return e->stream < stream || (e->stream == stream && e->offset <= offset);
}

/*
 * Find the last piece that begins at or before the offset. Pieces are ordered by stream, then by
 * offset.
 */
static const struct frame_entry *find_frame(const struct pages *frames, uint32_t stream,
					    uint64_t offset)
{
	uint64_t end = search_first(0, pages_count(frames), i,
				    begins_by(pages_at(frames, i), stream, offset));
	const struct frame_entry *e;

	if (!end)
		return NULL;
	e = pages_at(frames, end - 1);
	return e->stream == stream && offset - e->offset < e->size ? e : NULL;
}

static bool load(struct frame_cache *cache, size_t slot, const struct container *c,
		 const struct frame_entry *e)
{
	struct frame_kept *kept = &cache->kept[slot];
	uint8_t *packed;
	size_t n = 0;

	forget(cache, slot);
	if (e->size > FRAME_MAX)
		return false;
	packed = container_chunk(c, e->chunk, TAG_FRAME, e->chunk_size);
	if (!packed)
		return false;
	kept->bytes = mem_alloc(e->size);
	n = ZSTD_decompress(kept->bytes, e->size, packed, e->chunk_size);
	free(packed);
	kept->container = c;
	kept->entry = *e;
	if (n == e->size)
		return true;
	forget(cache, slot);
	return false;
}

/* The slot of the piece that has the offset; *has false: the slot where it can be loaded. */
static size_t choose(const struct frame_cache *cache, const struct container *c, uint32_t stream,
		     uint64_t offset, bool *has)
{
	*has = true;
	for (size_t i = 0; i < FRAMES_KEPT; i++) {
		const struct frame_kept *kept = &cache->kept[i];

		if (kept->bytes && kept->container == c && kept->entry.stream == stream &&
		    offset - kept->entry.offset < kept->entry.size)
			return i;
	}
	*has = false;
	return cache_oldest(&cache->cache, FRAMES_KEPT);
}

const uint8_t *frame_get(struct frame_cache *cache, const struct container *c,
			 const struct pages *frames, uint32_t stream, uint64_t offset, size_t len,
			 size_t *avail)
{
	static const uint8_t nothing[1];
	bool has;
	size_t slot = choose(cache, c, stream, offset, &has);
	const struct frame_kept *kept = &cache->kept[slot];
	uint64_t left;

	*avail = 0;
	if (!has) {
		const struct frame_entry *found = find_frame(frames, stream, offset);

		if (!found || !load(cache, slot, c, found))
			return nothing;
	}
	cache_use(&cache->cache, slot);
	left = kept->entry.size - (offset - kept->entry.offset);
	*avail = len < left ? len : (size_t)left;
	return kept->bytes + (offset - kept->entry.offset);
}

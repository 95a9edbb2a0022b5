/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/zstream.h"

#include <stdlib.h>
#include <zstd.h>

#include "base/mem.h"
#include "wire/bytes.h"
#include "wire/schema.h"

enum {
	FRAME_START = 5, /* magic and descriptor */
	BLOCK_HEADER = 3,
	BLOCK_RLE = 1, /* one byte that is repeated for all of the block */
	BLOCK_RESERVED = 3,
	BLOCK_MAX = 128 << 10
};

const struct zstream_limit zstream_limit = {
	ZSTREAM_RECORD_MAX,
	"a compressed record inflates to more than 32 MiB",
};

struct zstream {
	ZSTD_DStream *d;
};

struct zstream *zstream_open(void)
{
	struct zstream *z = mem_zalloc(sizeof(*z));

	z->d = mem_check(ZSTD_createDStream(), 0);
	return z;
}

void zstream_close(struct zstream *z)
{
	if (z)
		ZSTD_freeDStream(z->d);
	free(z);
}

size_t zstream_data(const uint8_t *rec, size_t size, uint32_t type, bool big, const uint8_t **p)
{
	size_t skip = type == RECORD_COMPRESSED2 ? 16 : 8, len = size - skip;
	uint64_t own;

	*p = rec + skip;
	if (type == RECORD_COMPRESSED)
		return len;
	own = load_u64(rec + 8, big);
	return own < len ? (size_t)own : len;
}

/* Inflate until all input is taken and no output is pending. */
const char *zstream_feed(struct zstream *z, const uint8_t *p, size_t len,
			 const struct zstream_limit *limit, struct buf *out)
{
	ZSTD_inBuffer in = { p, len, 0 };
	size_t start = out->len, room = ZSTD_DStreamOutSize();

	for (;;) {
		ZSTD_outBuffer o = { buf_room(out, room), room, 0 };
		size_t rc = ZSTD_decompressStream(z->d, &o, &in);

		if (ZSTD_isError(rc))
			return ZSTD_getErrorName(rc);
		buf_added(out, o.pos);
		if (out->len - start > limit->bytes)
			return limit->why;
		if (in.pos == in.size && o.pos < o.size)
			return NULL;
	}
}

bool zstream_is_start(const uint8_t *p, size_t len)
{
	return len >= FRAME_START && load_u32(p, false) == ZSTD_MAGICNUMBER;
}

/* The size of a frame's header: RFC 8878, 3.1.1.1. */
static size_t frame_header(const uint8_t *p)
{
	static const uint8_t dictionary[] = { 0, 1, 2, 4 }, content[] = { 0, 2, 4, 8 };
	uint8_t descriptor = p[FRAME_START - 1];
	bool single = descriptor >> 5 & 1;
	size_t size = FRAME_START + dictionary[descriptor & 3] + content[descriptor >> 6];

	if (single)
		return size + (descriptor >> 6 ? 0 : 1);
	return size + 1;
}

bool zstream_is_whole(const uint8_t *p, size_t len)
{
	size_t at = zstream_is_start(p, len) ? frame_header(p) : 0;

	while (at < len && len - at >= BLOCK_HEADER) {
		uint32_t header = p[at] | (uint32_t)p[at + 1] << 8 | (uint32_t)p[at + 2] << 16;
		uint32_t type = header >> 1 & 3, size = header >> 3;

		if (type == BLOCK_RESERVED || size > BLOCK_MAX)
			return false;
		at += BLOCK_HEADER + (type == BLOCK_RLE ? 1 : size);
	}
	return at == len;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/zstream.h"

#include <stdlib.h>
#include <zstd.h>

#include "base/mem.h"
#include "wire/bytes.h"
#include "wire/schema.h"

struct zstream {
	ZSTD_DStream *d;
};

struct zstream *zstream_open(void)
{
	struct zstream *z = mem_zalloc(sizeof(*z));

	z->d = ZSTD_createDStream();
	if (!z->d)
		abort();
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

/* Until all input is taken and no output is held back. */
const char *zstream_feed(struct zstream *z, const uint8_t *p, size_t len, struct buf *out)
{
	ZSTD_inBuffer in = { p, len, 0 };
	size_t start = out->len, room = ZSTD_DStreamOutSize();

	for (;;) {
		ZSTD_outBuffer o = { buf_room(out, room), room, 0 };
		size_t rc = ZSTD_decompressStream(z->d, &o, &in);

		if (ZSTD_isError(rc))
			return ZSTD_getErrorName(rc);
		buf_added(out, o.pos);
		if (out->len - start > ZSTREAM_RECORD_MAX)
			return "a compressed record inflates to more than 64 MiB";
		if (in.pos == in.size && o.pos < o.size)
			return NULL;
	}
}

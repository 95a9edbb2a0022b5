/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/zstream.h"

#include <stdlib.h>
#include <zstd.h>

#include "base/mem.h"

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

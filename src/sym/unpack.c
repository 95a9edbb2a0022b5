/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/unpack.h"

#include <lzma.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

enum {
	PIECE = 1 << 20,
	XZ_MEMORY = 64 << 20,
	GZIP_WINDOW = 15 + 16 /* the largest window, and only gzip */
};

static bool unpack_xz(struct buf *out, const void *p, size_t len)
{
	lzma_stream xz = LZMA_STREAM_INIT;
	lzma_ret rc = lzma_stream_decoder(&xz, XZ_MEMORY, 0);

	xz.next_in = p;
	xz.avail_in = len;
	while (rc == LZMA_OK && out->len < UNPACKED_MAX) {
		xz.next_out = (uint8_t *)buf_room(out, PIECE);
		xz.avail_out = PIECE;
		rc = lzma_code(&xz, LZMA_FINISH);
		buf_added(out, PIECE - xz.avail_out);
	}
	lzma_end(&xz);
	return rc == LZMA_STREAM_END;
}

static bool unpack_gzip(struct buf *out, const void *p, size_t len)
{
	z_stream z = { .next_in = NULL };
	int rc = len > UINT32_MAX ? Z_BUF_ERROR : inflateInit2(&z, GZIP_WINDOW);

	if (rc != Z_OK)
		return false;
	memcpy(&z.next_in, &p, sizeof(p));
	z.avail_in = (unsigned)len;
	while (rc == Z_OK && out->len < UNPACKED_MAX) {
		z.next_out = (uint8_t *)buf_room(out, PIECE);
		z.avail_out = PIECE;
		rc = inflate(&z, Z_NO_FLUSH);
		buf_added(out, PIECE - z.avail_out);
	}
	inflateEnd(&z);
	return rc == Z_STREAM_END;
}

static bool unpack_zstd(struct buf *out, const void *p, size_t len)
{
	ZSTD_DStream *z = ZSTD_createDStream();
	ZSTD_inBuffer in = { p, len, 0 };
	size_t rc = 1;

	while (z && rc && out->len < UNPACKED_MAX) {
		ZSTD_outBuffer to = { buf_room(out, PIECE), PIECE, 0 };
		size_t was = in.pos;

		rc = ZSTD_decompressStream(z, &to, &in);
		if (ZSTD_isError(rc) || (in.pos == was && !to.pos))
			break;
		buf_added(out, to.pos);
	}
	ZSTD_freeDStream(z);
	return !rc;
}

static const struct {
	uint8_t magic[6];
	uint8_t len;
	bool (*unpack)(struct buf *out, const void *p, size_t len);
} formats[] = {
	{ { 0xfd, '7', 'z', 'X', 'Z', 0 }, 6, unpack_xz },
	{ { 0x1f, 0x8b, 8 }, 3, unpack_gzip },
	{ { 0x28, 0xb5, 0x2f, 0xfd }, 4, unpack_zstd },
};

enum {
	FORMATS = sizeof(formats) / sizeof(formats[0])
};

static size_t format_of(const void *p, size_t len)
{
	size_t i = 0;

	while (i < FORMATS && (len < formats[i].len || memcmp(p, formats[i].magic, formats[i].len)))
		i++;
	return i;
}

bool unpack_is_packed(const void *p, size_t len)
{
	return format_of(p, len) < FORMATS;
}

bool unpack(struct buf *out, const void *p, size_t len)
{
	size_t i = format_of(p, len);

	return i < FORMATS && formats[i].unpack(out, p, len);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_ZSTREAM_H
#define FILE_ZSTREAM_H

#include <stdbool.h>

#include "base/buf.h"

/*
 * The zstd stream of COMPRESSED and COMPRESSED2 records: one for all of them in a
 * stream of records, so that each needs what was before it.
 */
struct zstream;

struct zstream *zstream_open(void);
void zstream_close(struct zstream *z);

/* How many bytes a record may inflate to, and what is wrong with one that passes that. */
struct zstream_limit {
	size_t bytes;
	const char *why;
};

enum {
	ZSTREAM_RECORD_MAX = 32 << 20
};

/* What any record may inflate to. */
extern const struct zstream_limit zstream_limit;

/* Where the data of a COMPRESSED or COMPRESSED2 record of size bytes are; returns how many. */
size_t zstream_data(const uint8_t *rec, size_t size, uint32_t type, bool big, const uint8_t **p);

/*
 * Inflate the data of one record behind what is in out. Returns NULL, or what is
 * wrong; then nothing later of the stream can be had.
 */
const char *zstream_feed(struct zstream *z, const uint8_t *p, size_t len,
			 const struct zstream_limit *limit, struct buf *out);

/* Does a frame begin here, which needs nothing of what was before it? */
bool zstream_is_start(const uint8_t *p, size_t len);

/*
 * Do these bytes look like whole blocks, as perf flushes them into a record (RFC 8878, 3.1.1.2)?
 * True of all but what passes the size of a record, so that it goes on in the next.
 */
bool zstream_is_whole(const uint8_t *p, size_t len);

#endif

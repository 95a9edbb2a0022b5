/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_ZSTREAM_H
#define FILE_ZSTREAM_H

#include <stdbool.h>

#include "base/buf.h"

/*
 * The zstd stream of COMPRESSED and COMPRESSED2 records. All of these records of a stream form one
 * zstd stream, so each record can be inflated only after the records before it.
 */
struct zstream;

struct zstream *zstream_open(void);
void zstream_close(struct zstream *z);

/* The number of bytes that a record may inflate to, and the message for one that exceeds it. */
struct zstream_limit {
	size_t bytes;
	const char *why;
};

enum {
	ZSTREAM_RECORD_MAX = 32 << 20
};

/* The limit for any record. */
extern const struct zstream_limit zstream_limit;

/* Find the data in a COMPRESSED or COMPRESSED2 record of size bytes. Returns their length. */
size_t zstream_data(const uint8_t *rec, size_t size, uint32_t type, bool big, const uint8_t **p);

/*
 * Inflate the data of one record, and append them to `out`. Returns NULL, or a description of the
 * defect; the rest of the stream cannot be inflated then.
 */
const char *zstream_feed(struct zstream *z, const uint8_t *p, size_t len,
			 const struct zstream_limit *limit, struct buf *out);

/* Does a zstd frame begin here? A frame can be inflated without the data before it. */
bool zstream_is_start(const uint8_t *p, size_t len);

/*
 * Do these bytes look like whole blocks, as perf flushes them into a record (RFC 8878, 3.1.1.2)?
 * perf flushes whole blocks; only a block that exceeds a record continues in the next record.
 */
bool zstream_is_whole(const uint8_t *p, size_t len);

#endif

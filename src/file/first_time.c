/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/first_time.h"

#include "file/zstream.h"
#include "wire/bytes.h"
#include "wire/find.h"

/*
 * The feature SAMPLE_TIME does not help: in files that perf rotates it has the first time of the
 * first file. Before the first record of the kernel perf writes records of its own, with time 0,
 * for each task and each of its maps.
 */
enum {
	RECORDS_MAX = 1 << 17 /* of one stream */
};

static bool time_of(const struct perf_file *file, uint32_t type, const uint8_t *rec, size_t len,
		    uint64_t *time)
{
	int event = events_bind(&file->events, type, rec, len);

	return event != EVENT_NONE &&
	       find_number(events_layout(&file->events, event), rec, len, F_time, time) && *time;
}

/* The first time in the bytes that a COMPRESSED record inflates to. The last record may be cut. */
static bool time_inflated(const struct perf_file *file, const struct buf *bytes, uint64_t *time)
{
	bool big = file->header.big;
	const uint8_t *p = (const uint8_t *)bytes->p;
	size_t left = bytes->len;

	while (left >= RECORD_HEADER_SIZE) {
		size_t size = load_u16(p + 6, big);

		if (size < RECORD_HEADER_SIZE || size > left)
			break;
		if (time_of(file, load_u32(p, big), p, size, time))
			return true;
		p += size;
		left -= size;
	}
	return false;
}

struct inflated {
	struct zstream *z;
	struct buf bytes;
};

static bool time_compressed(const struct perf_file *file, const struct record *rec,
			    struct inflated *inflated, uint64_t *time)
{
	const uint8_t *p;
	size_t len = zstream_data(rec->bytes, rec->size, rec->type, file->header.big, &p);

	if (!inflated->z)
		inflated->z = zstream_open();
	return !zstream_feed(inflated->z, p, len, &zstream_limit, &inflated->bytes) &&
	       time_inflated(file, &inflated->bytes, time);
}

static bool time_of_stream(const struct perf_file *file, const struct stream *stream,
			   uint64_t *time)
{
	struct inflated inflated = { .bytes = BUF_INIT };
	struct records records;
	struct record rec;
	bool found = false;

	records_init(&records, stream, stream->start);
	for (int i = 0; !found && i < RECORDS_MAX && records_next(&records, &rec); i++) {
		if (rec.damage)
			continue;
		if (rec.type != RECORD_COMPRESSED && rec.type != RECORD_COMPRESSED2) {
			found = time_of(file, rec.type, rec.bytes, rec.size, time);
			continue;
		}
		/* One such record has all records of one buffer of the kernel. */
		found = time_compressed(file, &rec, &inflated, time);
		break;
	}
	zstream_close(inflated.z);
	buf_release(&inflated.bytes);
	records_release(&records);
	return found;
}

bool first_time(const struct perf_file *file, uint64_t *time)
{
	bool found = false;

	for (size_t i = 0; i < file->streams.n; i++) {
		uint64_t here;

		if (!time_of_stream(file, &file->streams.v[i], &here))
			continue;
		*time = found && *time < here ? *time : here;
		found = true;
	}
	return found;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/pipe_header.h"

#include "base/text.h"
#include "wire/bytes.h"

enum {
	EARLY_BYTES_FILE = 1 << 20, /* bytes of a file that are searched */
	EARLY_BYTES_PIPE = 64 << 20,
	FIRST_BYTES = 64 << 10, /* read at first, because the first sample often comes soon */
	NEXT_BYTES = 384 << 10, /* read at a time after them */
	UPDATE_NAME = 2,	/* PERF_EVENT_UPDATE__NAME */
	ATTR_MIN = 48,
	TRACING_HEAD = RECORD_HEADER_SIZE + 4, /* bytes of a record before the tracing data in it */
	IDLE_MS = 1000 /* after so long without input the beginning is complete */
};

/* HEADER_ATTR: the attr, whose length is in it, then ids. */
static void read_attr(struct perf_file *file, const struct record *rec)
{
	bool big = file->header.big;
	size_t room = rec->size - RECORD_HEADER_SIZE, len;
	const uint8_t *p = rec->bytes + RECORD_HEADER_SIZE;
	int event;

	len = load_u32(p + 4, big);
	len = len ? len : ATTR_SIZE_VER0;
	if (len < ATTR_MIN || len > room || file->events.list.n == EVENTS_MAX) {
		perf_file_warn(file,
			       "the attr at offset %llu has a size of %zu bytes, but only %zu fit",
			       (unsigned long long)rec->offset, len, room);
		return;
	}
	event = events_add(&file->events, p, len);
	for (size_t at = len; at + 8 <= room; at += 8)
		events_add_id(&file->events, event, load_u64(p + at, big));
}

/* Every section takes memory in the list, even an empty one. */
static bool has_room(struct perf_file *file, const struct record *rec)
{
	if (file->features.list.n < FEATURES_MAX)
		return true;
	perf_file_warn(file,
		       "the feature section at offset %llu: there are "
		       "more sections than any recording has",
		       (unsigned long long)rec->offset);
	return false;
}

/* HEADER_FEATURE: an empty one ends the features, whatever its number is. */
static void read_feature(struct perf_file *file, const struct record *rec)
{
	uint64_t number = load_u64(rec->bytes + RECORD_HEADER_SIZE, file->header.big);
	struct section place = { rec->offset + 16, rec->size - 16 };

	if (number < FEATURE_BITS && place.size && has_room(file, rec))
		features_add(&file->features, (unsigned)number, place, rec->bytes + 16);
}

/* A record of simpleperf that several SIMPLEPERF_SPLIT records have pieces of. */
struct split_record {
	struct buf bytes; /* the pieces so far */
	uint64_t offset;  /* of the record with the first piece */
};

/* A size of 32 bits, whose upper half is in the place of misc. */
static uint64_t joined_size(const struct split_record *pieces, bool big)
{
	const uint8_t *p = (const uint8_t *)pieces->bytes.p;

	return (uint64_t)load_u16(p + 4, big) << 16 | load_u16(p + 6, big);
}

/* Join all pieces to a record when the last one has come. False: no record is complete. */
static bool join(struct split_record *pieces, const struct record *rec, bool big,
		 struct record *whole)
{
	const struct buf *bytes = &pieces->bytes;

	if (rec->type == RECORD_SIMPLEPERF_SPLIT) {
		if (!bytes->len)
			pieces->offset = rec->offset;
		buf_add(&pieces->bytes, rec->bytes + RECORD_HEADER_SIZE,
			rec->size - RECORD_HEADER_SIZE);
		return false;
	}
	if (rec->type != RECORD_SIMPLEPERF_SPLIT_END || bytes->len < RECORD_HEADER_SIZE ||
	    joined_size(pieces, big) != bytes->len) {
		buf_reset(&pieces->bytes);
		return false;
	}
	*whole = (struct record){
		.offset = pieces->offset,
		.size = bytes->len,
		.type = load_u32((const uint8_t *)bytes->p, big),
		.bytes = (const uint8_t *)bytes->p,
	};
	return true;
}

static bool is_tracing(const struct record *rec)
{
	return rec->type == RECORD_TRACING_DATA || rec->type == RECORD_SIMPLEPERF_TRACING_DATA;
}

/* Tracing data follow their record, or are inside it (simpleperf, also in a joined record). */
static struct section tracing_place(const struct perf_file *file, const struct record *rec)
{
	uint64_t size = load_u32(rec->bytes + RECORD_HEADER_SIZE, file->header.big);

	if (rec->tail)
		return (struct section){ rec->offset + rec->size, rec->tail };
	if (size > rec->size - TRACING_HEAD)
		size = 0;
	return (struct section){ rec->offset + TRACING_HEAD, size };
}

static void read_tracing(struct perf_file *file, const struct record *rec)
{
	if (rec->size >= TRACING_HEAD && has_room(file, rec))
		features_add_at(&file->features, FEATURE_TRACING_DATA, tracing_place(file, rec),
				file->streams.v[0].source);
}

/* Copy the tracing data of a joined record: the file has them only in pieces. */
static void copy_tracing(struct perf_file *file, const struct record *rec)
{
	struct section place;

	if (!is_tracing(rec) || rec->size < TRACING_HEAD || !has_room(file, rec))
		return;
	place = tracing_place(file, rec);
	features_add(&file->features, FEATURE_TRACING_DATA,
		     (struct section){ rec->offset, place.size }, rec->bytes + TRACING_HEAD);
}

static void read_event_type(struct perf_file *file, const struct record *rec)
{
	events_name_config(&file->events, load_u64(rec->bytes + 8, file->header.big),
			   (const char *)rec->bytes + 16,
			   text_nul(rec->bytes + 16, rec->size - 16));
}

/* The feature STAT shows that perf stat wrote a file; in a pipe its settings show it. */
static void read_stat(struct perf_file *file, const struct record *rec)
{
	(void)rec;
	file->stat = true;
}

static void read_update(struct perf_file *file, const struct record *rec)
{
	bool big = file->header.big;
	int event = events_by_id(&file->events, load_u64(rec->bytes + 16, big));
	size_t len = text_nul(rec->bytes + 24, rec->size - 24);

	if (load_u64(rec->bytes + 8, big) == UPDATE_NAME && event != EVENT_NONE && len)
		events_set_name(&file->events, event, (const char *)rec->bytes + 24, len);
}

/* Read a record with what a file has in its header. */
static void read_one(struct perf_file *file, const struct record *rec)
{
	static const struct {
		uint32_t type;
		void (*read)(struct perf_file *file, const struct record *rec);
	} readers[] = {
		{ RECORD_HEADER_ATTR, read_attr },
		{ RECORD_EVENT_TYPE, read_event_type },
		{ RECORD_TRACING_DATA, read_tracing },
		{ RECORD_HEADER_FEATURE, read_feature },
		{ RECORD_STAT_CONFIG, read_stat },
		{ RECORD_SIMPLEPERF_TRACING_DATA, read_tracing },
	};

	for (size_t i = 0; i < sizeof(readers) / sizeof(readers[0]); i++)
		if (readers[i].type == rec->type)
			readers[i].read(file, rec);
}

static bool is_late(uint32_t type)
{
	return type == RECORD_SAMPLE || type == RECORD_FINISHED_ROUND ||
	       type == RECORD_COMPRESSED || type == RECORD_COMPRESSED2;
}

/*
 * Step to the next record. If wait is set, wait for more bytes of a pipe: without limit until the
 * first attr has come, then for IDLE_MS.
 */
static bool next(const struct perf_file *file, struct stream *stream, struct records *records,
		 struct record *rec, bool wait)
{
	int error;

	while (!records_next(records, rec)) {
		if (!records->live || !wait ||
		    !source_wait(stream->source, stream->end + 1,
				 file->events.list.n ? IDLE_MS : -1))
			return false;
		records->live = !source_ended(stream->source, &error);
		stream->end = source_size(stream->source);
	}
	return true;
}

static void begin(const struct perf_file *file, const struct stream *stream,
		  struct records *records)
{
	records_init(records, stream, stream->start);
	records->window.cap = NEXT_BYTES;
	window_load(&records->window, -1, stream->start, FIRST_BYTES);
	records->live = file->growing;
}

/* If joined is not NULL, records in pieces are joined in it. */
static void walk(struct perf_file *file, bool wait,
		 void (*each)(struct perf_file *, const struct record *),
		 void (*joined)(struct perf_file *, const struct record *))
{
	struct stream stream = file->streams.v[0];
	struct split_record pieces = { .bytes = BUF_INIT };
	struct records records;
	struct record rec, whole;
	uint64_t limit = file->header.pipe ? EARLY_BYTES_PIPE : EARLY_BYTES_FILE;

	begin(file, &stream, &records);
	while (records.pos - stream.start < limit && next(file, &stream, &records, &rec, wait) &&
	       !is_late(rec.type)) {
		if (rec.damage)
			continue;
		each(file, &rec);
		if (!joined || !join(&pieces, &rec, file->header.big, &whole))
			continue;
		joined(file, &whole);
		buf_reset(&pieces.bytes);
	}
	file->streams.v[0].end = stream.end;
	buf_release(&pieces.bytes);
	records_release(&records);
}

void pipe_header_each(struct perf_file *file, bool (*each)(void *arg, const struct record *rec),
		      void *arg)
{
	struct stream stream = file->streams.v[0];
	struct records records;
	struct record rec;
	bool more = true;

	begin(file, &stream, &records);
	while (more && records.pos - stream.start < EARLY_BYTES_FILE &&
	       records_next(&records, &rec))
		more = rec.damage || each(arg, &rec);
	records_release(&records);
}

static void update_one(struct perf_file *file, const struct record *rec)
{
	if (rec->type == RECORD_EVENT_UPDATE)
		read_update(file, rec);
}

static void tracing_one(struct perf_file *file, const struct record *rec)
{
	if (is_tracing(rec))
		read_tracing(file, rec);
}

void pipe_header_read(struct perf_file *file)
{
	walk(file, true, read_one, copy_tracing);
}

void pipe_header_updates(struct perf_file *file)
{
	walk(file, false, update_one, NULL);
}

void pipe_header_tracing(struct perf_file *file)
{
	walk(file, false, tracing_one, copy_tracing);
}

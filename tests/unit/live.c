/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A stream that grows during the walk: what could not be decided before is tried again. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "file/records.h"
#include "tap.h"
#include "wire/bytes.h"
#include "wire/schema.h"

enum {
	STAT = 48,
	HEAD = 16,  /* of the record before the tracing data */
	TAIL = 256, /* bytes of those */
	TRACING_AT = 2 * STAT,
	END_OF_TAIL = TRACING_AT + HEAD + TAIL,
	END = END_OF_TAIL + 2 * STAT
};

static uint8_t bytes[END];
static char path[512];

static void put_head(size_t at, uint32_t type, uint16_t size)
{
	store_u32(bytes + at, type, false);
	store_u16(bytes + at + 6, size, false);
}

/* In the tracing data there is something that looks like records. */
static void make(void)
{
	for (size_t at = 0; at < TRACING_AT; at += STAT)
		put_head(at, RECORD_STAT, STAT);
	put_head(TRACING_AT, RECORD_TRACING_DATA, HEAD);
	store_u32(bytes + TRACING_AT + 8, TAIL, false);
	put_head(2 * (size_t)TRACING_AT, RECORD_STAT, STAT);
	put_head(2 * (size_t)TRACING_AT + STAT, RECORD_STAT, STAT);
	for (size_t at = END_OF_TAIL; at < END; at += STAT)
		put_head(at, RECORD_STAT, STAT);
}

static void grow(struct stream *stream, uint64_t end)
{
	FILE *f = fopen(path, "w");

	if (!f || fwrite(bytes, end, 1, f) != 1 || fclose(f))
		abort();
	stream->end = end;
}

static void is_record(struct records *records, uint64_t offset, uint32_t type, uint64_t tail)
{
	struct record record = { .type = 0 };

	ok(records_next(records, &record) && !record.damage, "a record");
	is_uint(record.offset, offset, "... where it should be");
	is_uint(record.type, type, "... of its type");
	is_uint(record.tail, tail, "... with all that lies behind it");
	ok(record.bytes && load_u32(record.bytes, false) == type, "... and its own bytes");
}

int main(void)
{
	const char *tmp = getenv("TMPDIR");
	struct source *source;
	struct events events;
	struct stream stream = { .events = &events };
	struct records records;
	struct record record;
	struct err err = ERR_INIT;

	snprintf(path, sizeof(path), "%s/live.%d", tmp ? tmp : "/tmp", (int)getpid());
	events_init(&events, false);
	make();
	grow(&stream, 2 * TRACING_AT + 8);
	ok(!source_open(&source, path, &err), "a stream");
	stream.source = source;
	records_init(&records, &stream, 0);
	records.live = true;
	is_record(&records, 0, RECORD_STAT, 0);
	is_record(&records, STAT, RECORD_STAT, 0);
	ok(!records_next(&records, &record), "tracing data that are not all there");
	grow(&stream, 2 * TRACING_AT + 2 * STAT + 8);
	ok(!records_next(&records, &record), "... nor then");
	grow(&stream, END);
	is_record(&records, TRACING_AT, RECORD_TRACING_DATA, TAIL);
	is_record(&records, END_OF_TAIL, RECORD_STAT, 0);
	records_release(&records);
	source_close(source);
	events_release(&events);
	unlink(path);
	return done_testing();
}

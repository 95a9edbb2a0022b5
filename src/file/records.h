/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_RECORDS_H
#define FILE_RECORDS_H

#include "file/events.h"
#include "file/window.h"
#include "wire/schema.h"

/*
 * A stream of records and the walk over it. What cannot be a record becomes a
 * damaged stretch that reaches to the next place that looks like records again,
 * so that the walk always comes to the end.
 */
struct stream {
	const struct source *source;
	uint64_t start, end; /* bytes of the source */
	const struct events *events;
	bool big;
};

enum {
	RECORDS_KNOWN_TYPES = 128,
	RECORDS_KNOWN_WORDS = 4, /* a bit for each multiple of 8 bytes, below 2048 */
	RECORDS_TRUSTED = 64
};

struct records {
	const struct stream *stream;
	struct window window;
	uint64_t pos;	  /* where the next record is */
	const uint8_t *p; /* the bytes there that are in the window, have of them */
	size_t have;
	bool looked_at; /* the header there is known, and likely one: */
	bool trusted;	/* and its size is one that is believed */
	uint32_t type;
	uint16_t misc, size;
	uint64_t trust[RECORDS_TRUSTED]; /* headers: likely, without a tail, of a usual size */
	/* sizes of records that were looked at and believed: small ones by type, the largest */
	uint64_t known[RECORDS_KNOWN_TYPES][RECORDS_KNOWN_WORDS];
	uint16_t largest;
	uint64_t cut_tail; /* bytes from pos on of a tail that should have had more */
	bool touched;	   /* something that was given is as it is because the stream ends there */
	bool live;	   /* the end may move on: give no damage there, and no last record */
};

/* One step: a record, or a damaged stretch (damage is not NULL, type RECORD_DAMAGE). */
struct record {
	uint64_t offset;
	uint64_t size; /* of a record: at most 65535 */
	uint64_t tail; /* bytes behind the record that belong to it */
	uint32_t type;
	uint16_t misc;
	const uint8_t *bytes; /* size bytes of a record; good until the next step */
	const char *damage;
};

void records_init(struct records *records, const struct stream *stream, uint64_t pos);
void records_release(struct records *records);

/* The walk will go on to the end of the stream: read there ahead of it, in another thread. */
void records_read_ahead(struct records *records);

/*
 * Step to the next record. Returns false at the end of the stream; of a live one
 * already where it cannot be told what comes next. When the end has moved, try again.
 */
bool records_next(struct records *records, struct record *record);

/* errno of a read error, after which the stream seemed to end; 0 for none. */
int records_io_error(const struct records *records);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_RECORDS_H
#define FILE_RECORDS_H

#include "file/events.h"
#include "file/window.h"
#include "wire/schema.h"

/*
 * A stream of records and the walk over it. Bytes that cannot be a record become a damaged stretch
 * up to the next place that looks like records, so that the walk always reaches the end.
 */
struct stream {
	const struct source *source;
	uint64_t start, end; /* bytes of the source */
	const struct events *events;
	bool big;
};

enum {
	RECORDS_KNOWN_TYPES = 128,
	RECORDS_KNOWN_WORDS = 4, /* a bit for each multiple of 8 bytes below 2048 */
	RECORDS_TRUSTED = 64
};

struct records {
	const struct stream *stream;
	struct window window;
	uint64_t pos;	  /* of the next record */
	const uint8_t *p; /* the bytes at pos that the window has; have is their number */
	size_t have;
	bool looked_at; /* the header at pos was read and looks sound, */
	bool trusted;	/* and its size needs no check */
	uint32_t type;
	uint16_t misc, size;
	/* a cache of headers that are likely, have no tail and have a usual size */
	uint64_t trust[RECORDS_TRUSTED];
	/* sizes of records whose bytes were checked: small ones by type, and the largest */
	uint64_t known[RECORDS_KNOWN_TYPES][RECORDS_KNOWN_WORDS];
	uint16_t largest;
	uint32_t known_changes; /* how often a size was added to these */
	uint64_t cut_tail;	/* bytes at pos of a tail that should be longer */
	bool touched;		/* a step depended on where the stream ends */
	bool live;		/* the end may move: return no damage and no last record there */
};

/* One step: a record, or a damaged stretch (damage is not NULL, type is RECORD_DAMAGE). */
struct record {
	uint64_t offset;
	uint64_t size; /* at most 65535 for a record */
	uint64_t tail; /* bytes after the record that belong to it */
	uint32_t type;
	uint16_t misc;
	const uint8_t *bytes; /* size bytes of a record, valid until the next step */
	const char *damage;
};

void records_init(struct records *records, const struct stream *stream, uint64_t pos);
void records_release(struct records *records);

/*
 * Forget everything about the stream but the bytes in the window, and start again at pos. If
 * records before pos have shown known and largest, the caller can then set these.
 */
void records_restart(struct records *records, uint64_t pos);

/*
 * Go to the next place where several likely records follow one another: pos, or a place a multiple
 * of 8 bytes after it. False: there is none before `end`.
 */
bool records_seek(struct records *records, uint64_t end);

/*
 * Continue at pos without walking there, because another walk has shown that records lead there.
 * The caller calls records_know_size() with the sizes that walk has checked.
 */
void records_skip(struct records *records, uint64_t pos);

/*
 * Are type, misc and size enough to know that the size is right, and that there is no tail? The
 * record is then sound if the answer is also true for the next record. The answer stays true until
 * records_restart().
 */
bool records_trust(struct records *records, const struct record *record);

/* Continue at p, a place of the same window to which sound records lead. */
static inline void records_advance(struct records *records, const uint8_t *p)
{
	size_t len = (size_t)(p - records->p);

	records->pos += len;
	records->p = p;
	records->have -= len;
	records->looked_at = false;
}

/* Note the size of a record whose bytes were checked. */
void records_know_size(struct records *records, uint32_t type, uint16_t size);

/* The walk will continue to the end of the stream: let another thread read ahead of it. */
void records_read_ahead(struct records *records);

/*
 * Step to the next record. False at the end of the stream. For a live stream, also false if the
 * next step still depends on bytes that have not arrived: try again when the end has moved.
 */
bool records_next(struct records *records, struct record *record);

/* The errno of a read error, after which the stream seemed to end; 0: none. */
int records_io_error(const struct records *records);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_EVENTS_H
#define FILE_EVENTS_H

#include "base/map.h"
#include "base/vec.h"
#include "file/attr.h"
#include "wire/bytes.h"
#include "wire/layout.h"
#include "wire/schema.h"
#include "wire/tracefmt.h"

enum {
	EVENTS_PLACES = 24 /* upper limit: records have fewer different places */
};

/* Where records have the id of their event. */
struct id_place {
	int front; /* index of the u64 in a sample's body, -1: none */
	int back;  /* u64s before the end of other records, 0: none */
};

/*
 * The events of a recording: their attrs, ids and names, and which event a record belongs to. They
 * are built while the file is opened and do not change afterwards.
 */
struct event {
	struct attr attr;
	uint8_t *raw; /* the attr's bytes as they are in the file */
	uint32_t raw_len;
	char *name; /* not escaped; made from type and config where the file has none */
	VEC(uint64_t) ids;
	struct layout layout;
	struct id_place id_place;
};

struct events {
	VEC(struct event) list;
	struct map by_id;    /* an event's number by its id; the first event with the id counts */
	struct layout plain; /* of records without an event */
	bool same_place;     /* all events have the id at the same place */
	unsigned n_places;   /* of places[], each different */
	struct id_place places[EVENTS_PLACES];
	uint32_t n_ids;	   /* of all events */
	uint64_t compared; /* comparisons of names with events so far */
};

#define EVENT_NONE (-1)

/* More than any recording has: a file with more attrs is refused. */
enum {
	EVENTS_MAX = 1 << 15,
	EVENTS_IDS_MAX = 1 << 20,     /* of all events; further ones are not kept */
	EVENTS_COMPARED_MAX = 1 << 26 /* then events get no more names by type and config */
};

void events_init(struct events *events, bool big);
void events_release(struct events *events);

/* Add an event by its attr of len bytes (at least 48). Returns its number. */
int events_add(struct events *events, const uint8_t *attr, size_t len);
void events_add_id(struct events *events, int event, uint64_t id);
void events_set_name(struct events *events, int event, const char *name, size_t len);

/* Name the events with this config that have no name yet. Old files list names by config. */
void events_name_config(struct events *events, uint64_t config, const char *name, size_t len);

/* Name the event of this type and config that has no name yet. */
void events_name_type(struct events *events, uint32_t type, uint64_t config, const char *name,
		      size_t len);

/*
 * Call this when all events are added: it finds layouts and the places of ids. formats must live as
 * long as the events.
 */
void events_finish(struct events *events, enum regs_arch arch, const struct tracefmts *formats);

/* Replace the architecture given to events_finish(). */
void events_set_arch(struct events *events, enum regs_arch arch);

/* The event that has an id, or EVENT_NONE. */
int events_by_id(const struct events *events, uint64_t id);

/*
 * The event that a record belongs to and is laid out by. EVENT_NONE: the record is one that perf
 * wrote, or there are no events. A record with an unknown id or id 0 belongs to the first event, as
 * in perf. rec has len bytes with its header.
 */
int events_bind(const struct events *events, uint32_t type, const uint8_t *rec, size_t len);

/*
 * Return the offset of the id in a record of len bytes that has it at a place; 0: the record has
 * none there.
 */
static inline size_t events_id_offset(struct id_place place, uint32_t type, size_t len)
{
	size_t at = RECORD_HEADER_SIZE + 8 * (size_t)place.front;

	if (type != RECORD_SAMPLE) {
		if (!place.back || len < RECORD_HEADER_SIZE + 8 * (size_t)place.back)
			return 0;
		return len - 8 * (size_t)place.back;
	}
	return place.front < 0 || at + 8 > len ? 0 : at;
}

/* Read a record's id from a place. False: the record has none there. */
static inline bool events_read_id(const struct events *events, struct id_place place, uint32_t type,
				  const uint8_t *rec, size_t len, uint64_t *id)
{
	size_t at = events_id_offset(place, type, len);

	if (at)
		*id = load_u64(rec + at, events->plain.big);
	return at;
}

/*
 * Return the offset of the id at the place that all events share (same_place); 0: records of this
 * type and size have none.
 */
static inline size_t events_peek_offset(const struct events *events, uint32_t type, size_t len)
{
	if (type >= RECORD_USER_START || !events->list.n || !events->same_place)
		return 0;
	return events_id_offset(events->places[0], type, len);
}

/*
 * Read the id from the place that all events share; 0 if the record has none. events_bind() finds
 * the event by it.
 */
static inline uint64_t events_peek_id(const struct events *events, uint32_t type,
				      const uint8_t *rec, size_t len)
{
	size_t at = events_peek_offset(events, type, len);

	return at ? load_u64(rec + at, events->plain.big) : 0;
}

static inline const struct layout *events_layout(const struct events *events, int event)
{
	return event < 0 ? &events->plain : &events->list.v[event].layout;
}

#endif

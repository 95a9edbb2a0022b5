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
	EVENTS_PLACES = 24 /* more than there can be of the following */
};

/* Where records have the id of their event. */
struct id_place {
	int front; /* u64 index in a sample's body, -1 none */
	int back;  /* u64s from the end of other records, 0 none */
};

/*
 * The events of a recording: their attrs, ids and names, and which of them a
 * record belongs to. Built while the file is opened, not changed afterwards.
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
	struct map by_id;    /* id to number of the event; the first one wins */
	struct layout plain; /* of records without an event */
	bool same_place;     /* all events have the id at the same place */
	unsigned n_places;   /* those that there are, each once */
	struct id_place places[EVENTS_PLACES];
	uint32_t n_ids;	   /* of all events */
	uint64_t compared; /* events that were looked at to be named */
};

#define EVENT_NONE (-1)

/* More than any recording has: a file that says more is not believed. */
enum {
	EVENTS_MAX = 1 << 15,
	EVENTS_IDS_MAX = 1 << 20,     /* of all of them; further ones are not kept */
	EVENTS_COMPARED_MAX = 1 << 26 /* then names by type and config are no longer given */
};

void events_init(struct events *events, bool big);
void events_release(struct events *events);

/* Add an event by its attr of len bytes (at least 48); its number is returned. */
int events_add(struct events *events, const uint8_t *attr, size_t len);
void events_add_id(struct events *events, int event, uint64_t id);
void events_set_name(struct events *events, int event, const char *name, size_t len);

/* Name events of a config that have no name yet, as old files list them. */
void events_name_config(struct events *events, uint64_t config, const char *name, size_t len);

/* Name an event of that type and config that has no name yet. */
void events_name_type(struct events *events, uint32_t type, uint64_t config, const char *name,
		      size_t len);

/* After all events are there: layouts, places of ids. The formats live as long as the events. */
void events_finish(struct events *events, enum regs_arch arch, const struct tracefmts *formats);

/* Change the architecture that they were finished with. */
void events_set_arch(struct events *events, enum regs_arch arch);

/* The event of an id, or EVENT_NONE. */
int events_by_id(const struct events *events, uint64_t id);

/*
 * The event whose layout a record has, or EVENT_NONE (records that perf writes;
 * no events). A record whose id is 0 or not known is laid out as the first
 * event's, as perf takes it. rec has len bytes, header included.
 */
int events_bind(const struct events *events, uint32_t type, const uint8_t *rec, size_t len);

/* The id that a record has at a place; false: none. */
static inline bool events_read_id(const struct events *events, struct id_place place, uint32_t type,
				  const uint8_t *rec, size_t len, uint64_t *id)
{
	size_t at;

	if (type == RECORD_SAMPLE) {
		if (place.front < 0)
			return false;
		at = RECORD_HEADER_SIZE + 8 * (size_t)place.front;
	} else {
		if (!place.back || len < RECORD_HEADER_SIZE + 8 * (size_t)place.back)
			return false;
		at = len - 8 * (size_t)place.back;
	}
	if (at + 8 > len)
		return false;
	*id = load_u64(rec + at, events->plain.big);
	return true;
}

/*
 * The id at the place where all events have it (same_place), 0 where records of
 * the type have none: what events_bind() goes by.
 */
static inline uint64_t events_peek_id(const struct events *events, uint32_t type,
				      const uint8_t *rec, size_t len)
{
	uint64_t id = 0;

	if (type < RECORD_USER_START && events->list.n && events->same_place)
		events_read_id(events, events->places[0], type, rec, len, &id);
	return id;
}

static inline const struct layout *events_layout(const struct events *events, int event)
{
	return event < 0 ? &events->plain : &events->list.v[event].layout;
}

#endif

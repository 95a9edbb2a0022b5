/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_SPANEVENTS_H
#define SPANS_SPANEVENTS_H

#include "recording/recording.h"
#include "spans/edge.h"
#include "spans/rawfield.h"
#include "spans/spankind.h"
#include "spans/spannames.h"
#include "spans/syscalls.h"
#include "wire/raw_offset.h"

/*
 * The events of a recording that begin, end and wake spans: the table of kinds, applied to the
 * events of each part. It does not change after it was opened, so threads can share it.
 */
struct spanevents;

/* Apply the table. The indexes of the recording must be complete. names must outlive the result. */
struct spanevents *spanevents_open(struct recording *recording, struct spannames *names);
void spanevents_close(struct spanevents *events); /* NULL: nothing to do */

/* Properties of the recording's spans. */
enum spanevents_has {
	SPANEVENTS_ANY = 1, /* there can be spans */
	SPANEVENTS_RET = 2,
	SPANEVENTS_WAKEUPS = 4,
	SPANEVENTS_OFFCPU = 8,
	SPANEVENTS_SYMBOLS = 16 /* names depend on symbols */
};
unsigned spanevents_has(const struct spanevents *events);

/* Return what rows of a kind, or samples of an event of a part, can do: enum edge_role. */
unsigned spanevents_roles(const struct spanevents *events, size_t part, uint64_t kind);
unsigned spanevents_roles_of_event(const struct spanevents *events, size_t part, int event);

/* An event as one side of a row of the table. */
struct spanevent_side {
	uint32_t kind; /* the row, from 1; 0: none */
	uint32_t star; /* name of the text that * matches, 0: none */
	struct rawfield key, more_key;
};

/* What the samples of an event begin, end and wake. */
struct spanevent {
	struct spanevent_side begin, end, wakes;
	uint32_t event_name; /* name of its spans, if it follows from the event */
	struct rawfield name, more_name, ret;
	struct raw_offset raw;
};

struct spanevents_part {
	const struct events *of;
	VEC(struct spanevent) events;
	uint32_t switches; /* the row for SWITCH records, 0: none */
	struct syscalls syscalls;
	VEC(bool) covered; /* by name: system calls that have events of their own */
	bool offcpu;	   /* spans off the CPU begin in it */
};
const struct spanevents_part *spanevents_part(const struct spanevents *events, size_t part);

#endif

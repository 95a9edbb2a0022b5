/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_DERIVED_H
#define RECORDING_DERIVED_H

#include "base/bitset.h"
#include "recording/row_record.h"

/*
 * Fields that are made of an address or an id in a record and of the state at its time, such as
 * mappings: dso, map.off, callchain.dso, brstack.from.dso, addr.dso, addr.pid, cgroup.path. They
 * are the rows of wire/fields.def with the macro MADE. A walk passes them as items directly after
 * the item that they are made of (vocabulary_base()), in the same element of a list, with
 * ROW_DERIVED and ROW_AGAIN. Each needs a look-up, so only requested fields are made.
 *
 * After ustack.dyn, a walk also passes, if requested, the unwound user frames as a list
 * (ustack.frames), and the reason why unwinding stopped (ustack.end). If a field of the call
 * chain's frames is requested, it also passes these frames as further frames of the chain.
 */
enum derived_of {
	DERIVED_OF_ID,	   /* the events of the recording, independent of the time */
	DERIVED_OF_IP,	   /* the mapping at the address, by the record's cpumode */
	DERIVED_OF_FRAME,  /* by the markers of the call chain */
	DERIVED_OF_ANY,	   /* by the address */
	DERIVED_OF_RECORD, /* the record, and the state at its time */
	DERIVED_OF_USTACK, /* the frames of the user's stack */
	DERIVED_OF_TRACE   /* packets of trace data */
};

enum derived_field {
#define MADE(id, ...) DERIVED_##id,
#include "wire/fields.def"
	DERIVED_FIELDS
};

/* Derived fields that a walk has to make. Zeroed: none. */
struct derived_set {
	uint64_t bits[BITSET_WORDS(DERIVED_FIELDS)];
	bool chain; /* also the user frames of the call chain, as for callchain.sym */
};

/* Add a field to the set, if it is a derived one. */
void derived_add(struct derived_set *set, enum field_id field);

/* Add the names of events by id, which depend on no other record. */
void derived_add_ids(struct derived_set *set);

/* Is a field a derived one? */
bool derived_is_made(enum field_id field);

/* Does the field, or a field of the set, depend on other records? */
bool derived_is_late(enum field_id field);
bool derived_any_late(const struct derived_set *set);

/*
 * Is the field a name of an address in the record: of its symbol, or else of its dso? *of gets the
 * kind of address.
 */
bool derived_is_name(enum field_id field, bool *symbol, enum derived_of *of);

/* Is the text of the field made for each item (reader_made_text())? */
bool derived_is_brief(enum field_id field);

/* The cpumode of the frames after a marker: linux/perf_event.h, enum perf_callchain_context. */
enum cpumode derived_context_mode(uint64_t context);

/* The base of a derived field. FIELD_NONE: it has several, or is not derived. */
enum field_id derived_base(enum field_id field);

/* ---- for recording/derived_walk.c ---- */

/* The state while a value is made: its base item, and the mapping there. */
struct derived_making {
	const struct row_record *record;
	const struct item *base;
	const struct mapping *mapping; /* of DERIVED_OF_IP, _FRAME, _ANY; NULL: unknown */
	uint64_t addr;	   /* the address of a source line: for a frame, that of its call */
	uint64_t branches; /* entries of the branch stack */
};

struct made_field {
	enum field_id field, base;
	/* Set the field's item. Returns false if there is no value. NULL: the walk makes it. */
	bool (*make)(const struct derived_making *m, struct item *item);
	enum derived_of of;
	unsigned rank; /* fields of the same base come in this order */
};

/* By enum derived_field. */
extern const struct made_field derived_fields[DERIVED_FIELDS];

#endif

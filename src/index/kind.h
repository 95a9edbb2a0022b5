/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_KIND_H
#define INDEX_KIND_H

#include "file/records.h"
#include "index/index.h"

/* Facts about a row that follow only from the bytes of its record. */

/* Return the kind of a record, with reason 0. */
struct kind_entry kind_of_record(const struct index *index, const struct record *record);

/*
 * Return the size of the smallest record of the type that includes its trailer; 0: it has no
 * trailer.
 */
uint64_t kind_whole_size(const struct index *index, const struct kind_entry *entry);

/*
 * Return the least size from which on a kind is certain: a record of at least this size is of the
 * kind if it has the type, misc and id of a record of the kind. 0: there is no such size.
 */
uint16_t kind_least_size(const struct index *index, const struct kind *kind);

bool kind_same(const struct kind_entry *a, const struct kind_entry *b);

/* Return a number that records of a kind have at a fixed offset; 0 if they lack it. */
uint64_t kind_field(const struct index *index, const struct kind *kind, enum index_field field,
		    const struct record *record);

/* Return the same number, for a recording of the given byte order. */
static inline uint64_t kind_tap_of(bool big, const struct kind *kind, enum index_field f,
				   const struct record *rec)
{
	const uint8_t *p;

	if (!index_offsets_has(&kind->offsets, f))
		return 0;
	p = index_offsets_ptr(&kind->offsets, f, rec->bytes, rec->size);
	return f == INDEX_FIELD_TIME || f == INDEX_FIELD_ID ? load_u64(p, big) : load_u32(p, big);
}

/* The values that a record has for the columns; 0: the record lacks the field. */
struct kind_taps {
	uint64_t time;
	uint32_t pid, tid, cpu;
};

static inline struct kind_taps kind_taps_of(bool big, const struct kind *kind,
					    const struct record *rec)
{
	return (struct kind_taps){
		.time = kind_tap_of(big, kind, INDEX_FIELD_TIME, rec),
		.pid = (uint32_t)kind_tap_of(big, kind, INDEX_FIELD_PID, rec),
		.tid = (uint32_t)kind_tap_of(big, kind, INDEX_FIELD_TID, rec),
		.cpu = (uint32_t)kind_tap_of(big, kind, INDEX_FIELD_CPU, rec),
	};
}

/* Use separate code for each byte order: a choice for each number would be slower. */
static inline struct kind_taps kind_taps(bool big, const struct kind *kind,
					 const struct record *rec)
{
	return big ? kind_taps_of(true, kind, rec) : kind_taps_of(false, kind, rec);
}

/* Do records of the kind have a thread? */
static inline bool kind_has_thread(const struct kind *kind)
{
	return index_offsets_has(&kind->offsets, INDEX_FIELD_PID) ||
	       index_offsets_has(&kind->offsets, INDEX_FIELD_TID);
}

#endif

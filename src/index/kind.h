/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_KIND_H
#define INDEX_KIND_H

#include "file/records.h"
#include "index/index.h"

/* What a record's bytes alone say of its row. */

/* The kind of a record; reason is 0. */
struct kind_entry kind_of_record(const struct index *index, const struct record *record);

/* The smallest record of the type that has its trailer, too; 0: it has none. */
uint64_t kind_whole_size(const struct index *index, const struct kind_entry *entry);

bool kind_same(const struct kind_entry *a, const struct kind_entry *b);

/* A number that the records of a kind have at a known place; 0 where they lack it. */
uint64_t kind_tap(const struct index *index, const struct kind *kind, enum tap_field field,
		  const struct record *record);

/* Do records of the kind have a thread? */
static inline bool kind_has_thread(const struct kind *kind)
{
	return plan_has(&kind->plan, TAP_PID) || plan_has(&kind->plan, TAP_TID);
}

#endif

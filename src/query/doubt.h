/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_DOUBT_H
#define QUERY_DOUBT_H

#include "index/index.h"
#include "query/value.h"

/*
 * Whether rows that were looked at before all records were known have to be looked at once more.
 * Who asks for what is known at the end alone waits for that first. Zeroed but for when: none were
 * looked at.
 */
struct doubt {
	enum value_when when; /* what is asked of them is known */
	bool building;	      /* some were looked at while the index was built, */
	bool following;	      /* or while the recording was followed */
};

/* Rows are looked at now, or a filter is made ready for that, in a state that was read before. */
static inline void doubt_add(struct doubt *doubt, enum index_state state)
{
	doubt->building |= state == INDEX_BUILDING;
	doubt->following |= state == INDEX_FOLLOWING;
}

/* More is known by now: look at all of them again. */
static inline bool doubt_is_due(const struct doubt *doubt, enum index_state state)
{
	if (doubt->when == VALUE_AT_ONCE || state == INDEX_BUILDING)
		return false;
	return doubt->building || (doubt->following && state != INDEX_FOLLOWING);
}

#endif

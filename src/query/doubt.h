/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_DOUBT_H
#define QUERY_DOUBT_H

#include "field/value.h"
#include "index/index.h"

/*
 * Do rows that were examined before all records were known have to be examined again? Code that
 * needs VALUE_MAPPED or VALUE_AT_END waits until these values are known before it begins. If all
 * members except `when` are zero, no rows were examined.
 */
struct doubt {
	enum value_when when; /* when the requested values are known */
	bool building;	      /* rows were examined while the index was being built */
	bool following;	      /* rows were examined while the recording was followed */
};

/* Record the state of the index before rows are examined, or a filter is prepared for them. */
static inline void doubt_add(struct doubt *doubt, enum index_state state)
{
	doubt->building |= state == INDEX_BUILDING;
	doubt->following |= state == INDEX_FOLLOWING;
}

/* Is more known now, so that all rows have to be examined again? */
static inline bool doubt_is_due(const struct doubt *doubt, enum index_state state)
{
	if (doubt->when == VALUE_AT_ONCE || state == INDEX_BUILDING)
		return false;
	return doubt->building || (doubt->following && state != INDEX_FOLLOWING);
}

#endif

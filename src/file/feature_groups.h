/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_FEATURE_GROUPS_H
#define FILE_FEATURE_GROUPS_H

#include "file/events.h"
#include "file/features.h"

/* Which events were one group, by GROUP_DESC. */
struct event_group {
	uint32_t leader;  /* number of an event: itself when it is in no group */
	uint32_t members; /* of a leader: with itself; else 0 */
	const char *name; /* of a leader: in the section, name_len bytes; NULL: it has none */
	size_t name_len;
};

/*
 * One for each event, to be freed. In a recording that was not finished, so that it
 * has no sections at all, members of groups are told by not being disabled: they
 * wait for their leader.
 */
struct event_group *feature_groups(const struct features *features, const struct events *events);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_FEATURE_GROUPS_H
#define FILE_FEATURE_GROUPS_H

#include "file/events.h"
#include "file/features.h"

/* How events were grouped, by the section GROUP_DESC. */
struct event_group {
	uint32_t leader;  /* number of an event; its own number if it is in no group */
	uint32_t members; /* of a leader: number of members, with the leader; else 0 */
	const char *name; /* of a leader: name_len bytes inside the section; NULL: none */
	size_t name_len;
};

/*
 * One element for each event; the caller frees them. An unfinished recording has no sections. In it
 * an event that is not disabled is taken as a member: perf disables only leaders, and members do
 * not count before their leader is enabled.
 */
struct event_group *feature_groups(const struct features *features, const struct events *events);

#endif

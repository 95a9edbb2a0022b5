/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_SCHEDEVENTS_H
#define ANALYSIS_SCHEDEVENTS_H

#include "recording/reader.h"

/*
 * The scheduler's tracepoints of a recording: which events they are, and their fields, which are
 * read at their places without a walk over the record. For one thread.
 */
struct schedevents;

enum schedevent {
	SCHEDEVENT_NONE,
	SCHEDEVENT_SWITCH, /* sched_switch */
	SCHEDEVENT_WAKEUP  /* sched_waking, sched_wakeup, sched_wakeup_new */
};

/* The indexes of the recording must be complete. It must outlive the events. */
struct schedevents *schedevents_open(struct recording *recording);
void schedevents_close(struct schedevents *events);

/* Return the scheduler event that the samples of an event of a part are; of EVENT_NONE: none. */
enum schedevent schedevents_of(const struct schedevents *events, size_t part, int event);

/* Numbers of threads are those of the kernel, sign-extended. */
struct schedevent_fields {
	uint64_t prev, state, next; /* of a switch */
	uint64_t woken;		    /* of a wakeup */
};

/* Read the fields of a sample of such an event. Returns false if one is missing. */
bool schedevents_read(const struct schedevents *events, struct reader *reader,
		      const struct row_info *info, struct schedevent_fields *fields);

#endif

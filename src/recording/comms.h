/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_COMMS_H
#define RECORDING_COMMS_H

#include "base/map.h"
#include "recording/recording.h"

/*
 * Names of tasks at the times of rows. Most rows belong to a thread that was already requested,
 * with the same name. So the last names are cached, with the times between which they are valid.
 * For one thread.
 */
enum {
	COMMS = 512,
	COMM_KEPT = 24 /* bytes; longer names are not kept */
};

struct comms {
	const struct recording *recording;
	struct comm_slot {
		struct task_stay stay; /* the times at which it is valid */
		uint64_t version;      /* version of the index's history */
		size_t part;
		uint32_t tid;
		bool used, known;
		uint8_t len;
		char name[COMM_KEPT];
	} * slots;
	struct task_lists lists;
	struct map named_in; /* by part and thread: earlier part that names the thread, + 1 */
};

void comms_init(struct comms *comms, const struct recording *recording);
void comms_release(struct comms *comms);

/*
 * Append the name that a thread has at a moment, as in the recording. The time is the recording's,
 * the row is that of the part's index. If the part does not name the thread, the nearest earlier
 * part may, unless parts are separate. Returns false if it is not known.
 */
bool comms_get(struct comms *comms, size_t part, const struct task_moment *moment, struct buf *out);

/* Append the name that the COMM record at a moment gives. Returns false if the index lacks it. */
bool comms_recorded(const struct comms *comms, size_t part, const struct task_moment *moment,
		    struct buf *out);

/*
 * Get the times of the recording around a moment at which the thread has the same name. Returns
 * false if they are not known: without a time, or if another part may have the name.
 */
bool comms_stays(struct comms *comms, size_t part, const struct task_moment *moment,
		 struct task_stay *stay);

/* Append, escaped, the last name that a thread had at or before a time, if it is known. */
void comms_text(struct comms *comms, uint32_t tid, uint64_t time, struct buf *out);

#endif

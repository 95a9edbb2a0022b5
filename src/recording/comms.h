/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_COMMS_H
#define RECORDING_COMMS_H

#include "base/map.h"
#include "recording/recording.h"

/*
 * Names of tasks at the moments of rows. Most rows are of a thread whose name has been
 * asked for, and no change of it lies between: the last names are remembered with the
 * times between which they hold. For one thread.
 */
enum {
	COMMS = 512,
	COMM_KEPT = 24 /* bytes; longer names are looked up each time */
};

struct comms {
	const struct recording *recording;
	struct comm_slot {
		uint64_t from, until; /* the times: from <= time < until */
		uint64_t version;     /* of the index's history */
		size_t part;
		uint32_t tid;
		bool used, known;
		uint8_t len;
		char name[COMM_KEPT];
	} * slots;
	struct task_lists lists;
	struct map tellers; /* part and thread to the part before that tells of the thread, + 1 */
};

void comms_init(struct comms *comms, const struct recording *recording);
void comms_release(struct comms *comms);

/*
 * Append the name, as it is in the recording, that a thread has at a moment; its time is the
 * recording's, its row that in its part's index. What the part does not tell, the nearest part
 * before may, where parts are not separate. False: it is not known.
 */
bool comms_get(struct comms *comms, size_t part, const struct task_moment *moment, struct buf *out);

/* Append, escaped, the last name that a thread had at a time or before, if it is known. */
void comms_text(struct comms *comms, uint32_t tid, uint64_t time, struct buf *out);

#endif

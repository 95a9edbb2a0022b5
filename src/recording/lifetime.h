/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_LIFETIME_H
#define RECORDING_LIFETIME_H

#include "recording/recording.h"

/*
 * When a thread began and ended and who made it, as FORK and EXIT records tell. Numbers
 * are used again: of several lives it is the last one that began until a row.
 */
struct lifetime {
	bool has_start; /* a FORK record is there */
	bool before;	/* it says that the thread was there before the recording */
	bool has_exit;
	uint64_t start, exit;	      /* times of these records */
	uint64_t start_row, exit_row; /* their rows in the recording */
	bool has_parent;
	uint32_t parent; /* process id of who made it */
};

/*
 * Of a thread, the main one of a process included, as far as at most some thousand of its records
 * tell. False: nothing is known.
 */
bool lifetime_of(const struct recording *recording, uint32_t tid, uint64_t row,
		 struct lifetime *life);

#endif

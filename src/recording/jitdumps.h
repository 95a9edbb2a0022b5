/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_JITDUMPS_H
#define RECORDING_JITDUMPS_H

#include "recording/mappings.h"

/*
 * The files jit-PID.dump in which processes told of the code that they made. A process maps its
 * own, so that a recording tells where it is. One thread's.
 */
struct jitdumps;

/* Mappings stay the caller's, to be closed later. */
struct jitdumps *jitdumps_open(struct recording *recording, struct mappings *mappings);
void jitdumps_close(struct jitdumps *jitdumps);

struct jitdump_file {
	char *path;   /* as recorded */
	uint64_t ino; /* 0: not known */
	uint32_t maj, min;
};

/* That of a record's process as of the record, until the next call; NULL: it had none. */
const struct jitdump_file *jitdumps_find(struct jitdumps *jitdumps, const struct row_info *info);

/*
 * The time of a record on the clock of the file, CLOCK_MONOTONIC. Where the recording has another
 * clock, that is the end of all times: what was made last is taken.
 */
uint64_t jitdumps_time(const struct jitdumps *jitdumps, const struct row_info *info);

#endif

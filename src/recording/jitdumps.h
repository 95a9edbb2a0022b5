/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_JITDUMPS_H
#define RECORDING_JITDUMPS_H

#include "recording/mappings.h"

/*
 * The files jit-PID.dump in which processes describe the code that they generate. A process maps
 * its own file, so the recording has its path. For one thread.
 */
struct jitdumps;

/* The caller still owns the mappings. They must outlive the jitdumps. */
struct jitdumps *jitdumps_open(struct recording *recording, struct mappings *mappings);
void jitdumps_close(struct jitdumps *jitdumps);

struct jitdump_file {
	char *path;   /* as recorded */
	uint64_t ino; /* 0: not known */
	uint32_t maj, min;
};

/* The file of the record's process at that time, valid until the next call; NULL: none. */
const struct jitdump_file *jitdumps_find(struct jitdumps *jitdumps, const struct row_info *info);

/*
 * The time of a record on the clock of the file, CLOCK_MONOTONIC. If the recording has another
 * clock, return the greatest time, so that the latest code is found.
 */
uint64_t jitdumps_time(const struct jitdumps *jitdumps, const struct row_info *info);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_TIMELINE_H
#define RECORDING_TIMELINE_H

#include "base/buf.h"
#include "recording/recording.h"

/*
 * The times of several files can be compared where the files are of one machine, one start of it
 * and one clock, and a record counts once where no file is given twice. Append a line, escaped, for
 * each condition that does not hold, as far as the files tell. Safe from any thread.
 */
void timeline_doubts(const struct recording *recording, struct buf *out);

/* The first of them in a few words, as "other clocks", for a title; NULL: there is none. */
const char *timeline_doubt(const struct recording *recording);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_TIMELINE_H
#define RECORDING_TIMELINE_H

#include "base/buf.h"
#include "recording/recording.h"

/*
 * The times of several files can be compared where the files are of one machine, one start of it
 * and one clock, and a record counts once where no file is given twice. Append a line, escaped, for
 * each condition that does not hold, as far as the files tell; where they are aligned, only for the
 * last one. Safe from any thread.
 */
void timeline_doubts(const struct recording *recording, struct buf *out);

/* Does one of these conditions not hold, but for the last? */
bool timeline_differs(const struct recording *recording);

/* Append a line, escaped, for each file whose times are aligned with those of others. */
void timeline_shifts(const struct recording *recording, struct buf *out);

/*
 * The first doubt, or how the files are aligned, in a few words, as "other clocks", for a title;
 * NULL: there is neither.
 */
const char *timeline_doubt(const struct recording *recording);

#endif

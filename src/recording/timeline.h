/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_TIMELINE_H
#define RECORDING_TIMELINE_H

#include "base/buf.h"
#include "recording/recording.h"

/*
 * Times of several files can be compared if the files come from one machine, one boot and one
 * clock, and if no file is given twice. Append an escaped line for each of these conditions that
 * the files do not meet. For aligned files, only the last condition matters. For any thread.
 */
void timeline_doubts(const struct recording *recording, struct buf *out);

/* Is one of the first three conditions violated? */
bool timeline_differs(const struct recording *recording);

/* Append a line, escaped, for each file whose times are shifted by the alignment. */
void timeline_shifts(const struct recording *recording, struct buf *out);

/*
 * A few words for a title: the first violated condition, such as "other clocks", or else the
 * alignment. NULL: neither.
 */
const char *timeline_doubt(const struct recording *recording);

#endif

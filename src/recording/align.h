/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_ALIGN_H
#define RECORDING_ALIGN_H

#include "base/err.h"
#include "recording/recording.h"

/*
 * The shifts of times that put several files on one timeline. No time is decreased. All files are
 * aligned to the file that begins last or, for the time of day, to the file whose clock was 0 at
 * the earliest time of day.
 */

/* Parse "start" and similar names. Returns false for an unknown one. */
bool align_parse(const char *text, enum align *align);
const char *align_name(enum align align);

/* Returns ERR_PARSE if a file lacks the time that the alignment needs; *part is that file. */
int align_check(const struct recording *recording, size_t *part, struct err *err);

/* Set the shift of each file, in ns. first: the first time of each file, 0: it has no times. */
void align_shifts(const struct recording *recording, const uint64_t *first, uint64_t *shifts);

#endif

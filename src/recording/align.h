/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_ALIGN_H
#define RECORDING_ALIGN_H

#include "base/err.h"
#include "recording/recording.h"

/*
 * How far the times of each file are moved so that several files have one timeline. No time is
 * moved back: all are moved to the file that begins last, or whose clock was 0 first.
 */

/* "start" and the like; false: there is no such way. */
bool align_parse(const char *text, enum align *align);
const char *align_name(enum align align);

/* ERR_PARSE: a file does not tell what its times are aligned by; part: that file. */
int align_check(const struct recording *recording, size_t *part, struct err *err);

/* The shift of each file, in ns. first: when each begins, 0: it has no times. */
void align_shifts(const struct recording *recording, const uint64_t *first, uint64_t *shifts);

#endif

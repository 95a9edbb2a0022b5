/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_SAMENESS_H
#define RECORDING_SAMENESS_H

#include "base/buf.h"
#include "recording/recording.h"

/*
 * Is this the recording that something was kept of? As an index knows it: by device, inode, size,
 * time of change and samples of its bytes, of all files; it may have grown.
 */

/* A number to find by what was kept; 0: nothing can be, as it came through a pipe. */
uint64_t sameness_key(const struct recording *recording);

/* Append what it is known by, in one line of text. */
void sameness_text(const struct recording *recording, struct buf *out);

/* Is it the recording that such a text was made of? */
bool sameness_holds(const struct recording *recording, const char *text);

#endif

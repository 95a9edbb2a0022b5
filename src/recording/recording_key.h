/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_RECORDING_KEY_H
#define RECORDING_RECORDING_KEY_H

#include "base/buf.h"
#include "recording/recording.h"

/*
 * Identifies the recording for which something was saved. As for an index, this uses device, inode,
 * size, time of change and samples of the bytes of all files; the recording may have grown.
 */

/* The key of a recording's saved state; 0: it came through a pipe, so no state can be saved. */
uint64_t recording_key(const struct recording *recording);

/* Append the identity, as one line of text. */
void recording_key_text(const struct recording *recording, struct buf *out);

/* Does such a text identify the recording? */
bool recording_key_matches(const struct recording *recording, const char *text);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef UI_MARKS_FILE_H
#define UI_MARKS_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "recording/recording.h"

/*
 * The marks A to Z, which lead to records of any recording: $XDG_STATE_HOME/perfnav/marks has a
 * line for each. Replaced as a whole; the last of several programs counts.
 */
struct file_mark {
	char letter;
	uint64_t key; /* of the recording, as sameness_key() */
	uint64_t row;
	VEC(char *) paths; /* of its files, absolute */
};

/* False: there is no such mark. To be released. */
bool marks_file_find(char letter, struct file_mark *mark);
void file_mark_release(struct file_mark *mark);

/* False: it cannot be kept. */
bool marks_file_set(char letter, const struct recording *recording, uint64_t row);

#endif

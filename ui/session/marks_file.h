/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_MARKS_FILE_H
#define SESSION_MARKS_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "recording/recording.h"

/*
 * The marks A to Z, which can be in any recording. $XDG_STATE_HOME/perfnav/marks has a line for
 * each. The file is replaced as a whole; if several programs write it, the last one wins.
 */
struct file_mark {
	char letter;
	uint64_t key; /* of the recording, as recording_key() */
	uint64_t row;
	VEC(char *) paths; /* absolute paths of its files */
};

/* Is the letter one of these marks? */
bool marks_file_has(char letter);

/* Find a mark; to be released. Returns false if it does not exist. */
bool marks_file_find(char letter, struct file_mark *mark);
void file_mark_release(struct file_mark *mark);

/* Set a mark. Returns false if it cannot be saved. */
bool marks_file_set(char letter, const struct recording *recording, uint64_t row);

#endif

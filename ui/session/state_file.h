/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_STATE_FILE_H
#define SESSION_STATE_FILE_H

#include "recording/recording.h"
#include "session/state.h"

/*
 * The files of saved states. $XDG_STATE_HOME/perfnav/recordings has a file for each recording,
 * which only its owner can read. If there are more than STATE_FILES, the files that were not used
 * for the longest time are removed. A file is replaced as a whole and under a lock, so that several
 * browsers of one recording do not lose each other's notes.
 */
enum {
	STATE_FILES = 500
};

/*
 * Fill an initialized state. Returns false if no state of the recording is saved. If the saved
 * state is unusable, err has the reason.
 */
bool state_file_load(struct state *state, const struct recording *recording, struct err *err);

/*
 * Save a state. Before that, merge the changes that other programs have made in the file since base
 * was loaded or saved. notes_alone: save only the notes, and keep everything else in the file. A
 * file that cannot be read is renamed to NAME.damaged; if this fails, nothing is written. For any
 * thread.
 */
int state_file_save(struct state *state, const struct state *base,
		    const struct recording *recording, bool notes_alone, struct err *err);

/* Give the recording its saved notes, for filters and columns. */
void state_file_use_notes(struct recording *recording);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_STATE_FILE_H
#define SESSION_STATE_FILE_H

#include "recording/recording.h"
#include "session/state.h"

/*
 * Where states are: $XDG_STATE_HOME/perfnav/recordings has a file for each recording, for its owner
 * alone; of more than STATE_FILES those not used for the longest time go. A file is replaced as a
 * whole, and under a lock, so that several browsers of one recording do not lose each other's
 * notes.
 */
enum {
	STATE_FILES = 500
};

/*
 * Fill an initialized state. False: no state of the recording is saved; if one is saved but
 * unusable, err says why.
 */
bool state_file_load(struct state *state, const struct recording *recording, struct err *err);

/*
 * Save a state. First merge what other programs have changed in the file since base was loaded or
 * saved. notes_alone: all but the notes stays as it is in the file. A file that cannot be read gets
 * the name NAME.damaged; where that fails, nothing is written. For any thread.
 */
int state_file_save(struct state *state, const struct state *base,
		    const struct recording *recording, bool notes_alone, struct err *err);

/* Give the recording its saved notes, for filters and columns. */
void state_file_use_notes(struct recording *recording);

#endif

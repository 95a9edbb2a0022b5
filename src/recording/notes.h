/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_NOTES_H
#define RECORDING_NOTES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

/*
 * The user's notes about rows: flags and texts. They are not part of the recording:
 * recording_set_notes() adds them, for the fields flagged and note.
 */
enum {
	NOTES_MAX = 100000, /* rows with a note */
	NOTE_BYTES = 1000   /* bytes of a text */
};

struct note {
	uint64_t row;
	bool flagged;
	char *text; /* as typed; NULL: none */
};

struct notes {
	VEC(struct note) list; /* ascending by row; each has a flag or a text */
	_Atomic unsigned users;
};

/* Make an empty set, or a copy, with one reference. */
struct notes *notes_new(void);
struct notes *notes_clone(const struct notes *notes);

/*
 * Add a reference, remove a reference; removing the last one frees the set. Notes with several
 * references do not change any more.
 */
struct notes *notes_get(struct notes *notes);
void notes_put(struct notes *notes);

/* The index of the first note at or after a row. */
size_t notes_place(const struct notes *notes, uint64_t row);

/* Returns NULL if the row has no note. */
const struct note *notes_find(const struct notes *notes, uint64_t row);

/*
 * Set a flag or a text. Returns false if there are NOTES_MAX notes already. A text of NULL or ""
 * removes it.
 */
bool notes_flag(struct notes *notes, uint64_t row, bool flagged);
bool notes_write(struct notes *notes, uint64_t row, const char *text);

/* Return the number of flagged rows. */
size_t notes_flags(const struct notes *notes);

/*
 * Merge two changes of the same base: mine gets the changes of theirs. If both changed a row, mine
 * is kept.
 */
void notes_merge(struct notes *mine, const struct notes *base, const struct notes *theirs);

#endif

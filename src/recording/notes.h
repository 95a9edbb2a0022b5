/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_NOTES_H
#define RECORDING_NOTES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

/*
 * What a person has noted of rows: flags, and texts. Not a part of the recording: who knows them
 * gives them to it (recording_set_notes()), so that the words flagged and note mean something.
 */
enum {
	NOTES_MAX = 100000, /* rows with a flag or a text */
	NOTE_BYTES = 1000   /* of a text */
};

struct note {
	uint64_t row;
	bool flagged;
	char *text; /* as it was typed, NULL: none */
};

struct notes {
	VEC(struct note) list; /* ascending; each has a flag or a text */
	_Atomic unsigned users;
};

/* One user has it. */
struct notes *notes_new(void);
struct notes *notes_clone(const struct notes *notes);

/* One more user, one less; the last one frees it. What several use is not changed any more. */
struct notes *notes_get(struct notes *notes);
void notes_put(struct notes *notes);

/* The place of the first row at or behind one. */
size_t notes_place(const struct notes *notes, uint64_t row);

/* NULL: nothing was noted of it. */
const struct note *notes_find(const struct notes *notes, uint64_t row);

/* False: there are NOTES_MAX already. A text of NULL or "" takes it away. */
bool notes_flag(struct notes *notes, uint64_t row, bool flagged);
bool notes_write(struct notes *notes, uint64_t row, const char *text);

size_t notes_flags(const struct notes *notes);

/*
 * What two have made of the same beginning: in mine comes what is in theirs and was changed by
 * them; where both changed a row, mine stays.
 */
void notes_merge(struct notes *mine, const struct notes *base, const struct notes *theirs);

#endif

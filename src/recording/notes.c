/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/notes.h"

#include <stdlib.h>
#include <string.h>

#include "base/search.h"

struct notes *notes_new(void)
{
	struct notes *notes = mem_zalloc(sizeof(*notes));

	atomic_store(&notes->users, 1);
	return notes;
}

struct notes *notes_clone(const struct notes *notes)
{
	struct notes *clone = notes_new();

	for (size_t i = 0; i < notes->list.n; i++) {
		struct note *note = vec_add(&clone->list);

		*note = notes->list.v[i];
		note->text = note->text ? mem_strdup(note->text) : NULL;
	}
	return clone;
}

struct notes *notes_get(struct notes *notes)
{
	atomic_fetch_add(&notes->users, 1);
	return notes;
}

void notes_put(struct notes *notes)
{
	if (!notes || atomic_fetch_sub(&notes->users, 1) > 1)
		return;
	for (size_t i = 0; i < notes->list.n; i++)
		free(notes->list.v[i].text);
	vec_release(&notes->list);
	free(notes);
}

size_t notes_place(const struct notes *notes, uint64_t row)
{
	return search_first(0, notes->list.n, i, notes->list.v[i].row < row);
}

const struct note *notes_find(const struct notes *notes, uint64_t row)
{
	size_t i = notes_place(notes, row);

	return i < notes->list.n && notes->list.v[i].row == row ? &notes->list.v[i] : NULL;
}

/* The note of a row, which is added if needed; NULL: there is no room. */
static struct note *note_of(struct notes *notes, uint64_t row)
{
	size_t i = notes_place(notes, row);
	struct note *v;

	if (i < notes->list.n && notes->list.v[i].row == row)
		return &notes->list.v[i];
	if (notes->list.n >= NOTES_MAX)
		return NULL;
	vec_add(&notes->list);
	v = notes->list.v;
	memmove(&v[i + 1], &v[i], (notes->list.n - 1 - i) * sizeof(*v));
	v[i] = (struct note){ .row = row };
	return &v[i];
}

/* Remove a note without flag and text. */
static void tidy(struct notes *notes, struct note *note)
{
	size_t i = (size_t)(note - notes->list.v);

	if (note->flagged || note->text)
		return;
	notes->list.n--;
	memmove(note, note + 1, (notes->list.n - i) * sizeof(*note));
}

bool notes_flag(struct notes *notes, uint64_t row, bool flagged)
{
	struct note *note = note_of(notes, row);

	if (!note)
		return false;
	note->flagged = flagged;
	tidy(notes, note);
	return true;
}

bool notes_write(struct notes *notes, uint64_t row, const char *text)
{
	struct note *note = note_of(notes, row);
	size_t len = text ? strlen(text) : 0;

	if (!note)
		return false;
	free(note->text);
	note->text = len ? mem_strndup(text, len < NOTE_BYTES ? len : NOTE_BYTES) : NULL;
	tidy(notes, note);
	return true;
}

size_t notes_flags(const struct notes *notes)
{
	size_t n = 0;

	for (size_t i = 0; i < notes->list.n; i++)
		n += notes->list.v[i].flagged;
	return n;
}

/* ---- merging ---- */

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static const struct note *find_or_none(const struct notes *notes, uint64_t row)
{
	static const struct note none = { .flagged = false };
	const struct note *note = notes_find(notes, row);

	return note ? note : &none;
}

static void merge_row(struct notes *mine, const struct notes *base, const struct notes *theirs,
		      uint64_t row)
{
	const struct note *was = find_or_none(base, row), *now = find_or_none(theirs, row);
	const struct note *own = find_or_none(mine, row);

	if (own->flagged == was->flagged && now->flagged != was->flagged)
		notes_flag(mine, row, now->flagged);
	own = find_or_none(mine, row); /* the flag may have moved or removed it */
	if (same_text(own->text, was->text) && !same_text(now->text, was->text))
		notes_write(mine, row, now->text);
}

void notes_merge(struct notes *mine, const struct notes *base, const struct notes *theirs)
{
	for (size_t i = 0; i < base->list.n; i++)
		merge_row(mine, base, theirs, base->list.v[i].row);
	for (size_t i = 0; i < theirs->list.n; i++)
		merge_row(mine, base, theirs, theirs->list.v[i].row);
}

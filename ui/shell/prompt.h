/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_PROMPT_H
#define SHELL_PROMPT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"
#include "term/surface.h"
#include "term/term.h"

/*
 * The line at the bottom into which the user types text (lineedit.h). It also shows errors of the
 * text, what the text selects, completions (wordlist.h) and the meaning of words. readline supports
 * only one line at a time, so there is one prompt.
 */
enum {
	/* of a line; if a new text would make the line longer, all of the new text is rejected */
	PROMPT_BYTES = 16384
};

enum prompt_slot {
	PROMPT_FILTER,
	PROMPT_FIND,
	PROMPT_COMMAND,
	PROMPT_FILE,
	PROMPT_SLOTS
};

struct prompt_kind {
	enum prompt_slot slot; /* kinds with the same slot share a history */
	const char *label;
	const char *note; /* shown below the line if there is no error or note */
	/*
	 * Called for Enter. Returning 0 closes the prompt. After an error, the prompt shows it at
	 * err->offset of the text, and the user can edit the text.
	 */
	int (*accept)(void *ctx, const char *text, struct err *err);
	/*
	 * Called whenever the text has changed. It checks the text, and sets an error, or a note
	 * for the line below. NULL: the prompt shows only the note of its kind.
	 */
	void (*look)(void *ctx, const char *text, struct buf *note, struct err *err);
	/*
	 * Called for Tab. It calls wordlist_offer() with each text that may replace start to end of
	 * line.
	 */
	void (*complete)(void *ctx, const char *line, size_t start, size_t end);
	/*
	 * Called for F1. It appends help about the word from `start` to `end`, escaped. False:
	 * there is no help.
	 */
	bool (*explain)(void *ctx, const char *line, size_t start, size_t end, struct buf *out);
	bool replaces;	   /* text that is typed after an error replaces the old text */
	const char *about; /* the help of F1 if no word is under the cursor; NULL: the note */
};

void prompt_open(const struct prompt_kind *kind, void *ctx, const char *text);
void prompt_close(void);
bool prompt_is_open(void);

/*
 * Pass one key. Escape and Ctrl-C close the prompt. During a paste, Ctrl-C drops the rest of the
 * paste. Plain text is collected, and inserted at the next other key or when the prompt is drawn.
 */
void prompt_key(keysym key);

/*
 * prompt_rows() checks the text, and returns the number of lines on a screen with cols columns.
 * prompt_draw() draws these lines.
 */
int prompt_rows(int cols);
void prompt_draw(const struct surface *s, struct term_cursor *cursor);

/* Draw the list of Tab or the help of F1, if one is open, at the lower end of a surface. */
void prompt_draw_above(const struct surface *s);

/* Free all memory. */
void prompt_release(void);

#endif

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
 * The line at the bottom for typed text (lineedit.h), with errors of the text, what it selects,
 * completions (wordlist.h) and the meaning of its words. There is one prompt because readline knows
 * one line at a time.
 */
enum {
	PROMPT_BYTES = 16384 /* of a line; text that would make it longer is refused as a whole */
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
	const char *note; /* shown below if there is nothing else to say */
	/*
	 * Enter. An error is shown at err->offset of the text, which can be edited further; 0
	 * closes the prompt.
	 */
	int (*accept)(void *ctx, const char *text, struct err *err);
	/*
	 * Check the text whenever it has changed: set an error, or a note for the line below. NULL:
	 * only the kind's note is shown.
	 */
	void (*look)(void *ctx, const char *text, struct buf *note, struct err *err);
	/* Tab: call wordlist_offer() with each text that may replace start to end of line. */
	void (*complete)(void *ctx, const char *line, size_t start, size_t end);
	/*
	 * F1: append lines of help about the word from start to end, escaped. False: none is known.
	 */
	bool (*explain)(void *ctx, const char *line, size_t start, size_t end, struct buf *out);
	const char *about; /* lines of F1 without a word under the cursor; NULL: the note */
};

void prompt_open(const struct prompt_kind *kind, void *ctx, const char *text);
void prompt_close(void);
bool prompt_is_open(void);

/*
 * Pass one key. Escape and Ctrl-C close the prompt; Ctrl-C in a paste drops the rest of the paste.
 * Plain text is inserted at the next other key, or when the prompt is drawn.
 */
void prompt_key(keysym key);

/* The number of lines on a screen of so many columns, after a check of the text; and draw them. */
int prompt_rows(int cols);
void prompt_draw(const struct surface *s, struct term_cursor *cursor);

/* Draw the list of Tab or the help of F1, if there is any, at the lower end of a surface. */
void prompt_draw_above(const struct surface *s);

/* Free all memory. */
void prompt_release(void);

#endif

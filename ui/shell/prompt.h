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
 * The line at the bottom where text is typed (lineedit.h), with what is wrong with it, what it
 * selects, what can stand in it (wordlist.h) and what its words mean. There is one, as readline
 * knows one line at a time.
 */
enum {
	PROMPT_BYTES =
		16384 /* of a line; more is refused, all of what is pasted or typed at once */
};

enum prompt_slot {
	PROMPT_FILTER,
	PROMPT_FIND,
	PROMPT_COMMAND,
	PROMPT_FILE,
	PROMPT_SLOTS
};

struct prompt_kind {
	enum prompt_slot slot; /* kinds of one slot share a history */
	const char *label;
	const char *note; /* shown below while there is nothing else to say */
	/*
	 * What Enter does. An error stays on the screen, at err->offset of the
	 * text, and the text stays to be edited; 0 closes the prompt.
	 */
	int (*accept)(void *ctx, const char *text, struct err *err);
	/*
	 * What to say about the text while it is typed: a mistake, or a note for the line
	 * below. Called whenever it has changed; NULL: the note stands there.
	 */
	void (*look)(void *ctx, const char *text, struct buf *note, struct err *err);
	/* Tab: call wordlist_offer() with each text that could stand from start to end of line. */
	void (*complete)(void *ctx, const char *line, size_t start, size_t end);
	/* F1: append lines of help on the word from start to end, escaped. False: none is known. */
	bool (*explain)(void *ctx, const char *line, size_t start, size_t end, struct buf *out);
	const char *about; /* F1 where no word is under the cursor, lines; NULL: the note */
};

void prompt_open(const struct prompt_kind *kind, void *ctx, const char *text);
void prompt_close(void);
bool prompt_is_open(void);

/*
 * One key. Escape and Ctrl-C close the prompt; Ctrl-C in a paste drops the rest of that. Plain text
 * comes into the line with the next other key, or when it is drawn.
 */
void prompt_key(keysym key);

/*
 * The lines that the prompt takes on a screen of that many columns, after a look at the text, and
 * what is on them.
 */
int prompt_rows(int cols);
void prompt_draw(const struct surface *s, struct term_cursor *cursor);

/* The list that Tab opened or the help of F1, if there is any, at the lower end of a surface. */
void prompt_draw_above(const struct surface *s);

/* Give back what it holds. */
void prompt_release(void);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_LINEEDIT_H
#define SHELL_LINEEDIT_H

#include <stdbool.h>
#include <stddef.h>

#include "term/term.h"

/*
 * Editing, key bindings and history of GNU readline, without its input and output: the browser
 * passes the keys and draws the line. readline supports only one line at a time, so there is one
 * line. Places are bytes of the line. Only the thread that draws may call these functions.
 */

/* The effect of a key on the line. */
enum lineedit_end {
	LINEEDIT_GOES_ON,
	/* Enter, or a key bound to the same function; lineedit_text() returns the text */
	LINEEDIT_ACCEPTED,
	LINEEDIT_ENDED /* end of file: the line is abandoned */
};

struct lineedit_words {
	/* Offer words for the text from `start` to `end`. False: this place has no completions. */
	bool (*find)(size_t start, size_t end);
	const char *(*word)(size_t i); /* the i-th offered word, NULL after the last */
	void (*choice)(void);	       /* several words were found */
};

/* Characters that separate words of a line. */
extern const char lineedit_breaks[];

/*
 * Open a line with the given text and the cursor after it, and use this history. Call
 * lineedit_close() before you open another line.
 */
void lineedit_open(const char *history, const struct lineedit_words *words, const char *text);
void lineedit_close(void);

/* The current text, valid until the line changes. */
const char *lineedit_text(void);
size_t lineedit_size(void);
size_t lineedit_point(void);
void lineedit_move(size_t at);

/* Set a new text, with the cursor after it. The user cannot undo earlier changes then. */
void lineedit_set(const char *text);
void lineedit_insert(const char *text);
void lineedit_delete_before(void); /* deletes one byte */

/* Replace the text from start to the cursor. The user can undo this as one step. */
void lineedit_replace(size_t start, const char *text);

enum lineedit_end lineedit_key(keysym key);

/* Pass the bytes of one key, which are at most one character. */
void lineedit_feed(const char *bytes, size_t len);

/* Would readline only insert the key? */
bool lineedit_is_plain(keysym key);

/* Is readline in a mode of its own, such as a search, a count or ^V? Escape then ends this mode. */
bool lineedit_is_inside(void);
void lineedit_leave(void);

/* Is readline in vi mode? Escape then has its meaning in vi. */
bool lineedit_is_vi(void);

/*
 * The text that readline shows before the line during a search in the history. NULL: there is no
 * search.
 */
const char *lineedit_search_label(void);

/*
 * Set the maximum number of lines in a history. kept: save the histories in files, too
 * (widgets/prompt_history.h). Call this before you open a line.
 */
void lineedit_remember(size_t most, bool kept);

/* Add a line to the history of the open line. */
void lineedit_add_history(const char *text);

/* Free all memory. */
void lineedit_release(void);

#endif

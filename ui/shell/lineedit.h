/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_LINEEDIT_H
#define SHELL_LINEEDIT_H

#include <stdbool.h>
#include <stddef.h>

#include "term/term.h"

/*
 * Editing, key bindings and history of GNU readline, without its input and output: keys come from
 * the browser, which also draws the line. readline knows one line at a time, so there is one.
 * Places are bytes of the line. Only the thread that draws may call these.
 */

/* The effect of a key on the line. */
enum lineedit_end {
	LINEEDIT_GOES_ON,
	LINEEDIT_ACCEPTED, /* Enter, or a binding that accepts: lineedit_text() has the text */
	LINEEDIT_ENDED	   /* end of file: the line is abandoned */
};

struct lineedit_words {
	/* Offer words for the text from start to end. False: none are offered here. */
	bool (*find)(size_t start, size_t end);
	const char *(*word)(size_t i); /* the i-th offered word, NULL after the last */
	void (*choice)(void);	       /* several words were found */
};

/* Characters that separate words of a line. */
extern const char lineedit_breaks[];

/*
 * Open a line of a history with a text, the cursor after it. Call lineedit_close() before another
 * one.
 */
void lineedit_open(const char *history, const struct lineedit_words *words, const char *text);
void lineedit_close(void);

/* The present line, valid until it changes. */
const char *lineedit_text(void);
size_t lineedit_size(void);
size_t lineedit_point(void);
void lineedit_move(size_t at);

/* Set a new text, with the cursor after it. Earlier changes cannot be undone. */
void lineedit_set(const char *text);
void lineedit_insert(const char *text);
void lineedit_delete_before(void); /* deletes one byte */

/* Replace the text from start to the cursor, as one step of undo. */
void lineedit_replace(size_t start, const char *text);

enum lineedit_end lineedit_key(keysym key);

/* Pass bytes as a key, at most those of one character. */
void lineedit_feed(const char *bytes, size_t len);

/* Would readline only insert the key? */
bool lineedit_is_plain(keysym key);

/* Does readline do something of its own (a search, a count, ^V), which Escape ends? */
bool lineedit_is_inside(void);
void lineedit_leave(void);

/* In vi mode Escape belongs to the editor. */
bool lineedit_is_vi(void);

/* The text that readline shows before the line while it searches the history. NULL: it does not. */
const char *lineedit_search_label(void);

/*
 * Set the number of lines in a history. kept: also save them in a file (widgets/history.h). Call it
 * before a line is opened.
 */
void lineedit_remember(size_t most, bool kept);

/* Add a line to the history of the open line. */
void lineedit_add_history(const char *text);

/* Free all memory. */
void lineedit_release(void);

#endif

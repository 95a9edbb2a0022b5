/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_LINEEDIT_H
#define SHELL_LINEEDIT_H

#include <stdbool.h>
#include <stddef.h>

#include "term/term.h"

/*
 * GNU readline's editing, key bindings and history, with the keys and the screen in our hands.
 * readline knows one line at a time, so there is one. Places are bytes of the line. Only the thread
 * that draws may call these.
 */

/* What a key did to the line. */
enum lineedit_end {
	LINEEDIT_GOES_ON,
	LINEEDIT_ACCEPTED, /* Enter, or a binding that accepts: the text is lineedit_text()'s */
	LINEEDIT_ENDED	   /* end of file: the line is given up */
};

struct lineedit_words {
	/* Offer what can stand from start to end; false: nothing is offered here. */
	bool (*find)(size_t start, size_t end);
	const char *(*word)(size_t i); /* what was offered, NULL after the last */
	void (*choice)(void);	       /* the words found do not settle it */
};

/* Characters between words of a line. */
extern const char lineedit_breaks[];

/* A new line of that history with a text, the cursor after it; lineedit_close() before another. */
void lineedit_open(const char *history, const struct lineedit_words *words, const char *text);
void lineedit_close(void);

/* The line as it is, until it changes. */
const char *lineedit_text(void);
size_t lineedit_size(void);
size_t lineedit_point(void);
void lineedit_move(size_t at);

/* A new text, the cursor after it; what was done before cannot be undone. */
void lineedit_set(const char *text);
void lineedit_insert(const char *text);
void lineedit_delete_before(void); /* one byte */

/* Put a text in place of what stands from start to the cursor, as one step of undo. */
void lineedit_replace(size_t start, const char *text);

enum lineedit_end lineedit_key(keysym key);

/* Bytes as a key, at most a character of them. */
void lineedit_feed(const char *bytes, size_t len);

/* Does readline do nothing with the key but insert it? */
bool lineedit_is_plain(keysym key);

/* Is readline inside something of its own (a search, a count, ^V), which Escape ends? */
bool lineedit_is_inside(void);
void lineedit_leave(void);

/* In vi mode Escape belongs to the editor. */
bool lineedit_is_vi(void);

/* What readline shows in front of the line while it searches the history; NULL: it does not. */
const char *lineedit_search_label(void);

/* How many lines a history has; kept: also in a file (widgets/history.h). Before it is opened. */
void lineedit_remember(size_t most, bool kept);

/* Add a line to the history that is open. */
void lineedit_add_history(const char *text);

/* Give back what it holds. */
void lineedit_release(void);

#endif

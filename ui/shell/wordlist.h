/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_WORDLIST_H
#define SHELL_WORDLIST_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "shell/lineedit.h"
#include "term/surface.h"
#include "term/term.h"

/*
 * The completions that Tab offers for a place of the line (lineedit.h). If there are several, the
 * user chooses from a list. A complete word gets a blank after it. There is one list, because there
 * is one line.
 */

/* Call wordlist_offer() with each text that may replace start to end of line. */
typedef void wordlist_fn(void *ctx, const char *line, size_t start, size_t end);

/*
 * Offer a text with its help, which may be NULL. The text is a complete word, which gets a blank
 * after it, unless it ends with an open parenthesis, an open brace, a dot or a slash.
 */
void wordlist_offer(const char *text, const char *help);

/* The same for a text that is only the rest of a word. The list shows the text `shown` instead. */
void wordlist_offer_as(const char *text, const char *shown, const char *help);

/*
 * The same, but put the text before the texts that were offered with the other functions. Several
 * such texts keep their order.
 */
void wordlist_offer_first(const char *text, const char *help);

/* The same, but put the text after all others. */
void wordlist_offer_last(const char *text, const char *help);

/* Show the texts in the order in which they were offered. */
void wordlist_offer_ordered(void);

/* The functions to pass to lineedit_open(). */
extern const struct lineedit_words wordlist_words;

/* Begin with another line. `complete` offers its completions; NULL: it has none. */
void wordlist_begin(wordlist_fn *complete, void *ctx);

/* Begin with another key, and forget the result of the last key. */
void wordlist_begin_key(void);

/* Pass a key while the list is on the screen. Returns true if the list has handled the key. */
bool wordlist_key(keysym key);

/*
 * Call this after a key of the line. If the key was Tab, insert the completion, or open the list.
 */
void wordlist_after_key(void);

/*
 * Call this before the list is drawn. If more of the word was typed, the list is narrowed; if the
 * cursor is in another word, the list is closed.
 */
void wordlist_follow(void);

/* Insert a blank after the complete word before the cursor, unless there is one. */
void wordlist_space(void);

/*
 * Call this before a character is inserted. It removes the blank that completion has inserted if
 * the character does not fit after a blank.
 */
void wordlist_unspace(char next);

/* Is the list on the screen? */
bool wordlist_is_open(void);

/* Was Tab pressed where there are no completions? */
bool wordlist_is_empty(void);

/*
 * Append the first completions of a word of the line, and the number of the others. Returns false
 * if there are none. The list on the screen stays as it is.
 */
bool wordlist_preview(size_t start, size_t end, struct buf *out);

/* Draw the list at the lower end of a surface if it is open. */
void wordlist_draw(const struct surface *s);

void wordlist_release(void);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_WORDLIST_H
#define SHELL_WORDLIST_H

#include <stdbool.h>
#include <stddef.h>

#include "shell/lineedit.h"
#include "term/surface.h"
#include "term/term.h"

/*
 * The completions that Tab offers at a place of the line (lineedit.h). Several are a list to choose
 * from; a complete word gets a blank after it. There is one list, because there is one line.
 */

/* Call wordlist_offer() with each text that may replace start to end of line. */
typedef void wordlist_fn(void *ctx, const char *line, size_t start, size_t end);

/*
 * Offer a text with its help, which may be NULL. It is a complete word, which gets a blank after
 * it, unless it ends with an open parenthesis, brace or dot.
 */
void wordlist_offer(const char *text, const char *help);

/* The same for a text that is only the rest of a word: the list shows another text. */
void wordlist_offer_as(const char *text, const char *shown, const char *help);

/* The same, but put the text before those of other functions, in the order of calls. */
void wordlist_offer_first(const char *text, const char *help);

/* Keep the order in which texts are offered. */
void wordlist_offer_ordered(void);

/* For lineedit_open(). */
extern const struct lineedit_words wordlist_words;

/* Begin with another line. complete may be NULL. */
void wordlist_begin(wordlist_fn *complete, void *ctx);

/* Begin with a key: the last key's result is not reported again. */
void wordlist_begin_key(void);

/* Pass a key while the list is on the screen. True: the list has handled it. */
bool wordlist_key(keysym key);

/* After a key of the line: if it was Tab, insert or list what was found. */
void wordlist_after_key(void);

/* Before the list is drawn: further letters narrow it, another word closes it. */
void wordlist_follow(void);

/* Insert a blank after the complete word before the cursor, unless there is one. */
void wordlist_space(void);

/* Before a character is inserted: remove the blank of completion if it does not fit. */
void wordlist_unspace(char next);

/* Was Tab pressed where there are no completions? */
bool wordlist_is_empty(void);

/* Draw the list at the lower end of a surface, if it is shown. */
void wordlist_draw(const struct surface *s);

void wordlist_release(void);

#endif

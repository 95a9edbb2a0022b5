/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_WORDLIST_H
#define SHELL_WORDLIST_H

#include <stdbool.h>
#include <stddef.h>

#include "shell/lineedit.h"
#include "term/surface.h"
#include "term/term.h"

/*
 * What Tab offers at a place of the line (lineedit.h), as a list to choose from while there is a
 * choice, and the blank that follows a whole word. There is one, as there is one line.
 */

/* Call wordlist_offer() with each text that could stand from start to end of line. */
typedef void wordlist_fn(void *ctx, const char *line, size_t start, size_t end);

/*
 * One text with its help, which can be NULL. It is whole, and a blank follows it, unless it ends in
 * what something has to follow: an open parenthesis, brace or dot.
 */
void wordlist_offer(const char *text, const char *help);

/* The same where the list shows another one: a text is the rest of what was typed. */
void wordlist_offer_as(const char *text, const char *shown, const char *help);

/* The same before what is not offered so, in the order in which it is offered. */
void wordlist_offer_first(const char *text, const char *help);

/* What is offered stays in its order. */
void wordlist_offer_ordered(void);

/* For lineedit_open(). */
extern const struct lineedit_words wordlist_words;

/* Another line begins; complete can be NULL. */
void wordlist_begin(wordlist_fn *complete, void *ctx);

/* A key begins: what the last one found is not said again. */
void wordlist_begin_key(void);

/* A key of the list while it is on the screen: true where it is done with. */
bool wordlist_key(keysym key);

/* After a key of the line: was it Tab, and what follows from what it found? */
void wordlist_after_key(void);

/* What is typed on narrows the list; another word closes it. Before the list is drawn. */
void wordlist_follow(void);

/* A blank after the word before the cursor, which is whole, where there is none. */
void wordlist_space(void);

/* Before a character is inserted: the blank of completion goes away where it is not wanted. */
void wordlist_unspace(char next);

/* Was Tab pressed where nothing can stand? */
bool wordlist_is_empty(void);

/* The list, at the lower end of a surface; nothing where none is shown. */
void wordlist_draw(const struct surface *s);

void wordlist_release(void);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TERM_TERM_H
#define TERM_TERM_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "term/keysym.h"
#include "term/surface.h"

/* The place of the terminal's cursor; it is visible if text is being typed. */
struct term_cursor {
	int row, col;
	bool visible;
};

/*
 * Draws grids and reads keys: a terminal (term_curses.h) or, for tests, a page of text
 * (term_text.h). The rest of the front end only uses this interface.
 */
struct term {
	const struct term_ops *ops;
};

struct term_ops {
	void (*size)(struct term *term, int *rows, int *cols);
	void (*draw)(struct term *term, const struct grid *grid, struct term_cursor cursor);
	/* Get the next key that has arrived; false: there is none. Never waits. */
	bool (*key)(struct term *term, keysym *key);
	/* Is the keyboard gone for good? */
	bool (*hung_up)(struct term *term);
	int (*fd)(struct term *term); /* to poll for keys; -1: none */
	void (*suspend)(struct term *term);
	void (*resume)(struct term *term);
	void (*resized)(struct term *term); /* the size may have changed */
	void (*repaint)(struct term *term); /* the next draw() assumes nothing about the screen */
	void (*bell)(struct term *term);
	void (*paste)(struct term *term, bool on); /* mark pasted text, see KEYSYM_PASTE_BEGIN */
	void (*mouse)(struct term *term, bool on); /* turn keys of a mouse on or off, see mouse.h */
	void (*copy)(struct term *term, const char *text, size_t len); /* to the clipboard */
	/* Set the theme. Returns the number of colours in use; 0: none. */
	int (*theme)(struct term *term, const struct theme *theme);
	void (*close)(struct term *term);
};

#endif

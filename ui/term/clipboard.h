/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TERM_CLIPBOARD_H
#define TERM_CLIPBOARD_H

#include <stdbool.h>

#include "base/buf.h"

/*
 * Append what makes a terminal put text into the clipboard: OSC 52, for tmux and screen
 * wrapped in what they pass on. tmux takes it bare, too, where it is told so, and gets
 * both. False: the text is longer than terminals take.
 */
enum clipboard_in {
	CLIPBOARD_PLAIN,
	CLIPBOARD_TMUX,
	CLIPBOARD_SCREEN
};

bool clipboard_fits(size_t len); /* is a text of so many bytes not longer than that? */
bool clipboard_sequence(struct buf *out, const char *text, size_t len, enum clipboard_in in);

/* What the program runs in, by the environment. */
enum clipboard_in clipboard_around(void);

/*
 * Keep the text in a file, so that nothing is lost where the terminal does not copy. Its
 * path is appended; false: it cannot be written.
 */
bool clipboard_keep(const char *text, size_t len, struct buf *path);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TERM_CLIPBOARD_H
#define TERM_CLIPBOARD_H

#include <stdbool.h>

#include "base/buf.h"

/* The program around the browser, which passes sequences on to the terminal. */
enum clipboard_in {
	CLIPBOARD_PLAIN,
	CLIPBOARD_TMUX,
	CLIPBOARD_SCREEN
};

/* Do terminals accept a text of this length? */
bool clipboard_fits(size_t len);

/*
 * Append the sequence that makes a terminal copy text to the clipboard: OSC 52. For tmux and screen
 * it is wrapped in a sequence that they pass on. tmux can be configured to accept the bare
 * sequence, so it gets both. Returns false if the text is longer than terminals accept.
 */
bool clipboard_sequence(struct buf *out, const char *text, size_t len, enum clipboard_in in);

/* Return the program around the browser, from the environment. */
enum clipboard_in clipboard_around(void);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_TYPED_TEXT_H
#define SHELL_TYPED_TEXT_H

#include <stdbool.h>

#include "base/err.h"
#include "term/term.h"

/*
 * Text that was typed or pasted, but is not in the line (lineedit.h) yet. It is collected, so that
 * the line changes only once however fast the text comes.
 */

/* How typed_text_key() has used a key. */
enum typed_text_end {
	TYPED_TEXT_OTHER, /* not at all: the key is no text */
	TYPED_TEXT_TAKEN,
	TYPED_TEXT_CLOSE /* the user cancels a paste without an end: close the line */
};

/* Begin with another line. */
void typed_text_begin(void);

/* Replace the text of the line when text is typed, unless another key comes first. */
void typed_text_replace_line(void);
bool typed_text_replaces(void);

/* Call this for each key before it is used. */
void typed_text_begin_key(keysym key);

/*
 * Collect a key if it is text or belongs to a paste; newlines and tabs of a paste become blanks.
 * Before any other key, insert the collected text, for which err is set if it does not fit.
 */
enum typed_text_end typed_text_key(keysym key, struct err *err);

/* Is a paste under way? */
bool typed_text_in_paste(void);

/* Insert all of the collected text into the line, or nothing if it does not fit. */
void typed_text_insert(struct err *err);

void typed_text_release(void);

#endif

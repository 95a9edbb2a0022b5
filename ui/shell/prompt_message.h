/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_PROMPT_MESSAGE_H
#define SHELL_PROMPT_MESSAGE_H

#include "base/err.h"
#include "shell/prompt.h"
#include "term/surface.h"

/*
 * The message below the line of the prompt: an error, with a mark below its place in the line; or a
 * note about the text, the words that complete it, or the note of the prompt's kind.
 */

/* Begin with the text of another line, and check it. */
void prompt_message_open(const struct prompt_kind *kind, void *ctx);

/* The error of the last key, which the message shows first. Clear it at the next key. */
struct err *prompt_message_error(void);

/* Check the text again if it has changed. */
void prompt_message_update(void);

/*
 * The number of the message's lines on a screen with cols columns, and these lines. The text of the
 * line above begins in the column `start`, which may be left of the screen.
 */
int prompt_message_rows(int cols, int start);
void prompt_message_draw(const struct surface *s, int start);

void prompt_message_release(void);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_PROMPT_HELP_H
#define SHELL_PROMPT_HELP_H

#include <stdbool.h>

#include "shell/prompt.h"
#include "term/surface.h"

/* The box above the prompt that explains the word under the cursor. */

/* Explain the word, or the prompt if no help is known about the word. */
void prompt_help_open(const struct prompt_kind *kind, void *ctx);
void prompt_help_close(void);
bool prompt_help_is_open(void);

/* Draw the box at the lower end of a surface. */
void prompt_help_draw(const struct surface *s);

void prompt_help_release(void);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_LINEMOVE_H
#define WIDGETS_LINEMOVE_H

#include <stdint.h>

#include "term/action.h"

/* The place of a cursor among lines whose number is known. */
struct linemove {
	uint64_t line, lines;
	int page, half; /* lines of a screen and of half a screen; moves are at least by one line */
};

/*
 * Return the line to which an action moves the cursor: ACTION_PERCENT, or one of LINEMOVE_HANDLERS.
 * The line can be after the last one. For other actions, return the line of the cursor.
 */
uint64_t linemove_to(const struct linemove *at, const struct action_call *call);

/* clang-format off */
/* Actions that move a cursor among lines, for tables of handlers. */
#define LINEMOVE_HANDLERS(handler)                 \
	[ACTION_DOWN] = handler,                   \
	[ACTION_UP] = handler,                     \
	[ACTION_PAGE_DOWN] = handler,              \
	[ACTION_PAGE_UP] = handler,                \
	[ACTION_HALF_DOWN] = handler,              \
	[ACTION_HALF_UP] = handler,                \
	[ACTION_FIRST] = handler,                  \
	[ACTION_LAST] = handler
/* clang-format on */

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_LISTNAV_H
#define WIDGETS_LISTNAV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "session/list_cursor.h"

/*
 * Which numbers of a list are on the screen: arithmetic only, no drawing. Nothing here counts
 * matching numbers: the screen is the cursor, its line, and the numbers found above and below.
 */
struct listnav {
	struct list_cursor *cursor;
	struct list_cursor_screen screen; /* of the cursor, so this is not copied */
	size_t line;			  /* the screen line of the cursor */
	size_t height;
	enum list_cursor_place wanted; /* of a jump before the first layout, whose height decides */

	/* The screen as listnav_layout() left it. */
	uint64_t *rows;
	size_t n;
	size_t top; /* blank lines above rows[0], while rows above are not known */
	bool pending_above, pending_below;
};

/* The cursor outlives this. */
void listnav_init(struct listnav *nav, struct list_cursor *cursor);
void listnav_release(struct listnav *nav);

/* Find the rows of a screen of that many lines. */
void listnav_layout(struct listnav *nav, size_t height);

/* Scrolling where all lines are known: the top line that shows the cursor. */
uint64_t listnav_follow(uint64_t top, uint64_t cursor, uint64_t height, uint64_t lines);

#endif

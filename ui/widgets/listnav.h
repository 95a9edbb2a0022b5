/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_LISTNAV_H
#define WIDGETS_LISTNAV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "session/list_cursor.h"

/*
 * The numbers of a list that are on the screen, without drawing. This code never counts matching
 * numbers: the screen consists of the cursor, its line, and the numbers found above and below it.
 */
struct listnav {
	struct list_cursor *cursor;
	/* the cursor points to it, so a struct listnav must not be copied */
	struct list_cursor_screen screen;
	size_t line; /* the screen line of the cursor */
	size_t height;
	/*
	 * where to show the cursor after a jump; applied at the first layout, when the height is
	 * known; LIST_CURSOR_TOP: no jump waits for this
	 */
	enum list_cursor_place wanted;

	/* The screen as listnav_layout() left it. */
	uint64_t *rows;
	size_t n;
	size_t top; /* blank lines above rows[0], while rows above are not known */
	bool pending_above, pending_below;
};

/* The cursor outlives this. */
void listnav_init(struct listnav *nav, struct list_cursor *cursor);
void listnav_release(struct listnav *nav);

/* Find the rows for a screen of this many lines. */
void listnav_layout(struct listnav *nav, size_t height);

/* For lists whose lines are all known: return the top line of a screen that shows the cursor. */
uint64_t listnav_follow(uint64_t top, uint64_t cursor, uint64_t height, uint64_t lines);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_LISTNAV_H
#define WIDGETS_LISTNAV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The cursor of a list and which rows are on the screen: arithmetic only, no
 * drawing. Rows are numbers of 64 bits; a filter leaves some of them out, and
 * which ones may not be known yet. So nothing here counts matching rows: the
 * screen is the cursor, the line it stands on, and what is found above and below.
 */
enum listnav_found {
	LISTNAV_FOUND,
	LISTNAV_NONE,
	LISTNAV_PENDING /* not known yet: ask again later */
};

struct listnav_source {
	/*
	 * The first row of the list at or after row (dir 1), at or before it
	 * (dir -1); row is below count(). NULL: all rows below it are in the list.
	 */
	enum listnav_found (*next)(void *ctx, uint64_t row, int dir, uint64_t *found);
	uint64_t (*count)(void *ctx);
	void *ctx;
};

/* Where a jump puts its row when that is not on the screen already. */
enum listnav_place {
	LISTNAV_TOP,
	LISTNAV_MIDDLE,
	LISTNAV_BOTTOM
};

struct listnav {
	struct listnav_source src;
	uint64_t cursor; /* when !valid: where to look for a row */
	bool valid;	 /* the cursor is on a row of the list */
	size_t line;	 /* the screen line of the cursor */
	size_t height;

	/* The screen as listnav_layout() left it. */
	uint64_t *rows;
	size_t n;
	size_t top; /* blank lines above rows[0], while rows above are not known */
	bool pending_above, pending_below;

	/* A motion that waits for rows that are not known yet. */
	struct listnav_motion {
		uint64_t left; /* steps, 0: no motion */
		uint64_t at;   /* the row to ask for next */
		int dir;       /* 0: the nearest on either side */
		bool jump;     /* look the other way when there is none this way */
		bool page;     /* the line stays, the rows move */
		bool stay;     /* so does that of a jump */
		enum listnav_place place;
	} motion;
};

void listnav_init(struct listnav *nav, struct listnav_source src);
void listnav_release(struct listnav *nav);

/* n rows on (dir 1) or back (dir -1), or as far as there are; page: see above. */
void listnav_step(struct listnav *nav, int dir, uint64_t n, bool page);

/*
 * To the first row at or after row (dir 1), at or before it (dir -1), or the
 * nearest (dir 0); where there is none, to the nearest on the other side.
 */
void listnav_goto(struct listnav *nav, uint64_t row, int dir, enum listnav_place place);

/* The rows of the list have changed: stay where we are or go to the nearest row. */
void listnav_changed(struct listnav *nav);

/* More may be known: go on with a motion. True when the cursor moved or the motion ended. */
bool listnav_resume(struct listnav *nav);
void listnav_cancel(struct listnav *nav);
bool listnav_busy(const struct listnav *nav);

/* Find the rows of a screen of that many lines. */
void listnav_layout(struct listnav *nav, size_t height);

/* Scrolling where all lines are known: the top line that shows the cursor. */
uint64_t listnav_follow(uint64_t top, uint64_t cursor, uint64_t height, uint64_t lines);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_LIST_CURSOR_H
#define SESSION_LIST_CURSOR_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The cursor of a list of 64-bit numbers, and its motions. A filter leaves some numbers out of the
 * list, and may not have found yet which ones. So this code never counts matching numbers, and a
 * motion waits until the numbers that it needs are known.
 */
enum list_cursor_found {
	LIST_CURSOR_FOUND,
	LIST_CURSOR_NONE,
	LIST_CURSOR_PENDING /* not known yet: call again later */
};

struct list_cursor_source {
	/*
	 * Find the first number of the list at or after number (dir 1), or at or before it (dir
	 * -1). number is below count(). NULL: all numbers below count() are in the list.
	 */
	enum list_cursor_found (*next)(void *ctx, uint64_t number, int dir, uint64_t *found);
	uint64_t (*count)(void *ctx);
	void *ctx;
};

/* After a jump, where the screen shows the number of the cursor if it did not show it earlier. */
enum list_cursor_place {
	LIST_CURSOR_TOP,
	LIST_CURSOR_MIDDLE,
	LIST_CURSOR_BOTTOM
};

/* A motion that waits until more numbers are known. */
struct list_cursor_motion {
	uint64_t left; /* remaining steps; 0: no motion */
	uint64_t next; /* the number with which the search continues */
	int dir;       /* 0: the nearest row in either direction */
	bool jump;     /* if there is no row in this direction, search the other one */
	bool page;     /* the screen scrolls, and the cursor stays on its line of the screen */
	bool stay;     /* after a jump, the cursor stays on its line of the screen */
	enum list_cursor_place place;
};

/* A screen that shows the list. */
struct list_cursor_screen {
	/* Called before the cursor arrives at a number, with the number of steps of the motion. */
	void (*arrives)(void *ctx, const struct list_cursor_motion *motion, uint64_t number,
			uint64_t steps);
	/* Called when the list has changed, so the lines of the screen are no longer valid. */
	void (*changed)(void *ctx);
	void *ctx;
};

struct list_cursor {
	struct list_cursor_source src;
	uint64_t number; /* if !valid: where to search for a number of the list */
	bool valid;	 /* the cursor is on a number of the list */
	struct list_cursor_motion motion;
	const struct list_cursor_screen *screen; /* NULL: none */
};

/* The same as next() of the source, also if the source has no next(), and for any number. */
enum list_cursor_found list_cursor_next(const struct list_cursor *cursor, uint64_t number, int dir,
					uint64_t *found);

/* Get the next or previous number. Returns false at the first or last number. */
bool list_cursor_beside(uint64_t number, int dir, uint64_t *out);

uint64_t list_cursor_count(const struct list_cursor *cursor);

/*
 * Move n numbers forward (dir 1) or back (dir -1), or as far as possible. page: see struct
 * list_cursor_motion.
 */
void list_cursor_step(struct list_cursor *cursor, int dir, uint64_t n, bool page);

/*
 * Go to the first number at or after number (dir 1), at or before it (dir -1), or to the nearest
 * number (dir 0). If there is no number in this direction, go to the nearest number in the other
 * one.
 */
void list_cursor_goto(struct list_cursor *cursor, uint64_t number, int dir,
		      enum list_cursor_place place);

/*
 * Note that the numbers of the list have changed. The cursor stays, or moves to the nearest number.
 */
void list_cursor_changed(struct list_cursor *cursor);

/*
 * Continue a motion, because more numbers may be known. Returns true if the cursor moved or the
 * motion ended.
 */
bool list_cursor_resume(struct list_cursor *cursor);

/* End a motion where it is. */
void list_cursor_cancel(struct list_cursor *cursor);

/* Does a motion wait until more numbers are known? */
bool list_cursor_busy(const struct list_cursor *cursor);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_LIST_CURSOR_H
#define SESSION_LIST_CURSOR_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The cursor of a list of numbers, and its motions. Numbers have 64 bits; a filter leaves some of
 * them out, and which ones may not be known yet. So nothing here counts matching numbers, and a
 * motion waits until enough is known.
 */
enum list_cursor_found {
	LIST_CURSOR_FOUND,
	LIST_CURSOR_NONE,
	LIST_CURSOR_PENDING /* not known yet: ask again later */
};

struct list_cursor_source {
	/*
	 * The first number of the list at or after number (dir 1), at or before it (dir -1); number
	 * is below count(). NULL: all numbers below it are in the list.
	 */
	enum list_cursor_found (*next)(void *ctx, uint64_t number, int dir, uint64_t *found);
	uint64_t (*count)(void *ctx);
	void *ctx;
};

/* Where a screen of the list puts a number that was jumped to, unless it is already there. */
enum list_cursor_place {
	LIST_CURSOR_TOP,
	LIST_CURSOR_MIDDLE,
	LIST_CURSOR_BOTTOM
};

/* A motion that waits for numbers which are not known yet. */
struct list_cursor_motion {
	uint64_t left; /* remaining steps; 0: no motion */
	uint64_t next; /* the number to ask for next */
	int dir;       /* 0: the nearest row on either side */
	bool jump;     /* if there is no row in this direction, search the other one */
	bool page;     /* a screen moves its lines and not the cursor's line */
	bool stay;     /* of a jump: the line of the cursor stays */
	enum list_cursor_place place;
};

/* A screen that shows the list. */
struct list_cursor_screen {
	/* The cursor is about to arrive at a number, by so many steps of a motion. */
	void (*arrives)(void *ctx, const struct list_cursor_motion *motion, uint64_t number,
			uint64_t steps);
	/* The list has changed: lines of the screen are not valid any more. */
	void (*changed)(void *ctx);
	void *ctx;
};

struct list_cursor {
	struct list_cursor_source src;
	uint64_t number; /* when !valid: where to look for one */
	bool valid;	 /* the cursor is on a number of the list */
	struct list_cursor_motion motion;
	const struct list_cursor_screen *screen; /* NULL: none */
};

/* As next() of the source, for any list and any number. */
enum list_cursor_found list_cursor_next(const struct list_cursor *cursor, uint64_t number, int dir,
					uint64_t *found);

/* Get the next or previous number. False at the first and the last number. */
bool list_cursor_beside(uint64_t number, int dir, uint64_t *out);

uint64_t list_cursor_count(const struct list_cursor *cursor);

/* n numbers on (dir 1) or back (dir -1), or as far as there are; page: see above. */
void list_cursor_step(struct list_cursor *cursor, int dir, uint64_t n, bool page);

/*
 * To the first number at or after number (dir 1), at or before it (dir -1), or the nearest (dir 0);
 * if there is none, to the nearest on the other side.
 */
void list_cursor_goto(struct list_cursor *cursor, uint64_t number, int dir,
		      enum list_cursor_place place);

/* The numbers of the list have changed: stay or go to the nearest one. */
void list_cursor_changed(struct list_cursor *cursor);

/* More may be known: continue a motion. True when the cursor moved or the motion ended. */
bool list_cursor_resume(struct list_cursor *cursor);
void list_cursor_cancel(struct list_cursor *cursor);
bool list_cursor_busy(const struct list_cursor *cursor);

#endif

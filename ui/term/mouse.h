/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TERM_MOUSE_H
#define TERM_MOUSE_H

#include <stdbool.h>

#include "term/keysym.h"

/*
 * A mouse, where :set mouse wants one. What it does comes as a key that has the place in it:
 * lines and columns of the screen, from 0, below MOUSE_PLACES. xterm-ctlseqs.html, "Extended
 * coordinates", 1006.
 */
enum {
	MOUSE_PLACES = 1024
};

enum mouse_kind {
	MOUSE_PRESS, /* of the left button */
	MOUSE_WHEEL_UP,
	MOUSE_WHEEL_DOWN
};

static inline enum mouse_kind mouse_kind(keysym key)
{
	return (enum mouse_kind)(key >> 20 & 3);
}

static inline int mouse_row(keysym key)
{
	return (int)(key >> 10 & (MOUSE_PLACES - 1));
}

static inline int mouse_col(keysym key)
{
	return (int)(key & (MOUSE_PLACES - 1));
}

/* A report "BUTTON;COLUMN;LINE" and 'M' or 'm', as much of it as has come. */
struct mouse_report {
	bool open;
	unsigned v[3], n;
};

void mouse_report_begin(struct mouse_report *report);

/*
 * The next character of a report that is open. KEYSYM_NONE: more has to come, or (it is not open
 * any more) it is nothing that we know; else the key that it is.
 */
keysym mouse_report_add(struct mouse_report *report, keysym c);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TERM_MOUSE_H
#define TERM_MOUSE_H

#include <stdbool.h>

#include "term/keysym.h"

/*
 * A mouse, if :set mouse enables it. An event of the mouse becomes a key that contains its place:
 * line and column of the screen, from 0, below MOUSE_PLACES. Source: xterm-ctlseqs.html, "Extended
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

/* A report "BUTTON;COLUMN;LINE" and 'M' or 'm', as far as it has arrived. */
struct mouse_report {
	bool open;
	unsigned v[3], n;
};

void mouse_report_begin(struct mouse_report *report);

/*
 * Add a character to an open report. Returns the key when the report is complete. KEYSYM_NONE: it
 * is incomplete or, if it is not open any more, not a known report.
 */
keysym mouse_report_add(struct mouse_report *report, keysym c);

#endif

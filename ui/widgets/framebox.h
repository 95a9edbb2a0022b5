/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_FRAMEBOX_H
#define WIDGETS_FRAMEBOX_H

#include <stdbool.h>

#include "term/surface.h"

/* A frame of a stack as a bar with its name, as in flame graphs. */
struct framebox {
	const char *name; /* escaped */
	const char *note; /* before the name, never shortened, "+3.3"; "": none */
	enum style style; /* for the kind of its code (widgets/framekind.h) */
	int eighths;	  /* the part of its only column that it fills; 0: all */
	bool here;	  /* the cursor is on it */
	bool found;	  /* its name matches the search */
	bool open;	  /* no frame follows it: without colours, a sign shows its end */
	bool full;	  /* its style has no background: blocks around the name show its extent */
	const char *beyond; /* a sign that its stack continues beyond the edge; NULL: it does not */
};

/*
 * Draw the frame on a surface of one row: a sign, the note, and as much of the name as fits. If the
 * note does not fit, its first character is the sign. A part of a column has no sign, except that
 * of the cursor or of the search.
 */
void framebox_draw(const struct framebox *box, const struct surface *cells);

#endif

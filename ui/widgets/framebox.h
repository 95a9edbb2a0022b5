/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_FRAMEBOX_H
#define WIDGETS_FRAMEBOX_H

#include <stdbool.h>

#include "term/surface.h"

/* A frame of a stack as a bar with its name, as in flame graphs. */
struct framebox {
	const char *name;   /* escaped */
	const char *note;   /* before the name, never shortened, "+3.3"; "": none */
	enum style style;   /* for the kind of its code (widgets/framekind.h) */
	bool here;	    /* the cursor is on it */
	bool found;	    /* its name matches the search */
	bool open;	    /* nothing after it shows where it ends without colours */
	const char *beyond; /* a sign that its stack continues beyond the edge; NULL: it does not */
};

/*
 * Draw the frame on a surface of one row: a sign, the note, and as much of the name as fits. If the
 * note does not fit, its first character is the sign.
 */
void framebox_draw(const struct framebox *box, const struct surface *cells);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_FRAMEBOX_H
#define WIDGETS_FRAMEBOX_H

#include <stdbool.h>

#include "term/surface.h"

/* A frame of a stack as a bar with its name, as flame graphs have it. */
struct framebox {
	const char *name;   /* escaped */
	enum style style;   /* of the kind of its code (widgets/framekind.h) */
	bool here;	    /* it has the cursor */
	bool found;	    /* its name is looked for */
	bool open;	    /* nothing follows that shows where it ends without colours */
	const char *beyond; /* a sign that its stack goes on beyond the edge; NULL: it does not */
};

/* Fill a surface of one row with it: a sign, as much of the name as there is room for. */
void framebox_draw(const struct framebox *box, const struct surface *cells);

#endif

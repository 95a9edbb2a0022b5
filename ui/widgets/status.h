/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_STATUS_H
#define WIDGETS_STATUS_H

#include <stdbool.h>

#include "term/surface.h"

/* The line at the top of the screen, which describes the view. */
struct status {
	const char *file;     /* escaped, in parts (widgets/parts.h) */
	const char *position; /* "record 12 of 345  3%" */
	const char *work;     /* current work or a problem; "": none */
	bool part;	      /* work states that a part is shown: the name is truncated for it */
};

void status_draw(const struct surface *s, const struct status *status);

#endif

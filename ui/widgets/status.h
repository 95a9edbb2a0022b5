/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_STATUS_H
#define WIDGETS_STATUS_H

#include <stdbool.h>
#include <stdint.h>

#include "session/conditions.h"
#include "term/surface.h"

/* The lines at the top of the screen, which describe the view. */
struct status {
	const char *file;     /* escaped, in parts (widgets/parts.h) */
	const char *position; /* "record 12 of 345  3%" */
	const char *work;     /* current work or a problem; "": none */
	bool part;	      /* work states that a part is shown: the name is truncated for it */
};

void status_draw(const struct surface *s, const struct status *status);

/* The filter's line: its conditions, and the number of rows that have passed so far. */
struct status_filter {
	const struct conditions *conditions;
	bool applied; /* some conditions are on */
	uint64_t matches;
	uint64_t match; /* number of the match under the cursor, from 1; 0: unknown */
	int percent;	/* of the rows that were read */
	bool more;	/* more rows that pass may follow */
	enum {
		STATUS_SEARCHING,
		STATUS_DONE,
		STATUS_STOPPED
	} state;
};

void status_draw_filter(const struct surface *s, const struct status_filter *filter);

#endif

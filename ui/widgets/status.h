/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_STATUS_H
#define WIDGETS_STATUS_H

#include <stdbool.h>
#include <stdint.h>

#include "session/chips.h"
#include "term/surface.h"

/* The lines at the top of the screen that tell what is shown. */
struct status {
	const char *file;     /* escaped */
	const char *position; /* "record 12 of 345  3%" */
	const char *work;     /* what goes on or what is wrong, "" for nothing */
	bool part;	      /* it tells that what is shown is a part: the name is cut for it */
};

void status_draw(const struct surface *s, const struct status *status);

/* The filter's line: its conditions, and how many rows passed so far. */
struct status_filter {
	const struct chips *chips;
	bool applied; /* some of them are on */
	uint64_t matches;
	uint64_t match; /* the one under the cursor, from 1; 0: not known */
	int percent;	/* of the rows looked at */
	bool more;	/* rows will come that may pass */
	enum {
		STATUS_SEARCHING,
		STATUS_DONE,
		STATUS_STOPPED
	} state;
};

void status_draw_filter(const struct surface *s, const struct status_filter *filter);

#endif

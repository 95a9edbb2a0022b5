/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_FILTER_LINE_H
#define WIDGETS_FILTER_LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "session/conditions.h"
#include "term/surface.h"

/*
 * The line below the status: the conditions of the filter, and the number of rows that have passed
 * so far.
 */
struct filter_line {
	const struct conditions *conditions;
	bool applied; /* some conditions are on */
	uint64_t matches;
	uint64_t match; /* number of the match under the cursor, from 1; 0: unknown */
	int percent;	/* of the rows that were read */
	bool more;	/* more rows that pass may follow */
	enum {
		FILTER_LINE_SEARCHING,
		FILTER_LINE_DONE,
		FILTER_LINE_STOPPED
	} state;
};

/* False: there is no room for the whole filter. */
bool filter_line_draw(const struct surface *s, const struct filter_line *filter);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_STRETCH_H
#define TUI_STRETCH_H

#include "query/histogram.h"
#include "tui/action.h"
#include "tui/app.h"
#include "tui/weighing.h"

/* A stretch of time of the recording, in ns, hi included. */
struct stretch {
	uint64_t lo, hi;
};

/* From when to when the recording goes, as far as it is indexed. False: there are no times yet. */
bool stretch_whole(const struct app *app, struct stretch *stretch);

/* Append the condition that a record is of the stretch. */
void stretch_condition(const struct stretch *stretch, struct buf *out);

/* Count the records in n stretches of one, for the screen; with tallies of the field's numbers. */
struct histogram *stretch_count(struct app *app, const struct weighing *what,
				const struct stretch *stretch, size_t n, bool tallies,
				struct watcher *watcher);

/* "sum(period)"; false: records are counted. */
bool stretch_sum_name(const struct weighing *what, struct buf *out);

/*
 * "1821.697621032 to 1821.705432100: 35 records in 0.007811 s", with a weight
 * "1821.697621032 to 1821.705432100: sum(period) 4711, 35 records"
 */
void stretch_text(struct app *app, const struct weighing *what, const struct stretch *stretch,
		  uint64_t records, uint64_t value, struct buf *out);

/* Is the index still being built, so that the recording may become longer? */
bool stretch_building(const struct app *app);

#endif

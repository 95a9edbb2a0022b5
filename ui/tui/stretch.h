/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_STRETCH_H
#define TUI_STRETCH_H

#include "tui/action.h"
#include "tui/app.h"

/* A stretch of time of the recording, in ns, hi included. */
struct stretch {
	uint64_t lo, hi;
};

/* From when to when the recording goes, as far as it is indexed. False: there are no times yet. */
bool stretch_whole(const struct app *app, struct stretch *stretch);

/* The records of the stretch: ACTION_OPEN is ACTION_FILTER_AND. */
void stretch_filter(struct app *app, const struct stretch *stretch, enum action action);

/* "1821.697621032 to 1821.705432100: 35 records in 0.007811 s" */
void stretch_text(const struct stretch *stretch, uint64_t records, struct buf *out);

/* Is the index still being built, so that the recording may become longer? */
bool stretch_building(const struct app *app);

#endif

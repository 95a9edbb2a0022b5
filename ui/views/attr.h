/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_ATTR_H
#define VIEWS_ATTR_H

#include "shell/app.h"

/*
 * Open a page about the perf_event_attr of an event: its meaning, and all of its fields and bits.
 * The event belongs to a part of the recording.
 */
void attr_open(struct app *app, size_t part, uint64_t event);

/*
 * Use the records of an event (UINT64_MAX: of no event). Enter and = show only these; + and - add a
 * condition to the filter.
 */
void attr_records(struct app *app, size_t part, uint64_t event, const struct action_call *call);

#endif

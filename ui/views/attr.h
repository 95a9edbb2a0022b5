/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_ATTR_H
#define VIEWS_ATTR_H

#include "shell/app.h"

/*
 * Open a page about an event's perf_event_attr: its meaning, and every field and bit of it. The
 * event is one of a part of the recording.
 */
void attr_open(struct app *app, size_t part, uint64_t event);

/*
 * Show the records of an event (UINT64_MAX: of none). Enter and = show only them; + and - add a
 * condition to the filter.
 */
void attr_records(struct app *app, size_t part, uint64_t event, const struct action_call *call);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_EVENT_STYLE_H
#define WIDGETS_EVENT_STYLE_H

#include "filter/shown_event.h"
#include "recording/recording.h"
#include "term/theme.h"

/* Return the style of the first event with this name; STYLE_NORMAL: there is none. */
enum style event_style(const struct recording *rec, const char *name);

/* Return the style of a choice; of several events that are one choice, that of the first. */
enum style event_style_of_choice(const struct recording *rec, const struct shown_events *events,
				 size_t choice);

#endif

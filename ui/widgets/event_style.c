/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/event_style.h"

#include <string.h>

enum style event_style(const struct recording *rec, const char *name)
{
	for (size_t part = 0; part < recording_parts_ready(rec); part++) {
		const struct events *events = &recording_file(rec, part)->events;

		for (size_t i = 0; i < events->list.n; i++)
			if (!strcmp(events->list.v[i].name, name))
				return theme_event(i);
	}
	return STYLE_NORMAL;
}

enum style event_style_of_choice(const struct recording *rec, const struct shown_events *events,
				 size_t choice)
{
	const struct perf_file *file = recording_file(rec, 0);

	for (size_t i = 0; i < file->events.list.n; i++)
		if (shown_events_of(events, 0, (int)i) == choice)
			return theme_event(i);
	return STYLE_BAR;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "base/mem.h"
#include "cli/cli.h"
#include "filter/shown_event.h"

/*
 * Get the event whose samples are counted, which the caller frees; NULL: there is none.
 * STATUS_USAGE, after a message, if no event has the requested name.
 */
static int find_event(const struct options *options, struct recording *recording,
		      const struct filter *filter, const struct field *weight, char **name)
{
	struct filter *choices = NULL;
	struct buf where = BUF_INIT;
	const char *wanted = options->show_event, *chosen;
	struct shown_events events;
	struct buf note = BUF_INIT;
	struct err err = ERR_INIT;

	*name = NULL;
	if (wanted && shown_event_check(recording, wanted, &err)) {
		cli_error("--show-event", &err);
		return STATUS_USAGE;
	}
	filter_expression(filter, &note);
	shown_event_where(note.p, weight, &where);
	if (where.len)
		filter_parse(&choices, where.p, NULL);
	buf_reset(&note);
	shown_events_read(&events, recording, choices);
	filter_free(choices);
	buf_release(&where);
	chosen = wanted ? wanted : shown_events_next(&events, NULL);
	if (chosen)
		*name = mem_strdup(chosen);
	if (!options->quiet && shown_events_note(&events, chosen, &note))
		cli_warn(recording_path(recording, 0), note.p);
	buf_release(&note);
	shown_events_release(&events);
	return STATUS_OK;
}

int cli_show_event(const struct options *options, struct recording *recording,
		   const struct field *weight, struct filter **filter)
{
	char *event;
	int status = find_event(options, recording, *filter, weight, &event);

	if (!status && event) {
		struct filter *both =
			shown_event_filter(recording, event, *filter ? (*filter)->text : "");

		filter_free(*filter);
		*filter = both;
	}
	free(event);
	return status;
}

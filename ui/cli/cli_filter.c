/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cli_filter.h"

#include <stdlib.h>

#include "base/mem.h"
#include "cli/cli.h"
#include "filter/check.h"
#include "filter/check_absent.h"
#include "filter/shown_event.h"
#include "recording/reader.h"

/* Check each expression by itself: a parenthesis of one cannot be closed in another. */
static int check_expressions(const struct options *options)
{
	for (size_t i = 0; i < options->expressions.n; i++) {
		const char *expression = options->expressions.v[i];
		struct filter *filter;
		struct err err = ERR_INIT;

		if (filter_parse(&filter, expression, &err))
			return cli_explain("filter", expression, &err);
		filter_free(filter);
	}
	return STATUS_OK;
}

int cli_filter(const struct options *options, struct filter **filter)
{
	struct err err = ERR_INIT;
	int status = check_expressions(options);

	*filter = NULL;
	if (status || !options->filter.len)
		return status;
	if (filter_parse(filter, options->filter.p, &err))
		return cli_explain("filter", options->filter.p, &err);
	return STATUS_OK;
}

int cli_filter_check_syntax(const struct options *options)
{
	struct filter *filter;
	int status = cli_filter(options, &filter);

	filter_free(filter);
	return status;
}

int cli_filter_fail_if(const struct options *options, struct filter **filter)
{
	struct err err = ERR_INIT;

	*filter = NULL;
	if (options->fail_if && filter_parse(filter, options->fail_if, &err))
		return cli_explain("filter", options->fail_if, &err);
	return STATUS_OK;
}

int cli_filter_report_matches(uint64_t matches, uint64_t ordinal)
{
	struct buf message = BUF_INIT;

	if (!matches)
		return STATUS_OK;
	buf_addf(&message, "--fail-if: %llu record%s", (unsigned long long)matches,
		 matches == 1 ? " matches" : "s match");
	if (ordinal != ROW_NO_ORDINAL)
		buf_addf(&message, ", the first is record %llu", (unsigned long long)ordinal);
	cli_warn(NULL, "%s", message.p);
	buf_release(&message);
	return STATUS_MATCHED;
}

int cli_filter_check(struct recording *recording, const struct filter *filter,
		     const struct field *fields, size_t n)
{
	struct err err = ERR_INIT;

	if (check_filter(filter, recording, &err))
		return cli_explain("filter", filter->text, &err);
	for (size_t i = 0; i < n; i++) {
		if (!check_field(&fields[i], recording, &err))
			continue;
		cli_error(NULL, &err);
		return STATUS_USAGE;
	}
	return STATUS_OK;
}

void cli_filter_warn_absent(const struct options *options, struct recording *recording,
			    const struct filter *filter)
{
	struct buf message = BUF_INIT;

	if (!options->quiet && check_warn(filter, recording, &message))
		cli_warn(recording_path(recording, 0), "%s", message.p);
	buf_release(&message);
}

void cli_filter_warn_symbol(const struct options *options, struct recording *recording)
{
	struct filter *typed = NULL;
	struct buf message = BUF_INIT;

	if (!options->quiet && !cli_filter(options, &typed) &&
	    check_absent_symbol(typed, recording, &message))
		cli_warn(recording_path(recording, 0), "%s", message.p);
	buf_release(&message);
	filter_free(typed);
}

/* ---- the event that is shown ---- */

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
		cli_warn(recording_path(recording, 0), "%s", note.p);
	buf_release(&note);
	shown_events_release(&events);
	return STATUS_OK;
}

int cli_filter_show_event(const struct options *options, struct recording *recording,
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

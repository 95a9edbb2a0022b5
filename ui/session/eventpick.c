/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/eventpick.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "wire/fields.h"

static uint64_t count_kinds(const struct recording *recording)
{
	uint64_t n = 0;

	for (size_t i = 0; i < recording_parts(recording); i++) {
		const struct index *index = recording_index(recording, i);

		n += index ? index_kinds(index) : 0;
	}
	return n;
}

static void read_choices(struct shown_events *events, const struct session *session,
			 const char *where)
{
	struct filter *filter = NULL;

	if (*where)
		filter_parse(&filter, where, NULL);
	shown_events_read(events, session->rec, filter);
	filter_free(filter);
}

/* Use the choice for all views, unless this view's filter excludes it. */
static bool takes_chosen(const struct eventpick *pick)
{
	const char *chosen = pick->session->shown_event;
	struct shown_events all;
	bool left_out;

	if (!chosen)
		return false;
	if (!strcmp(chosen, SHOWN_EVENT_ALL) ||
	    shown_events_find(&pick->events, chosen) != SIZE_MAX)
		return true;
	read_choices(&all, pick->session, "");
	left_out = shown_events_find(&all, chosen) != SIZE_MAX;
	shown_events_release(&all);
	return !left_out;
}

static const char *pick_name(const struct eventpick *pick)
{
	const struct shown_events *events = &pick->events;

	if (takes_chosen(pick))
		return pick->session->shown_event;
	return events->names.n ? events->names.v[pick->passed % events->names.n] : NULL;
}

static bool same_name(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

/* May there be other choices than at the last look? More is known once the index is complete. */
static bool is_stale(const struct eventpick *pick, uint64_t kinds)
{
	struct index_progress progress;

	if (!pick->looked || kinds != pick->kinds)
		return true;
	recording_progress(pick->session->rec, &progress);
	return pick->events.growing && progress.state == INDEX_DONE;
}

bool eventpick_look(struct eventpick *pick)
{
	uint64_t kinds = count_kinds(pick->session->rec);
	const char *chosen = pick->session->shown_event, *name;
	char *before = pick->name;
	bool stale = is_stale(pick, kinds);

	if (!stale && (!chosen || same_name(chosen, pick->name)))
		return false;
	if (stale) {
		shown_events_release(&pick->events);
		read_choices(&pick->events, pick->session, pick->choices);
		pick->passed = 0;
	}
	pick->looked = true;
	pick->kinds = kinds;
	name = pick_name(pick);
	if (same_name(name, before))
		return false;
	pick->name = name ? mem_strdup(name) : NULL;
	free(before);
	return true;
}

void eventpick_init(struct eventpick *pick, struct session *session, const char *where,
		    const char *choices)
{
	*pick = (struct eventpick){ .session = session,
				    .where = mem_strdup(where),
				    .choices = mem_strdup(choices) };
	eventpick_look(pick);
}

void eventpick_release(struct eventpick *pick)
{
	shown_events_release(&pick->events);
	free(pick->where);
	free(pick->choices);
	free(pick->name);
}

bool eventpick_may_pass(const struct eventpick *pick)
{
	size_t n = pick->events.names.n;

	return n > 1 && pick->passed < n && !takes_chosen(pick);
}

void eventpick_pass_over(struct eventpick *pick)
{
	char *before = pick->name;

	pick->passed++;
	pick->name = mem_strdup(pick_name(pick));
	free(before);
}

static void choose(struct session *session, const char *name)
{
	char *before = session->shown_event;

	session->shown_event = mem_strdup(name);
	free(before);
	session_notify(session, SESSION_EVENT_CHOSEN);
}

void eventpick_next(const struct eventpick *pick, bool all)
{
	const char *next = shown_events_next(&pick->events, pick->name);

	if (!next)
		session_notify(pick->session, SESSION_EVENT_NONE);
	else if (pick->events.names.n == 1)
		session_notify(pick->session, SESSION_EVENT_ONLY);
	else
		choose(pick->session, all ? SHOWN_EVENT_ALL : next);
}

void eventpick_condition(const struct eventpick *pick, struct buf *out)
{
	if (pick->name)
		shown_event_condition(pick->session->rec, pick->name, out);
	else
		buf_addf(out, "%s == SAMPLE and not %s", field_id_name(F_type),
			 field_id_name(F_type));
}

struct filter *eventpick_filter(const struct eventpick *pick)
{
	struct buf none = BUF_INIT;
	struct filter *filter = NULL;

	if (pick->name)
		return shown_event_filter(pick->session->rec, pick->name, pick->where);
	eventpick_condition(pick, &none);
	filter_parse(&filter, none.p, NULL);
	buf_release(&none);
	return filter;
}

void eventpick_add_name(const struct eventpick *pick, struct buf *out)
{
	buf_adds(out, " of ");
	shown_events_name(&pick->events, pick->name, out);
}

void eventpick_add_place(const struct eventpick *pick, struct buf *out)
{
	shown_events_place(&pick->events, pick->name, out);
}

int eventpick_choose(struct session *session, const char *name, struct err *err)
{
	if (shown_event_check(session->rec, name, err))
		return ERR_PARSE;
	choose(session, name);
	return 0;
}

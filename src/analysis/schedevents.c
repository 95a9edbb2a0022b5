/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/schedevents.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/vec.h"
#include "spans/rawfield.h"
#include "spans/tracepoint.h"
#include "wire/raw_offset.h"

enum {
	FIELDS_MAX = 3
};

struct schedevent_plan {
	enum schedevent is;
	struct raw_offset raw;
	struct rawfield fields[FIELDS_MAX];
};

struct schedevents {
	VEC(struct schedevent_part {
		const struct events *of;
		VEC(struct schedevent_plan) events;
	})
	parts;
};

/* The events by name, and their fields in the order in which they are read. */
static const struct {
	const char *name;
	enum schedevent is;
	const char *fields[FIELDS_MAX];
} known[] = {
	{ "sched:sched_switch", SCHEDEVENT_SWITCH, { "prev_pid", "prev_state", "next_pid" } },
	{ "sched:sched_waking", SCHEDEVENT_WAKEUP, { "pid" } },
	{ "sched:sched_wakeup", SCHEDEVENT_WAKEUP, { "pid" } },
	{ "sched:sched_wakeup_new", SCHEDEVENT_WAKEUP, { "pid" } },
};

enum {
	KNOWN = sizeof(known) / sizeof(known[0])
};

static struct schedevent_plan plan_of(const struct event *event)
{
	struct schedevent_plan plan = { .is = SCHEDEVENT_NONE };
	size_t at = 0;

	while (at < KNOWN && !tracepoint_is(event, known[at].name))
		at++;
	if (at == KNOWN)
		return plan;
	plan.is = known[at].is;
	raw_offset_find(&plan.raw, &event->layout);
	for (size_t i = 0; i < FIELDS_MAX && known[at].fields[i] && event->layout.format; i++)
		rawfield_find(&plan.fields[i], event->layout.format, known[at].fields[i]);
	return plan;
}

struct schedevents *schedevents_open(struct recording *recording)
{
	struct schedevents *e = mem_zalloc(sizeof(*e));

	for (size_t i = 0; i < recording_parts_ready(recording); i++) {
		struct schedevent_part *part = vec_add(&e->parts);

		*part = (struct schedevent_part){ &recording_file(recording, i)->events, { NULL } };
		for (size_t k = 0; k < part->of->list.n; k++)
			vec_push(&part->events, plan_of(&part->of->list.v[k]));
	}
	return e;
}

void schedevents_close(struct schedevents *e)
{
	if (!e)
		return;
	for (size_t i = 0; i < e->parts.n; i++)
		vec_release(&e->parts.v[i].events);
	vec_release(&e->parts);
	free(e);
}

enum schedevent schedevents_of(const struct schedevents *e, size_t part, int event)
{
	if (event < 0 || (size_t)event >= e->parts.v[part].events.n)
		return SCHEDEVENT_NONE;
	return e->parts.v[part].events.v[event].is;
}

bool schedevents_read(const struct schedevents *e, struct reader *reader,
		      const struct row_info *info, struct schedevent_fields *fields)
{
	const struct schedevent_part *part = &e->parts.v[info->part];
	const struct schedevent_plan *plan = &part->events.v[info->event];
	const struct layout *layout = events_layout(part->of, info->layout);
	uint64_t *const to[][FIELDS_MAX] = {
		[SCHEDEVENT_SWITCH] = { &fields->prev, &fields->state, &fields->next },
		[SCHEDEVENT_WAKEUP] = { &fields->woken },
	};
	const uint8_t *rec, *raw;
	size_t len, raw_len;

	rec = reader_bytes(reader, info, &len);
	if (!raw_offset_get(&plan->raw, layout, rec, len, &raw, &raw_len))
		return false;
	for (size_t i = 0; i < FIELDS_MAX && to[plan->is][i]; i++)
		if (!rawfield_number(&plan->fields[i], layout->big, raw, raw_len, to[plan->is][i]))
			return false;
	return true;
}

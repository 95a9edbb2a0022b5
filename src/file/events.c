/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/events.h"

#include <stdlib.h>

#include "wire/bytes.h"
#include "wire/schema.h"

void events_init(struct events *events, bool big)
{
	*events = (struct events){ .plain = { .big = big } };
}

void events_release(struct events *events)
{
	for (size_t i = 0; i < events->list.n; i++) {
		struct event *event = &events->list.v[i];

		free(event->raw);
		free(event->name);
		vec_release(&event->ids);
	}
	vec_release(&events->list);
	map_release(&events->by_id);
}

int events_add(struct events *events, const uint8_t *attr, size_t len)
{
	struct event *event = vec_add(&events->list);

	attr_parse(&event->attr, attr, len, events->plain.big);
	event->raw = mem_dup(attr, len);
	event->raw_len = (uint32_t)len;
	return (int)events->list.n - 1;
}

void events_add_id(struct events *events, int event, uint64_t id)
{
	bool fresh;
	uint32_t *value;

	if (events->n_ids == EVENTS_IDS_MAX)
		return;
	events->n_ids++;
	value = map_put(&events->by_id, id, &fresh);
	if (fresh)
		*value = (uint32_t)event;
	vec_push(&events->list.v[event].ids, id);
}

void events_set_name(struct events *events, int event, const char *name, size_t len)
{
	free(events->list.v[event].name);
	events->list.v[event].name = mem_strndup(name, len);
}

/*
 * Is there budget for comparing a name with all events? Many names and many events would take the
 * product of both.
 */
static bool may_compare(struct events *events)
{
	events->compared += events->list.n;
	return events->compared <= EVENTS_COMPARED_MAX;
}

void events_name_config(struct events *events, uint64_t config, const char *name, size_t len)
{
	if (!may_compare(events))
		return;
	for (size_t i = 0; i < events->list.n; i++)
		if (!events->list.v[i].name && events->list.v[i].attr.config == config)
			events_set_name(events, (int)i, name, len);
}

void events_name_type(struct events *events, uint32_t type, uint64_t config, const char *name,
		      size_t len)
{
	if (!may_compare(events))
		return;
	for (size_t i = 0; i < events->list.n; i++) {
		const struct event *e = &events->list.v[i];

		if (!e->name && e->attr.type == type && e->attr.config == config)
			events_set_name(events, (int)i, name, len);
	}
}

/* As perf_output_sample() writes fields: IDENTIFIER comes first, ID after four others. */
static struct id_place id_place(const struct event *event)
{
	uint64_t type = event->attr.sample_type;
	struct id_place place = { -1, 0 };

	if (type & SAMPLE_IDENTIFIER) {
		place.front = 0;
		place.back = 1;
	} else if (type & SAMPLE_ID) {
		place.front = __builtin_popcountll(
			type & (SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME | SAMPLE_ADDR));
		place.back = 1 + !!(type & SAMPLE_CPU) + !!(type & SAMPLE_STREAM_ID);
	}
	if (!event->layout.trailer)
		place.back = 0;
	return place;
}

static bool same_place(struct id_place a, struct id_place b)
{
	return a.front == b.front && a.back == b.back;
}

static void add_place(struct events *events, struct id_place place)
{
	for (unsigned i = 0; i < events->n_places; i++)
		if (same_place(events->places[i], place))
			return;
	events->places[events->n_places++] = place;
}

/*
 * In perf the group decides whether counters follow a branch stack, and not every file has the
 * groups. So an event that samples branches may have counters if any event of the recording asks
 * for them; the record's length confirms it.
 */
static bool any_counters(const struct events *events)
{
	for (size_t i = 0; i < events->list.n; i++)
		if (events->list.v[i].attr.branch_sample_type & BRANCH_COUNTERS)
			return true;
	return false;
}

void events_finish(struct events *events, enum regs_arch arch, const struct tracefmts *formats)
{
	bool counters = any_counters(events);

	events->plain.arch = arch;
	for (size_t i = 0; i < events->list.n; i++) {
		struct event *event = &events->list.v[i];
		const struct attr *attr = &event->attr;

		event->layout = (struct layout){
			.sample_type = attr->sample_type,
			.read_format = attr->read_format,
			.branch_type = attr->branch_sample_type,
			.regs_user = attr->regs_user,
			.regs_intr = attr->regs_intr,
			.period = attr_flag(attr, ATTR_FREQ) ? 0 : attr->sample_period,
			.max_stack = !(attr->sample_type & SAMPLE_CALLCHAIN) ? 0
				     : attr->max_stack			     ? attr->max_stack
									     : MAX_STACK_USUAL,
			.trailer = attr_flag(attr, ATTR_SAMPLE_ID_ALL)
					   ? layout_trailer(attr->sample_type)
					   : 0,
			.counters = counters,
			.big = events->plain.big,
			.arch = arch,
			.format = attr->type == ATTR_TYPE_TRACEPOINT
					  ? tracefmts_find(formats, attr->config)
					  : NULL,
		};
		event->id_place = id_place(event);
		add_place(events, event->id_place);
	}
	events->same_place = events->n_places < 2;
}

void events_set_arch(struct events *events, enum regs_arch arch)
{
	events->plain.arch = arch;
	for (size_t i = 0; i < events->list.n; i++)
		events->list.v[i].layout.arch = arch;
}

int events_by_id(const struct events *events, uint64_t id)
{
	const uint32_t *event = map_get(&events->by_id, id);

	return event ? (int)*event : EVENT_NONE;
}

/*
 * For events with the id at different places: the first event whose own id is at its own place.
 * There are few different places, however many events.
 */
static int bind_by_trial(const struct events *events, uint32_t type, const uint8_t *rec, size_t len)
{
	int first = EVENT_NONE;

	for (unsigned i = 0; i < events->n_places; i++) {
		uint64_t id;
		int event;

		if (!events_read_id(events, events->places[i], type, rec, len, &id))
			continue;
		event = events_by_id(events, id);
		if (event != EVENT_NONE && (first == EVENT_NONE || event < first) &&
		    same_place(events->list.v[event].id_place, events->places[i]))
			first = event;
	}
	return first == EVENT_NONE ? 0 : first;
}

int events_bind(const struct events *events, uint32_t type, const uint8_t *rec, size_t len)
{
	uint64_t id;
	int event;

	if (type >= RECORD_USER_START || !events->list.n)
		return EVENT_NONE;
	if (!events->same_place)
		return bind_by_trial(events, type, rec, len);
	if (!events_read_id(events, events->places[0], type, rec, len, &id))
		return 0;
	event = events_by_id(events, id);
	return event == EVENT_NONE ? 0 : event;
}

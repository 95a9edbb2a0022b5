/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/script_events.h"

#include <string.h>

#include "out/script_text.h"

void script_events_init(struct script_events *s, struct reader *reader,
			const struct script_options *script)
{
	*s = (struct script_events){ .reader = reader, .script = script };
}

/* Can the address in the event's samples have a name? */
static bool names_addr(const struct event *event)
{
	enum {
		BRANCHES = 4,
		PAGE_FAULTS = 2,
		MINOR_FAULTS = 5,
		MAJOR_FAULTS = 6
	};
	uint64_t config = event->attr.config;

	if (event->attr.type == ATTR_TYPE_SOFTWARE)
		return config == PAGE_FAULTS || config == MINOR_FAULTS || config == MAJOR_FAULTS;
	return event->attr.type == ATTR_TYPE_HARDWARE && config == BRANCHES &&
	       event->attr.sample_period == 1;
}

static size_t longest_name(const struct events *events)
{
	size_t longest = 0;

	for (size_t i = 0; i < events->list.n; i++) {
		size_t len = strlen(events->list.v[i].name);

		longest = len > longest ? len : longest;
	}
	return longest;
}

/* perf prints only the first of several forms of a branch stack. */
static uint64_t one_branch_stack(uint64_t shown)
{
	if (shown & SCRIPT_BRSTACK)
		shown &= ~(uint64_t)SCRIPT_BRSTACKSYM;
	if (shown & (SCRIPT_BRSTACK | SCRIPT_BRSTACKSYM))
		shown &= ~(uint64_t)SCRIPT_BRSTACKOFF;
	return shown;
}

static void make_event(struct script_events *s, struct script_event *e, int number,
		       const struct row_info *info)
{
	enum {
		BPF_OUTPUT = 10 /* PERF_COUNT_SW_BPF_OUTPUT */
	};
	const struct events *events = &reader_file(s->reader, info)->events;
	const struct event *event = &events->list.v[number];
	struct layout layout;

	reader_layout(s->reader, info, &layout);
	e->made = true;
	e->layout = info->layout;
	e->shown = one_branch_stack(script_fields_of(&s->fields, event));
	if (event->attr.type != ATTR_TYPE_SOFTWARE || event->attr.config != BPF_OUTPUT)
		e->shown &= ~(uint64_t)SCRIPT_BPF_OUTPUT;
	e->column = !(e->shown & SCRIPT_IP && s->fields.callchain &&
		      event->attr.sample_type & SAMPLE_CALLCHAIN);
	e->names = names_addr(event);
	script_plan_make(&e->plan, &layout, event, e->shown, s->fields.callchain);
	e->n = script_columns_choose(e->shown, e->columns);
	buf_reset(&e->name);
	script_text_add(s->script, &e->name, event->name, strlen(event->name));
	script_text_right(&e->name, 0, longest_name(events));
	buf_adds(&e->name, ": ");
}

static void drop_events(struct script_events *s)
{
	for (size_t i = 0; i < s->list.n; i++)
		buf_release(&s->list.v[i].name);
	s->list.n = 0;
}

/* Each part of the recording has its own events. The user's choice has already been checked. */
static void enter_part(struct script_events *s, const struct row_info *info)
{
	const struct perf_file *file = reader_file(s->reader, info);
	struct err err = ERR_INIT;

	s->entered = true;
	s->part = info->part;
	s->fields = s->script->fields;
	script_fields_settle(&s->fields, file, &err);
	drop_events(s);
	while (s->list.n < file->events.list.n)
		buf_init(&vec_add(&s->list)->name);
}

const struct script_event *script_events_of(struct script_events *s, const struct row_info *info,
					    int number)
{
	struct script_event *e;

	if (!s->entered || s->part != info->part)
		enter_part(s, info);
	if ((size_t)number >= s->list.n)
		return NULL;
	e = &s->list.v[number];
	if (!e->made || e->layout != info->layout)
		make_event(s, e, number, info);
	return e;
}

void script_events_release(struct script_events *s)
{
	drop_events(s);
	vec_release(&s->list);
}

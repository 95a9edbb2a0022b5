/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/leads.h"

#include <string.h>

#include "base/bitset.h"
#include "base/text.h"
#include "spans/spankind.h"
#include "spans/tracepoint.h"
#include "wire/schema.h"

/* What records need for a lead: any one of these. */
struct lead_needs {
	uint64_t sample_type; /* bits of an event with samples */
	bool hardware;	      /* of which only hardware events have values */
	uint64_t types[2];    /* bits of record types: of the first 64, and of types 64 to 127 */
	const char *event;    /* beginning of the name of an event with samples, */
	const char *end;      /* which is of use only with samples of another one; NULL: alone */
	bool spans;	      /* or the event begins spans of a kind without a lead of its own */
};

#define BIT(type) (1ull << (type) % 64)
#define TYPE(type) .types[(type) / 64] = BIT(type)

#define SYSCALLS "system calls", "by name: number, time, errors", "spans syscall", ACTION_NONE

static const struct {
	struct lead_needs need;
	struct lead lead;
} table[] = {
	{ { .sample_type = SAMPLE_CALLCHAIN | SAMPLE_STACK_USER },
	  { "call stacks", "flame graph", "flame", ACTION_VIEW_FLAME } },
	{ { .event = "sched:sched_switch",
	    .types[0] = BIT(RECORD_SWITCH) | BIT(RECORD_SWITCH_CPU_WIDE) },
	  { "context switches", "when each thread was on a CPU", "strips",
	    ACTION_VIEW_THREAD_TIMES } },
	{ { .event = "sched:sched_switch" },
	  { "waiting", "stacks; longest: :sort span.dur", "offcpu", ACTION_NONE } },
	{ { .sample_type = SAMPLE_BRANCH_STACK },
	  { "branch stacks", "branches: cycles, mispredicts", "branches edge", ACTION_NONE } },
	{ { .sample_type = SAMPLE_DATA_SRC, .hardware = true },
	  { "data sources", "memory accesses by level", "mem level", ACTION_NONE } },
	{ { .event = "raw_syscalls:sys_enter", .end = "raw_syscalls:sys_exit" }, { SYSCALLS } },
	{ { .event = "syscalls:sys_enter_", .end = "syscalls:sys_exit_" }, { SYSCALLS } },
	{ { .spans = true },
	  { "begin and end", "durations by kind and name", "spans", ACTION_NONE } },
	{ { .event = "page-faults" },
	  { "page faults", "page faults by function",
	    "count sym,dso where event =~ "
	    "\"^page-faults\"",
	    ACTION_NONE } },
	{ { TYPE(RECORD_AUXTRACE) },
	  { "hardware trace", "trace data, packet by packet", "filter type == AUXTRACE",
	    ACTION_NONE } },
	{ { TYPE(RECORD_STAT) },
	  { "counter values", "greatest value by event",
	    "count max(stat.value) by id.event,stat.cpu,stat.thread where type == STAT",
	    ACTION_NONE } },
	{ { TYPE(RECORD_FORK) },
	  { "processes", "threads: parents, execs, exits", "threads", ACTION_VIEW_THREADS } },
	{ { TYPE(RECORD_SAMPLE) },
	  { "times", "heat map of the samples", "heat where type == SAMPLE", ACTION_VIEW_HEAT } },
};

/* Patterns that begin with a * match many events that begin nothing. */
static bool begins_span(const struct event *event)
{
	struct buf name = BUF_INIT;
	bool begins = false;
	size_t len;

	tracepoint_name(event, &name);
	for (const struct span_kind *kind = span_kinds; kind->name && !begins; kind++)
		begins = strcmp(kind->name, "syscall") != 0 && strcmp(kind->name, "offcpu") != 0 &&
			 kind->begin[0] != '*' && tracepoint_match(kind->begin, name.p, &len);
	buf_release(&name);
	return begins;
}

/* Return the event of the samples of a kind; NULL: other records, or an unknown event. */
static const struct event *event_of(const struct kind_entry *kind, const struct events *events)
{
	return kind->type == RECORD_SAMPLE && kind->event >= 0 ? &events->list.v[kind->event]
							       : NULL;
}

/* The kernel's own events have no hardware that fills in a value. */
static bool is_software(const struct attr *attr)
{
	return attr->type == ATTR_TYPE_SOFTWARE || attr->type == ATTR_TYPE_TRACEPOINT ||
	       attr->type == ATTR_TYPE_BREAKPOINT;
}

static bool meets(const struct lead_needs *need, const struct kind_entry *kind,
		  const struct event *event)
{
	if (kind->type < 128 && bitset_has(need->types, kind->type))
		return true;
	if (!event)
		return false;
	if (event->attr.sample_type & need->sample_type)
		return !(need->hardware && is_software(&event->attr));
	return (need->spans && begins_span(event)) ||
	       (need->event && text_begins_with(event->name, need->event));
}

static bool has(const struct recording *recording, const struct lead_needs *need)
{
	bool met = false, ends = !need->end;

	for (size_t part = 0; part < recording_parts(recording); part++) {
		const struct index *index = recording_index(recording, part);
		const struct events *events = &recording_file(recording, part)->events;
		uint64_t n = index ? index_kinds(index) : 0;

		for (uint64_t i = 0; i < n && !(met && ends); i++) {
			const struct kind_entry *kind = &index_kind(index, i)->entry;
			const struct event *event = event_of(kind, events);

			met = met || meets(need, kind, event);
			ends = ends || (event && text_begins_with(event->name, need->end));
		}
	}
	return met && ends;
}

size_t leads_find(const struct recording *recording, const struct lead **leads, size_t max)
{
	size_t n = 0;

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]) && n < max; i++)
		if (has(recording, &table[i].need) &&
		    !(n && !strcmp(leads[n - 1]->command, table[i].lead.command)))
			leads[n++] = &table[i].lead;
	return n;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/perfscript.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "out/scriptplaces.h"
#include "out/scriptsample.h"
#include "out/scriptstart.h"
#include "out/scripttext.h"
#include "wire/names.h"

struct printing;

enum {
	COLUMNS_MAX = 32
};

/* The samples of an event that are laid out as those of one. */
struct script_event {
	bool made;
	int layout;
	uint32_t shown;
	bool column; /* the name of the task stands in a column */
	bool names;  /* addresses of its data have names */
	struct script_plan plan;
	struct buf name; /* as it is printed */
	unsigned n;	 /* columns */
	void (*columns[COLUMNS_MAX])(const struct printing *p);
};

struct script_writer {
	struct writer writer;
	struct reader *reader;
	const struct script_options *script;
	struct script_start start;
	struct script_places *places;
	struct script_fields fields; /* as the part's events have them */
	bool entered;		     /* fields and events are those of part */
	size_t part;
	VEC(struct script_event) events;
	struct script_sample sample;
	struct buf text;
};

/* A sample on its way out. */
struct printing {
	struct script_writer *w;
	const struct row_info *info;
	const struct script_event *event;
	const struct script_sample *sample;
	struct buf *out;
};

/* ---- the fields behind the time ---- */

static void add_period(const struct printing *p)
{
	script_text_u64(p->out, p->sample->period, 10);
	buf_addc(p->out, ' ');
}

static void add_event(const struct printing *p)
{
	buf_add(p->out, p->event->name.p, p->event->name.len);
}

static void add_trace(const struct printing *p)
{
	struct buf *text = &p->w->text;

	buf_reset(text);
	if (reader_trace_bytes(p->w->reader, p->info, text))
		script_text_add(p->w->script, p->out, text->p, text->len);
}

static void add_addr(const struct printing *p)
{
	script_text_hex(p->out, p->sample->addr);
	if (p->event->names)
		script_places_name(p->w->places, p->sample->addr, p->out);
}

static void add_weight(const struct printing *p)
{
	script_text_u64(p->out, p->sample->weight, 16);
}

static void add_ins_lat(const struct printing *p)
{
	script_text_u64(p->out, p->sample->ins_lat & 0xffff, 16);
}

static void add_ip(const struct printing *p)
{
	if (p->event->plan.chain && p->sample->has_chain) {
		buf_addc(p->out, '\n');
		script_places_chain(p->w->places, p->sample, p->out);
		return;
	}
	buf_addc(p->out, ' ');
	script_text_hex(p->out, p->sample->ip);
	script_places_name(p->w->places, p->sample->ip, p->out);
}

static void add_iregs(const struct printing *p)
{
	buf_add(p->out, p->sample->iregs.p, p->sample->iregs.len);
}

static void add_uregs(const struct printing *p)
{
	buf_add(p->out, p->sample->uregs.p, p->sample->uregs.len);
}

static void add_branch_flags(const struct script_branch *b, struct buf *out)
{
	enum {
		EXTENDED = 15 /* PERF_BR_EXTEND_ABI */
	};

	buf_addc(out, '/');
	buf_addc(out, b->predicted ? 'P' : b->mispred ? 'M' : '-');
	buf_adds(out, b->in_tx ? "/X" : "/-");
	buf_adds(out, b->abort ? "/A/" : "/-/");
	buf_add_u64(out, b->cycles);
	buf_addc(out, '/');
	if (b->type == EXTENDED)
		word_text(out, W_br_new_type, b->new_type);
	else if (b->type)
		word_text(out, W_br_type, b->type);
	buf_addc(out, ' ');
}

static void add_brstack(const struct printing *p)
{
	for (size_t i = 0; i < p->sample->branches.n; i++) {
		const struct script_branch *b = &p->sample->branches.v[i];

		buf_addc(p->out, ' ');
		buf_add0x(p->out, b->from);
		buf_addc(p->out, '/');
		buf_add0x(p->out, b->to);
		add_branch_flags(b, p->out);
	}
}

static void add_phys_addr(const struct printing *p)
{
	script_text_hex(p->out, p->sample->phys_addr);
}

static void add_page_size(struct buf *out, uint64_t size)
{
	static const char units[] = { 0, 'K', 'M', 'G', 'T' };
	unsigned i = 0;

	if (!size) {
		buf_adds(out, " N/A");
		return;
	}
	for (; size >= 1024 && i < sizeof(units) - 1; size /= 1024)
		i++;
	buf_addc(out, ' ');
	buf_add_u64(out, size);
	if (units[i])
		buf_addc(out, units[i]);
}

static void add_data_page_size(const struct printing *p)
{
	add_page_size(p->out, p->sample->data_page_size);
}

static void add_code_page_size(const struct printing *p)
{
	add_page_size(p->out, p->sample->code_page_size);
}

/* In the order in which perf prints them. */
static const struct {
	uint32_t field;
	void (*add)(const struct printing *p);
} columns[] = {
	{ SCRIPT_PERIOD, add_period },
	{ SCRIPT_EVENT, add_event },
	{ SCRIPT_TRACE, add_trace },
	{ SCRIPT_ADDR, add_addr },
	{ SCRIPT_WEIGHT, add_weight },
	{ SCRIPT_INS_LAT, add_ins_lat },
	{ SCRIPT_IP, add_ip },
	{ SCRIPT_IREGS, add_iregs },
	{ SCRIPT_UREGS, add_uregs },
	{ SCRIPT_BRSTACK, add_brstack },
	{ SCRIPT_PHYS_ADDR, add_phys_addr },
	{ SCRIPT_DATA_PAGE_SIZE, add_data_page_size },
	{ SCRIPT_CODE_PAGE_SIZE, add_code_page_size },
};

_Static_assert(sizeof(columns) / sizeof(columns[0]) <= COLUMNS_MAX, "all columns have a place");

/* ---- events ---- */

/* Does the address of the event's samples stand for something that can have a name? */
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

static void make_event(struct script_writer *w, struct script_event *e, const struct row_info *info)
{
	const struct events *events = &reader_file(w->reader, info)->events;
	const struct event *event = &events->list.v[info->event];
	struct layout layout;

	reader_layout(w->reader, info, &layout);
	e->made = true;
	e->layout = info->layout;
	e->shown = script_fields_of(&w->fields, event);
	e->column = !(e->shown & SCRIPT_IP && w->fields.callchain &&
		      event->attr.sample_type & SAMPLE_CALLCHAIN);
	e->names = names_addr(event);
	script_plan_make(&e->plan, &layout, event, e->shown, w->fields.callchain);
	e->n = 0;
	for (size_t i = 0; i < sizeof(columns) / sizeof(columns[0]); i++)
		if (e->shown & columns[i].field)
			e->columns[e->n++] = columns[i].add;
	buf_reset(&e->name);
	script_text_add(w->script, &e->name, event->name, strlen(event->name));
	script_text_right(&e->name, 0, longest_name(events));
	buf_adds(&e->name, ": ");
}

static void drop_events(struct script_writer *w)
{
	for (size_t i = 0; i < w->events.n; i++)
		buf_release(&w->events.v[i].name);
	w->events.n = 0;
}

/* Each part of the recording has its own events. What the user chose was checked before. */
static void enter_part(struct script_writer *w, const struct row_info *info)
{
	const struct perf_file *file = reader_file(w->reader, info);
	struct err err = ERR_INIT;

	w->entered = true;
	w->part = info->part;
	w->fields = w->script->fields;
	script_fields_settle(&w->fields, file, &err);
	drop_events(w);
	while (w->events.n < file->events.list.n)
		buf_init(&vec_add(&w->events)->name);
}

static const struct script_event *event_of(struct script_writer *w, const struct row_info *info)
{
	struct script_event *e;

	if (!w->entered || w->part != info->part)
		enter_part(w, info);
	if ((size_t)info->event >= w->events.n)
		return NULL;
	e = &w->events.v[info->event];
	if (!e->made || e->layout != info->layout)
		make_event(w, e, info);
	return e;
}

/* ---- a row ---- */

/* perf leaves these out unless it is told about the guests. */
static bool is_of_guest(const struct row_info *info)
{
	unsigned mode = info->misc & CPUMODE_MASK;

	return mode == CPUMODE_GUEST_KERNEL || mode == CPUMODE_GUEST_USER;
}

static void script_row(struct writer *writer, const struct row_info *info, struct buf *out)
{
	struct script_writer *w = (struct script_writer *)writer;
	struct printing p = { .w = w, .info = info, .sample = &w->sample, .out = out };

	if (info->type != RECORD_SAMPLE || info->event == EVENT_NONE || is_of_guest(info))
		return;
	p.event = event_of(w, info);
	if (!p.event || !p.event->shown)
		return;
	script_sample_read(&w->sample, &p.event->plan, w->reader, info);
	script_places_enter(w->places, info, p.event->shown);
	script_start_add(&w->start, info, p.event->shown, p.event->column, out);
	for (unsigned i = 0; i < p.event->n; i++)
		p.event->columns[i](&p);
	buf_addc(out, '\n');
}

static void script_close(struct writer *writer)
{
	struct script_writer *w = (struct script_writer *)writer;

	script_sample_release(&w->sample);
	script_start_release(&w->start);
	script_places_close(w->places);
	drop_events(w);
	vec_release(&w->events);
	buf_release(&w->text);
	free(w);
}

struct writer *perfscript_open(struct reader *reader, const struct writer_options *options)
{
	struct script_writer *w = mem_zalloc(sizeof(*w));

	w->writer = (struct writer){ .row = script_row, .close = script_close };
	w->reader = reader;
	w->script = options->script;
	script_sample_init(&w->sample);
	script_start_init(&w->start, reader, options);
	w->places = script_places_open(reader, w->script);
	buf_init(&w->text);
	return &w->writer;
}

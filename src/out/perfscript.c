/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/perfscript.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "file/feature_reader.h"
#include "out/scriptcounts.h"
#include "out/scriptplaces.h"
#include "out/scriptrecord.h"
#include "out/scriptsample.h"
#include "out/scriptstart.h"
#include "out/scriptstat.h"
#include "out/scripttext.h"
#include "recording/cgroups.h"
#include "wire/names.h"

struct printing;

enum {
	COLUMNS_MAX = 32,
	DATA_SRC_MAX = 99 /* bytes that perf has room for */
};

/* The samples of an event that are laid out as those of one. */
struct script_event {
	bool made;
	int layout;
	uint32_t shown;
	bool column; /* the name of the task stands in a column */
	bool bpf_output;
	bool names; /* addresses of its data have names */
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
	struct script_counts counts;
	struct script_stat stat;
	size_t data_src_width; /* of the widest one so far */
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
		script_places_name_any(p->w->places, p->sample->addr, p->out);
}

static void add_flags(const struct printing *p)
{
	enum {
		WIDTH = 24 /* of what perf tells of samples that it makes itself */
	};

	buf_fill(p->out, ' ', WIDTH);
}

/* The column is as wide as the widest text so far. */
static void add_data_src(const struct printing *p)
{
	size_t start = p->out->len, len;

	script_text_hex(p->out, p->sample->data_src);
	buf_addc(p->out, ' ');
	script_text_data_src(p->out, p->sample->data_src);
	len = p->out->len - start;
	if (len > DATA_SRC_MAX) {
		buf_truncate(p->out, start + DATA_SRC_MAX);
		len = DATA_SRC_MAX;
	}
	if (len > p->w->data_src_width)
		p->w->data_src_width = len;
	buf_fill(p->out, ' ', p->w->data_src_width - len);
}

static void add_weight(const struct printing *p)
{
	script_text_u64(p->out, p->sample->weight, 16);
}

static void add_ins_lat(const struct printing *p)
{
	script_text_u64(p->out, p->sample->ins_lat & 0xffff, 16);
}

static void add_retire_lat(const struct printing *p)
{
	script_text_u64(p->out, p->sample->retire_lat, 16);
}

static void add_cgroup(const struct printing *p)
{
	size_t len;
	const char *path =
		cgroups_path(reader_cgroups(p->w->reader), p->info, p->sample->cgroup, &len);

	buf_addc(p->out, ' ');
	if (path)
		script_text_add(p->w->script, p->out, path, len);
	else
		buf_adds(p->out, "unknown");
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
	script_places_srcline(p->w->places, p->sample->ip, p->out);
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
		script_places_branch(p->w->places, b->from, false, p->out);
		buf_addc(p->out, '/');
		buf_add0x(p->out, b->to);
		script_places_branch(p->w->places, b->to, false, p->out);
		add_branch_flags(b, p->out);
	}
}

static void add_brstacksym(const struct printing *p)
{
	for (size_t i = 0; i < p->sample->branches.n; i++) {
		const struct script_branch *b = &p->sample->branches.v[i];

		script_places_branch(p->w->places, b->from, true, p->out);
		buf_addc(p->out, '/');
		script_places_branch(p->w->places, b->to, true, p->out);
		add_branch_flags(b, p->out);
	}
}

static void add_brstackoff(const struct printing *p)
{
	for (size_t i = 0; i < p->sample->branches.n; i++) {
		const struct script_branch *b = &p->sample->branches.v[i];

		buf_addc(p->out, ' ');
		buf_add0x(p->out, script_places_offset(p->w->places, b->from));
		script_places_branch(p->w->places, b->from, false, p->out);
		buf_addc(p->out, '/');
		buf_add0x(p->out, script_places_offset(p->w->places, b->to));
		script_places_branch(p->w->places, b->to, false, p->out);
		add_branch_flags(b, p->out);
	}
}

/* perf takes what a BPF program wrote for a text if it is one up to a NUL, and NULs behind that. */
static bool is_text(const uint8_t *p, size_t len)
{
	size_t n = 0;

	while (n < len && p[n] < 0x7f && isprint(p[n]))
		n++;
	if (n == len)
		return false;
	while (n < len && !p[n])
		n++;
	return n == len;
}

static void add_bpf_output(const struct printing *p)
{
	static const struct script_bytes how = { .width = 8,
						 .first = "      BPF output:",
						 .others = "                 ",
						 .offsets = true,
						 .text = true };
	const uint8_t *raw = p->sample->raw;
	size_t len = p->sample->raw_len;

	if (!p->event->bpf_output)
		return;
	buf_addc(p->out, '\n');
	script_record_bytes(&how, raw, len, p->out);
	if (len && is_text(raw, len))
		buf_addf(p->out, "      BPF string: \"%s\"\n", (const char *)raw);
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
	{ SCRIPT_FLAGS, add_flags },
	{ SCRIPT_TRACE, add_trace },
	{ SCRIPT_ADDR, add_addr },
	{ SCRIPT_DATA_SRC, add_data_src },
	{ SCRIPT_WEIGHT, add_weight },
	{ SCRIPT_INS_LAT, add_ins_lat },
	{ SCRIPT_RETIRE_LAT, add_retire_lat },
	{ SCRIPT_CGROUP, add_cgroup },
	{ SCRIPT_IP, add_ip },
	{ SCRIPT_IREGS, add_iregs },
	{ SCRIPT_UREGS, add_uregs },
	{ SCRIPT_BRSTACK, add_brstack },
	{ SCRIPT_BRSTACKSYM, add_brstacksym },
	{ SCRIPT_BRSTACKOFF, add_brstackoff },
	{ SCRIPT_BPF_OUTPUT, add_bpf_output },
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

/* Of several forms of a branch stack perf prints the first. */
static uint32_t one_branch_stack(uint32_t shown)
{
	if (shown & SCRIPT_BRSTACK)
		shown &= ~(uint32_t)SCRIPT_BRSTACKSYM;
	if (shown & (SCRIPT_BRSTACK | SCRIPT_BRSTACKSYM))
		shown &= ~(uint32_t)SCRIPT_BRSTACKOFF;
	return shown;
}

static void make_event(struct script_writer *w, struct script_event *e, int number,
		       const struct row_info *info)
{
	enum {
		BPF_OUTPUT = 10 /* PERF_COUNT_SW_BPF_OUTPUT */
	};
	const struct events *events = &reader_file(w->reader, info)->events;
	const struct event *event = &events->list.v[number];
	struct layout layout;

	reader_layout(w->reader, info, &layout);
	e->made = true;
	e->layout = info->layout;
	e->shown = one_branch_stack(script_fields_of(&w->fields, event));
	e->bpf_output = event->attr.type == ATTR_TYPE_SOFTWARE && event->attr.config == BPF_OUTPUT;
	if (!e->bpf_output)
		e->shown &= ~(uint32_t)SCRIPT_BPF_OUTPUT;
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

/* An event by its number, for the record of a row. */
static const struct script_event *event_of(struct script_writer *w, const struct row_info *info,
					   int number)
{
	struct script_event *e;

	if (!w->entered || w->part != info->part)
		enter_part(w, info);
	if ((size_t)number >= w->events.n)
		return NULL;
	e = &w->events.v[number];
	if (!e->made || e->layout != info->layout)
		make_event(w, e, number, info);
	return e;
}

/* ---- a row ---- */

/* perf leaves these out unless it is told about the guests. */
static bool is_of_guest(const struct row_info *info)
{
	unsigned mode = info->misc & CPUMODE_MASK;

	return mode == CPUMODE_GUEST_KERNEL || mode == CPUMODE_GUEST_USER;
}

/* The sample of a row as one of an event; period NULL: its own. */
static void add_sample(struct script_writer *w, const struct row_info *info, int event,
		       const uint64_t *period, struct buf *out)
{
	struct printing p = { .w = w, .info = info, .sample = &w->sample, .out = out };

	p.event = event_of(w, info, event);
	if (!p.event || !p.event->shown)
		return;
	script_sample_read(&w->sample, &p.event->plan, w->reader, info);
	if (period)
		w->sample.period = *period;
	script_places_enter(w->places, info, p.event->shown);
	script_start_add(&w->start, info, p.event->shown, p.event->column, out);
	for (unsigned i = 0; i < p.event->n; i++)
		p.event->columns[i](&p);
	buf_addc(out, '\n');
}

/*
 * perf names the task in front of other records, too, with the fields of the event that their
 * id is of; of the first event, where they have no id.
 */
static void add_record(struct script_writer *w, const struct row_info *info, struct buf *out)
{
	struct row_info told, named;
	const struct script_event *event = event_of(w, info, info->event < 0 ? 0 : info->event);

	if (info->type == RECORD_FINISHED_ROUND || !event) {
		script_record_add(w->reader, w->script, info, out);
		return;
	}
	script_record_tasks(w->reader, info, &told, &named);
	script_start_record(&w->start, &told, &named, event->shown, event->column, out);
	script_record_add(w->reader, w->script, info, out);
}

static bool shows(const struct script_options *options, uint32_t type)
{
	if (type == RECORD_FINISHED_ROUND)
		return options->rounds;
	return type < 64 && options->records >> type & 1;
}

static void script_row(struct writer *writer, const struct row_info *info, struct buf *out)
{
	struct script_writer *w = (struct script_writer *)writer;
	const struct script_change *change;

	if (info->type == RECORD_STAT_ROUND)
		script_stat_add(&w->stat, info->row, out);
	if (shows(w->script, info->type))
		add_record(w, info, out);
	if (info->type != RECORD_SAMPLE || info->event == EVENT_NONE || is_of_guest(info))
		return;
	if (!(reader_file(w->reader, info)->events.list.v[info->event].layout.sample_type &
	      SAMPLE_READ)) {
		add_sample(w, info, info->event, NULL, out);
		return;
	}
	script_counts_go(&w->counts, info->row);
	while ((change = script_counts_next(&w->counts)))
		add_sample(w, info, change->event, &change->period, out);
}

static void script_see(struct writer *writer, const struct row_info *info)
{
	struct script_writer *w = (struct script_writer *)writer;

	if (info) {
		script_counts_see(&w->counts, w->reader, info);
		script_stat_see(&w->stat, w->reader, info);
	} else {
		script_counts_begin(&w->counts);
		script_stat_begin(&w->stat);
	}
}

static void script_close(struct writer *writer)
{
	struct script_writer *w = (struct script_writer *)writer;

	script_sample_release(&w->sample);
	script_start_release(&w->start);
	script_places_close(w->places);
	script_counts_release(&w->counts);
	script_stat_release(&w->stat);
	drop_events(w);
	vec_release(&w->events);
	buf_release(&w->text);
	free(w);
}

/* Do samples of any event have a bit of sample_type? */
static bool has_sample_type(const struct recording *recording, uint64_t bit)
{
	for (size_t i = 0; i < recording_parts(recording); i++) {
		const struct events *events = &recording_file(recording, i)->events;

		for (size_t k = 0; k < events->list.n; k++)
			if (events->list.v[k].attr.sample_type & bit)
				return true;
	}
	return false;
}

/* Is what a row shows made of those before it, too? Values of counters are, of both sorts. */
static bool depends(const struct recording *recording)
{
	for (size_t i = 0; i < recording_parts(recording); i++)
		if (features_find(&recording_file(recording, i)->features, FEATURE_STAT))
			return true;
	return has_sample_type(recording, SAMPLE_READ);
}

bool perfscript_in_order(const struct script_options *options, const struct recording *recording)
{
	uint32_t fields = 0;

	for (size_t t = 0; t < SCRIPT_TYPES; t++)
		fields |= options->fields.of[t];
	return depends(recording) ||
	       (fields & SCRIPT_DATA_SRC && has_sample_type(recording, SAMPLE_DATA_SRC));
}

bool perfscript_delivered(const struct script_options *options, const struct recording *recording)
{
	uint64_t any = 0, all = ~0ull;

	for (size_t i = 0; i < recording_parts(recording); i++) {
		const struct events *events = &recording_file(recording, i)->events;

		for (size_t k = 0; k < events->list.n; k++) {
			any |= events->list.v[k].attr.sample_type;
			all &= events->list.v[k].attr.sample_type;
		}
	}
	return any & SAMPLE_TIME && (options->records || !(all & SAMPLE_TIME));
}

struct writer *perfscript_open(struct reader *reader, const struct writer_options *options)
{
	struct script_writer *w = mem_zalloc(sizeof(*w));

	w->writer = (struct writer){ .row = script_row, .close = script_close };
	w->reader = reader;
	w->script = options->script;
	script_sample_init(&w->sample, w->reader);
	script_start_init(&w->start, reader, options);
	w->places = script_places_open(reader, w->script);
	script_stat_init(&w->stat);
	if (depends(reader_recording(reader)))
		w->writer.see = script_see;
	buf_init(&w->text);
	return &w->writer;
}

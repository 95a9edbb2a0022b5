/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/perfscript.h"

#include <stdlib.h>

#include "file/section.h"
#include "out/script_columns.h"
#include "out/script_counts.h"
#include "out/script_events.h"
#include "out/script_places.h"
#include "out/script_record.h"
#include "out/script_start.h"
#include "out/script_stat.h"

struct script_writer {
	struct writer writer;
	struct reader *reader;
	const struct script_options *script;
	struct script_start start;
	struct script_places *places;
	struct script_columns columns;
	struct script_events events;
	struct script_sample sample;
	struct script_counts counts;
	struct script_stat stat;
};

/* perf omits samples of guests unless it has options for guests. */
static bool is_of_guest(const struct row_info *info)
{
	unsigned mode = info->misc & CPUMODE_MASK;

	return mode == CPUMODE_GUEST_KERNEL || mode == CPUMODE_GUEST_USER;
}

/* Write the sample of a row as a sample of an event. period NULL: use the sample's own period. */
static void add_sample(struct script_writer *w, const struct row_info *info, int event,
		       const uint64_t *period, struct buf *out)
{
	const struct script_event *e = script_events_of(&w->events, info, event);

	if (!e || !e->shown)
		return;
	script_sample_read(&w->sample, &e->plan, w->reader, info);
	if (period)
		w->sample.period = *period;
	script_places_enter(w->places, info, e->shown);
	script_start_add(&w->start, info, e->shown, e->column, out);
	script_columns_add(&w->columns, e, info, &w->sample, out);
	buf_addc(out, '\n');
}

/*
 * perf also writes the task before records that are not samples. It uses the fields of the event
 * whose id is in the record's trailer, or of the first event if there is no id.
 */
static void add_record(struct script_writer *w, const struct row_info *info, struct buf *out)
{
	struct row_info trailer, named;
	const struct script_event *event =
		script_events_of(&w->events, info, info->layout < 0 ? 0 : info->layout);

	if (event && info->type != RECORD_FINISHED_ROUND) {
		script_record_tasks(w->reader, info, &trailer, &named);
		script_start_record(&w->start, &trailer, &named, event->shown, event->column, out);
	}
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

static void script_begin(struct writer *writer)
{
	struct script_writer *w = (struct script_writer *)writer;

	script_counts_begin(&w->counts);
	script_stat_begin(&w->stat);
}

static void script_see(struct writer *writer, const struct row_info *info)
{
	struct script_writer *w = (struct script_writer *)writer;

	script_counts_see(&w->counts, w->reader, info);
	script_stat_see(&w->stat, w->reader, info);
}

static void script_close(struct writer *writer)
{
	struct script_writer *w = (struct script_writer *)writer;

	script_sample_release(&w->sample);
	script_start_release(&w->start);
	script_places_close(w->places);
	script_counts_release(&w->counts);
	script_stat_release(&w->stat);
	script_events_release(&w->events);
	script_columns_release(&w->columns);
	free(w);
}

/*
 * Return the bits of sample_type that at least one event has, and set *all to the bits that all
 * events have.
 */
static uint64_t sample_types(const struct recording *recording, uint64_t *all)
{
	uint64_t any = 0;

	*all = ~0ull;
	for (size_t i = 0; i < recording_parts(recording); i++) {
		const struct events *events = &recording_file(recording, i)->events;

		for (size_t k = 0; k < events->list.n; k++) {
			any |= events->list.v[k].attr.sample_type;
			*all &= events->list.v[k].attr.sample_type;
		}
	}
	return any;
}

static bool has_sample_type(const struct recording *recording, uint64_t bit)
{
	uint64_t all;

	return sample_types(recording, &all) & bit;
}

/*
 * Does the output of a row depend on earlier rows? It does for values of counters, both in samples
 * and of perf stat.
 */
static bool depends(const struct recording *recording)
{
	for (size_t i = 0; i < recording_parts(recording); i++)
		if (recording_file(recording, i)->stat)
			return true;
	return has_sample_type(recording, SAMPLE_READ);
}

void script_options_init(struct script_options *options)
{
	*options = (struct script_options){ .max_stack = SCRIPT_MAX_STACK };
	script_fields_init(&options->fields);
}

bool perfscript_in_order(const struct script_options *options, const struct recording *recording)
{
	uint64_t fields = 0;

	for (size_t t = 0; t < SCRIPT_TYPES; t++)
		fields |= options->fields.of[t];
	return depends(recording) ||
	       (fields & SCRIPT_DATA_SRC && has_sample_type(recording, SAMPLE_DATA_SRC));
}

bool perfscript_delivered(const struct script_options *options, const struct recording *recording)
{
	uint64_t all, any = sample_types(recording, &all);

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
	script_columns_init(&w->columns, reader, w->script, w->places);
	script_events_init(&w->events, reader, w->script);
	script_stat_init(&w->stat);
	if (depends(reader_recording(reader))) {
		w->writer.begin = script_begin;
		w->writer.see = script_see;
	}
	return &w->writer;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/overview_data.h"

#include <stdlib.h>
#include <string.h>

enum {
	/* In longer recordings functions are counted in a part of the records, spread over all. */
	FUNCTION_ROWS = 1 << 21,
	UNNAMED_PERCENT = 10 /* per cent of samples without a function's name that are a problem */
};

/* ---- what was found so far ---- */

static int compare_events(const void *a, const void *b)
{
	const struct overview_event *x = a, *y = b;

	if (x->samples != y->samples)
		return x->samples < y->samples ? 1 : -1;
	return x->choice < y->choice ? -1 : x->choice > y->choice;
}

/* The rank of a choice among the events with most samples. */
static size_t place_of(const struct overview *o, size_t choice)
{
	size_t i = 0;

	while (i < OVERVIEW_EVENTS_MAX && i < o->events.n && o->events.v[i].choice != choice)
		i++;
	return i < o->events.n ? i : OVERVIEW_EVENTS_MAX;
}

static size_t choice_of(const struct overview *o, const struct activity_event *event)
{
	return shown_events_of(&o->event.events, event->part, event->event);
}

static void take_events(struct overview *o)
{
	size_t n = activity_events(o->activity);

	o->events.n = 0;
	for (size_t i = 0; i < o->event.events.names.n; i++)
		vec_push(&o->events, ((struct overview_event){ .choice = i }));
	for (size_t i = 0; i < n; i++) {
		struct activity_event event = activity_event(o->activity, i);
		size_t choice = choice_of(o, &event);

		if (choice < o->events.n)
			o->events.v[choice].samples += event.samples;
	}
	if (o->events.n)
		qsort(o->events.v, o->events.n, sizeof(*o->events.v), compare_events);
	memset(o->over_time, 0, sizeof(o->over_time));
	for (size_t i = 0; i < n; i++) {
		struct activity_event event = activity_event(o->activity, i);
		size_t place = place_of(o, choice_of(o, &event));

		if (place < OVERVIEW_EVENTS_MAX)
			activity_add(o->activity, i, o->over_time[place]);
	}
	o->steps = activity_steps(o->activity);
}

static void take_counters(struct overview *o)
{
	o->counters.n = 0;
	if (!counter_values_any(o->counted))
		return;
	for (size_t part = 0; part < recording_parts(o->app->rec); part++) {
		const struct events *events = &recording_file(o->app->rec, part)->events;

		for (size_t i = 0; i < events->list.n; i++) {
			struct overview_counter counter = { .name = events->list.v[i].name };

			if (counter_values_get(o->counted, part, (int)i, &counter.value))
				vec_push(&o->counters, counter);
		}
	}
}

static void take_problems(struct overview *o)
{
	/* How much of what the views show is wrong or missing. */
	static const unsigned by_effect[] = {
		PROBLEM_FILE,	      OVERVIEW_NO_SYMBOLS, PROBLEM_WAITS,     PROBLEM_LOST,
		PROBLEM_LOST_SAMPLES, PROBLEM_DAMAGE,	   PROBLEM_TRACE_CUT, PROBLEM_TRACE_GAP,
		PROBLEM_TRACE_ERROR,  PROBLEM_AUX_FLAGS,   PROBLEM_THROTTLE,  PROBLEM_LATE,
		PROBLEM_CLOCK,	      PROBLEM_CHAIN,
	};

	_Static_assert(sizeof(by_effect) / sizeof(by_effect[0]) == OVERVIEW_PROBLEM_KINDS,
		       "all problems have a place");
	o->kinds.n = 0;
	for (size_t i = 0; i < OVERVIEW_PROBLEM_KINDS; i++)
		if (by_effect[i] == OVERVIEW_NO_SYMBOLS
			    ? o->unnamed
			    : problems_of_kind(o->problems, (enum problem_kind)by_effect[i]))
			vec_push(&o->kinds, by_effect[i]);
}

static uint64_t count_unnamed(const struct overview *o)
{
	struct group_value values[GROUP_FIELDS_MAX];
	uint64_t sum = 0;

	for (size_t i = 0; i < ranking_count(&o->functions); i++) {
		uint64_t n = ranking_value(&o->functions, i, values);

		sum += values[0].has ? 0 : n;
	}
	return sum * 100 >= ranking_records(&o->functions) * UNNAMED_PERCENT ? sum : 0;
}

bool overview_is_unmapped(const struct overview *o)
{
	struct group_value values[GROUP_FIELDS_MAX];

	for (size_t i = 0; i < ranking_count(&o->functions); i++) {
		ranking_value(&o->functions, i, values);
		if (!values[0].has && values[1].has)
			return false;
	}
	return o->unnamed;
}

bool overview_section_busy(const struct overview *o, enum overview_section section)
{
	struct worker_progress progress = { .done = true };

	if (o->cancelled)
		return false;
	if (section == OVERVIEW_EVENTS)
		job_progress(activity_job(o->activity), &progress);
	else if (section == OVERVIEW_COUNTERS)
		job_progress(counter_values_job(o->counted), &progress);
	else if (section == OVERVIEW_PROBLEMS)
		job_progress(problems_job(o->problems), &progress);
	else if (section == OVERVIEW_THREADS)
		return ranking_busy(&o->threads.ranking);
	else if (section == OVERVIEW_FUNCTIONS)
		return !o->parts || ranking_busy(&o->functions);
	return !progress.done;
}

const char *overview_event_name(const struct overview *o, size_t i)
{
	return o->event.events.names.v[o->events.v[i].choice];
}

size_t overview_count(const struct overview *o, enum overview_section section)
{
	switch (section) {
	case OVERVIEW_RECORDED:
		return HEADLINES;
	case OVERVIEW_EVENTS:
		return o->events.n;
	case OVERVIEW_COUNTERS:
		return o->counters.n;
	case OVERVIEW_THREADS:
		return o->threads.list.n;
	case OVERVIEW_FUNCTIONS:
		return ranking_count(&o->functions);
	case OVERVIEW_PROBLEMS:
		return o->kinds.n;
	default:
		return o->n_leads;
	}
}

/* ---- searching ---- */

/* One of so many blocks is read. */
static uint64_t parts_of(uint64_t rows)
{
	uint64_t parts = 1;

	while (rows / parts > FUNCTION_ROWS)
		parts *= 2;
	return parts;
}

/* All events together have no condition. */
void overview_sample_condition(const struct overview *o, struct buf *out)
{
	size_t start = out->len;

	eventpick_condition(&o->event, out);
	if (out->len == start)
		buf_adds(out, "type == SAMPLE");
}

void overview_function_condition(const struct overview *o, struct buf *out)
{
	overview_sample_condition(o, out);
	if (o->has_idle)
		buf_adds(out, " and tid != 0");
}

static struct filter *parse(const struct buf *condition)
{
	struct filter *filter = NULL;

	filter_parse(&filter, condition->p, NULL);
	return filter;
}

/*
 * Functions are counted when all records have rows: then names and the number of rows are known.
 * They are counted again if thread 0 is found later.
 */
static void count_functions(struct overview *o)
{
	struct index_progress progress;
	bool has_idle = thread_ranking_has_idle(&o->threads);
	struct buf condition = BUF_INIT;

	recording_progress(o->app->rec, &progress);
	if (!progress.whole || o->cancelled || (o->parts && has_idle == o->has_idle))
		return;
	ranking_release(&o->functions);
	o->parts = parts_of(recording_rows(o->app->rec));
	o->has_idle = has_idle;
	overview_function_condition(o, &condition);
	ranking_start(&o->functions, o->app, "sym,dso", parse(&condition), o->parts, o->watcher);
	buf_release(&condition);
}

static void release_rankings(struct overview *o)
{
	thread_ranking_release(&o->threads);
	ranking_release(&o->functions);
}

static void count_again(struct overview *o)
{
	struct buf condition = BUF_INIT;

	release_rankings(o);
	o->parts = o->unnamed = 0;
	o->has_idle = o->cancelled = false;
	overview_sample_condition(o, &condition);
	thread_ranking_start(&o->threads, o->app, parse(&condition), o->watcher);
	count_functions(o);
	buf_release(&condition);
}

void overview_take(struct overview *o)
{
	if (eventpick_look(&o->event))
		count_again(o);
	thread_ranking_take(&o->threads);
	count_functions(o);
	if (o->parts && ranking_take(&o->functions))
		o->unnamed = count_unnamed(o);
	take_events(o);
	take_counters(o);
	take_problems(o);
	o->n_leads = leads_find(o->app->rec, o->leads, OVERVIEW_LEADS_MAX);
}

bool overview_busy(const struct overview *o)
{
	for (enum overview_section section = 0; section < OVERVIEW_SECTIONS; section++)
		if (overview_section_busy(o, section))
			return true;
	return false;
}

bool overview_cancel(struct overview *o)
{
	if (!overview_busy(o))
		return false;
	job_cancel(activity_job(o->activity));
	job_cancel(counter_values_job(o->counted));
	job_cancel(problems_job(o->problems));
	ranking_cancel(&o->threads.ranking);
	if (o->parts)
		ranking_cancel(&o->functions);
	o->cancelled = true;
	return true;
}

void overview_start(struct overview *o, struct app *app, struct watcher *watcher)
{
	*o = (struct overview){ .app = app, .watcher = watcher };
	eventpick_init(&o->event, app->session, "", "");
	o->activity = activity_start(app->rec, watcher);
	o->counted = counter_values_start(app->rec, watcher);
	o->problems = problems_start(app->rec, watcher);
	count_again(o);
	overview_take(o);
}

void overview_release(struct overview *o)
{
	activity_free(o->activity);
	counter_values_free(o->counted);
	problems_free(o->problems);
	release_rankings(o);
	eventpick_release(&o->event);
	vec_release(&o->events);
	vec_release(&o->counters);
	vec_release(&o->kinds);
}

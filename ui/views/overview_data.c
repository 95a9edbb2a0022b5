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

static void take_problems(struct overview *o)
{
	uint64_t n = problems_count(o->problems);

	for (; o->seen < n; o->seen++) {
		struct problem problem;

		problems_get(o->problems, o->seen, &problem);
		o->found[problem.kind]++;
		if (problem.kind == PROBLEM_LOST || problem.kind == PROBLEM_LOST_SAMPLES ||
		    problem.kind == PROBLEM_WAITS)
			o->lost[problem.kind] += problem.value;
	}
	o->kinds.n = 0;
	for (enum problem_kind kind = 0; kind < PROBLEM_KINDS; kind++)
		if (o->found[kind])
			vec_push(&o->kinds, kind);
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

bool overview_section_busy(const struct overview *o, enum overview_section section)
{
	struct job_progress progress = { .done = true };

	if (o->cancelled)
		return false;
	if (section == OVERVIEW_EVENTS)
		job_progress(activity_job(o->activity), &progress);
	else if (section == OVERVIEW_PROBLEMS)
		job_progress(problems_job(o->problems), &progress);
	else if (section == OVERVIEW_THREADS)
		return ranking_busy(&o->threads);
	else if (section == OVERVIEW_FUNCTIONS)
		return !o->parts || ranking_busy(&o->functions);
	return !progress.done;
}

size_t overview_count(const struct overview *o, enum overview_section section)
{
	switch (section) {
	case OVERVIEW_RECORDED:
		return HEADLINES;
	case OVERVIEW_EVENTS:
		return o->events.n;
	case OVERVIEW_THREADS:
		return ranking_count(&o->threads);
	case OVERVIEW_FUNCTIONS:
		return ranking_count(&o->functions);
	case OVERVIEW_PROBLEMS:
		return o->kinds.n + (o->unnamed != 0);
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

/*
 * Functions are counted when the index is complete: then names and the number of records are known.
 */
static void count_functions(struct overview *o)
{
	struct app *app = o->app;
	struct index_progress progress;

	recording_progress(app->rec, &progress);
	if (progress.state == INDEX_BUILDING || o->parts || o->cancelled)
		return;
	o->parts = parts_of(recording_rows(app->rec));
	ranking_start(&o->functions, app, "sym,dso", eventpick_filter(&o->event), o->parts,
		      o->watcher);
}

static void count_again(struct overview *o)
{
	struct app *app = o->app;

	ranking_release(&o->threads);
	ranking_release(&o->functions);
	o->parts = o->unnamed = 0;
	o->cancelled = false;
	ranking_start(&o->threads, app, "tid", eventpick_filter(&o->event), 1, o->watcher);
	count_functions(o);
}

void overview_take(struct overview *o)
{
	if (eventpick_look(&o->event))
		count_again(o);
	count_functions(o);
	ranking_take(&o->threads);
	if (o->parts && ranking_take(&o->functions))
		o->unnamed = count_unnamed(o);
	take_events(o);
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
	job_cancel(problems_job(o->problems));
	ranking_cancel(&o->threads);
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
	o->problems = problems_start(app->rec, watcher);
	count_again(o);
	overview_take(o);
}

void overview_release(struct overview *o)
{
	activity_free(o->activity);
	problems_free(o->problems);
	ranking_release(&o->threads);
	ranking_release(&o->functions);
	eventpick_release(&o->event);
	vec_release(&o->events);
	vec_release(&o->kinds);
}

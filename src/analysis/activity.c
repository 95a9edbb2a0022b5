/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/activity.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/mem.h"
#include "base/vec.h"

#define NO_LINE UINT32_MAX

struct event_steps {
	struct activity_event event;
	uint64_t *steps; /* ACTIVITY_STEPS of them; NULL: there are too many events */
};

struct activity {
	struct job job;
	/*
	 * For the job's thread: the line of each kind of a part, NO_LINE if its rows are not
	 * samples.
	 */
	size_t part;
	VEC(uint32_t) of_kind;
	struct map of_event; /* for the job's thread: the line of a part's event */
	/* Guarded by the lock of the job. Step i is from first + i times 2^shift ns. */
	VEC(struct event_steps) lines;
	unsigned shift;
	uint64_t first, last; /* steps with samples of any event */
	bool timed;	      /* there are samples with a time */
};

static uint32_t line_of_event(struct activity *a, int event)
{
	bool fresh;
	uint32_t *line = map_put(&a->of_event, (uint64_t)a->part << 32 | (uint32_t)event, &fresh);
	struct event_steps new = { { a->part, event, 0 }, NULL };

	if (!fresh)
		return *line;
	*line = (uint32_t)a->lines.n;
	if (a->lines.n < ACTIVITY_EVENTS)
		new.steps = mem_zalloc(ACTIVITY_STEPS * sizeof(*new.steps));
	vec_push(&a->lines, new);
	return *line;
}

static void learn_kinds(struct activity *a, size_t part)
{
	const struct index *index = recording_index(a->job.recording, part);
	uint64_t n = index_kinds(index);

	if (part != a->part)
		a->of_kind.n = 0;
	a->part = part;
	while (a->of_kind.n < n) {
		const struct kind_entry *entry = &index_kind(index, a->of_kind.n)->entry;
		bool counts = entry->type == RECORD_SAMPLE && entry->event >= 0;

		vec_push(&a->of_kind, counts ? line_of_event(a, entry->event) : NO_LINE);
	}
}

/* Double the length of steps: pairs of steps become one. */
static void lengthen(struct activity *a)
{
	for (size_t l = 0; l < a->lines.n; l++) {
		uint64_t *steps = a->lines.v[l].steps;

		for (uint64_t i = 0; steps && i <= a->last - a->first; i++) {
			uint64_t to = (a->first + i) / 2 - a->first / 2;
			uint64_t n = steps[i];

			steps[i] = 0;
			steps[to] += n;
		}
	}
	a->shift++;
	a->first /= 2;
	a->last /= 2;
}

static void begin_earlier(struct activity *a, uint64_t first)
{
	size_t used = (size_t)(a->last - a->first) + 1, by = (size_t)(a->first - first);

	for (size_t l = 0; l < a->lines.n; l++) {
		uint64_t *steps = a->lines.v[l].steps;

		if (!steps)
			continue;
		memmove(steps + by, steps, used * sizeof(*steps));
		memset(steps, 0, by * sizeof(*steps));
	}
	a->first = first;
}

/* Return the step of a time. Steps are lengthened until they reach it. */
static size_t step_of(struct activity *a, uint64_t time)
{
	uint64_t at = time >> a->shift;

	if (!a->timed)
		a->first = a->last = at;
	a->timed = true;
	while (at >= a->first ? at - a->first >= ACTIVITY_STEPS : a->last - at >= ACTIVITY_STEPS) {
		lengthen(a);
		at = time >> a->shift;
	}
	if (at < a->first)
		begin_earlier(a, at);
	if (at > a->last)
		a->last = at;
	return (size_t)(at - a->first);
}

static bool examine_block(void *ctx, const struct job_block *at)
{
	struct activity *a = ctx;
	struct block *block = reader_block(at->reader, at->number);
	const uint64_t *kinds, *times;

	if (!block)
		return false;
	kinds = block_column(block, COL_KIND);
	times = block_column(block, COL_TIME);
	pthread_mutex_lock(&a->job.lock);
	learn_kinds(a, reader_block_part(block));
	for (uint32_t i = 0; i < block->desc.rows; i++) {
		uint32_t l = kinds[i] < a->of_kind.n ? a->of_kind.v[kinds[i]] : NO_LINE;

		if (l == NO_LINE)
			continue;
		a->lines.v[l].event.samples++;
		if (block_is_time(times[i]) && a->lines.v[l].steps)
			a->lines.v[l].steps[step_of(a, times[i])]++;
	}
	pthread_mutex_unlock(&a->job.lock);
	return !block->bad;
}

static const struct job_ops job_ops = { .examine = examine_block };

struct activity *activity_start(struct recording *recording, struct watcher *watcher)
{
	struct activity *a = mem_zalloc(sizeof(*a));

	a->job.recording = recording;
	job_start(&a->job, &job_ops, a, watcher);
	return a;
}

void activity_free(struct activity *a)
{
	if (!a)
		return;
	job_end(&a->job);
	for (size_t l = 0; l < a->lines.n; l++)
		free(a->lines.v[l].steps);
	vec_release(&a->lines);
	vec_release(&a->of_kind);
	map_release(&a->of_event);
	free(a);
}

struct job *activity_job(struct activity *a)
{
	return &a->job;
}

size_t activity_events(struct activity *a)
{
	size_t n;

	pthread_mutex_lock(&a->job.lock);
	n = a->lines.n;
	pthread_mutex_unlock(&a->job.lock);
	return n;
}

struct activity_event activity_event(struct activity *a, size_t i)
{
	struct activity_event event;

	pthread_mutex_lock(&a->job.lock);
	event = a->lines.v[i].event;
	pthread_mutex_unlock(&a->job.lock);
	return event;
}

size_t activity_steps(struct activity *a)
{
	size_t n;

	pthread_mutex_lock(&a->job.lock);
	n = a->timed ? (size_t)(a->last - a->first) + 1 : 0;
	pthread_mutex_unlock(&a->job.lock);
	return n;
}

void activity_add(struct activity *a, size_t i, uint64_t *counts)
{
	pthread_mutex_lock(&a->job.lock);
	for (size_t step = 0; a->lines.v[i].steps && step < ACTIVITY_STEPS; step++)
		counts[step] += a->lines.v[i].steps[step];
	pthread_mutex_unlock(&a->job.lock);
}

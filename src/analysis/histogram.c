/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/histogram.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "analysis/measure.h"
#include "analysis/time_columns.h"
#include "base/mem.h"

enum {
	KNOWN_EVENTS = 64 /* kinds; recordings rarely have more */
};

struct bin_part {
	_Atomic uint64_t rows, sum;
};

struct histogram {
	struct job job;
	struct field weight;
	bool weighed;
	struct time_columns time;    /* n columns */
	size_t n, levels;	     /* levels in each column; 0: none */
	struct measure *measure;     /* for the job's thread; NULL: not started, or no weight */
	struct numeric_stats *stats; /* n of them, guarded by the lock of the job; NULL: none are
					* wanted */
	struct shown_events choices;
	size_t events;		    /* numbers of each interval in of_event; 0: not wanted */
	_Atomic uint64_t *of_event; /* by interval and event, the other records last */
	struct known_event {
		bool valid;
		size_t part;
		uint64_t kind; /* its number in the index of the part */
		size_t event;
	} known[KNOWN_EVENTS];
	struct bin_part parts[]; /* n of them */
};

/* Add numbers, up to UINT64_MAX. */
static uint64_t add_capped(uint64_t a, uint64_t b)
{
	return a + b < a ? UINT64_MAX : a + b;
}

static void add_number(struct histogram *h, size_t bucket, int128 number)
{
	if (!h->stats)
		return;
	pthread_mutex_lock(&h->job.lock);
	numeric_stats_add(&h->stats[bucket], number, false);
	pthread_mutex_unlock(&h->job.lock);
}

uint64_t histogram_level(size_t level)
{
#define DECADE(ten) 1 * (ten), 2 * (ten), 5 * (ten)
	static const uint64_t levels[HISTOGRAM_LEVELS] = {
		0,
		2,
		5,
		DECADE(10ull),
		DECADE(100ull),
		DECADE(1000ull),
		DECADE(10000ull),
		DECADE(100000ull),
		DECADE(1000000ull),
		DECADE(10000000ull),
		DECADE(100000000ull),
		DECADE(1000000000ull),
		DECADE(10000000000ull),
		DECADE(100000000000ull),
		DECADE(1000000000000ull),
		DECADE(10000000000000ull),
		DECADE(100000000000000ull),
		DECADE(1000000000000000ull),
		DECADE(10000000000000000ull),
		DECADE(100000000000000000ull),
		DECADE(1000000000000000000ull),
		10000000000000000000ull,
	};
#undef DECADE

	return level < HISTOGRAM_LEVELS ? levels[level] : UINT64_MAX;
}

/* Return the level of a number in a column. */
static size_t level_of(const struct histogram *h, int128 number)
{
	size_t level = 0;

	while (level + 1 < h->levels && number >= (int128)histogram_level(level + 1))
		level++;
	return level;
}

static void count_level(struct histogram *h, struct reader *reader, struct block *block, uint32_t i,
			size_t interval)
{
	struct row_info info;
	int128 number;

	if (!h->measure)
		h->measure = measure_open(reader, &h->weight);
	reader_row_in(reader, block, i, &info);
	if (measure_number(h->measure, &info, &number))
		atomic_fetch_add_explicit(
			&h->parts[interval * h->levels + level_of(h, number)].rows, 1,
			memory_order_relaxed);
}

/* Return the number of the event of a kind. */
static size_t find_event(const struct histogram *h, size_t part, uint64_t number)
{
	const struct index *index = recording_index(h->job.recording, part);
	const struct kind *kind = index_kind(index, number);
	size_t event = SIZE_MAX, other = h->events - 1;

	if (kind && kind->entry.type == RECORD_SAMPLE && kind->entry.event >= 0)
		event = shown_events_of(&h->choices, part, kind->entry.event);
	return event < other ? event : other;
}

/* Return the number of the event of a row. Finding the event of each row would take too long. */
static size_t event_of(struct histogram *h, struct block *block, uint32_t i)
{
	size_t part = reader_block_part(block);
	uint64_t number = block_column(block, COL_KIND)[i];
	struct known_event *known = &h->known[number % KNOWN_EVENTS];

	if (!known->valid || known->part != part || known->kind != number)
		*known = (struct known_event){ true, part, number, find_event(h, part, number) };
	return known->event;
}

/* Only one thread writes. */
static void add_to(_Atomic uint64_t *sum, uint64_t n)
{
	atomic_store_explicit(sum, add_capped(atomic_load_explicit(sum, memory_order_relaxed), n),
			      memory_order_relaxed);
}

static void count_row(struct histogram *h, struct reader *reader, struct block *block, uint32_t i,
		      size_t bucket)
{
	struct bin_part *part = &h->parts[bucket];
	struct row_info info;
	int128 number = 1;

	add_to(&part->rows, 1);
	if (h->weighed) {
		if (!h->measure)
			h->measure = measure_open(reader, &h->weight);
		reader_row_in(reader, block, i, &info);
		if (!measure_number(h->measure, &info, &number))
			return;
		add_number(h, bucket, number);
	}
	if (number <= 0)
		return;
	add_to(&part->sum, (uint64_t)number);
	if (h->events)
		add_to(&h->of_event[bucket * h->events + event_of(h, block, i)], (uint64_t)number);
}

static bool examine_block(void *ctx, const struct job_block *at)
{
	struct histogram *h = ctx;
	struct block_desc desc = recording_block(h->job.recording, at->number);
	struct block *block;
	struct rows rows;
	bool good;
	const uint64_t *times;

	if (!time_columns_meet(&h->time, &desc))
		return true;
	if (!job_rows(at, &rows, &block, &good))
		return good;
	times = block_column(block, COL_TIME);
	for (uint32_t i = job_next(at, &rows, 0); i < BLOCK_ROWS; i = job_next(at, &rows, i + 1)) {
		if (!time_columns_have(&h->time, times[i]))
			continue;
		if (h->levels)
			count_level(h, at->reader, block, i, time_columns_of(&h->time, times[i]));
		else
			count_row(h, at->reader, block, i, time_columns_of(&h->time, times[i]));
	}
	return !block->bad;
}

static const struct job_ops job_ops = { .examine = examine_block };

static void start_events(struct histogram *h)
{
	size_t most = HISTOGRAM_EVENTS;

	shown_events_read(&h->choices, h->job.recording, h->job.filter);
	h->events = (h->choices.names.n < most ? h->choices.names.n : most) + 1;
	h->of_event = mem_zalloc(h->n * h->events * sizeof(*h->of_event));
}

struct histogram *histogram_start(struct recording *recording,
				  const struct histogram_options *options)
{
	size_t n = options->n < HISTOGRAM_MOST ? options->n : HISTOGRAM_MOST;
	struct time_columns columns = time_columns(options->lo, options->hi, n);
	struct histogram *h;

	if (options->levels)
		columns.n = n / options->levels;
	n = options->levels ? columns.n * options->levels : columns.n;
	h = mem_zalloc(sizeof(*h) + n * sizeof(h->parts[0]));
	h->job.recording = recording;
	h->job.filter = options->filter;
	h->weighed = options->weight;
	if (h->weighed)
		h->weight = *options->weight;
	h->time = columns;
	h->n = n;
	h->levels = options->weight ? options->levels : 0;
	if (options->stats && h->weighed)
		h->stats = mem_zalloc(n * sizeof(*h->stats));
	if (options->by_event)
		start_events(h);
	job_start(&h->job, &job_ops, h, options->watcher);
	return h;
}

void histogram_free(struct histogram *h)
{
	if (!h)
		return;
	job_end(&h->job);
	measure_close(h->measure);
	if (h->weighed)
		field_release(&h->weight);
	shown_events_release(&h->choices);
	free(h->of_event);
	free(h->stats);
	free(h);
}

struct job *histogram_job(struct histogram *h)
{
	return &h->job;
}

size_t histogram_buckets(const struct histogram *h)
{
	return h->n;
}

uint64_t histogram_rows(const struct histogram *h, size_t first, size_t end)
{
	uint64_t rows = 0;

	for (size_t i = first; i < end && i < h->n; i++)
		rows += atomic_load_explicit(&h->parts[i].rows, memory_order_relaxed);
	return rows;
}

void histogram_stats(struct histogram *h, size_t first, size_t end, struct numeric_stats *stats)
{
	*stats = (struct numeric_stats){ .n = 0 };
	pthread_mutex_lock(&h->job.lock);
	for (size_t i = first; h->stats && i < end && i < h->n; i++)
		numeric_stats_merge(stats, &h->stats[i]);
	pthread_mutex_unlock(&h->job.lock);
}

uint64_t histogram_value(const struct histogram *h, size_t first, size_t end)
{
	uint64_t sum = 0;

	if (h->levels)
		return histogram_rows(h, first, end);
	for (size_t i = first; i < end && i < h->n; i++)
		sum = add_capped(sum, atomic_load_explicit(&h->parts[i].sum, memory_order_relaxed));
	return sum;
}

size_t histogram_events(const struct histogram *h)
{
	return h->events - 1;
}

const struct shown_events *histogram_choices(const struct histogram *h)
{
	return &h->choices;
}

uint64_t histogram_event_value(const struct histogram *h, size_t event, size_t first, size_t end)
{
	uint64_t sum = 0;

	for (size_t i = first; i < end && i < h->n; i++)
		sum = add_capped(sum, atomic_load_explicit(&h->of_event[i * h->events + event],
							   memory_order_relaxed));
	return sum;
}

uint64_t histogram_time(const struct histogram *h, size_t i)
{
	struct time_columns buckets = { h->time.lo, h->time.hi, h->n };

	return time_columns_start(&buckets, i);
}

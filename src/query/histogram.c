/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/histogram.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/mem.h"
#include "query/weigh.h"

struct part {
	_Atomic uint64_t rows, sum;
};

struct histogram {
	const struct recording *recording;
	struct filter *filter;
	struct field weight;
	bool weighed;
	uint64_t lo, hi;
	size_t n, levels; /* 0: none */
	struct job *job;
	struct weigh *weigh;   /* of the job's thread; NULL: not begun, or no weight */
	pthread_mutex_t lock;  /* guards tallies */
	struct tally *tallies; /* n of them; NULL: none are wanted */
	struct part parts[];   /* n of them */
};

/* A time from lo to hi. */
static size_t bucket_of(const struct histogram *h, uint64_t time)
{
	size_t stretches = h->levels ? h->n / h->levels : h->n;

	return (size_t)((unsigned __int128)(time - h->lo) * stretches / (h->hi - h->lo + 1));
}

/* At most UINT64_MAX. */
static uint64_t add(uint64_t a, uint64_t b)
{
	return a + b < a ? UINT64_MAX : a + b;
}

static void add_number(struct histogram *h, size_t bucket, int128 number)
{
	if (!h->tallies)
		return;
	pthread_mutex_lock(&h->lock);
	tally_add(&h->tallies[bucket], number, false);
	pthread_mutex_unlock(&h->lock);
}

/* The part of a stretch for a number. */
static size_t level_of(const struct histogram *h, int128 number)
{
	size_t level = 0;

	while (level + 1 < h->levels && number >> (level + 1) > 0)
		level++;
	return level;
}

static void count_level(struct histogram *h, struct reader *reader, struct block *block, uint32_t i,
			size_t stretch)
{
	struct row_info info;
	int128 number;

	if (!h->weigh)
		h->weigh = weigh_open(reader, &h->weight);
	reader_row_in(reader, block, i, &info);
	if (weigh_number(h->weigh, &info, &number))
		atomic_fetch_add_explicit(&h->parts[stretch * h->levels + level_of(h, number)].rows,
					  1, memory_order_relaxed);
}

/* There is one thread that writes. */
static void count(struct histogram *h, struct reader *reader, struct block *block, uint32_t i,
		  size_t bucket)
{
	struct part *part = &h->parts[bucket];
	uint64_t sum = atomic_load_explicit(&part->sum, memory_order_relaxed);
	struct row_info info;
	int128 number;

	atomic_fetch_add_explicit(&part->rows, 1, memory_order_relaxed);
	if (!h->weighed)
		return;
	if (!h->weigh)
		h->weigh = weigh_open(reader, &h->weight);
	reader_row_in(reader, block, i, &info);
	if (!weigh_number(h->weigh, &info, &number))
		return;
	add_number(h, bucket, number);
	if (number > 0)
		atomic_store_explicit(&part->sum, add(sum, (uint64_t)number), memory_order_relaxed);
}

static bool look(void *ctx, const struct job_block *at)
{
	struct histogram *h = ctx;
	struct block_desc desc = recording_block(h->recording, at->number);
	struct block *block;
	struct rows rows;
	const uint64_t *times;

	if (desc.time_min > h->hi || desc.time_max < h->lo)
		return true;
	if (eval_block(at->eval, at->number, &rows) < 0)
		return atomic_load(at->stop);
	block = reader_block(at->reader, at->number);
	if (!block)
		return false;
	times = block_column(block, COL_TIME);
	for (uint32_t i = rows_next(&rows, 0); i < BLOCK_ROWS && !atomic_load(at->stop);
	     i = rows_next(&rows, i + 1)) {
		if (times[i] < h->lo || times[i] > h->hi)
			continue;
		if (h->levels)
			count_level(h, at->reader, block, i, bucket_of(h, times[i]));
		else
			count(h, at->reader, block, i, bucket_of(h, times[i]));
	}
	return !block->bad;
}

struct histogram *histogram_start(struct recording *recording,
				  const struct histogram_options *options)
{
	uint64_t last = options->hi - options->lo;
	size_t n = options->n < HISTOGRAM_MOST ? options->n : HISTOGRAM_MOST;
	struct histogram *h;

	if (options->levels)
		n -= n % options->levels;
	else
		n = last < n ? (size_t)last + 1 : n;
	h = mem_zalloc(sizeof(*h) + n * sizeof(h->parts[0]));
	h->recording = recording;
	h->filter = options->filter;
	h->weighed = options->weight;
	if (h->weighed)
		h->weight = *options->weight;
	h->lo = options->lo;
	h->hi = options->hi;
	h->n = n;
	h->levels = options->weight ? options->levels : 0;
	pthread_mutex_init(&h->lock, NULL);
	if (options->tallies && h->weighed)
		h->tallies = mem_zalloc(n * sizeof(*h->tallies));
	h->job = job_start(recording, h->filter, look, h, options->watcher);
	return h;
}

void histogram_cancel(struct histogram *h)
{
	job_cancel(h->job);
}

void histogram_free(struct histogram *h)
{
	if (!h)
		return;
	job_free(h->job);
	weigh_close(h->weigh);
	if (h->weighed)
		field_release(&h->weight);
	filter_free(h->filter);
	pthread_mutex_destroy(&h->lock);
	free(h->tallies);
	free(h);
}

void histogram_progress(const struct histogram *h, struct job_progress *progress)
{
	job_progress(h->job, progress);
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

void histogram_tally(struct histogram *h, size_t first, size_t end, struct tally *tally)
{
	*tally = (struct tally){ .n = 0 };
	pthread_mutex_lock(&h->lock);
	for (size_t i = first; h->tallies && i < end && i < h->n; i++)
		tally_merge(tally, &h->tallies[i]);
	pthread_mutex_unlock(&h->lock);
}

uint64_t histogram_value(const struct histogram *h, size_t first, size_t end)
{
	uint64_t sum = 0;

	if (!h->weighed || h->levels)
		return histogram_rows(h, first, end);
	for (size_t i = first; i < end && i < h->n; i++)
		sum = add(sum, atomic_load_explicit(&h->parts[i].sum, memory_order_relaxed));
	return sum;
}

uint64_t histogram_time(const struct histogram *h, size_t i)
{
	unsigned __int128 span = (unsigned __int128)(h->hi - h->lo) + 1;

	/* The first time whose bucket is i. */
	return h->lo + (uint64_t)((span * i + h->n - 1) / h->n);
}

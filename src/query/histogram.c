/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/histogram.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/mem.h"
#include "query/eval.h"

struct histogram {
	const struct recording *recording;
	struct filter *filter;
	uint64_t lo, hi;
	size_t n;
	struct job *job;
	struct eval *eval; /* of the job's thread; NULL: not begun, or no filter */
	_Atomic bool stop;
	_Atomic uint64_t counts[]; /* n of them */
};

/* A time from lo to hi. */
static size_t bucket_of(const struct histogram *h, uint64_t time)
{
	return (size_t)((unsigned __int128)(time - h->lo) * h->n / (h->hi - h->lo + 1));
}

/* The rows of a block that pass; false: it is damaged, or nobody wants them any more. */
static bool passing(struct histogram *h, struct reader *reader, uint64_t number, struct rows *rows)
{
	if (!h->filter) {
		for (size_t i = 0; i < BLOCK_ROWS / 64; i++)
			rows->bits[i] = ~0ull;
		return true;
	}
	if (!h->eval) {
		h->eval = eval_open(reader, h->filter);
		eval_stop_at(h->eval, &h->stop);
	}
	return eval_block(h->eval, number, rows) >= 0;
}

static bool look(void *ctx, struct reader *reader, uint64_t number)
{
	struct histogram *h = ctx;
	struct block_desc desc = recording_block(h->recording, number);
	struct block *block;
	const uint64_t *times;
	struct rows rows;

	if (desc.time_min > h->hi || desc.time_max < h->lo)
		return true;
	if (!passing(h, reader, number, &rows))
		return atomic_load(&h->stop);
	block = reader_block(reader, number);
	if (!block)
		return false;
	times = block_column(block, COL_TIME);
	for (uint32_t i = 0; i < block->desc.rows; i++)
		if (rows.bits[i / 64] >> i % 64 & 1 && times[i] >= h->lo && times[i] <= h->hi)
			atomic_fetch_add_explicit(&h->counts[bucket_of(h, times[i])], 1,
						  memory_order_relaxed);
	return !block->bad;
}

struct histogram *histogram_start(struct recording *recording, struct filter *filter, uint64_t lo,
				  uint64_t hi, size_t n, void (*wake)(void *arg), void *arg)
{
	struct histogram *h;

	n = n < HISTOGRAM_MOST ? n : HISTOGRAM_MOST;
	n = hi - lo < n ? (size_t)(hi - lo + 1) : n;
	h = mem_zalloc(sizeof(*h) + n * sizeof(h->counts[0]));

	h->recording = recording;
	h->filter = filter;
	h->lo = lo;
	h->hi = hi;
	h->n = n;
	h->job = job_start(recording, look, h, wake, arg);
	return h;
}

void histogram_cancel(struct histogram *h)
{
	atomic_store(&h->stop, true);
	job_cancel(h->job);
}

void histogram_free(struct histogram *h)
{
	if (!h)
		return;
	atomic_store(&h->stop, true);
	job_free(h->job);
	eval_close(h->eval);
	filter_free(h->filter);
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

uint64_t histogram_count(const struct histogram *h, size_t i)
{
	return i < h->n ? atomic_load_explicit(&h->counts[i], memory_order_relaxed) : 0;
}

uint64_t histogram_time(const struct histogram *h, size_t i)
{
	unsigned __int128 span = (unsigned __int128)(h->hi - h->lo) + 1;

	/* The first time whose bucket is i. */
	return h->lo + (uint64_t)((span * i + h->n - 1) / h->n);
}

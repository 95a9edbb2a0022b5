/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/stackchart.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/time_columns.h"
#include "base/mem.h"
#include "filter/eval.h"
#include "spans/spans.h"
#include "stack/stacker.h"

enum {
	INTERVAL_BITS = 64 /* classes by highest bit */
};

struct lane {
	const char *kind; /* valid as long as the recording */
	/* Of each column: the longest span, and the time of all spans, in ns. */
	struct stackchart_span *spans;
	uint64_t *covered;
};

struct stackchart {
	struct job job;
	struct filter *samples;
	struct time_columns time;
	bool inlined;
	bool has_spans; /* records can begin spans */
	/* Guarded by the lock of the job: */
	struct stacktree tree;
	struct stackchart_cell *cells; /* of each column */
	struct lane lanes[STACKCHART_LANES];
	size_t lanes_n;
	uint64_t intervals[INTERVAL_BITS];
	/* Only for the job's thread: */
	struct reader *reader; /* NULL: not started */
	struct eval *eval;     /* for samples */
	struct stacker *stacker;
	struct spans_view *spans;
	uint64_t before; /* time of the previous sample, 0: none */
};

/* ---- samples ---- */

static unsigned highest_bit(uint64_t v)
{
	return v ? 63 - (unsigned)__builtin_clzll(v) : 0;
}

static void add_interval(struct stackchart *c, uint64_t time)
{
	if (c->before && time > c->before)
		c->intervals[highest_bit(time - c->before)]++;
	c->before = time;
}

static void add_sample(struct stackchart *c, const struct row_info *info)
{
	struct stackchart_cell *cell = &c->cells[time_columns_of(&c->time, info->time)];
	uint32_t node;

	/* For further samples of a column, only keep their number and times. */
	if (!cell->samples || info->time < cell->first) {
		if (!stacker_node(c->stacker, info, &node))
			return;
	} else {
		node = cell->node;
	}
	pthread_mutex_lock(&c->job.lock);
	add_interval(c, info->time);
	if (!cell->samples || info->time < cell->first)
		cell->first = info->time;
	if (info->time > cell->last)
		cell->last = info->time;
	cell->node = node;
	cell->samples++;
	pthread_mutex_unlock(&c->job.lock);
}

/* ---- spans ---- */

static struct lane *lane_of(struct stackchart *c, const char *kind)
{
	for (size_t i = 0; i < c->lanes_n; i++)
		if (!strcmp(c->lanes[i].kind, kind))
			return &c->lanes[i];
	if (c->lanes_n == STACKCHART_LANES)
		return NULL;
	c->lanes[c->lanes_n] = (struct lane){ kind,
					      mem_zalloc(c->time.n * sizeof(*c->lanes->spans)),
					      mem_zalloc(c->time.n * sizeof(*c->lanes->covered)) };
	return &c->lanes[c->lanes_n++];
}

static void add_to_column(struct stackchart *c, struct lane *lane, size_t i,
			  const struct stackchart_span *span)
{
	const struct stackchart_span *longest = &lane->spans[i];
	uint64_t begin = stackchart_time(c, i), end = stackchart_time(c, i + 1);
	uint64_t from = span->lo < begin ? begin : span->lo, to = span->hi < end ? span->hi : end;

	if (!longest->hi || span->hi - span->lo > longest->hi - longest->lo)
		lane->spans[i] = *span;
	lane->covered[i] += to > from ? to - from : 0;
}

static void add_span(struct stackchart *c, const struct spans_one *one, uint64_t begin)
{
	struct stackchart_span span = { begin, begin + one->dur, STACK_NO_FRAME };
	uint64_t from = span.lo < c->time.lo ? c->time.lo : span.lo,
		 to = span.hi > c->time.hi ? c->time.hi : span.hi;
	struct lane *lane;

	if (from > to || span.hi < span.lo)
		return;
	pthread_mutex_lock(&c->job.lock);
	lane = lane_of(c, one->kind->name);
	if (lane) {
		span.name = stacktree_frame(&c->tree, one->name, one->len, NULL);
		for (size_t i = time_columns_of(&c->time, from); i <= time_columns_of(&c->time, to);
		     i++)
			add_to_column(c, lane, i, &span);
	}
	pthread_mutex_unlock(&c->job.lock);
}

/* Add the spans that the row begins, and those that it ends if they began before the range. */
static void look_for_spans(struct stackchart *c, const struct row_info *info)
{
	struct spans_one one;

	if (spans_begun(c->spans, info->row, &one) && one.has_dur)
		add_span(c, &one, info->time);
	if (spans_ended(c->spans, info->row, &one) && one.has_dur && one.dur <= info->time &&
	    info->time - one.dur < c->time.lo)
		add_span(c, &one, info->time - one.dur);
}

static bool may_have_spans(struct recording *recording)
{
	for (size_t part = 0; part < recording_parts(recording); part++) {
		size_t n = recording_file(recording, part)->events.list.n;

		for (size_t i = 0; i < n; i++)
			if (spans_may_begin(recording, part, (int)i))
				return true;
	}
	return false;
}

/* ---- rows ---- */

static void begin(struct stackchart *c, const _Atomic bool *stop)
{
	struct stacker_options how = {
		.tree = &c->tree,
		.lock = &c->job.lock,
		.inlined = c->inlined,
		.stop = stop,
		.threads = 1,
	};

	c->reader = reader_open(c->job.recording);
	c->eval = eval_open(c->reader, c->samples);
	eval_stop_at(c->eval, stop);
	c->stacker = stacker_open(c->reader, &how);
	/* Spans require a complete index. */
	c->has_spans = may_have_spans(c->job.recording);
}

static void look_at_row(struct stackchart *c, struct block *block, uint32_t i, bool sample)
{
	struct row_info info;

	reader_row_in(c->reader, block, i, &info);
	if (!info.has_time || !time_columns_have(&c->time, info.time))
		return;
	if (c->spans)
		look_for_spans(c, &info);
	if (sample)
		add_sample(c, &info);
}

static bool examine_block(void *ctx, const struct job_block *at)
{
	struct stackchart *c = ctx;
	struct block_desc desc = recording_block(c->job.recording, at->number);
	struct block *block;
	struct rows rows, samples;

	if (!time_columns_meet(&c->time, &desc))
		return true;
	if (!c->reader)
		begin(c, at->stop);
	if (c->has_spans && !c->spans)
		c->spans = spans_view(c->reader, at->stop);
	if (eval_block(at->eval, at->number, &rows) < 0 ||
	    eval_block(c->eval, at->number, &samples) < 0)
		return atomic_load(at->stop);
	for (uint32_t i = rows_next(&rows, 0); i < BLOCK_ROWS && !atomic_load(at->stop);
	     i = rows_next(&rows, i + 1)) {
		bool sample = rows_next(&samples, i) == i;

		if (!sample && !c->spans)
			continue;
		block = reader_block(c->reader, at->number);
		if (!block || block->bad)
			return false;
		look_at_row(c, block, i, sample);
	}
	return true;
}

/* ---- spans around what is shown ---- */

/* Can a block have a span that extends beyond the range? As far as its spans show. */
static bool may_last(struct stackchart *c, uint64_t number, uint64_t last_time)
{
	const struct spanblock *spans = spans_block(c->spans, number);

	for (uint32_t i = 0; spans && i < spans->n[SPAN_BEGINS]; i++)
		if (spanwhat_has_dur(spanblock_value(spans, SPANCOL_WHAT, i)) &&
		    spanblock_value(spans, SPANCOL_DUR, i) > c->time.hi - last_time)
			return true;
	return !spans;
}

/* Add a span that begins before the range and ends after it; neither row is read otherwise. */
static void look_for_lasting(struct stackchart *c, struct block *block, uint32_t i)
{
	struct row_info info;
	struct spans_one one;

	reader_row_in(c->reader, block, i, &info);
	if (info.has_time && info.time < c->time.lo && spans_begun(c->spans, info.row, &one) &&
	    one.has_dur && one.dur > c->time.hi - info.time)
		add_span(c, &one, info.time);
}

static void look_before(struct stackchart *c, struct eval *eval, uint64_t number,
			const _Atomic bool *stop)
{
	struct block_desc desc = recording_block(c->job.recording, number);
	uint64_t last = desc.time_max < c->time.lo ? desc.time_max : c->time.lo - 1;
	struct block *block;
	struct rows rows;

	if (desc.time_min >= c->time.lo || !may_last(c, number, last) ||
	    eval_block(eval, number, &rows) < 0)
		return;
	for (uint32_t i = rows_next(&rows, 0); i < BLOCK_ROWS && !atomic_load(stop);
	     i = rows_next(&rows, i + 1)) {
		block = reader_block(c->reader, number);
		if (!block || block->bad)
			return;
		look_for_lasting(c, block, i);
	}
}

/* Called when the rows in the range have been counted. */
static void look_around(void *ctx, const _Atomic bool *stop)
{
	struct stackchart *c = ctx;
	uint64_t blocks = recording_blocks(c->job.recording);
	struct eval *eval;

	if (!c->reader)
		begin(c, stop);
	if (c->has_spans && !c->spans)
		c->spans = spans_view(c->reader, stop);
	if (!c->spans)
		return;
	eval = eval_open(c->reader, c->job.filter);
	eval_stop_at(eval, stop);
	for (uint64_t number = 0; number < blocks && !atomic_load(stop); number++)
		look_before(c, eval, number, stop);
	eval_close(eval);
}

/* ---- from outside ---- */

static const struct job_ops job_ops = {
	.examine = examine_block,
	.then = look_around,
};

struct stackchart *stackchart_start(struct recording *recording,
				    const struct stackchart_options *options)
{
	struct stackchart *c = mem_zalloc(sizeof(*c));

	c->job.recording = recording;
	c->job.filter = options->rows;
	c->samples = options->samples;
	c->time = time_columns(options->lo, options->hi, STACKCHART_COLUMNS);
	c->inlined = options->inlined;
	c->cells = mem_zalloc(c->time.n * sizeof(*c->cells));
	stacktree_init(&c->tree, false, recording_spool_dir(recording));
	job_start(&c->job, &job_ops, c, options->watcher);
	return c;
}

void stackchart_free(struct stackchart *c)
{
	if (!c)
		return;
	job_end(&c->job);
	if (c->reader) {
		stacker_close(c->stacker);
		eval_close(c->eval);
		reader_close(c->reader);
	}
	for (size_t i = 0; i < c->lanes_n; i++) {
		free(c->lanes[i].spans);
		free(c->lanes[i].covered);
	}
	stacktree_release(&c->tree);
	filter_free(c->samples);
	free(c->cells);
	free(c);
}

struct job *stackchart_job(struct stackchart *c)
{
	return &c->job;
}

size_t stackchart_columns(const struct stackchart *c)
{
	return c->time.n;
}

uint64_t stackchart_time(const struct stackchart *c, size_t i)
{
	return time_columns_start(&c->time, i);
}

const struct stacktree *stackchart_lock(struct stackchart *c)
{
	pthread_mutex_lock(&c->job.lock);
	return &c->tree;
}

void stackchart_unlock(struct stackchart *c)
{
	pthread_mutex_unlock(&c->job.lock);
}

struct stackchart_cell stackchart_cell(const struct stackchart *c, size_t first, size_t end)
{
	struct stackchart_cell sum = { .samples = 0 };

	for (size_t i = first; i < end && i < c->time.n; i++) {
		const struct stackchart_cell *cell = &c->cells[i];

		if (!cell->samples)
			continue;
		if (!sum.samples) {
			sum.first = cell->first;
			sum.node = cell->node;
		}
		sum.last = cell->last;
		sum.samples += cell->samples;
	}
	return sum;
}

uint64_t stackchart_interval(const struct stackchart *c)
{
	uint64_t all = 0, below = 0;

	for (unsigned i = 0; i < INTERVAL_BITS; i++)
		all += c->intervals[i];
	for (unsigned i = 0; i + 1 < INTERVAL_BITS; i++) {
		below += c->intervals[i];
		if (2 * below >= all)
			return all ? 2ull << i : 0;
	}
	return UINT64_MAX;
}

size_t stackchart_lanes(const struct stackchart *c)
{
	return c->lanes_n;
}

const char *stackchart_lane(const struct stackchart *c, size_t lane)
{
	return c->lanes[lane].kind;
}

struct stackchart_span stackchart_span(const struct stackchart *c, size_t lane, size_t first,
				       size_t end)
{
	struct stackchart_span longest = { .hi = 0 };

	for (size_t i = first; i < end && i < c->time.n; i++) {
		const struct stackchart_span *span = &c->lanes[lane].spans[i];

		if (span->hi && (!longest.hi || span->hi - span->lo > longest.hi - longest.lo))
			longest = *span;
	}
	return longest;
}

uint64_t stackchart_covered(const struct stackchart *c, size_t lane, size_t first, size_t end)
{
	uint64_t ns = 0;

	for (size_t i = first; i < end && i < c->time.n; i++) {
		uint64_t all = stackchart_time(c, i + 1) - stackchart_time(c, i);

		ns += c->lanes[lane].covered[i] < all ? c->lanes[lane].covered[i] : all;
	}
	return ns;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/stitching.h"

#include <stdlib.h>

#include "base/mem.h"
#include "filter/eval.h"
#include "index/walk.h"
#include "query/worker.h"
#include "stack/chain.h"
#include "wire/find.h"

struct stitching {
	struct worker worker;
	struct recording *recording;
	struct row_info row;
	struct stitching_path way;

	/* Of the thread. */
	struct reader *reader;
	struct branches stack; /* of the last sample that was read */
	int64_t index;	       /* its hw_idx */
	struct eval *eval;     /* for the samples of the thread */
	struct rows rows;      /* matching rows of the current block */
};

/* Read the branches of a sample. Returns false if it has none, or has another type of them. */
static bool read_stack(struct stitching *s, const struct row_info *info, uint64_t type)
{
	struct layout layout;
	uint64_t index = UINT64_MAX;
	const uint8_t *p;
	size_t len;

	reader_layout(s->reader, info, &layout);
	if (!(layout.sample_type & SAMPLE_BRANCH_STACK) || layout.branch_type != type)
		return false;
	p = reader_bytes(s->reader, info, &len);
	find_number(&layout, p, len, F_hw_idx, &index);
	s->index = (int64_t)index;
	branches_decode(&s->stack, &layout, p, len);
	return true;
}

/* The rows of the block that are samples of the thread. */
static enum walk_rows wanted(void *arg, uint64_t row, const uint64_t **bits, uint64_t *first_row)
{
	struct stitching *s = arg;
	uint64_t block = recording_block_of(s->recording, row);

	*first_row = recording_block(s->recording, block).first_row;
	*bits = s->rows.bits;
	return eval_block(s->eval, block, &s->rows) > 0 ? WALK_SOME : WALK_NONE;
}

/* Go to the previous sample, and read its branches. Returns false if there is none. */
static bool step(struct stitching *s, struct order_walk *walk, struct row_info *info, uint64_t type)
{
	struct order_entry e;

	while (!atomic_load(&s->worker.stop) && walk_next(walk, &e) == WALK_FOUND)
		if (e.row != s->row.row && !reader_row(s->reader, e.row, info, NULL) &&
		    read_stack(s, info, type))
			return true;
	return false;
}

static enum stitching_end go_back(struct stitching *s, struct order_walk *walk, uint64_t type)
{
	struct row_info info;

	while (s->way.stitch.samples.n < STITCHING_SAMPLES &&
	       s->way.stitch.path.list.n < STITCHING_BRANCHES) {
		if (!step(s, walk, &info, type))
			return STITCHING_FIRST;
		s->way.before = info.row;
		if (!stitch_add(&s->way.stitch, info.row, &s->stack, s->index))
			return STITCHING_BROKEN;
	}
	return STITCHING_FULL;
}

static struct filter *make_filter(const struct stitching *s)
{
	struct buf text = BUF_INIT;
	struct filter *filter;
	int rc;

	buf_addf(&text, "type == SAMPLE and pid == %d and tid == %d", (int)s->row.pid,
		 (int)s->row.tid);
	/* The thread ids 0 and -1 stand for several threads, one for each CPU. */
	if ((!s->row.tid || s->row.tid == UINT32_MAX) && s->row.has_cpu)
		buf_addf(&text, " and cpu == %u", s->row.cpu);
	rc = filter_parse(&filter, text.p, NULL);
	buf_release(&text);
	return rc < 0 ? NULL : filter;
}

static enum stitching_end walk_back(struct stitching *s, struct order *order, uint64_t type)
{
	struct order_entry from;
	struct filter *filter = make_filter(s);
	enum stitching_end end = STITCHING_NONE;

	if (filter && !order_entry_of(order, s->row.row, &from, NULL)) {
		struct order_walk *walk;

		s->eval = eval_open(s->reader, filter);
		eval_stop_at(s->eval, &s->worker.stop);
		walk = walk_open(order, &from, -1, wanted, s);
		end = go_back(s, walk, type);
		walk_close(walk);
		eval_close(s->eval);
	}
	filter_free(filter);
	return end;
}

static enum stitching_end find_path(struct stitching *s)
{
	struct order *order;
	struct layout layout;
	enum stitching_end end;

	reader_layout(s->reader, &s->row, &layout);
	if (s->row.type != RECORD_SAMPLE || !s->row.has_tid ||
	    !read_stack(s, &s->row, layout.branch_type) || !stitch_used(&s->stack))
		return STITCHING_NONE;
	stitch_begin(&s->way.stitch, s->row.row, &s->stack, s->index);
	if (chain_has_calls(&layout))
		return STITCHING_CALLS;
	order = recording_order(s->recording);
	if (!order)
		return STITCHING_NONE;
	end = walk_back(s, order, layout.branch_type);
	order_close(order);
	return end;
}

static void *run(void *arg)
{
	struct stitching *s = arg;
	struct index_progress progress;

	do {
		recording_progress(s->recording, &progress);
	} while (!atomic_load(&s->worker.stop) && progress.state == INDEX_BUILDING &&
		 worker_wait(&s->worker, progress.state));
	s->reader = reader_open(s->recording);
	s->way.end = find_path(s);
	reader_close(s->reader);
	worker_end(&s->worker);
	return NULL;
}

struct stitching *stitching_start(struct recording *recording, const struct row_info *row,
				  struct watcher *watcher)
{
	struct stitching *s = mem_zalloc(sizeof(*s));

	s->recording = recording;
	s->row = *row;
	worker_start(&s->worker, recording, watcher, run, s);
	return s;
}

void stitching_free(struct stitching *s)
{
	if (!s)
		return;
	worker_cancel(&s->worker);
	branches_release(&s->stack);
	stitch_release(&s->way.stitch);
	free(s);
}

const struct stitching_path *stitching_get(const struct stitching *s)
{
	return atomic_load(&s->worker.done) ? &s->way : NULL;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "annotate/spots_count.h"

#include "annotate/spots_join.h"
#include "base/stop.h"
#include "filter/eval.h"
#include "query/block_pool.h"

struct spots_counter {
	struct recording *recording;
	const struct annotation_options *options;
	const struct filter *filter;
	const struct spots_part *part;
	struct block_pool pool;
	VEC(uint64_t) later; /* rows that members have put aside */
};

/* A member of the pool. */
struct spots_thread {
	struct spots_counter *counter;
	struct spots_member *member;
	struct eval *eval;
	struct worker *first; /* NULL, or work to wait for before it counts */
};

/* NULL: the block is damaged. */
static struct block *sound_block(struct spots_member *m, uint64_t number)
{
	struct block *block = reader_block(m->reader, number);

	return block && !block->bad ? block : NULL;
}

/* Returns false if the block is damaged. */
static bool count_rows(struct spots_member *m, uint64_t number, const struct rows *rows)
{
	const _Atomic bool *stop = m->options->stop;
	struct block *block = NULL;
	bool plain = false; /* the previous sample was */
	struct row_run run;
	uint32_t n;

	spots_plain_begin(m);
	for (uint32_t i = rows_next(rows, 0), end = 0; i < BLOCK_ROWS; i = rows_next(rows, i + 1)) {
		const struct spot_kind *k;
		bool same;

		end = i < end ? end : rows_gap(rows, i);

		if (!block)
			block = sound_block(m, number);
		if (!block)
			return false;
		if (!plain)
			row_run_begin(&run, m->reader, block);
		same = row_run_go(&run, i);
		k = spots_member_kind(m, &run.info);
		plain = k->plain;
		if (plain) {
			spots_plain_add(m, k, &run, same);
			while ((n = spots_plain_add_range(m, k, &run, i + 1, end)))
				i += n;
			continue;
		}
		spots_member_add(m, &run.info);
		/* A block with user stacks can take seconds. */
		if (stop_wanted(stop))
			return true;
	}
	return !block || !block->bad;
}

static int count_block(struct spots_thread *thread, uint64_t number)
{
	struct spots_counter *c = thread->counter;
	struct rows rows;
	int64_t found;

	reader_walk(thread->member->reader, number);
	found = eval_block(thread->eval, number, &rows);
	if (found < 0)
		return found == EVAL_STOPPED ? block_pool_fail(&c->pool, ERR_STOPPED, "stopped")
					     : block_pool_damaged(&c->pool);
	if (!count_rows(thread->member, number, &rows))
		return block_pool_damaged(&c->pool);
	if (stop_wanted(c->options->stop))
		return block_pool_fail(&c->pool, ERR_STOPPED, "stopped");
	return 0;
}

static void *run_thread(void *arg)
{
	struct spots_thread *thread = arg;
	struct spots_counter *c = thread->counter;
	uint64_t number;

	if (thread->first)
		worker_join(thread->first);
	while (block_pool_next(&c->pool, &number) && !count_block(thread, number))
		if (c->options->done)
			*c->options->done += recording_block(c->recording, number).rows;
	if (c->pool.over && c->part->first)
		worker_stop(c->part->first);
	return NULL;
}

/* Count the rows that were put aside, until one misses symbols. *i: how many were counted. */
static int count_late(struct spots_counter *c, struct spots_member *m, size_t *i, struct err *err)
{
	m->places.missed = false;
	while (*i < c->later.n) {
		uint64_t row = c->later.v[*i], number = recording_block_of(c->recording, row);
		struct block *block = sound_block(m, number);
		struct row_run run;

		if (stop_wanted(c->options->stop))
			return err_set(err, ERR_STOPPED, "stopped");
		if (!block)
			return index_set_damaged(err);
		row_run_begin(&run, m->reader, block);
		row_run_go(&run, (uint32_t)(row - block->desc.first_row));
		spots_plain_begin(m);
		spots_plain_add(m, spots_member_kind(m, &run.info), &run, false);
		if (m->places.missed)
			break;
		++*i;
	}
	return 0;
}

/* Count the rows that were put aside. Something else is done while symbols are read. */
static int run_late(struct spots_counter *c, struct spots *spots, struct err *err)
{
	struct spots_member *m = spots_member_open(c->recording, c->options, c->part->user);
	size_t i = 0;
	int rc;

	m->plain.late = true;
	m->places.patience = SPOT_KERNEL_ASK;
	rc = count_late(c, m, &i, err);
	if (!rc && i < c->later.n) {
		if (c->part->meanwhile)
			c->part->meanwhile(c->part->arg, spots);
		m->places.patience = SPOT_KERNEL_WAIT;
		rc = count_late(c, m, &i, err);
	}
	spots_join(spots, m);
	spots_member_close(m);
	return rc;
}

static void open_thread(struct spots_thread *thread, struct spots_counter *c)
{
	thread->counter = c;
	thread->first = NULL;
	thread->member = spots_member_open(c->recording, c->options, c->part->user);
	thread->eval = eval_open(thread->member->reader, c->filter);
	eval_stop_at(thread->eval, c->options->stop);
}

static void close_thread(struct spots_thread *thread)
{
	eval_close(thread->eval);
	spots_member_close(thread->member);
}

static int run_threads(struct spots_counter *c, struct spots *spots, struct err *err)
{
	struct spots_thread threads[BLOCK_POOL_MAX];
	void *members[BLOCK_POOL_MAX];
	unsigned n;
	int rc;

	block_pool_init(&c->pool, c->recording, c->options->stop);
	c->pool.worker = c->options->worker;
	c->pool.blocks = c->part->blocks < c->pool.blocks ? c->part->blocks : c->pool.blocks;
	n = block_pool_size(&c->pool);
	for (unsigned i = 0; i < n; i++) {
		open_thread(&threads[i], c);
		members[i] = &threads[i];
	}
	if (n > 1)
		threads[n - 1].first = c->part->first;
	rc = block_pool_run(&c->pool, run_thread, members, n);
	if (rc)
		err_set(err, c->pool.err.code, "%s", c->pool.err.msg);
	for (unsigned i = 0; i < n; i++) {
		struct spots_member *m = threads[i].member;

		for (size_t k = 0; k < m->plain.later.n; k++)
			vec_push(&c->later, m->plain.later.v[k]);
		spots_join(spots, m);
		close_thread(&threads[i]);
	}
	block_pool_release(&c->pool);
	return rc || !c->later.n ? rc : run_late(c, spots, err);
}

int spots_count(struct spots *spots, struct recording *recording,
		const struct annotation_options *options, const struct spots_part *part,
		struct err *err)
{
	struct spots_counter c = { .recording = recording, .options = options, .part = part };
	struct buf where = BUF_INIT;
	struct filter *filter = NULL;
	int rc;

	buf_adds(&where, "type == SAMPLE");
	if (*options->where)
		buf_addf(&where, " and (%s)", options->where);
	rc = filter_parse(&filter, where.p, err);
	c.filter = filter;
	if (!rc)
		rc = run_threads(&c, spots, err);
	filter_free(filter);
	buf_release(&where);
	vec_release(&c.later);
	return rc;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/stacks.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "analysis/measure.h"
#include "base/mem.h"
#include "filter/eval.h"
#include "query/block_pool.h"
#include "spans/spans.h"
#include "stack/stacker.h"

enum {
	SUMS = 1 << 12, /* nodes whose sums a member keeps in its own table */
	LATE = 1 << 10	/* replaced sums that are collected before they are added to the tree */
};

struct counted {
	struct stacktree tree;
	_Atomic uint32_t place; /* of the wanted row */
};

struct stacks {
	struct recording *recording;
	struct stacks_options options;
	struct field weight;
	uint64_t row;
	struct counting counting;
	_Atomic uint64_t version;
	struct block_pool pool;
	bool growing;		       /* more blocks may follow */
	pthread_mutex_t lock;	       /* guards the trees */
	struct counted *shown;	       /* the tree for the caller, who alone replaces it */
	struct counted *filled;	       /* the tree that members fill: shown, or the next one */
	struct counted *_Atomic fresh; /* the next tree to show, when all was counted again */
	_Atomic bool offered;	       /* filled is shown or fresh */
};

struct sum {
	uint32_t node; /* 0: none, because no stack ends at the root */
	struct stack_weight weight;
};

struct stacks_member {
	struct stacks *stacks;
	struct reader *reader;
	struct eval *eval;
	struct stacker *stacker;
	struct measure *measure;
	struct sum sums[SUMS]; /* by number of the node, modulo SUMS */
	struct sum late[LATE];
	size_t late_n;
};

/* ---- trees ---- */

static struct counted *make_tree(const struct stacks *s)
{
	struct counted *counted = mem_zalloc(sizeof(*counted));

	stacktree_init(&counted->tree, s->options.dsos, recording_spool_dir(s->recording));
	return counted;
}

static void free_tree(struct counted *counted)
{
	stacktree_release(&counted->tree);
	free(counted);
}

/* ---- sums ---- */

static void hand_over(struct stacks_member *m, bool all)
{
	struct stacks *s = m->stacks;
	struct stacktree *tree = &s->filled->tree;

	pthread_mutex_lock(&s->lock);
	for (size_t i = 0; i < m->late_n; i++)
		stacktree_add(tree, m->late[i].node, &m->late[i].weight);
	for (size_t i = 0; all && i < SUMS; i++) {
		if (m->sums[i].node)
			stacktree_add(tree, m->sums[i].node, &m->sums[i].weight);
		m->sums[i].node = 0;
	}
	pthread_mutex_unlock(&s->lock);
	m->late_n = 0;
	if (s->filled == s->shown)
		s->version++;
}

static void add_sum(struct stacks_member *m, uint32_t node, uint64_t weight)
{
	struct sum *sum = &m->sums[node % SUMS];

	if (sum->node != node) {
		if (sum->node)
			m->late[m->late_n++] = *sum;
		*sum = (struct sum){ .node = node };
		if (m->late_n == LATE)
			hand_over(m, false);
	}
	stack_weight_add(&sum->weight, &(struct stack_weight){ 1, weight });
}

/* ---- rows ---- */

static int stopped(struct stacks *s)
{
	return block_pool_fail(&s->pool, ERR_STOPPED, "stopped");
}

/* Put the stack of the record that wakes the thread of a row on top. */
static void add_waker(struct stacks_member *m, const struct row_info *info, uint32_t *node)
{
	struct spans_view *spans = spans_view(m->reader, &m->stacks->counting.worker.stop);
	struct spans_one span;
	struct row_info wakeup;

	if (spans && spans_begun(spans, info->row, &span) && span.has_wakeup &&
	    !reader_row(m->reader, span.wakeup, &wakeup, NULL))
		stacker_node_on(m->stacker, &wakeup, node);
}

static int look_at_block(struct stacks_member *m, uint64_t number)
{
	struct stacks *s = m->stacks;
	struct rows rows;
	int64_t found;
	struct block *block;
	uint32_t node;

	reader_walk(m->reader, number);
	found = eval_block(m->eval, number, &rows);
	if (found < 0)
		return found == EVAL_STOPPED ? stopped(s) : block_pool_damaged(&s->pool);
	for (uint32_t i = rows_next(&rows, 0); i < BLOCK_ROWS; i = rows_next(&rows, i + 1)) {
		struct row_info info;
		bool has_stack;

		block = reader_block(m->reader, number);
		if (!block || block->bad)
			return block_pool_damaged(&s->pool);
		reader_row_in(m->reader, block, i, &info);
		has_stack = stacker_node(m->stacker, &info, &node);
		if (has_stack && s->options.wakers)
			add_waker(m, &info, &node);
		/* Unwinding the user stacks of a block can take seconds. */
		if (!worker_pass(&s->counting.worker))
			return stopped(s);
		if (has_stack)
			add_sum(m, node, m->measure ? measure_row(m->measure, &info) : 0);
	}
	return 0;
}

/* Offer the filled tree to the caller when all existing rows are in it. */
static void offer(struct stacks *s)
{
	struct counted *before;

	if (counting_rows(&s->counting) < recording_rows(s->recording) ||
	    atomic_exchange(&s->offered, true))
		return;
	before = atomic_exchange(&s->fresh, s->filled);
	if (before)
		free_tree(before);
	watcher_wake(s->counting.worker.watcher);
}

/* Wait for a block that does not exist yet. Returns false if the index will not have it. */
static bool wait_for_block(struct stacks *s, uint64_t number)
{
	enum block_arrival there = BLOCK_THERE;
	uint32_t heard = 0;

	while (s->growing && (there = block_pool_arrival(&s->pool, number)) == BLOCK_LATER) {
		offer(s);
		block_pool_wait(&s->pool, &heard, 0);
	}
	return there == BLOCK_THERE;
}

static void *run_member(void *arg)
{
	struct stacks_member *m = arg;
	struct stacks *s = m->stacks;
	struct counting *counting = &s->counting;
	uint64_t number;

	while (block_pool_next(&s->pool, &number) && wait_for_block(s, number) &&
	       !look_at_block(m, number)) {
		hand_over(m, true);
		counting->rows += recording_block(s->recording, number).rows;
		watcher_wake(counting->worker.watcher);
	}
	hand_over(m, true);
	return NULL;
}

/* ---- members ---- */

/* Return the event of a sample, as the name of a frame. */
static const char *choice_of_row(const void *arg, const struct row_info *info, size_t *number)
{
	const struct shown_events *events = arg;

	*number = shown_events_of(events, info->part, info->event);
	return *number == SIZE_MAX ? NULL : events->names.v[*number];
}

static struct stacks_member *open_member(struct stacks *s, unsigned threads)
{
	struct stacks_member *m = mem_zalloc(sizeof(*m));
	struct stacker_options how = {
		.tree = &s->filled->tree,
		.lock = &s->lock,
		.callers = s->options.callers,
		.outermost = s->options.events ? choice_of_row : NULL,
		.arg = s->options.events,
		.inlined = s->options.inlined,
		.place = s->options.place,
		.place_arg = s->options.place_arg,
		.stop = &s->counting.worker.stop,
		.threads = threads,
	};

	m->stacks = s;
	m->reader = reader_open(s->recording);
	m->eval = eval_open(m->reader, s->options.filter);
	eval_stop_at(m->eval, &s->counting.worker.stop);
	m->stacker = stacker_open(m->reader, &how);
	m->measure = s->options.weight ? measure_open(m->reader, &s->weight) : NULL;
	return m;
}

static void close_member(struct stacks_member *m)
{
	measure_close(m->measure);
	stacker_close(m->stacker);
	eval_close(m->eval);
	reader_close(m->reader);
	free(m);
}

/* Find the node of the wanted row. Nodes without samples are not part of the result. */
static void find_place(struct stacks_member *m)
{
	struct stacks *s = m->stacks;
	const struct stacktree *tree = &s->filled->tree;
	struct row_info info;
	uint32_t node;

	if (!s->options.row || reader_row(m->reader, s->row, &info, NULL) < 0 ||
	    !stacker_node(m->stacker, &info, &node))
		return;
	pthread_mutex_lock(&s->lock);
	while (node != STACK_ROOT && !stacktree_node(tree, node)->total.samples)
		node = stacktree_node(tree, node)->parent;
	pthread_mutex_unlock(&s->lock);
	atomic_store(&s->filled->place, node);
}

static int run_members(struct stacks *s, struct err *err)
{
	void *members[BLOCK_POOL_MAX];
	unsigned n;
	int rc;

	block_pool_init(&s->pool, s->recording, &s->counting.worker.stop);
	s->pool.worker = &s->counting.worker;
	if (s->growing)
		block_pool_grow(&s->pool);
	n = block_pool_size(&s->pool);
	for (unsigned i = 0; i < n; i++)
		members[i] = open_member(s, n);
	rc = block_pool_run(&s->pool, run_member, members, n);
	if (rc)
		err_set(err, s->pool.err.code, "%s", s->pool.err.msg);
	else
		find_place(members[0]);
	for (unsigned i = 0; i < n; i++)
		close_member(members[i]);
	block_pool_release(&s->pool);
	return rc;
}

static int count(void *ctx, bool again, struct err *err)
{
	struct stacks *s = ctx;
	int rc;

	s->growing = s->options.so_far;
	if (again) {
		if (!s->offered)
			free_tree(s->filled);
		s->filled = make_tree(s);
		atomic_store(&s->offered, false);
	}
	rc = run_members(s, err);
	if (!rc)
		offer(s);
	return rc;
}

/* Names of frames can change when all mappings are known. */
static enum value_when when_known(const struct stacks *s)
{
	enum value_when when = s->options.so_far ? VALUE_REVISED : VALUE_AT_END;

	if (s->options.weight)
		when = value_later(when, value_when(s->weight.id));
	return value_later(when, filter_when(s->options.filter));
}

/* ---- from outside ---- */

struct stacks *stacks_start(struct recording *recording, const struct stacks_options *options)
{
	struct stacks *s = mem_zalloc(sizeof(*s));

	s->recording = recording;
	s->options = *options;
	if (options->weight) {
		s->weight = *options->weight;
		s->options.weight = &s->weight;
	}
	if (options->row) {
		s->row = *options->row;
		s->options.row = &s->row;
	}
	pthread_mutex_init(&s->lock, NULL);
	s->shown = s->filled = make_tree(s);
	s->offered = true;
	s->counting.lasting = s->options.so_far;
	counting_start(&s->counting, recording, when_known(s), count, s, options->watcher);
	return s;
}

enum counting_state stacks_wait(struct stacks *s)
{
	worker_join(&s->counting.worker);
	return stacks_state(s);
}

void stacks_cancel(struct stacks *s)
{
	counting_cancel(&s->counting);
}

void stacks_free(struct stacks *s)
{
	if (!s)
		return;
	stacks_cancel(s);
	if (s->fresh)
		free_tree(s->fresh);
	if (!s->offered)
		free_tree(s->filled);
	free_tree(s->shown);
	pthread_mutex_destroy(&s->lock);
	if (s->options.weight)
		field_release(&s->weight);
	filter_free(s->options.filter);
	free(s);
}

const struct counting *stacks_counting(const struct stacks *s)
{
	return &s->counting;
}

enum counting_state stacks_state(const struct stacks *s)
{
	return counting_state(&s->counting, atomic_load(&s->fresh));
}

uint64_t stacks_version(const struct stacks *s)
{
	return atomic_load(&s->version);
}

uint32_t stacks_place(const struct stacks *s)
{
	return atomic_load(&s->shown->place);
}

const struct stacktree *stacks_lock(struct stacks *s)
{
	pthread_mutex_lock(&s->lock);
	return &s->shown->tree;
}

void stacks_unlock(struct stacks *s)
{
	pthread_mutex_unlock(&s->lock);
}

bool stacks_renew(struct stacks *s, stacks_moved_fn *moved, void *arg)
{
	struct counted *fresh = atomic_exchange(&s->fresh, NULL), *before = s->shown;

	if (!fresh)
		return false;
	s->shown = fresh;
	s->version++;
	if (moved)
		moved(arg, &fresh->tree, &before->tree);
	free_tree(before);
	return true;
}

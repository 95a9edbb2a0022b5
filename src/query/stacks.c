/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/stacks.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/conveyor.h"
#include "base/mem.h"
#include "query/eval.h"
#include "query/stacker.h"
#include "query/weigh.h"
#include "query/worker.h"

enum {
	WORKERS_MAX = 8,
	SUMS = 1 << 12, /* nodes whose sums a worker keeps by itself */
	LATE = 1 << 10	/* sums that have made room, before they go to the tree */
};

struct stacks {
	struct recording *recording;
	struct stacks_options options;
	struct field weight;
	uint64_t row;
	_Atomic uint32_t place;
	struct worker worker;
	_Atomic int state;
	_Atomic uint64_t next; /* block */
	_Atomic uint64_t rows; /* that were looked at */
	_Atomic uint64_t version;
	pthread_mutex_t lock; /* guards what follows */
	struct stacktree tree;
	struct err err;
};

struct sum {
	uint32_t node; /* 0: none, no stack ends at the root */
	struct stack_weight weight;
};

struct member {
	struct stacks *stacks;
	struct reader *reader;
	struct eval *eval;
	struct stacker *stacker;
	struct weigh *weigh;
	struct sum sums[SUMS]; /* each at its place by the number of its node */
	struct sum late[LATE];
	size_t late_n;
	pthread_t thread;
};

/* ---- sums ---- */

static void hand_over(struct member *w, bool all)
{
	struct stacks *s = w->stacks;

	pthread_mutex_lock(&s->lock);
	for (size_t i = 0; i < w->late_n; i++)
		stacktree_add(&s->tree, w->late[i].node, &w->late[i].weight);
	for (size_t i = 0; all && i < SUMS; i++) {
		if (w->sums[i].node)
			stacktree_add(&s->tree, w->sums[i].node, &w->sums[i].weight);
		w->sums[i].node = 0;
	}
	pthread_mutex_unlock(&s->lock);
	w->late_n = 0;
	s->version++;
}

static void add_sum(struct member *w, uint32_t node, uint64_t weight)
{
	struct sum *sum = &w->sums[node % SUMS];

	if (sum->node != node) {
		if (sum->node)
			w->late[w->late_n++] = *sum;
		*sum = (struct sum){ .node = node };
		if (w->late_n == LATE)
			hand_over(w, false);
	}
	sum->weight.samples++;
	sum->weight.weight += weight;
}

/* ---- rows ---- */

static int stop_with(struct stacks *s, enum err_code code, const char *what)
{
	pthread_mutex_lock(&s->lock);
	if (!s->err.code)
		err_set(&s->err, code, "%s", what);
	pthread_mutex_unlock(&s->lock);
	atomic_store(&s->worker.stop, true);
	return code;
}

static int look_at_block(struct member *w, uint64_t number)
{
	struct stacks *s = w->stacks;
	struct rows rows;
	int64_t found = eval_block(w->eval, number, &rows);
	struct block *block;
	uint32_t node;

	if (found == EVAL_STOPPED)
		return ERR_STOPPED;
	if (found < 0)
		return stop_with(s, ERR_STALE, "the index is damaged");
	for (uint32_t i = rows_next(&rows, 0); i < BLOCK_ROWS; i = rows_next(&rows, i + 1)) {
		struct row_info info;

		block = reader_block(w->reader, number);
		if (!block || block->bad)
			return stop_with(s, ERR_STALE, "the index is damaged");
		reader_row_in(w->reader, block, i, &info);
		if (stacker_node(w->stacker, &info, &node))
			add_sum(w, node, w->weigh ? weigh_row(w->weigh, &info) : 0);
		if (atomic_load(&s->worker.stop))
			return ERR_STOPPED;
	}
	return 0;
}

static void *run_worker(void *arg)
{
	struct member *w = arg;
	struct stacks *s = w->stacks;
	uint64_t blocks = recording_blocks(s->recording);

	while (!atomic_load(&s->worker.stop)) {
		uint64_t number = s->next++;

		if (number >= blocks || look_at_block(w, number) < 0)
			break;
		s->rows += recording_block(s->recording, number).rows;
		hand_over(w, true);
		s->worker.wake(s->worker.arg);
	}
	hand_over(w, true);
	return NULL;
}

/* ---- workers ---- */

static struct member *open_worker(struct stacks *s, unsigned threads)
{
	struct member *w = mem_zalloc(sizeof(*w));
	struct stacker_options how = {
		.tree = &s->tree,
		.lock = &s->lock,
		.callers = s->options.callers,
		.threads = threads,
	};

	w->stacks = s;
	w->reader = reader_open(s->recording);
	w->eval = eval_open(w->reader, s->options.filter);
	eval_stop_at(w->eval, &s->worker.stop);
	w->stacker = stacker_open(w->reader, &how);
	w->weigh = s->options.weight ? weigh_open(w->reader, &s->weight) : NULL;
	return w;
}

static void close_worker(struct member *w)
{
	weigh_close(w->weigh);
	stacker_close(w->stacker);
	eval_close(w->eval);
	reader_close(w->reader);
	free(w);
}

/* Frames that no sample of the tree has are none of its. */
static void find_place(struct member *w)
{
	struct stacks *s = w->stacks;
	struct row_info info;
	uint32_t node;

	if (!s->options.row || atomic_load(&s->worker.stop) ||
	    reader_row(w->reader, s->row, &info, NULL) < 0 ||
	    !stacker_node(w->stacker, &info, &node))
		return;
	pthread_mutex_lock(&s->lock);
	while (node != STACK_ROOT && !stacktree_node(&s->tree, node)->total.samples)
		node = stacktree_node(&s->tree, node)->parent;
	pthread_mutex_unlock(&s->lock);
	atomic_store(&s->place, node);
}

/* The calling thread is one of the workers. */
static void run_workers(struct stacks *s)
{
	struct member *workers[WORKERS_MAX];
	unsigned n = conveyor_workers(WORKERS_MAX), started = 1;
	uint64_t blocks = recording_blocks(s->recording);

	if (blocks < n)
		n = blocks ? (unsigned)blocks : 1;
	for (unsigned i = 0; i < n; i++)
		workers[i] = open_worker(s, n);
	while (started < n &&
	       !pthread_create(&workers[started]->thread, NULL, run_worker, workers[started]))
		started++;
	run_worker(workers[0]);
	for (unsigned i = 1; i < started; i++)
		pthread_join(workers[i]->thread, NULL);
	find_place(workers[0]);
	for (unsigned i = 0; i < n; i++)
		close_worker(workers[i]);
}

static void set_state(struct stacks *s, enum stacks_state state)
{
	atomic_store(&s->state, (int)state);
	s->worker.wake(s->worker.arg);
}

static void *run(void *arg)
{
	struct stacks *s = arg;

	/* Only then is known what was mapped. */
	if (worker_wait_complete(&s->worker, s->recording)) {
		set_state(s, STACKS_RUN);
		run_workers(s);
	}
	set_state(s, s->err.code		    ? STACKS_FAILED
		     : atomic_load(&s->worker.stop) ? STACKS_STOPPED
						    : STACKS_DONE);
	return NULL;
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
	err_clear(&s->err);
	pthread_mutex_init(&s->lock, NULL);
	stacktree_init(&s->tree, options->dsos, recording_spool_dir(recording));
	worker_start(&s->worker, recording, options->wake, options->arg, run, s);
	return s;
}

enum stacks_state stacks_wait(struct stacks *s)
{
	worker_join(&s->worker);
	return stacks_state(s);
}

void stacks_cancel(struct stacks *s)
{
	worker_cancel(&s->worker);
}

void stacks_free(struct stacks *s)
{
	if (!s)
		return;
	stacks_cancel(s);
	stacktree_release(&s->tree);
	pthread_mutex_destroy(&s->lock);
	if (s->options.weight)
		field_release(&s->weight);
	filter_free(s->options.filter);
	free(s);
}

enum stacks_state stacks_state(const struct stacks *s)
{
	return (enum stacks_state)atomic_load(&s->state);
}

const struct err *stacks_error(const struct stacks *s)
{
	return &s->err;
}

double stacks_part(const struct stacks *s)
{
	uint64_t rows = recording_rows(s->recording);

	return rows ? (double)atomic_load(&s->rows) / (double)rows : 1;
}

uint64_t stacks_version(const struct stacks *s)
{
	return atomic_load(&s->version);
}

uint32_t stacks_place(const struct stacks *s)
{
	return atomic_load(&s->place);
}

const struct stacktree *stacks_lock(struct stacks *s)
{
	pthread_mutex_lock(&s->lock);
	return &s->tree;
}

void stacks_unlock(struct stacks *s)
{
	pthread_mutex_unlock(&s->lock);
}

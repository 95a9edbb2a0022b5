/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/stacks.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/mem.h"
#include "query/crew.h"
#include "query/eval.h"
#include "query/stacker.h"
#include "query/weigh.h"
#include "query/worker.h"

enum {
	SUMS = 1 << 12, /* nodes whose sums a member keeps by itself */
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
	_Atomic uint64_t rows; /* that were looked at */
	_Atomic uint64_t version;
	struct crew crew;
	pthread_mutex_t lock; /* of the tree */
	struct stacktree tree;
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
};

/* ---- sums ---- */

static void hand_over(struct member *m, bool all)
{
	struct stacks *s = m->stacks;

	pthread_mutex_lock(&s->lock);
	for (size_t i = 0; i < m->late_n; i++)
		stacktree_add(&s->tree, m->late[i].node, &m->late[i].weight);
	for (size_t i = 0; all && i < SUMS; i++) {
		if (m->sums[i].node)
			stacktree_add(&s->tree, m->sums[i].node, &m->sums[i].weight);
		m->sums[i].node = 0;
	}
	pthread_mutex_unlock(&s->lock);
	m->late_n = 0;
	s->version++;
}

static void add_sum(struct member *m, uint32_t node, uint64_t weight)
{
	struct sum *sum = &m->sums[node % SUMS];

	if (sum->node != node) {
		if (sum->node)
			m->late[m->late_n++] = *sum;
		*sum = (struct sum){ .node = node };
		if (m->late_n == LATE)
			hand_over(m, false);
	}
	sum->weight.samples++;
	sum->weight.weight += weight;
}

/* ---- rows ---- */

static int damaged(struct stacks *s)
{
	return crew_fail(&s->crew, ERR_STALE, "the index is damaged");
}

static int stopped(struct stacks *s)
{
	return crew_fail(&s->crew, ERR_STOPPED, "stopped");
}

static int look_at_block(struct member *m, uint64_t number)
{
	struct stacks *s = m->stacks;
	struct rows rows;
	int64_t found = eval_block(m->eval, number, &rows);
	struct block *block;
	uint32_t node;

	if (found < 0)
		return found == EVAL_STOPPED ? stopped(s) : damaged(s);
	for (uint32_t i = rows_next(&rows, 0); i < BLOCK_ROWS; i = rows_next(&rows, i + 1)) {
		struct row_info info;
		bool has_stack;

		block = reader_block(m->reader, number);
		if (!block || block->bad)
			return damaged(s);
		reader_row_in(m->reader, block, i, &info);
		has_stack = stacker_node(m->stacker, &info, &node);
		if (atomic_load(&s->worker.stop))
			return stopped(s);
		if (has_stack)
			add_sum(m, node, m->weigh ? weigh_row(m->weigh, &info) : 0);
	}
	return 0;
}

static void *run_member(void *arg)
{
	struct member *m = arg;
	struct stacks *s = m->stacks;
	uint64_t number;

	while (crew_next(&s->crew, &number) && !look_at_block(m, number)) {
		s->rows += recording_block(s->recording, number).rows;
		hand_over(m, true);
		s->worker.wake(s->worker.arg);
	}
	hand_over(m, true);
	return NULL;
}

/* ---- members ---- */

static struct member *open_member(struct stacks *s, unsigned threads)
{
	struct member *m = mem_zalloc(sizeof(*m));
	struct stacker_options how = {
		.tree = &s->tree,
		.lock = &s->lock,
		.callers = s->options.callers,
		.inlined = s->options.inlined,
		.stop = &s->worker.stop,
		.threads = threads,
	};

	m->stacks = s;
	m->reader = reader_open(s->recording);
	m->eval = eval_open(m->reader, s->options.filter);
	eval_stop_at(m->eval, &s->worker.stop);
	m->stacker = stacker_open(m->reader, &how);
	m->weigh = s->options.weight ? weigh_open(m->reader, &s->weight) : NULL;
	return m;
}

static void close_member(struct member *m)
{
	weigh_close(m->weigh);
	stacker_close(m->stacker);
	eval_close(m->eval);
	reader_close(m->reader);
	free(m);
}

/* Frames that no sample of the tree has are none of its. */
static void find_place(struct member *m)
{
	struct stacks *s = m->stacks;
	struct row_info info;
	uint32_t node;

	if (!s->options.row || reader_row(m->reader, s->row, &info, NULL) < 0 ||
	    !stacker_node(m->stacker, &info, &node))
		return;
	pthread_mutex_lock(&s->lock);
	while (node != STACK_ROOT && !stacktree_node(&s->tree, node)->total.samples)
		node = stacktree_node(&s->tree, node)->parent;
	pthread_mutex_unlock(&s->lock);
	atomic_store(&s->place, node);
}

static int run_members(struct stacks *s)
{
	void *members[CREW_MAX];
	unsigned n;
	int rc;

	crew_init(&s->crew, s->recording, &s->worker.stop);
	n = crew_size(&s->crew);
	for (unsigned i = 0; i < n; i++)
		members[i] = open_member(s, n);
	rc = crew_run(&s->crew, run_member, members, n);
	if (!rc)
		find_place(members[0]);
	for (unsigned i = 0; i < n; i++)
		close_member(members[i]);
	crew_release(&s->crew);
	return rc;
}

static void set_state(struct stacks *s, enum stacks_state state)
{
	atomic_store(&s->state, (int)state);
	s->worker.wake(s->worker.arg);
}

static void *run(void *arg)
{
	struct stacks *s = arg;
	int rc = ERR_STOPPED;

	/* Only then is known what was mapped. */
	if (worker_wait_complete(&s->worker, s->recording)) {
		set_state(s, STACKS_RUN);
		rc = run_members(s);
	}
	set_state(s, rc == 0 ? STACKS_DONE : rc == ERR_STOPPED ? STACKS_STOPPED : STACKS_FAILED);
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
	return &s->crew.err;
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

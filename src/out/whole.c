/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/whole.h"

#include "base/bell.h"
#include "query/eval.h"
#include "query/stacker.h"

static double part_of(const struct stacks *stacks)
{
	const struct counting *counting = stacks_counting(stacks);
	uint64_t rows = recording_rows(counting->recording);

	return rows ? (double)counting_rows(counting) / (double)rows : 1;
}

int whole_stacks(struct whole *w, bool dsos, const struct shown_events *events,
		 struct stacks **stacks, struct err *err)
{
	static const char name[] = "period";
	uint32_t heard = 0;
	struct field period;
	struct stacks_options how = {
		.filter = w->filter, .inlined = w->inlined, .dsos = dsos, .events = events
	};

	w->filter = NULL;
	if (field_find(&period, name, sizeof(name) - 1))
		how.weight = &period;
	*stacks = stacks_start(w->recording, &how);
	while (stacks_state(*stacks) < COUNTING_DONE && !atomic_load(w->stop)) {
		w->progress(w->arg, part_of(*stacks));
		bell_wait(BELL_ROWS, &heard);
	}
	if (atomic_load(w->stop))
		stacks_cancel(*stacks);
	switch (stacks_wait(*stacks)) {
	case COUNTING_DONE:
		w->samples = stacktree_node(stacks_lock(*stacks), STACK_ROOT)->total.samples;
		stacks_unlock(*stacks);
		return 0;
	case COUNTING_FAILED:
		*err = stacks_counting(*stacks)->err;
		return err->code;
	default:
		return ERR_STOPPED;
	}
}

struct pass {
	struct whole *whole;
	struct reader *reader;
	struct eval *eval;
	struct stacker *stacker;
	whole_sample_fn *each;
	void *arg;
};

static int damaged(struct err *err)
{
	return err_set(err, ERR_STALE, "the index is damaged");
}

static int pass_block(struct pass *p, uint64_t number, struct err *err)
{
	struct rows rows;
	int64_t found = eval_block(p->eval, number, &rows);
	int rc = 0;

	if (found < 0)
		return found == EVAL_STOPPED ? ERR_STOPPED : damaged(err);
	for (uint32_t i = rows_next(&rows, 0); rc == 0 && i < BLOCK_ROWS;
	     i = rows_next(&rows, i + 1)) {
		struct block *block;
		struct row_info info;
		uint32_t node;

		block = reader_block(p->reader, number);
		if (!block || block->bad)
			return damaged(err);
		reader_row_in(p->reader, block, i, &info);
		if (!stacker_node(p->stacker, &info, &node))
			continue;
		p->whole->samples++;
		rc = p->each(p->arg, p->reader, &info, node, err);
	}
	return rc;
}

int whole_each(struct whole *w, struct stacktree *tree, whole_sample_fn *each, void *arg,
	       struct err *err)
{
	pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	struct stacker_options how = {
		.tree = tree, .lock = &lock, .inlined = w->inlined, .stop = w->stop, .threads = 1
	};
	struct pass p = { .whole = w, .each = each, .arg = arg };
	uint64_t blocks = recording_blocks(w->recording);
	int rc = 0;

	p.reader = reader_open(w->recording);
	p.eval = eval_open(p.reader, w->filter);
	eval_stop_at(p.eval, w->stop);
	p.stacker = stacker_open(p.reader, &how);
	for (uint64_t i = 0; rc == 0 && i < blocks; i++) {
		w->progress(w->arg, (double)i / (double)blocks);
		rc = atomic_load(w->stop) ? ERR_STOPPED : pass_block(&p, i, err);
	}
	stacker_close(p.stacker);
	eval_close(p.eval);
	reader_close(p.reader);
	pthread_mutex_destroy(&lock);
	return rc;
}

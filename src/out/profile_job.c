/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/profile_job.h"

#include "base/bell.h"
#include "filter/eval.h"
#include "out/profile_places.h"
#include "stack/stacker.h"

static double part_of(const struct stacks *stacks)
{
	const struct counting *counting = stacks_counting(stacks);
	uint64_t rows = recording_rows(counting->recording);

	return rows ? (double)counting_rows(counting) / (double)rows : 1;
}

int profile_job_stacks(struct profile_job *job, const struct shown_events *events,
		       struct profile_places *places, struct stacks **stacks, struct err *err)
{
	static const char name[] = "period";
	uint32_t heard = 0;
	struct field period;
	struct stacks_options how = {
		.filter = job->filter,
		.inlined = job->inlined,
		.dsos = places != NULL,
		.events = events,
		.place = places ? profile_places_add : NULL,
		.place_arg = places,
	};

	job->filter = NULL;
	if (field_find(&period, name, sizeof(name) - 1))
		how.weight = &period;
	*stacks = stacks_start(job->recording, &how);
	while (stacks_state(*stacks) < COUNTING_DONE && !atomic_load(job->stop)) {
		if (job->progress)
			job->progress(job->arg, part_of(*stacks));
		bell_wait(BELL_ROWS, &heard);
	}
	if (atomic_load(job->stop))
		stacks_cancel(*stacks);
	switch (stacks_wait(*stacks)) {
	case COUNTING_DONE:
		job->samples = stacktree_node(stacks_lock(*stacks), STACK_ROOT)->total.samples;
		stacks_unlock(*stacks);
		return 0;
	case COUNTING_FAILED:
		*err = stacks_counting(*stacks)->err;
		return err->code;
	default:
		return ERR_STOPPED;
	}
}

struct profile_pass {
	struct profile_job *job;
	struct reader *reader;
	struct eval *eval;
	struct stacker *stacker;       /* NULL: rows are needed without stacks */
	profile_job_sample_fn *sample; /* called with the stack, or */
	profile_job_row_fn *row;       /* called without it */
	void *arg;
};

static int pass_row(struct profile_pass *p, const struct row_info *info, struct err *err)
{
	uint32_t node;

	if (!p->stacker)
		return p->row(p->arg, p->reader, info, err);
	if (!stacker_node(p->stacker, info, &node))
		return 0;
	p->job->samples++;
	return p->sample(p->arg, p->reader, info, node, err);
}

static int pass_block(struct profile_pass *p, uint64_t number, struct err *err)
{
	struct rows rows;
	int64_t found;
	int rc = 0;

	reader_walk(p->reader, number);
	found = eval_block(p->eval, number, &rows);
	if (found < 0)
		return found == EVAL_STOPPED ? ERR_STOPPED : index_set_damaged(err);
	for (uint32_t i = rows_next(&rows, 0); rc == 0 && i < BLOCK_ROWS;
	     i = rows_next(&rows, i + 1)) {
		struct block *block;
		struct row_info info;

		block = reader_block(p->reader, number);
		if (!block || block->bad)
			return index_set_damaged(err);
		reader_row_in(p->reader, block, i, &info);
		rc = pass_row(p, &info, err);
	}
	return rc;
}

static int run_pass(struct profile_pass *p, struct filter *filter,
		    const struct stacker_options *how, struct err *err)
{
	struct profile_job *job = p->job;
	uint64_t blocks = recording_blocks(job->recording);
	int rc = 0;

	p->reader = reader_open(job->recording);
	p->eval = eval_open(p->reader, filter);
	eval_stop_at(p->eval, job->stop);
	p->stacker = how ? stacker_open(p->reader, how) : NULL;
	for (uint64_t i = 0; rc == 0 && i < blocks; i++) {
		if (job->progress)
			job->progress(job->arg, (double)i / (double)blocks);
		rc = atomic_load(job->stop) ? ERR_STOPPED : pass_block(p, i, err);
	}
	stacker_close(p->stacker);
	eval_close(p->eval);
	reader_close(p->reader);
	return rc;
}

int profile_job_each(struct profile_job *job, const struct profile_job_stacks *stacks,
		     profile_job_sample_fn *each, void *arg, struct err *err)
{
	pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	struct stacker_options how = {
		.tree = stacks->tree,
		.lock = &lock,
		.place = stacks->place,
		.place_arg = stacks->place_arg,
		.inlined = job->inlined,
		.stop = job->stop,
		.threads = 1,
	};
	struct profile_pass p = { .job = job, .sample = each, .arg = arg };
	int rc = run_pass(&p, job->filter, &how, err);

	pthread_mutex_destroy(&lock);
	return rc;
}

int profile_job_rows(struct profile_job *job, struct filter *filter, profile_job_row_fn *each,
		     void *arg, struct err *err)
{
	struct profile_pass p = { .job = job, .row = each, .arg = arg };

	return run_pass(&p, filter, NULL, err);
}

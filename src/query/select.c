/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/select.h"

#include <stdlib.h>
#include <string.h>

#include "query/marks.h"
#include "query/worker.h"

#define UNKNOWN UINT32_MAX

enum {
	LOOKED_BLOCKS = 64
};

struct select {
	struct worker worker;
	struct recording *recording;
	struct filter *filter;
	uint64_t from_row;
	uint64_t id;
	_Atomic uint64_t matches;

	/* Guarded by lock: matches of each block, UNKNOWN where the job was not yet. */
	pthread_mutex_t lock;
	VEC(uint32_t) counts;

	/* The rows that match; where they cannot be kept they are found again. */
	struct marks marks;
	_Atomic bool marked;

	/* Of the thread that shows rows: blocks that it looked at, by their low bits. */
	struct eval *eval;
	struct reader *eval_reader;
	struct looked {
		struct rows rows;
		uint64_t block; /* UINT64_MAX: none */
	} looked[LOOKED_BLOCKS];
};

static void set_count(struct select *s, uint64_t block, uint32_t count)
{
	pthread_mutex_lock(&s->lock);
	while (s->counts.n <= block)
		vec_push(&s->counts, UNKNOWN);
	s->counts.v[block] = count;
	pthread_mutex_unlock(&s->lock);
}

static uint32_t get_count(struct select *s, uint64_t block)
{
	uint32_t count = UNKNOWN;

	pthread_mutex_lock(&s->lock);
	if (block < s->counts.n)
		count = s->counts.v[block];
	pthread_mutex_unlock(&s->lock);
	return count;
}

static void look_at(struct select *s, struct eval *eval, uint64_t block)
{
	struct rows rows;
	int64_t n = eval_block(eval, block, &rows);

	if (n == EVAL_STOPPED)
		return;
	if (n > 0 && s->marked && marks_put(&s->marks, block, &rows, NULL))
		s->marked = false;
	set_count(s, block, n > 0 ? (uint32_t)n : 0);
	atomic_fetch_add(&s->matches, n > 0 ? (uint64_t)n : 0);
	worker_block_done(&s->worker, block, n >= 0);
}

/* What was mapped at a time is known when all records are: some come late. */
static bool too_early(const struct select *s, const struct index_progress *progress)
{
	return s->filter->wants_state && progress->state == INDEX_BUILDING;
}

/* From the block on screen outward, one behind and one before it in turn. */
static void *job(void *arg)
{
	struct select *s = arg;
	struct reader *reader = reader_open(s->recording);
	struct eval *eval = eval_open(reader, s->filter);
	uint64_t up, down;

	eval_stop_at(eval, &s->worker.stop);
	up = recording_blocks(s->recording) ? recording_block_of(s->recording, s->from_row) : 0;
	down = up;
	while (!atomic_load(&s->worker.stop)) {
		struct index_progress progress;
		uint64_t n;
		bool idle = true;

		recording_progress(s->recording, &progress);
		if (too_early(s, &progress)) {
			worker_wait(&s->worker, INDEX_BUILDING);
			continue;
		}
		n = recording_blocks(s->recording);

		if (up < n) {
			look_at(s, eval, up++);
			idle = false;
		}
		if (down && !atomic_load(&s->worker.stop)) {
			look_at(s, eval, --down);
			idle = false;
		}
		if (idle && !worker_wait(&s->worker, progress.state))
			break;
	}
	eval_close(eval);
	reader_close(reader);
	worker_end(&s->worker);
	return NULL;
}

struct select *select_start(struct recording *recording, struct filter *filter,
			    void (*wake)(void *arg), void *arg, uint64_t from_row)
{
	static _Atomic uint64_t ids;
	struct select *s = mem_zalloc(sizeof(*s));

	s->recording = recording;
	s->filter = filter;
	s->from_row = from_row;
	s->id = atomic_fetch_add(&ids, 1);
	s->marked = !marks_open(&s->marks, recording_spool_dir(recording), NULL);
	for (size_t i = 0; i < LOOKED_BLOCKS; i++)
		s->looked[i].block = UINT64_MAX;
	pthread_mutex_init(&s->lock, NULL);
	worker_start(&s->worker, recording, wake, arg, job, s);
	return s;
}

void select_cancel(struct select *s)
{
	worker_cancel(&s->worker);
}

void select_free(struct select *s)
{
	if (!s)
		return;
	select_cancel(s);
	eval_close(s->eval);
	vec_release(&s->counts);
	marks_close(&s->marks);
	pthread_mutex_destroy(&s->lock);
	filter_free(s->filter);
	free(s);
}

const struct filter *select_filter(const struct select *s)
{
	return s->filter;
}

void select_progress(const struct select *s, struct select_progress *p)
{
	struct job_progress job;

	worker_progress(&s->worker, &job);
	*p = (struct select_progress){
		.matches = atomic_load(&s->matches),
		.rows_done = job.rows_done,
		.rows_total = job.rows_total,
		.done = job.done,
		.failed = job.failed,
	};
}

/* The matching rows of a block that is known to have some. */
static const struct rows *rows_of(struct select *s, struct reader *reader, uint64_t block)
{
	struct looked *looked = &s->looked[block % LOOKED_BLOCKS];

	if (looked->block == block)
		return &looked->rows;
	looked->block = block;
	if (s->marked && !marks_get(&s->marks, block, &looked->rows, NULL))
		return &looked->rows;
	if (s->eval_reader != reader) {
		eval_close(s->eval);
		s->eval = eval_open(reader, s->filter);
		s->eval_reader = reader;
	}
	eval_block(s->eval, block, &looked->rows);
	return &looked->rows;
}

uint32_t select_count(struct select *s, uint64_t block)
{
	return get_count(s, block);
}

uint64_t select_id(const struct select *s)
{
	return s->id;
}

enum select_rows select_block(struct select *s, struct reader *reader, uint64_t block,
			      const uint64_t **bits)
{
	uint32_t count = get_count(s, block);

	if (count == UNKNOWN)
		return SELECT_UNKNOWN_ROWS;
	if (!count)
		return SELECT_NO_ROWS;
	if (count == recording_block(s->recording, block).rows)
		return SELECT_ALL_ROWS;
	*bits = rows_of(s, reader, block)->bits;
	return SELECT_SOME_ROWS;
}

/* Within one block, from place i on in a direction. */
static bool next_in(const struct rows *rows, uint32_t n, int64_t i, int dir, uint64_t *at)
{
	for (; i >= 0 && i < (int64_t)n; i += dir) {
		if (rows_has(rows, (uint32_t)i)) {
			*at = (uint64_t)i;
			return true;
		}
	}
	return false;
}

enum select_found select_next(struct select *s, struct reader *reader, uint64_t row, int dir,
			      uint64_t *found)
{
	const struct recording *recording = reader_recording(reader);
	uint64_t total = recording_rows(recording), block;

	if (row >= total && dir > 0)
		return s && !atomic_load(&s->worker.done) ? SELECT_PENDING : SELECT_NONE;
	if (!total)
		return SELECT_NONE;
	if (row >= total)
		row = total - 1;
	*found = row;
	if (!s)
		return SELECT_FOUND;
	for (block = recording_block_of(recording, row);; block += (uint64_t)(int64_t)dir) {
		struct block_desc desc = recording_block(recording, block);
		uint32_t count = get_count(s, block);
		int64_t i = (int64_t)(row - desc.first_row);
		uint64_t at;

		if (count == UNKNOWN)
			return SELECT_PENDING;
		if (row < desc.first_row)
			i = 0;
		else if (row - desc.first_row >= desc.rows)
			i = dir > 0 ? desc.rows : desc.rows - 1;
		if (count && next_in(rows_of(s, reader, block), desc.rows, i, dir, &at)) {
			*found = desc.first_row + at;
			return SELECT_FOUND;
		}
		if (dir < 0 && !block)
			return SELECT_NONE;
		if (dir > 0 && block + 1 >= recording_blocks(recording))
			return atomic_load(&s->worker.done) ? SELECT_NONE : SELECT_PENDING;
	}
}

uint64_t select_before(struct select *s, struct reader *reader, uint64_t row, bool *exact)
{
	const struct recording *recording = reader_recording(reader);
	uint64_t blocks = recording_blocks(recording), sum = 0;
	uint64_t block = blocks ? recording_block_of(recording, row) : 0;
	const struct rows *rows;

	*exact = true;
	if (!s || !blocks)
		return row;
	for (uint64_t k = 0; k < block; k++) {
		uint32_t count = get_count(s, k);

		if (count == UNKNOWN)
			*exact = false;
		else
			sum += count;
	}
	if (get_count(s, block) == UNKNOWN) {
		*exact = false;
		return sum;
	}
	rows = rows_of(s, reader, block);
	for (uint32_t i = 0; i < row - recording_block(recording, block).first_row; i++)
		sum += rows_has(rows, i);
	return sum;
}

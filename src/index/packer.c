/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/packer.h"

#include <stdlib.h>

#include "base/bell.h"
#include "index/checkpoint.h"
#include "index/groups.h"
#include "index/index_private.h"
#include "index/kind_rows.h"
#include "index/size.h"
#include "index/thin.h"

enum {
	JOBS = 2 /* blocks that are filled, wait or are written; and for each processor */
};

/* A job with what only the packer knows of it. */
struct packer_job {
	struct block_job job;
	struct buf packed; /* the payload of the block's chunk */
	bool is_packed;	   /* it can be written */
};

struct packer {
	struct index *index;
	struct packer_job *jobs;
	unsigned jobs_n;
	struct buf thin; /* a block */
	struct buf frame;
	struct table_sizes sizes;      /* at the last checkpoint */
	struct buf changes[HISTORIES]; /* entries of the histories since then */
	struct checkpoint_room room;
	struct err err;
	_Atomic bool failed;
	struct kind_rows counts[BUILD_THREADS]; /* of the blocks that each thread has packed */

	struct build_pool *pool;
	/*
	 * Counters of jobs: taken to be filled, given to be written, taken to be packed, written.
	 * Guarded by the lock of the pool.
	 */
	uint64_t taken, given, packed, written;
	bool writing; /* a thread writes packed jobs */
};

static int write_frames(struct packer *p, struct block_job *job)
{
	struct index *index = p->index;
	int rc = 0;

	for (size_t i = 0; !rc && i < job->frames.n; i++) {
		struct raw_frame *f = &job->frames.v[i];
		struct frame_entry entry = { .stream = f->stream, .offset = f->offset };

		rc = frame_write(&entry, &index->container, &p->frame, f->bytes.p, f->bytes.len,
				 &p->err);
		if (!rc) {
			pages_add(&index->frames, &entry);
			size_add_frame(index, &entry);
		}
	}
	return rc;
}

/* Add the times of rows of one stream. last: the time before them; it becomes the last of them. */
static void add_times(struct block_desc *desc, const uint64_t *time, uint32_t n, uint64_t *last)
{
	/* 0 and all ones are no times: less 1 they are the greatest numbers, plus 1 the least. */
	uint64_t min = desc->time_min - 1, max = desc->time_max + 1;
	uint32_t first = 0, end = n, zeros = 0, ones = 0;

	for (uint32_t i = 0; i < n; i++) {
		uint64_t less = time[i] - 1, more = time[i] + 1;

		min = less < min ? less : min;
		max = more > max ? more : max;
		zeros += !time[i];
		ones += !more;
	}
	desc->time_min = min + 1;
	desc->time_max = max - 1;
	desc->flags |= (zeros ? BLOCK_TIME_0 : 0) | (ones ? BLOCK_TIME_MAX : 0);
	while (first < n && !block_is_time(time[first]))
		first++;
	if (first) { /* the key of these rows; those of others are times of the block */
		desc->key_min = *last < desc->key_min ? *last : desc->key_min;
		desc->key_max = *last > desc->key_max ? *last : desc->key_max;
	}
	while (end > first && !block_is_time(time[end - 1]))
		end--;
	*last = end > first ? time[end - 1] : *last;
}

/* The times of the block, and the keys of rows without a time. */
static void describe_times(const struct index *index, const struct block_writer *w,
			   struct block_desc *desc)
{
	struct order_carry carry = desc->carry;

	for (size_t j = 0; j < w->jumps.n; j++) {
		const struct block_jump *jump = &w->jumps.v[j];
		uint32_t end = j + 1 < w->jumps.n ? jump[1].row : w->rows;

		add_times(desc, w->col[COL_TIME] + jump->row, end - jump->row,
			  &carry.last[jump->stream >= index->file->streams.n]);
	}
}

/* Complete the block's description from its columns. The scan has no time for this. */
static void describe(const struct index *index, struct block_job *job)
{
	const struct block_writer *w = &job->block;
	struct block_desc *desc = &job->desc;

	desc->rows = w->rows;
	describe_times(index, w, desc);
	desc->key_min = desc->time_min < desc->key_min ? desc->time_min : desc->key_min;
	desc->key_max = desc->time_max > desc->key_max ? desc->time_max : desc->key_max;
}

/*
 * Estimate the final size of the index from its size so far. A quarter is added, because a user who
 * makes room for the stated size must not run out of room again.
 */
static void expect(struct index *index, uint64_t done)
{
	double share = (double)atomic_load(&index->bytes_total) / (double)(done + !done);

	index->container.expected = (uint64_t)((double)index->container.size * share * 1.25);
}

/*
 * Pack a block, and count its rows. Several threads do this at the same time for different blocks.
 */
static void pack_block(struct packer *p, struct packer_job *packing, unsigned thread)
{
	struct block_job *job = &packing->job;

	for (size_t i = 0; i < job->spans.n; i++) {
		struct block_span *span = &job->spans.v[i];

		piece_fill(span->piece, span->row, span->n, &job->block, span->to);
		piece_release(span->piece);
	}
	job->spans.n = 0;
	describe(p->index, job);
	kind_rows_count(&p->counts[thread], index_kinds(p->index), job->block.col[COL_KIND],
			job->block.rows);
	buf_reset(&packing->packed);
	block_writer_pack(&job->block, &packing->packed, &job->desc);
}

/* Return the packed block, as a thin block if memory is short. */
static const struct buf *packed_block(struct packer *p, const struct packer_job *packed)
{
	buf_reset(&p->thin);
	if (!container_is_short(&p->index->container) ||
	    !thin_pack(p->index, &packed->job.block, &p->thin))
		return &packed->packed;
	atomic_store(&p->index->thin, true);
	return &p->thin;
}

static int write_block(struct packer *p, struct packer_job *writing)
{
	struct index *index = p->index;
	struct block_job *job = &writing->job;
	int rc = write_frames(p, job);
	const struct buf *packed;
	uint64_t chunk;

	if (rc)
		return rc;
	packed = packed_block(p, writing);
	job->desc.size = (uint32_t)packed->len;
	rc = container_add(&index->container, TAG_BLOCK, packed->p, packed->len, &chunk, &p->err);
	if (rc)
		return rc;
	job->desc.chunk = chunk;
	atomic_store(&index->records, job->records);
	atomic_store(&index->damaged, job->damaged);
	atomic_store(&index->bytes_done, job->bytes_done);
	expect(index, job->bytes_done);
	groups_add_block(index, &job->desc);
	bell_ring(BELL_ROWS);
	/* Skip checkpoints in a file without a name, because no later build can resume from it. */
	for (unsigned i = 0; i < HISTORIES && index->container.part; i++)
		buf_add(&p->changes[i], job->changes[i].p, job->changes[i].len);
	if (job->has_checkpoint && index->container.part)
		rc = checkpoint_write(index, job, p->changes, &p->sizes, &p->room, &p->err);
	if (!rc && job->has_checkpoint)
		index->container.worth = true;
	index->inflated = job->inflated;
	if (!rc)
		rc = size_check(index, &p->err);
	if (index->options.wake)
		index->options.wake(index->options.wake_arg);
	return rc;
}

static void job_reset(struct block_job *job)
{
	for (size_t i = 0; i < job->spans.n; i++)
		piece_release(job->spans.v[i].piece);
	job->spans.n = 0;
	for (size_t i = 0; i < job->frames.n; i++)
		buf_release(&job->frames.v[i].bytes);
	job->frames.n = 0;
	job->frame_bytes = 0;
	for (unsigned i = 0; i < HISTORIES; i++)
		buf_reset(&job->changes[i]);
	job->has_checkpoint = false;
	job->block.rows = 0;
	job->block.jumps.n = 0;
}

static void write_job(struct packer *p, struct packer_job *job)
{
	if (!atomic_load(&p->failed) && write_block(p, job))
		atomic_store(&p->failed, true);
	job_reset(&job->job);
}

/* Write the next jobs as far as they are packed. The lock is released meanwhile. */
static void write_packed(struct packer *p)
{
	struct packer_job *job = &p->jobs[p->written % p->jobs_n];

	p->writing = true;
	while (job->is_packed) {
		pthread_mutex_unlock(&p->pool->lock);
		write_job(p, job);
		pthread_mutex_lock(&p->pool->lock);
		job->is_packed = false;
		job = &p->jobs[++p->written % p->jobs_n];
		build_pool_notify(p->pool);
	}
	p->writing = false;
}

/*
 * Pack the next job: work of the pool. If it cannot be written yet, the thread that writes the job
 * before it also writes this one.
 */
static bool pack_next(void *arg, unsigned thread)
{
	struct packer *p = arg;
	struct packer_job *job = &p->jobs[p->packed % p->jobs_n];

	if (p->packed == p->given)
		return false;
	p->packed++;
	pthread_mutex_unlock(&p->pool->lock);
	pack_block(p, job, thread);
	pthread_mutex_lock(&p->pool->lock);
	job->is_packed = true;
	if (!p->writing)
		write_packed(p);
	return true;
}

static void job_init(struct packer_job *job)
{
	block_writer_init(&job->job.block);
	buf_init(&job->packed);
	for (unsigned i = 0; i < HISTORIES; i++)
		buf_init(&job->job.changes[i]);
}

static void job_release(struct packer_job *job)
{
	job_reset(&job->job);
	vec_release(&job->job.spans);
	vec_release(&job->job.frames);
	for (unsigned i = 0; i < HISTORIES; i++)
		buf_release(&job->job.changes[i]);
	buf_release(&job->packed);
	block_writer_release(&job->job.block);
}

struct packer *packer_open(struct index *index, struct build_pool *pool,
			   const struct table_sizes *sizes)
{
	struct packer *p = mem_zalloc(sizeof(*p));

	p->index = index;
	p->pool = pool;
	p->sizes = *sizes;
	buf_init(&p->thin);
	buf_init(&p->frame);
	checkpoint_room_init(&p->room);
	err_clear(&p->err);
	/* Without threads, the processor's cache still has the block that was written last. */
	p->jobs_n = pool->threads_n ? JOBS + JOBS * (unsigned)(pool->limit + 1) : 1;
	p->jobs = mem_zalloc(p->jobs_n * sizeof(*p->jobs));
	for (unsigned i = 0; i < p->jobs_n; i++)
		job_init(&p->jobs[i]);
	for (unsigned i = 0; i < HISTORIES; i++)
		buf_init(&p->changes[i]);
	build_pool_set(pool, BUILD_PACK, pack_next, p);
	return p;
}

struct block_job *packer_take(struct packer *p)
{
	struct block_job *job;

	pthread_mutex_lock(&p->pool->lock);
	while (p->taken - p->written == p->jobs_n)
		build_pool_wait(p->pool);
	job = &p->jobs[p->taken++ % p->jobs_n].job;
	pthread_mutex_unlock(&p->pool->lock);
	return job;
}

void packer_give(struct packer *p)
{
	pthread_mutex_lock(&p->pool->lock);
	p->given++;
	if (p->pool->threads_n)
		build_pool_wake(p->pool);
	else
		pack_next(p, 0);
	pthread_mutex_unlock(&p->pool->lock);
}

void packer_drain(struct packer *p)
{
	pthread_mutex_lock(&p->pool->lock);
	while (p->written != p->given)
		build_pool_wait(p->pool);
	for (unsigned i = 0; i < BUILD_THREADS; i++)
		kind_rows_move(&p->counts[i], &p->index->counted);
	pthread_mutex_unlock(&p->pool->lock);
}

bool packer_failed(struct packer *p)
{
	return atomic_load_explicit(&p->failed, memory_order_relaxed);
}

int packer_close(struct packer *p, struct err *err)
{
	int rc;

	packer_drain(p);
	build_pool_set(p->pool, BUILD_PACK, NULL, NULL);
	rc = p->err.code;
	if (rc)
		*err = p->err;
	for (unsigned i = 0; i < p->jobs_n; i++)
		job_release(&p->jobs[i]);
	free(p->jobs);
	buf_release(&p->thin);
	buf_release(&p->frame);
	checkpoint_room_release(&p->room);
	for (unsigned i = 0; i < HISTORIES; i++)
		buf_release(&p->changes[i]);
	free(p);
	return rc;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/packer.h"

#include <stdlib.h>

#include "base/bell.h"
#include "base/thread.h"
#include "index/checkpoint.h"
#include "index/index_private.h"
#include "index/size.h"
#include "index/thin.h"

enum {
	JOBS = 4 /* blocks that are being filled, waiting or being written */
};

struct packer {
	struct index *index;
	struct block_job jobs[JOBS];
	struct buf packed;
	struct buf frame;
	struct table_sizes sizes;      /* at the last checkpoint */
	struct buf changes[HISTORIES]; /* entries of the histories since then */
	struct err err;
	_Atomic bool failed;

	struct thread thread;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	/* Counters of jobs: taken to be filled, given to be written, written. Guarded by lock. */
	uint64_t taken, given, written;
	bool closing;
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

/*
 * Compute the block's description from its columns. The packer does this, because the scan is the
 * slower of the two threads.
 */
static void describe(struct block_job *job)
{
	const struct block_writer *w = &job->block;
	const uint64_t *time = w->col[COL_TIME];
	struct block_desc *desc = &job->desc;

	desc->rows = w->rows;
	for (uint32_t i = 0; i < w->rows; i++) {
		desc->kinds |= 1ull << (w->col[COL_KIND][i] & 63);
		desc->threads |= 1ull << (w->col[COL_THREAD][i] & 63);
		desc->cpus |= 1ull << (w->col[COL_CPU][i] & 63);
	}
	for (uint32_t i = 0; i < w->rows; i++) {
		if (!time[i] || time[i] == UINT64_MAX)
			continue;
		if (time[i] < desc->time_min)
			desc->time_min = time[i];
		if (time[i] > desc->time_max)
			desc->time_max = time[i];
	}
	if (desc->time_min < desc->key_min)
		desc->key_min = desc->time_min;
	if (desc->time_max > desc->key_max)
		desc->key_max = desc->time_max;
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

/* Pack the block, as a thin block if memory is short. */
static void pack_block(struct packer *p, struct block_job *job)
{
	struct index *index = p->index;

	buf_reset(&p->packed);
	if (container_is_short(&index->container) && thin_pack(index, &job->block, &p->packed))
		atomic_store(&index->thin, true);
	else
		block_writer_pack(&job->block, &p->packed);
}

static int write_block(struct packer *p, struct block_job *job)
{
	struct index *index = p->index;
	int rc = write_frames(p, job);
	uint64_t chunk;

	if (rc)
		return rc;
	describe(job);
	pack_block(p, job);
	job->desc.size = (uint32_t)p->packed.len;
	rc = container_add(&index->container, TAG_BLOCK, p->packed.p, p->packed.len, &chunk,
			   &p->err);
	if (rc)
		return rc;
	job->desc.chunk = chunk;
	atomic_store(&index->records, job->records);
	atomic_store(&index->damaged, job->damaged);
	atomic_store(&index->bytes_done, job->bytes_done);
	expect(index, job->bytes_done);
	pages_add(&index->blocks, &job->desc);
	bell_ring(BELL_ROWS);
	/* Skip checkpoints in a file without a name, because no later build can resume from it. */
	for (unsigned i = 0; i < HISTORIES && index->container.part; i++)
		buf_add(&p->changes[i], job->changes[i].p, job->changes[i].len);
	if (job->has_checkpoint && index->container.part)
		rc = checkpoint_write(index, job, p->changes, &p->sizes, &p->err);
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

static void work(struct packer *p, struct block_job *job)
{
	if (!atomic_load(&p->failed) && write_block(p, job))
		atomic_store(&p->failed, true);
	job_reset(job);
}

static void *packer_thread(void *arg)
{
	struct packer *p = arg;

	pthread_mutex_lock(&p->lock);
	for (;;) {
		while (p->written == p->given && !p->closing)
			pthread_cond_wait(&p->changed, &p->lock);
		if (p->written == p->given)
			break;
		pthread_mutex_unlock(&p->lock);
		work(p, &p->jobs[p->written % JOBS]);
		pthread_mutex_lock(&p->lock);
		p->written++;
		pthread_cond_broadcast(&p->changed);
	}
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

struct packer *packer_open(struct index *index, bool threaded, const struct table_sizes *sizes)
{
	struct packer *p = mem_zalloc(sizeof(*p));

	p->index = index;
	p->sizes = *sizes;
	buf_init(&p->packed);
	buf_init(&p->frame);
	err_clear(&p->err);
	for (size_t i = 0; i < JOBS; i++)
		block_writer_init(&p->jobs[i].block);
	for (unsigned i = 0; i < HISTORIES; i++) {
		buf_init(&p->changes[i]);
		for (size_t k = 0; k < JOBS; k++)
			buf_init(&p->jobs[k].changes[i]);
	}
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->changed, NULL);
	if (threaded)
		thread_start(&p->thread, "perfnav/pack", packer_thread, p);
	return p;
}

struct block_job *packer_take(struct packer *p)
{
	struct block_job *job;

	pthread_mutex_lock(&p->lock);
	while (p->taken - p->written == JOBS)
		pthread_cond_wait(&p->changed, &p->lock);
	job = &p->jobs[p->taken++ % JOBS];
	pthread_mutex_unlock(&p->lock);
	return job;
}

void packer_give(struct packer *p, struct block_job *job)
{
	if (!p->thread.runs)
		work(p, job);
	pthread_mutex_lock(&p->lock);
	p->given++;
	if (!p->thread.runs)
		p->written++;
	pthread_cond_broadcast(&p->changed);
	pthread_mutex_unlock(&p->lock);
}

void packer_drain(struct packer *p)
{
	pthread_mutex_lock(&p->lock);
	while (p->written != p->given)
		pthread_cond_wait(&p->changed, &p->lock);
	pthread_mutex_unlock(&p->lock);
}

bool packer_failed(struct packer *p)
{
	return atomic_load_explicit(&p->failed, memory_order_relaxed);
}

int packer_close(struct packer *p, struct err *err)
{
	int rc;

	pthread_mutex_lock(&p->lock);
	p->closing = true;
	pthread_cond_broadcast(&p->changed);
	pthread_mutex_unlock(&p->lock);
	thread_join(&p->thread);
	rc = p->err.code;
	if (rc)
		*err = p->err;
	for (size_t i = 0; i < JOBS; i++) {
		job_reset(&p->jobs[i]);
		vec_release(&p->jobs[i].frames);
		for (unsigned k = 0; k < HISTORIES; k++)
			buf_release(&p->jobs[i].changes[k]);
		block_writer_release(&p->jobs[i].block);
	}
	buf_release(&p->packed);
	buf_release(&p->frame);
	for (unsigned i = 0; i < HISTORIES; i++)
		buf_release(&p->changes[i]);
	pthread_mutex_destroy(&p->lock);
	pthread_cond_destroy(&p->changed);
	free(p);
	return rc;
}

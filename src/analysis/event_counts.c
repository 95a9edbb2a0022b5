/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/event_counts.h"

#include <stdlib.h>

#include "base/vec.h"

struct event_counts {
	size_t part;
	struct job job;
	VEC(uint64_t) fresh; /* for the job's thread: rows of each kind in the current block */
	VEC(uint64_t) kinds; /* guarded by the lock of the job: rows of each kind */
	uint64_t counted;    /* the first rows of the part, which the index has counted */
};

static bool examine_block(void *ctx, const struct job_block *at)
{
	struct event_counts *c = ctx;
	const struct index *index = recording_index(c->job.recording, c->part);
	struct block *block;
	const uint64_t *v;
	uint64_t n, local;

	if (recording_part_of_block(c->job.recording, at->number, &local) != c->part ||
	    index_block(index, local)->first_row < c->counted)
		return true;
	block = reader_block(at->reader, at->number);
	if (!block)
		return false;
	v = block_column(block, COL_KIND);
	n = index_kinds(index);
	vec_fill(&c->fresh, n);
	for (uint32_t i = 0; i < block->desc.rows; i++)
		if (v[i] < n)
			c->fresh.v[v[i]]++;
	pthread_mutex_lock(&c->job.lock);
	vec_fill(&c->kinds, n);
	for (uint64_t k = 0; k < n; k++) {
		c->kinds.v[k] += c->fresh.v[k];
		c->fresh.v[k] = 0;
	}
	pthread_mutex_unlock(&c->job.lock);
	return true;
}

static const struct job_ops job_ops = { .examine = examine_block };

/* Take the numbers of a complete index. */
static void take_counts(struct event_counts *c)
{
	const struct index *index = recording_index(c->job.recording, c->part);

	if (!index || !index_is_counted(index))
		return;
	for (uint64_t k = 0; k < index_kinds(index); k++) {
		vec_push(&c->kinds, index_kind_rows(index, k));
		c->counted += c->kinds.v[k];
	}
}

struct event_counts *event_counts_start(struct recording *recording, size_t part,
					struct watcher *watcher)
{
	struct event_counts *c = mem_zalloc(sizeof(*c));

	c->job.recording = recording;
	c->part = part;
	take_counts(c);
	job_start(&c->job, &job_ops, c, watcher);
	return c;
}

void event_counts_free(struct event_counts *c)
{
	if (!c)
		return;
	job_end(&c->job);
	vec_release(&c->fresh);
	vec_release(&c->kinds);
	free(c);
}

struct event_count event_counts_event(struct event_counts *c, int event)
{
	const struct index *index = recording_index(c->job.recording, c->part);
	struct event_count count = { 0 };

	pthread_mutex_lock(&c->job.lock);
	for (uint64_t k = 0; k < c->kinds.n; k++) {
		const struct kind_entry *entry = &index_kind(index, k)->entry;

		if (entry->event != event)
			continue;
		if (entry->type == RECORD_SAMPLE)
			count.samples += c->kinds.v[k];
		else
			count.others += c->kinds.v[k];
	}
	pthread_mutex_unlock(&c->job.lock);
	return count;
}

struct job *event_counts_job(struct event_counts *c)
{
	return &c->job;
}

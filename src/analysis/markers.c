/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/markers.h"

#include <stdlib.h>

#include "analysis/thread_timeline.h"
#include "analysis/time_columns.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/vec.h"

enum {
	CELLS = 1 << 17 /* of all threads and processes */
};

struct markers {
	struct job job;
	struct time_columns time;
	/* Guarded by the lock of the job. */
	struct map owners; /* a number for each thread and process with markers */
	struct map at;	   /* index in cells, by number and column */
	VEC(struct markers_found) cells;
	bool cut;
};

/* No thread has such a large number. */
static uint64_t process_id(uint32_t pid)
{
	return 0xe0000000ull << 32 | pid;
}

static uint64_t cell_key(uint32_t owner, size_t column)
{
	return (uint64_t)owner << 32 | column;
}

/* Return the cell of a column, which is new if its n is 0. NULL: there are too many. */
static struct markers_found *cell_of(struct markers *m, uint64_t id, size_t column)
{
	bool fresh;
	uint32_t owners = (uint32_t)map_count(&m->owners);
	uint32_t *owner = map_put(&m->owners, id, &fresh), *at;

	if (fresh)
		*owner = owners;
	at = map_get(&m->at, cell_key(*owner, column));
	if (at)
		return &m->cells.v[*at];
	m->cut |= m->cells.n == CELLS;
	if (m->cut)
		return NULL;
	*map_put(&m->at, cell_key(*owner, column), &fresh) = (uint32_t)m->cells.n;
	vec_push(&m->cells, (struct markers_found){ .n = 0 });
	return &m->cells.v[m->cells.n - 1];
}

/* Add n markers, the earliest of which is given. */
static void add_found(struct markers_found *to, const struct markers_found *more)
{
	uint64_t n = to->n + more->n;

	if (!to->n || (more->n && more->time < to->time))
		*to = *more;
	to->n = n;
}

static void count_row(struct markers *m, const struct row_info *info)
{
	const struct markers_found one = { 1, info->row, info->time, info->event };
	size_t column = time_columns_of(&m->time, info->time);
	struct markers_found *cell = cell_of(m, thread_timeline_id(info), column);

	if (cell)
		add_found(cell, &one);
	cell = cell_of(m, process_id(info->pid), column);
	if (cell)
		add_found(cell, &one);
}

static bool examine_block(void *ctx, const struct job_block *at)
{
	struct markers *m = ctx;
	struct block *block;
	struct rows rows;
	bool good;

	if (!job_whole_rows(at, &rows, &block, &good))
		return good;
	pthread_mutex_lock(&m->job.lock);
	for (uint32_t i = job_next(at, &rows, 0); i < BLOCK_ROWS; i = job_next(at, &rows, i + 1)) {
		struct row_info info;

		reader_row_in(at->reader, block, i, &info);
		if (info.has_tid && info.has_time && time_columns_have(&m->time, info.time))
			count_row(m, &info);
	}
	pthread_mutex_unlock(&m->job.lock);
	return true;
}

static void forget(void *ctx)
{
	struct markers *m = ctx;

	pthread_mutex_lock(&m->job.lock);
	map_release(&m->owners);
	map_release(&m->at);
	m->cells.n = 0;
	m->cut = false;
	pthread_mutex_unlock(&m->job.lock);
}

static const struct job_ops job_ops = { .examine = examine_block, .again = forget };

struct markers *markers_start(struct recording *recording, const struct markers_options *options)
{
	struct markers *m = mem_zalloc(sizeof(*m));

	m->job.recording = recording;
	m->job.filter = options->filter;
	m->time = time_columns(options->lo, options->hi, THREAD_TIMELINE_COLUMNS);
	job_start(&m->job, &job_ops, m, options->watcher);
	return m;
}

void markers_free(struct markers *m)
{
	if (!m)
		return;
	job_end(&m->job);
	map_release(&m->owners);
	map_release(&m->at);
	vec_release(&m->cells);
	free(m);
}

struct job *markers_job(struct markers *m)
{
	return &m->job;
}

bool markers_cut(struct markers *m)
{
	bool cut;

	pthread_mutex_lock(&m->job.lock);
	cut = m->cut;
	pthread_mutex_unlock(&m->job.lock);
	return cut;
}

static struct markers_found find_markers(struct markers *m, uint64_t id, size_t first, size_t end)
{
	struct markers_found found = { .n = 0 };
	const uint32_t *owner, *at;

	pthread_mutex_lock(&m->job.lock);
	owner = map_get(&m->owners, id);
	for (size_t i = first; owner && i < end; i++) {
		at = map_get(&m->at, cell_key(*owner, i));
		if (at)
			add_found(&found, &m->cells.v[*at]);
	}
	pthread_mutex_unlock(&m->job.lock);
	return found;
}

struct markers_found markers_of_thread(struct markers *m, uint64_t id, size_t first, size_t end)
{
	return find_markers(m, id, first, end);
}

struct markers_found markers_of_process(struct markers *m, uint32_t pid, size_t first, size_t end)
{
	return find_markers(m, process_id(pid), first, end);
}

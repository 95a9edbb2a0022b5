/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slice/state_deps.h"

#include <stdlib.h>

#include "base/stop.h"
#include "index/block.h"

enum {
	PASSES_MAX = 8 /* passes over the forks, whose order in the file is mostly that of time */
};

void state_deps_init(struct state_deps *deps, struct index *index,
		     const struct record_classes *classes)
{
	*deps = (struct state_deps){ .index = index, .classes = classes };
	deps->threads = mem_zalloc((index_threads(index) + 1) * sizeof(*deps->threads));
}

void state_deps_release(struct state_deps *deps)
{
	map_release(&deps->by_id);
	vec_release(&deps->limits);
	free(deps->threads);
}

static bool raise_limit(struct state_deps_limit *limit, uint64_t row, uint64_t time)
{
	bool raised = false;

	if (row > limit->row) {
		limit->row = row;
		raised = true;
	}
	if (time > limit->time && time != UINT64_MAX) {
		limit->time = time;
		raised = true;
	}
	return raised;
}

/* Return the key of a process. perf looks up threads by tid only, and mappings by pid. */
static uint64_t pid_key(uint32_t pid)
{
	return pid;
}

static uint64_t tid_key(uint32_t tid)
{
	return 1ull << 32 | tid;
}

static uint32_t put_limit(struct state_deps *deps, uint64_t key)
{
	bool fresh;
	uint32_t *number = map_put(&deps->by_id, key, &fresh);

	if (fresh) {
		*number = (uint32_t)deps->limits.n;
		vec_add(&deps->limits);
	}
	return *number;
}

static bool raise_key(struct state_deps *deps, uint64_t key, uint64_t row, uint64_t time)
{
	uint32_t number = put_limit(deps, key);

	return raise_limit(&deps->limits.v[number], row, time);
}

void state_deps_row(struct state_deps *deps, uint64_t row, uint64_t thread, uint64_t time)
{
	struct state_deps_thread *numbers;

	deps->any_selected = true;
	raise_limit(&deps->system, row, time);
	if (!thread || thread >= index_threads(deps->index))
		return;
	numbers = &deps->threads[thread];
	if (!numbers->pid) {
		const struct thread_entry *entry = index_thread(deps->index, thread);

		numbers->pid = put_limit(deps, pid_key(entry->pid)) + 1;
		numbers->tid = put_limit(deps, tid_key(entry->tid)) + 1;
	}
	raise_limit(&deps->limits.v[numbers->pid - 1], row, time);
	raise_limit(&deps->limits.v[numbers->tid - 1], row, time);
}

/*
 * Is a row before the limit? If records have times, a record without a time counts as earlier than
 * all others, as in perf.
 */
static bool is_before(const struct state_deps_limit *limit, uint64_t row, uint64_t time)
{
	return row <= limit->row || (limit->time && time <= limit->time);
}

static bool is_before_key(const struct state_deps *deps, uint64_t key, uint64_t row, uint64_t time)
{
	const uint32_t *number = map_get(&deps->by_id, key);

	return number && is_before(&deps->limits.v[*number], row, time);
}

bool state_deps_needed(const struct state_deps *deps, enum record_class class, uint64_t row,
		       uint64_t thread, uint64_t time)
{
	const struct thread_entry *entry = index_thread(deps->index, thread);

	if (!deps->any_selected)
		return false;
	if (class != CLASS_TASK || deps->needs_all)
		return is_before(&deps->system, row, time);
	return thread && (is_before_key(deps, pid_key(entry->pid), row, time) ||
			  is_before_key(deps, tid_key(entry->tid), row, time));
}

/* A forked process has the mappings and the name of its parent. */
static bool follow_fork(struct state_deps *deps, struct reader *reader, struct block *block,
			uint32_t i)
{
	uint64_t thread = block_column(block, COL_THREAD)[i];
	uint64_t time = block_column(block, COL_TIME)[i];
	uint64_t row = block->desc.first_row + i, parent;
	struct row_info info;
	bool raised = false;

	if (!state_deps_needed(deps, CLASS_TASK, row, thread, time))
		return false;
	reader_row_in(reader, block, i, &info);
	if (reader_number(reader, &info, F_ppid, &parent) && (uint32_t)parent != info.pid)
		raised = raise_key(deps, pid_key((uint32_t)parent), row, time);
	if (reader_number(reader, &info, F_ptid, &parent) && (uint32_t)parent != info.tid)
		raised |= raise_key(deps, tid_key((uint32_t)parent), row, time);
	return raised;
}

static bool follow_block(struct state_deps *deps, struct reader *reader, struct block *block)
{
	const uint64_t *kinds = block_column(block, COL_KIND);
	bool raised = false;

	for (uint32_t i = block->desc.rows; i--;)
		if (record_class_of_kind(deps->classes, kinds[i])->type == RECORD_FORK)
			raised |= follow_fork(deps, reader, block, i);
	return raised;
}

static uint64_t kinds_of_forks(const struct state_deps *deps)
{
	uint64_t mask = 0;

	for (size_t i = 0; i < deps->classes->kinds.n; i++)
		if (deps->classes->kinds.v[i].type == RECORD_FORK)
			mask |= 1ull << (i & 63);
	return mask;
}

/* Go backwards, so that a fork comes before the forks of its parent. */
static int follow_all(struct state_deps *deps, struct reader *reader, const _Atomic bool *stop,
		      bool *raised, struct err *err)
{
	uint64_t forks = kinds_of_forks(deps);

	*raised = false;
	for (uint64_t k = index_blocks(deps->index); k--;) {
		struct block *block;

		if (!(index_block(deps->index, k)->kinds & forks))
			continue;
		if (stop_wanted(stop))
			return ERR_STOPPED;
		block = reader_block(reader, k);
		if (!block || block->bad)
			return index_set_damaged(err);
		*raised |= follow_block(deps, reader, block);
	}
	return 0;
}

int state_deps_parents(struct state_deps *deps, struct reader *reader, const _Atomic bool *stop,
		       struct err *err)
{
	bool raised = deps->any_selected;
	int rc = 0;

	for (unsigned i = 0; i < PASSES_MAX && raised && !rc; i++)
		rc = follow_all(deps, reader, stop, &raised, err);
	deps->needs_all = raised;
	return rc;
}

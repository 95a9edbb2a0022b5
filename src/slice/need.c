/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slice/need.h"

#include <stdlib.h>

#include "index/block.h"

enum {
	PASSES_MAX = 8 /* over the forks, which mostly follow one another in the file */
};

void need_init(struct need *need, struct index *index, const struct roles *roles)
{
	*need = (struct need){ .index = index, .roles = roles };
	need->threads = mem_zalloc((index_threads(index) + 1) * sizeof(*need->threads));
}

void need_release(struct need *need)
{
	map_release(&need->by_id);
	vec_release(&need->limits);
	free(need->threads);
}

static bool raise_limit(struct need_limit *limit, uint64_t row, uint64_t time)
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

/* perf looks threads up by their tid alone, and mappings by the pid. */
static uint64_t pid_key(uint32_t pid)
{
	return pid;
}

static uint64_t tid_key(uint32_t tid)
{
	return 1ull << 32 | tid;
}

static uint32_t limit_of(struct need *need, uint64_t key)
{
	bool fresh;
	uint32_t *number = map_put(&need->by_id, key, &fresh);

	if (fresh) {
		*number = (uint32_t)need->limits.n;
		vec_add(&need->limits);
	}
	return *number;
}

static bool raise_key(struct need *need, uint64_t key, uint64_t row, uint64_t time)
{
	uint32_t number = limit_of(need, key);

	return raise_limit(&need->limits.v[number], row, time);
}

void need_row(struct need *need, uint64_t row, uint64_t thread, uint64_t time)
{
	struct need_thread *numbers;

	need->any = true;
	raise_limit(&need->system, row, time);
	if (!thread || thread >= index_threads(need->index))
		return;
	numbers = &need->threads[thread];
	if (!numbers->pid) {
		const struct thread_entry *entry = index_thread(need->index, thread);

		numbers->pid = limit_of(need, pid_key(entry->pid)) + 1;
		numbers->tid = limit_of(need, tid_key(entry->tid)) + 1;
	}
	raise_limit(&need->limits.v[numbers->pid - 1], row, time);
	raise_limit(&need->limits.v[numbers->tid - 1], row, time);
}

/* Where records have times, one without a time is from before them all, as perf takes it. */
static bool is_before(const struct need_limit *limit, uint64_t row, uint64_t time)
{
	return row <= limit->row || (limit->time && time <= limit->time);
}

static bool is_before_key(const struct need *need, uint64_t key, uint64_t row, uint64_t time)
{
	const uint32_t *number = map_get(&need->by_id, key);

	return number && is_before(&need->limits.v[*number], row, time);
}

bool need_state(const struct need *need, enum role role, uint64_t row, uint64_t thread,
		uint64_t time)
{
	const struct thread_entry *entry = index_thread(need->index, thread);

	if (!need->any)
		return false;
	if (role != ROLE_TASK || need->all)
		return is_before(&need->system, row, time);
	return thread && (is_before_key(need, pid_key(entry->pid), row, time) ||
			  is_before_key(need, tid_key(entry->tid), row, time));
}

/* A process that was forked has the mappings and the name of its parent. */
static bool follow_fork(struct need *need, struct reader *reader, struct block *block, uint32_t i)
{
	uint64_t thread = block_column(block, COL_THREAD)[i];
	uint64_t time = block_column(block, COL_TIME)[i];
	uint64_t row = block->desc.first_row + i, parent;
	struct row_info info;
	bool raised = false;

	if (!need_state(need, ROLE_TASK, row, thread, time))
		return false;
	reader_row_in(reader, block, i, &info);
	if (reader_number(reader, &info, W_ppid, &parent) && (uint32_t)parent != info.pid)
		raised = raise_key(need, pid_key((uint32_t)parent), row, time);
	if (reader_number(reader, &info, W_ptid, &parent) && (uint32_t)parent != info.tid)
		raised |= raise_key(need, tid_key((uint32_t)parent), row, time);
	return raised;
}

static bool follow_block(struct need *need, struct reader *reader, struct block *block)
{
	const uint64_t *kinds = block_column(block, COL_KIND);
	bool raised = false;

	for (uint32_t i = block->desc.rows; i--;)
		if (roles_kind(need->roles, kinds[i])->type == RECORD_FORK)
			raised |= follow_fork(need, reader, block, i);
	return raised;
}

static uint64_t kinds_of_forks(const struct need *need)
{
	uint64_t mask = 0;

	for (size_t i = 0; i < need->roles->kinds.n; i++)
		if (need->roles->kinds.v[i].type == RECORD_FORK)
			mask |= 1ull << (i & 63);
	return mask;
}

/* Backwards, so that a fork is met before those that its parent comes from. */
static int follow_all(struct need *need, struct reader *reader, const _Atomic bool *stop,
		      bool *raised, struct err *err)
{
	uint64_t forks = kinds_of_forks(need);

	*raised = false;
	for (uint64_t k = index_blocks(need->index); k--;) {
		struct block *block;

		if (!(index_block(need->index, k)->kinds & forks))
			continue;
		if (stop && atomic_load(stop))
			return ERR_STOPPED;
		block = reader_block(reader, k);
		if (!block || block->bad)
			return err_set(err, ERR_STALE, "the index is damaged");
		*raised |= follow_block(need, reader, block);
	}
	return 0;
}

int need_parents(struct need *need, struct reader *reader, const _Atomic bool *stop,
		 struct err *err)
{
	bool raised = need->any;
	int rc = 0;

	for (unsigned i = 0; i < PASSES_MAX && raised && !rc; i++)
		rc = follow_all(need, reader, stop, &raised, err);
	need->all = raised;
	return rc;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/tasks.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"

enum {
	GENERATIONS_MAX = 64 /* of forks without a name that are followed */
};

void tasks_init(struct tasks *tasks)
{
	memset(tasks, 0, sizeof(*tasks));
	pthread_mutex_init(&tasks->lock, NULL);
	pages_init(&tasks->added, sizeof(struct task_entry));
	buf_init(&tasks->strings);
}

void tasks_release(struct tasks *tasks)
{
	if (tasks->owned)
		free(tasks->sorted);
	pages_release(&tasks->added);
	buf_release(&tasks->strings);
	pthread_mutex_destroy(&tasks->lock);
}

void tasks_use(struct tasks *tasks, const struct task_entry *sorted, uint64_t n,
	       const char *strings, size_t len)
{
	tasks->sorted = (struct task_entry *)(uintptr_t)sorted;
	tasks->n = n;
	tasks->text = strings;
	tasks->text_len = len;
}

static uint64_t add_string(struct tasks *tasks, const void *p, size_t len)
{
	uint64_t at;

	pthread_mutex_lock(&tasks->lock);
	at = tasks->strings.len;
	buf_add(&tasks->strings, p, len);
	buf_addc(&tasks->strings, '\0');
	pthread_mutex_unlock(&tasks->lock);
	return at;
}

uint64_t tasks_add_string(struct tasks *tasks, const char *text)
{
	return add_string(tasks, text, strlen(text));
}

uint64_t tasks_strings(struct tasks *tasks)
{
	uint64_t len;

	pthread_mutex_lock(&tasks->lock);
	len = tasks->strings.len;
	pthread_mutex_unlock(&tasks->lock);
	return len;
}

void tasks_copy_strings(struct tasks *tasks, uint64_t from, uint64_t to, struct buf *out)
{
	pthread_mutex_lock(&tasks->lock);
	buf_add(out, tasks->strings.p + from, (size_t)(to - from));
	pthread_mutex_unlock(&tasks->lock);
}

void tasks_add_strings(struct tasks *tasks, const uint8_t *p, uint64_t len)
{
	pthread_mutex_lock(&tasks->lock);
	buf_add(&tasks->strings, p, (size_t)len);
	pthread_mutex_unlock(&tasks->lock);
}

void tasks_add_comm(struct tasks *tasks, uint64_t row, uint64_t time, uint32_t pid, uint32_t tid,
		    const uint8_t *comm, size_t len)
{
	struct task_entry entry = {
		.time = time,
		.row = row,
		.pid = pid,
		.tid = tid,
		.parent = TASK_NAMED,
	};

	entry.name = add_string(tasks, comm, len);
	pages_add(&tasks->added, &entry);
}

void tasks_add_fork(struct tasks *tasks, uint64_t row, uint64_t time, uint32_t pid, uint32_t tid,
		    uint32_t ptid)
{
	struct task_entry entry = {
		.time = time,
		.row = row,
		.pid = pid,
		.tid = tid,
		.parent = ptid,
	};

	/* perf makes up forks of a thread by itself for threads that were there already */
	if (tid != ptid)
		pages_add(&tasks->added, &entry);
}

static int compare(const void *pa, const void *pb)
{
	const struct task_entry *a = pa, *b = pb;

	if (a->tid != b->tid)
		return a->tid < b->tid ? -1 : 1;
	if (a->time != b->time)
		return a->time < b->time ? -1 : 1;
	if (a->row != b->row)
		return a->row < b->row ? -1 : 1;
	return 0;
}

static void sort_locked(struct tasks *tasks)
{
	uint64_t n = pages_count(&tasks->added);

	if (n == tasks->n || tasks->text)
		return;
	tasks->sorted = mem_realloc(tasks->sorted, n * sizeof(*tasks->sorted));
	tasks->owned = true;
	for (uint64_t i = tasks->n; i < n; i++)
		tasks->sorted[i] = *(const struct task_entry *)pages_at(&tasks->added, i);
	tasks->n = n;
	qsort(tasks->sorted, n, sizeof(*tasks->sorted), compare);
}

void tasks_sort(struct tasks *tasks)
{
	pthread_mutex_lock(&tasks->lock);
	sort_locked(tasks);
	pthread_mutex_unlock(&tasks->lock);
}

/* The last change of a thread at or before a moment, or NULL. */
static const struct task_entry *last_change(const struct tasks *tasks, uint32_t tid, uint64_t time,
					    uint64_t row)
{
	struct task_entry key = { .tid = tid, .time = time, .row = row };
	uint64_t lo = 0, hi = tasks->n;

	while (lo < hi) {
		uint64_t mid = lo + (hi - lo) / 2;

		if (compare(&tasks->sorted[mid], &key) <= 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo && tasks->sorted[lo - 1].tid == tid ? &tasks->sorted[lo - 1] : NULL;
}

/* By rows alone, for records without a time: the changes of one thread are few. */
static const struct task_entry *last_in_file(const struct tasks *tasks, uint32_t tid, uint64_t row)
{
	const struct task_entry *last = last_change(tasks, tid, UINT64_MAX, UINT64_MAX);
	const struct task_entry *best = NULL;

	for (; last && last >= tasks->sorted && last->tid == tid; last--)
		if (last->row <= row && (!best || last->row > best->row))
			best = last;
	return best;
}

static bool add_name(const struct tasks *tasks, uint64_t name, struct buf *out)
{
	const char *text = tasks->text ? tasks->text : tasks->strings.p;
	size_t len = tasks->text ? tasks->text_len : tasks->strings.len;

	if (name >= len)
		return false;
	buf_add(out, text + name, text_nul(text + name, len - (size_t)name));
	return true;
}

bool tasks_comm(struct tasks *tasks, struct task_moment *at, struct buf *out)
{
	bool found = false;

	pthread_mutex_lock(&tasks->lock);
	sort_locked(tasks);
	for (unsigned i = 0; i < GENERATIONS_MAX; i++) {
		const struct task_entry *e =
			at->time ? last_change(tasks, at->tid, at->time, UINT64_MAX)
				 : last_in_file(tasks, at->tid, at->row);

		if (!e)
			break;
		if (e->parent == TASK_NAMED) {
			found = add_name(tasks, e->name, out);
			break;
		}
		at->tid = e->parent;
		at->time = at->time ? e->time : 0;
		at->row = e->row;
	}
	pthread_mutex_unlock(&tasks->lock);
	return found;
}

bool tasks_know(struct tasks *tasks, uint32_t tid)
{
	bool known;

	pthread_mutex_lock(&tasks->lock);
	sort_locked(tasks);
	known = last_change(tasks, tid, UINT64_MAX, UINT64_MAX);
	pthread_mutex_unlock(&tasks->lock);
	return known;
}

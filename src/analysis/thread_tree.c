/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/thread_tree.h"

#include <stdlib.h>

#include "analysis/thread_lines.h"
#include "base/map.h"
#include "wire/schema.h"

enum {
	LATE_MAX = 64 /* an event is inserted before at most so many later events of its thread */
};

/* A record about a thread, after reading. */
struct thread_record {
	uint64_t row, time;
	uint32_t pid, tid, ppid;
	enum thread_event_kind kind;
};

struct thread_tree {
	struct job job;

	/* For the job's thread: nodes of a part's threads by number, and the records of a block. */
	size_t part;
	VEC(uint32_t) node_of; /* number + 1; 0: not looked up yet */
	VEC(struct thread_record) records;

	/* Guarded by the lock of the job. */
	struct map nodes_by_id;
	VEC(struct thread_node) nodes;
	VEC(struct thread_event) events;
	bool cut;
};

/* ---- the job ---- */

static bool changes_task(uint32_t type)
{
	return type == RECORD_COMM || type == RECORD_FORK || type == RECORD_EXIT;
}

/* Read before the lock is taken, because reading may wait for the disk. */
static void read_record(struct thread_tree *t, struct reader *reader, struct block *block,
			uint32_t i)
{
	struct row_info info;
	struct thread_record record;
	uint64_t ppid = UINT32_MAX;

	reader_row_in(reader, block, i, &info);
	record = (struct thread_record){ .row = info.row, .pid = info.pid, .tid = info.tid };
	record.time = info.has_time ? info.time : 0;
	if (info.type == RECORD_FORK)
		reader_number(reader, &info, F_ppid, &ppid);
	record.ppid = (uint32_t)ppid;
	record.kind = info.type == RECORD_FORK	   ? THREAD_FORK
		      : info.type == RECORD_EXIT   ? THREAD_EXIT
		      : info.misc & MISC_COMM_EXEC ? THREAD_EXEC
						   : THREAD_COMM;
	if (info.has_pid && info.has_tid)
		vec_push(&t->records, record);
}

static uint32_t node(struct thread_tree *t, uint32_t pid, uint32_t tid);

/* A thread is below its process, even if another process created it. */
static uint32_t process_of(struct thread_tree *t, uint32_t pid, uint32_t tid)
{
	return pid == tid ? THREAD_NONE : node(t, pid, pid);
}

static uint32_t node(struct thread_tree *t, uint32_t pid, uint32_t tid)
{
	struct thread_node fresh = { .pid = pid, .tid = tid };
	uint32_t *at;
	bool is_new;

	/* perf writes these numbers if a record belongs to no thread. */
	if (pid == UINT32_MAX || tid == UINT32_MAX)
		return THREAD_NONE;
	at = map_get(&t->nodes_by_id, (uint64_t)pid << 32 | tid);
	if (at)
		return *at;
	if (t->nodes.n + 1 >= THREAD_TREE_MAX) {
		t->cut = true;
		return THREAD_NONE;
	}
	fresh.parent = process_of(t, pid, tid);
	fresh.first = fresh.last = THREAD_NONE;
	at = map_put(&t->nodes_by_id, (uint64_t)pid << 32 | tid, &is_new);
	*at = (uint32_t)t->nodes.n;
	vec_push(&t->nodes, fresh);
	return (uint32_t)t->nodes.n - 1;
}

/* Insert an event by time, because the file has the buffers of several CPUs one after the other. */
static void add_event(struct thread_tree *t, struct thread_node *n,
		      const struct thread_record *record)
{
	struct thread_event event = { record->row, record->time, n->last, THREAD_NONE,
				      record->kind };
	uint32_t number = (uint32_t)t->events.n;

	if (t->events.n == THREAD_EVENTS_MAX) {
		t->cut = true;
		return;
	}
	for (int i = 0; i < LATE_MAX && event.prev != THREAD_NONE; i++) {
		const struct thread_event *before = &t->events.v[event.prev];

		if (before->time <= event.time)
			break;
		event.next = event.prev;
		event.prev = before->prev;
	}
	vec_push(&t->events, event);
	*(event.prev == THREAD_NONE ? &n->first : &t->events.v[event.prev].next) = number;
	*(event.next == THREAD_NONE ? &n->last : &t->events.v[event.next].prev) = number;
}

static void add_record(struct thread_tree *t, const struct thread_record *record)
{
	uint32_t n = node(t, record->pid, record->tid), parent = THREAD_NONE;

	if (n == THREAD_NONE)
		return;
	if (record->kind == THREAD_FORK && record->pid == record->tid)
		parent = node(t, record->ppid, record->ppid);
	if (parent != THREAD_NONE && parent != n)
		t->nodes.v[n].parent = parent;
	add_event(t, &t->nodes.v[n], record);
}

/* Return the node of a thread of the part's index; thread 0 is none. */
static uint32_t node_of(struct thread_tree *t, uint64_t thread)
{
	const struct index *index = recording_index(t->job.recording, t->part);

	if (!thread || thread >= index_threads(index))
		return THREAD_NONE;
	while (t->node_of.n <= thread)
		vec_push(&t->node_of, 0);
	if (!t->node_of.v[thread]) {
		const struct thread_entry *e = index_thread(index, thread);
		/* THREAD_NONE + 1 is 0: it is looked up again. */
		t->node_of.v[thread] = node(t, e->pid, e->tid) + 1;
	}
	return t->node_of.v[thread] - 1;
}

static uint32_t type_of(const struct index *index, uint64_t kind)
{
	return kind < index_kinds(index) ? index_kind(index, kind)->entry.type : RECORD_DAMAGE;
}

static bool examine_block(void *ctx, const struct job_block *at)
{
	struct thread_tree *t = ctx;
	struct block *block = reader_block(at->reader, at->number);
	const struct index *index;
	const uint64_t *kind, *thread;

	if (!block)
		return false;
	if (reader_block_part(block) != t->part) {
		t->part = reader_block_part(block);
		t->node_of.n = 0;
	}
	index = recording_index(t->job.recording, t->part);
	kind = block_column(block, COL_KIND);
	thread = block_column(block, COL_THREAD);
	t->records.n = 0;
	for (uint32_t i = 0; i < block->desc.rows; i++)
		if (changes_task(type_of(index, kind[i])))
			read_record(t, at->reader, block, i);
	pthread_mutex_lock(&t->job.lock);
	for (size_t i = 0; i < t->records.n; i++)
		add_record(t, &t->records.v[i]);
	for (uint32_t i = 0; i < block->desc.rows; i++) {
		uint32_t n = node_of(t, thread[i]);

		if (n == THREAD_NONE)
			continue;
		t->nodes.v[n].records++;
		t->nodes.v[n].samples += type_of(index, kind[i]) == RECORD_SAMPLE;
	}
	pthread_mutex_unlock(&t->job.lock);
	return true;
}

static const struct job_ops job_ops = { .examine = examine_block };

struct thread_tree *thread_tree_start(struct recording *recording, struct watcher *watcher)
{
	struct thread_tree *t = mem_zalloc(sizeof(*t));

	t->job.recording = recording;
	job_start(&t->job, &job_ops, t, watcher);
	return t;
}

void thread_tree_free(struct thread_tree *t)
{
	if (!t)
		return;
	job_end(&t->job);
	map_release(&t->nodes_by_id);
	vec_release(&t->node_of);
	vec_release(&t->records);
	vec_release(&t->nodes);
	vec_release(&t->events);
	free(t);
}

struct job *thread_tree_job(struct thread_tree *t)
{
	return &t->job;
}

bool thread_tree_cut(struct thread_tree *t)
{
	bool cut;

	pthread_mutex_lock(&t->job.lock);
	cut = t->cut;
	pthread_mutex_unlock(&t->job.lock);
	return cut;
}

struct thread_node thread_tree_node(struct thread_tree *t, uint32_t n)
{
	struct thread_node copy;

	pthread_mutex_lock(&t->job.lock);
	copy = t->nodes.v[n];
	pthread_mutex_unlock(&t->job.lock);
	return copy;
}

struct thread_event thread_tree_event(struct thread_tree *t, uint32_t event)
{
	struct thread_event copy;

	pthread_mutex_lock(&t->job.lock);
	copy = t->events.v[event];
	pthread_mutex_unlock(&t->job.lock);
	return copy;
}

void thread_tree_lines(struct thread_tree *t, enum thread_open (*open)(void *ctx, uint32_t node),
		       void *ctx, struct thread_lines *lines)
{
	pthread_mutex_lock(&t->job.lock);
	thread_lines_make(lines, t->nodes.v, t->nodes.n, t->events.v, open, ctx);
	pthread_mutex_unlock(&t->job.lock);
}

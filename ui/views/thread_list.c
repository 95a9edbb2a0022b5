/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/thread_list.h"

#include "base/map.h"

typedef VEC(struct thread_list_line) line_list;

void thread_list_release(struct thread_list *list)
{
	vec_release(&list->open);
	vec_release(&list->lines);
}

/* ---- order ---- */

static int compare_numbers(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

static int compare_ids(const struct thread_list_line *x, const struct thread_list_line *y)
{
	int c = compare_numbers(x->what.pid, y->what.pid);

	if (!c)
		c = compare_numbers(x->what.tid, y->what.tid);
	return c ? c : compare_numbers(x->what.cpu, y->what.cpu);
}

/*
 * Thread 0 is the idle task or a thread outside the pid namespace of the recorder, and -1 has
 * exited: each stands for several threads, and comes last.
 */
static int compare_many(const struct thread_list_line *x, const struct thread_list_line *y)
{
	return ((int32_t)x->what.tid <= 0) - ((int32_t)y->what.tid <= 0);
}

static int compare_on(const void *a, const void *b)
{
	const struct thread_list_line *x = a, *y = b;
	int c = compare_many(x, y);

	if (!c)
		c = compare_numbers(y->what.on, x->what.on);
	if (!c)
		c = compare_numbers(y->what.records, x->what.records);
	return c ? c : compare_ids(x, y);
}

/* Threads about which nothing is known come last. */
static int compare_first(const void *a, const void *b)
{
	const struct thread_list_line *x = a, *y = b;
	int c = compare_many(x, y);

	if (!c)
		c = compare_numbers(x->what.first - 1, y->what.first - 1);
	return c ? c : compare_ids(x, y);
}

static int compare_delay(const void *a, const void *b)
{
	const struct thread_list_line *x = a, *y = b;
	int c = compare_many(x, y);

	if (!c)
		c = compare_numbers(y->what.delay, x->what.delay);
	if (!c)
		c = compare_numbers(y->what.woken, x->what.woken);
	return c ? c : compare_ids(x, y);
}

static void sort(const struct thread_list *list, struct thread_list_line *lines, size_t n)
{
	static int (*const compare[THREAD_LIST_ORDERS])(const void *, const void *) = {
		[THREAD_LIST_BY_ON] = compare_on,
		[THREAD_LIST_BY_FIRST] = compare_first,
		[THREAD_LIST_BY_DELAY] = compare_delay,
	};

	if (n)
		qsort(lines, n, sizeof(*lines), compare[list->order]);
}

/* ---- processes ---- */

static void add_to(struct thread_timeline_thread *sum, const struct thread_timeline_thread *thread)
{
	sum->records += thread->records;
	sum->on += thread->on;
	sum->off += thread->off;
	sum->unknown += thread->unknown;
	sum->switches += thread->switches;
	sum->preempted += thread->preempted;
	sum->woken += thread->woken;
	if (thread->delay > sum->delay)
		sum->delay = thread->delay;
	if (thread->first && (!sum->first || thread->first < sum->first))
		sum->first = thread->first;
	if (thread->until > sum->until)
		sum->until = thread->until;
}

/* Make a line for each process of these threads. */
static void make_processes(const line_list *threads, line_list *processes)
{
	struct map by_pid = { 0 };

	for (size_t i = 0; i < threads->n; i++) {
		const struct thread_timeline_thread *thread = &threads->v[i].what;
		bool fresh;
		uint32_t *at = map_put(&by_pid, thread->pid, &fresh);

		if (fresh) {
			struct thread_list_line *line = vec_add(processes);

			line->thread = THREAD_LIST_PROCESS;
			line->what.pid = line->what.tid = thread->pid;
			*at = (uint32_t)processes->n - 1;
		}
		add_to(&processes->v[*at].what, thread);
		processes->v[*at].threads++;
	}
	map_release(&by_pid);
}

static void add_threads_of(struct thread_list *list, const line_list *threads, uint32_t pid)
{
	for (size_t i = 0; i < threads->n; i++)
		if (threads->v[i].what.pid == pid)
			vec_push(&list->lines, threads->v[i]);
}

static void fold(struct thread_list *list, const line_list *threads)
{
	line_list processes = { NULL };

	make_processes(threads, &processes);
	sort(list, processes.v, processes.n);
	for (size_t i = 0; i < processes.n; i++) {
		vec_push(&list->lines, processes.v[i]);
		if (thread_lines_is_open(list, processes.v[i].what.pid))
			add_threads_of(list, threads, processes.v[i].what.pid);
	}
	vec_release(&processes);
}

/* ---- lines ---- */

void thread_list_make(struct thread_list *list, const struct thread_timeline *timeline)
{
	line_list threads = { NULL };

	list->lines.n = 0;
	for (size_t i = 0; i < thread_timeline_threads(timeline); i++) {
		struct thread_list_line line = { .thread = i, .threads = 1 };

		thread_timeline_thread(timeline, i, &line.what);
		vec_push(&threads, line);
	}
	sort(list, threads.v, threads.n);
	if (list->folded)
		fold(list, &threads);
	for (size_t i = 0; !list->folded && i < threads.n; i++)
		vec_push(&list->lines, threads.v[i]);
	vec_release(&threads);
}

static size_t open_at(const struct thread_list *list, uint32_t pid)
{
	size_t i = 0;

	while (i < list->open.n && list->open.v[i] != pid)
		i++;
	return i;
}

bool thread_lines_is_open(const struct thread_list *list, uint32_t pid)
{
	return open_at(list, pid) < list->open.n;
}

void thread_list_toggle(struct thread_list *list, uint32_t pid)
{
	size_t i = open_at(list, pid);

	if (i < list->open.n)
		list->open.v[i] = list->open.v[--list->open.n];
	else
		vec_push(&list->open, pid);
}

static bool is_same(const struct thread_list_line *a, const struct thread_list_line *b)
{
	if (a->thread == THREAD_LIST_PROCESS || b->thread == THREAD_LIST_PROCESS)
		return a->thread == b->thread && a->what.pid == b->what.pid;
	return a->what.pid == b->what.pid && a->what.tid == b->what.tid &&
	       a->what.per_cpu == b->what.per_cpu &&
	       (!a->what.per_cpu || a->what.cpu == b->what.cpu);
}

size_t thread_list_find(const struct thread_list *list, const struct thread_list_line *line)
{
	for (size_t i = 0; i < list->lines.n; i++)
		if (is_same(&list->lines.v[i], line))
			return i;
	return SIZE_MAX;
}

struct thread_timeline_cell thread_list_cell(const struct thread_timeline *timeline,
					     const struct thread_list_line *line, size_t first,
					     size_t end)
{
	struct thread_timeline_cell sum = { 0 };

	if (line->thread != THREAD_LIST_PROCESS)
		return thread_timeline_cell(timeline, line->thread, first, end);
	for (size_t i = 0; i < thread_timeline_threads(timeline); i++) {
		struct thread_timeline_thread thread;
		struct thread_timeline_cell cell;

		thread_timeline_thread(timeline, i, &thread);
		if (thread.pid != line->what.pid)
			continue;
		cell = thread_timeline_cell(timeline, i, first, end);
		sum.on += cell.on;
		sum.records += cell.records;
		sum.ready += cell.ready;
		sum.stuck += cell.stuck;
		sum.lost += cell.lost;
	}
	return sum;
}

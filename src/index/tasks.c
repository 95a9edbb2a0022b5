/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/tasks.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/search.h"
#include "base/text.h"
#include "index/lineage.h"

enum {
	GENERATIONS_FAR = 63,	  /* forks without a name that are followed after the first one */
	GENERATIONS_NEAR = 3,	  /* forks that are followed without the cache of ways */
	STEPS_MAX = 16,		  /* changes that are looked up one by one */
	CHANGES_MAX = 65536,	  /* changes of one thread that are kept in a list */
	LONG_NAMES_MAX = 16 << 20 /* bytes of long names; no kernel writes such names */
};

void tasks_init(struct tasks *tasks, const char *spool_dir)
{
	memset(tasks, 0, sizeof(*tasks));
	tasks->spool_dir = spool_dir;
	history_init(&tasks->changes, sizeof(struct task_entry), spool_dir);
	pthread_mutex_init(&tasks->lock, NULL);
	buf_init(&tasks->strings);
}

void tasks_release(struct tasks *tasks)
{
	lineage_close(tasks->lineage);
	history_release(&tasks->changes);
	buf_release(&tasks->strings);
	pthread_mutex_destroy(&tasks->lock);
}

void tasks_use(struct tasks *tasks, const struct container *container,
	       const struct history_fence *fences, uint64_t n, const char *strings, size_t len)
{
	history_clear(&tasks->changes);
	if (n)
		history_use(&tasks->changes, container, fences, n);
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

struct task_entry tasks_comm_entry(struct tasks *tasks, uint32_t pid, const uint8_t *comm,
				   size_t len)
{
	struct task_entry entry = { .at = { .what = pid }, .parent = TASK_NAMED };

	len = text_nul(comm, len);
	if (len > TASK_NAME && tasks_strings(tasks) + len < LONG_NAMES_MAX) {
		entry.len = (uint32_t)len;
		entry.place = add_string(tasks, comm, len);
		return entry;
	}
	entry.len = len < TASK_NAME ? (uint32_t)len : TASK_NAME;
	memcpy(entry.name, comm, entry.len);
	return entry;
}

void tasks_add(struct tasks *tasks, const struct task_entry *entry)
{
	history_add(&tasks->changes, entry);
}

/* ---- lists ---- */

struct task_change {
	uint64_t time, row;
};

void task_lists_release(struct task_lists *lists)
{
	for (size_t i = 0; i < TASK_LISTS; i++) {
		vec_release(&lists->list[i].changes);
		vec_release(&lists->list[i].forks);
	}
}

static void take_change(void *arg, const void *entry)
{
	const struct task_entry *e = entry;
	struct task_list *l = arg;
	struct task_change change = { e->at.time, e->at.row };

	if (l->changes.n == CHANGES_MAX)
		return;
	vec_push(&l->changes, change);
	if (e->parent != TASK_NAMED)
		vec_push(&l->forks, change);
}

static int by_row(const void *pa, const void *pb)
{
	const struct task_change *a = pa, *b = pb;

	return a->row < b->row ? -1 : a->row > b->row;
}

static const struct task_list *list_of(struct tasks *tasks, struct task_lists *lists, uint32_t tid)
{
	struct task_list *l = &lists->list[tid % TASK_LISTS];
	uint64_t version = tasks_version(tasks);

	if (l->tasks == tasks && l->tid == tid && l->version == version)
		return l;
	l->tasks = tasks;
	l->tid = tid;
	l->version = version;
	l->changes.n = l->forks.n = 0;
	history_each(&tasks->changes, tid, take_change, l);
	if (l->changes.n)
		qsort(l->changes.v, l->changes.n, sizeof(*l->changes.v), by_row);
	return l;
}

/* Return the last change, in file order, at or before a row. */
static const struct task_change *change_at(const struct task_list *l, uint64_t row)
{
	size_t end = search_first(0, l->changes.n, i, l->changes.v[i].row <= row);

	return end ? &l->changes.v[end - 1] : NULL;
}

/* Return the last fork, by time, at or before a moment. Few threads have more than one fork. */
static const struct task_change *fork_at(const struct task_list *l, const struct task_moment *at)
{
	const struct task_change *best = NULL;

	for (size_t i = 0; i < l->forks.n; i++) {
		const struct task_change *c = &l->forks.v[i];

		if (at->time ? c->time > at->time : c->row > at->row)
			continue;
		if (!best || c->time > best->time || (c->time == best->time && c->row > best->row))
			best = c;
	}
	return best;
}

/* Get the entry of a change from a list. Returns false if there is none. */
static bool entry_of(struct tasks *tasks, uint32_t tid, const struct task_change *c,
		     struct task_entry *e)
{
	return c && history_before(&tasks->changes, tid, c->time, c->row, e);
}

/* Go to the previous change of the thread. Returns false if there is none. */
static bool step_back(struct tasks *tasks, uint32_t tid, struct task_entry *e)
{
	uint64_t time = e->at.row ? e->at.time : e->at.time - 1;
	uint64_t row = e->at.row ? e->at.row - 1 : UINT64_MAX;

	return (e->at.row || e->at.time) && history_before(&tasks->changes, tid, time, row, e);
}

/* ---- questions ---- */

/*
 * Find the last change by row, for records without a time. Changes without a time are ordered by
 * row; the changes with a time must be read one by one.
 */
static bool last_in_file(struct tasks *tasks, struct task_lists *lists,
			 const struct task_moment *at, struct task_entry *best)
{
	bool found = history_before(&tasks->changes, at->tid, 0, at->row, best), more;
	struct task_entry e;

	more = history_before(&tasks->changes, at->tid, UINT64_MAX, UINT64_MAX, &e);
	for (unsigned i = 0; more && e.at.time; i++) {
		if (i == STEPS_MAX)
			return entry_of(tasks, at->tid,
					change_at(list_of(tasks, lists, at->tid), at->row), best);
		if (e.at.row <= at->row && (!found || e.at.row > best->at.row)) {
			*best = e;
			found = true;
		}
		more = step_back(tasks, at->tid, &e);
	}
	return found;
}

static bool add_name(struct tasks *tasks, const struct task_entry *e, struct buf *out)
{
	const char *text;
	size_t len;
	bool there;

	if (e->len <= TASK_NAME) {
		buf_add(out, e->name, e->len);
		return true;
	}
	pthread_mutex_lock(&tasks->lock);
	text = tasks->text ? tasks->text : tasks->strings.p;
	len = tasks->text ? tasks->text_len : tasks->strings.len;
	there = e->place < len;
	if (there)
		buf_add(out, text + e->place, text_nul(text + e->place, len - (size_t)e->place));
	pthread_mutex_unlock(&tasks->lock);
	return there;
}

struct name_walk {
	struct tasks *tasks;
	bool (*each)(void *arg, const char *name, size_t len);
	void *arg;
	struct buf name;
};

static bool give_name(void *arg, const void *entry)
{
	const struct task_entry *e = entry;
	struct name_walk *n = arg;

	buf_reset(&n->name);
	return e->parent != TASK_NAMED || !add_name(n->tasks, e, &n->name) ||
	       n->each(n->arg, n->name.p, n->name.len);
}

void tasks_each_name(struct tasks *tasks, bool (*each)(void *arg, const char *name, size_t len),
		     void *arg)
{
	struct name_walk walk = { .tasks = tasks, .each = each, .arg = arg, .name = BUF_INIT };

	history_all(&tasks->changes, give_name, &walk);
	buf_release(&walk.name);
}

/* Is the whole name in the entry? */
static bool is_whole(const struct task_entry *e)
{
	return e->parent == TASK_NAMED && e->len < TASK_NAME;
}

/* Find the last change of a thread at or before a moment. */
static bool last_change(struct tasks *tasks, struct task_lists *lists, const struct task_moment *at,
			struct task_entry *e)
{
	return at->time ? history_before(&tasks->changes, at->tid, at->time, UINT64_MAX, e)
			: last_in_file(tasks, lists, at, e);
}

/* Go to the thread that made the fork, at the moment of the fork. */
static void to_parent(struct task_moment *at, const struct task_entry *fork)
{
	at->tid = fork->parent;
	at->time = at->time ? fork->at.time : 0;
	at->row = fork->at.row;
}

static struct lineage *lineage_of(struct tasks *tasks, bool open)
{
	struct lineage *lineage;

	pthread_mutex_lock(&tasks->lock);
	if (!tasks->lineage && open)
		tasks->lineage = lineage_open(tasks->spool_dir);
	lineage = tasks->lineage;
	pthread_mutex_unlock(&tasks->lock);
	return lineage;
}

/* Follow one step of a way. Returns true if the way ends here; *rest has its end. */
static bool step_up(struct tasks *tasks, struct task_lists *lists, struct task_moment *at,
		    struct lineage_way *rest)
{
	struct task_entry e;
	bool found = last_change(tasks, lists, at, &e);

	if (found && e.parent != TASK_NAMED) {
		to_parent(at, &e);
		return false;
	}
	*rest = (struct lineage_way){ *at, 0, found ? LINEAGE_NAMED : LINEAGE_NAMELESS };
	return true;
}

/* Return the way that begins n steps before another way. */
static struct lineage_way longer(const struct lineage_way *rest, unsigned n)
{
	struct lineage_way way = *rest;

	way.steps += n;
	if (way.steps <= GENERATIONS_FAR)
		return way;
	return (struct lineage_way){ .steps = GENERATIONS_FAR + 1, .end = LINEAGE_FAR };
}

/*
 * Find the way from a moment to a name. The number of steps includes cached parts, so that the
 * answer does not depend on earlier calls.
 */
static struct lineage_way find_way(struct tasks *tasks, struct task_lists *lists,
				   struct lineage *lineage, struct task_moment at)
{
	struct task_moment passed[GENERATIONS_FAR + 1];
	uint64_t version = tasks_version(tasks);
	struct lineage_way rest = { .steps = 0 }, way = rest;
	unsigned n = 0;
	bool known;

	while (!(known = lineage_find(lineage, version, &at, &rest)) && n <= GENERATIONS_FAR) {
		passed[n++] = at;
		known = step_up(tasks, lists, &at, &rest);
		if (known)
			break;
	}
	/* If the end was not reached, only the first moment is known to be too far from it. */
	for (unsigned i = known ? n : n > 0; i-- > 0;) {
		way = longer(&rest, n - i);
		lineage_keep(lineage, version, &passed[i], &way);
	}
	return n ? way : rest;
}

/* Follow a few steps without the cache. Returns false if the way is longer. */
static bool find_near(struct tasks *tasks, struct task_lists *lists, struct task_moment at,
		      struct lineage_way *way)
{
	for (unsigned i = 0; i < GENERATIONS_NEAR; i++)
		if (step_up(tasks, lists, &at, way))
			return true;
	return false;
}

static struct lineage_way way_from(struct tasks *tasks, struct task_lists *lists,
				   const struct task_moment *at)
{
	struct lineage *lineage = lineage_of(tasks, false);
	struct lineage_way way;

	if (!lineage && find_near(tasks, lists, *at, &way))
		return way;
	return find_way(tasks, lists, lineage ? lineage : lineage_of(tasks, true), *at);
}

enum tasks_found tasks_comm(struct tasks *tasks, struct task_lists *lists, struct task_moment *at,
			    struct buf *out)
{
	struct task_entry e;
	struct lineage_way way;

	if (!last_change(tasks, lists, at, &e))
		return TASKS_UNDESCRIBED;
	if (e.parent != TASK_NAMED) {
		to_parent(at, &e);
		way = way_from(tasks, lists, at);
		if (way.end == LINEAGE_FAR)
			return TASKS_UNKNOWN;
		*at = way.last;
		if (way.end == LINEAGE_NAMELESS)
			return TASKS_UNDESCRIBED;
		if (!last_change(tasks, lists, at, &e) || e.parent != TASK_NAMED)
			return TASKS_UNKNOWN;
	}
	return add_name(tasks, &e, out) ? TASKS_NAMED : TASKS_UNKNOWN;
}

void tasks_stay(struct tasks *tasks, const struct task_moment *at, struct task_stay *stay)
{
	struct task_entry before, after;
	unsigned found = history_around(&tasks->changes, at->tid, at->time, &before, &after);
	bool named = found & HISTORY_BEFORE && is_whole(&before);

	stay->from = found & HISTORY_BEFORE ? before.at.time : 0;
	stay->until = found & HISTORY_AFTER ? after.at.time : UINT64_MAX;
	stay->row = named ? before.at.row : UINT64_MAX;
}

bool tasks_recorded(struct tasks *tasks, const struct task_moment *at, struct buf *out)
{
	struct task_entry e;

	if (!history_before(&tasks->changes, at->tid, at->time, at->row, &e) ||
	    e.at.time != at->time || e.at.row != at->row || !is_whole(&e))
		return false;
	buf_add(out, e.name, e.len);
	return true;
}

bool tasks_know(struct tasks *tasks, uint32_t tid)
{
	struct task_entry e;

	return history_before(&tasks->changes, tid, UINT64_MAX, UINT64_MAX, &e);
}

/*
 * Find the last fork that created a thread. The name of the thread may have changed several times
 * since.
 */
static bool last_fork(struct tasks *tasks, struct task_lists *lists, const struct task_moment *at,
		      struct task_entry *e)
{
	bool more = history_before(&tasks->changes, at->tid, at->time ? at->time : UINT64_MAX,
				   UINT64_MAX, e);

	for (unsigned i = 0; more; i++) {
		if (i == STEPS_MAX)
			return entry_of(tasks, at->tid, fork_at(list_of(tasks, lists, at->tid), at),
					e);
		if (e->parent != TASK_NAMED && (at->time || e->at.row <= at->row))
			return true;
		more = step_back(tasks, at->tid, e);
	}
	return false;
}

bool tasks_parent(struct tasks *tasks, struct task_lists *lists, const struct task_moment *at,
		  uint32_t *ppid)
{
	struct task_entry fork, parent;

	if (!last_fork(tasks, lists, at, &fork))
		return false;
	/* The fork has the parent thread; the changes of that thread have its process. */
	*ppid = fork.parent;
	if (history_before(&tasks->changes, fork.parent, at->time ? fork.at.time : UINT64_MAX,
			   UINT64_MAX, &parent))
		*ppid = parent.at.what;
	return true;
}

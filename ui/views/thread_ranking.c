/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/thread_ranking.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/groupkey.h"
#include "widgets/field_condition.h"

enum {
	COMMON = 10 /* a name is common in 1 of so many samples of its thread */
};

void thread_ranking_start(struct thread_ranking *r, struct app *app, struct filter *filter,
			  struct watcher *watcher)
{
	*r = (struct thread_ranking){ .samples = 0 };
	ranking_start(&r->ranking, app, "tid,comm", filter, 1, watcher);
}

void thread_ranking_release(struct thread_ranking *r)
{
	ranking_release(&r->ranking);
	map_release(&r->places);
	vec_release(&r->list);
}

bool thread_ranking_is_idle(const struct thread_rank *thread)
{
	return thread->has && !thread->tid;
}

static int compare(const void *a, const void *b)
{
	const struct thread_rank *x = a, *y = b;
	bool idle = thread_ranking_is_idle(x);

	if (idle != thread_ranking_is_idle(y))
		return idle ? 1 : -1;
	if (x->samples != y->samples)
		return x->samples < y->samples ? 1 : -1;
	if (x->has != y->has)
		return x->has ? 1 : -1;
	return (int32_t)x->tid < (int32_t)y->tid ? -1 : (int32_t)x->tid > (int32_t)y->tid;
}

/* Samples without a thread have a key of their own. */
static uint64_t key_of(const struct group_value *tid)
{
	return tid->has ? (uint32_t)tid->num : UINT64_MAX;
}

static void add_line(struct thread_ranking *r, size_t line)
{
	struct group_value values[GROUP_FIELDS_MAX];
	uint64_t n = ranking_value(&r->ranking, line, values);
	struct thread_rank *thread;
	bool fresh;
	uint32_t *place = map_put(&r->places, key_of(&values[0]), &fresh);

	if (fresh) {
		vec_push(&r->list, ((struct thread_rank){ .has = values[0].has,
							  .tid = (uint32_t)values[0].num }));
		*place = (uint32_t)r->list.n;
	}
	thread = &r->list.v[*place - 1];
	thread->samples += n;
	r->samples += thread_ranking_is_idle(thread) ? 0 : n;
	/* The most frequent lines come first. */
	if (thread->names < THREAD_NAMES) {
		thread->lines[thread->names] = line;
		thread->named[thread->names++] = n;
	}
}

void thread_ranking_take(struct thread_ranking *r)
{
	size_t n;

	if (!ranking_take(&r->ranking))
		return;
	map_release(&r->places);
	r->list.n = 0;
	r->samples = 0;
	n = ranking_count(&r->ranking);
	for (size_t line = 0; line < n; line++)
		add_line(r, line);
	if (n)
		qsort(r->list.v, r->list.n, sizeof(*r->list.v), compare);
}

bool thread_ranking_has_idle(const struct thread_ranking *r)
{
	return r->list.n > 1 && thread_ranking_is_idle(&r->list.v[r->list.n - 1]);
}

bool thread_ranking_earlier(const struct thread_ranking *r, const struct thread_rank *thread,
			    const char *last, struct buf *out)
{
	struct group_value values[GROUP_FIELDS_MAX];
	struct buf name = BUF_INIT;
	bool found = false;

	for (size_t i = 0; i < thread->names && !found; i++) {
		ranking_value(&r->ranking, thread->lines[i], values);
		buf_reset(&name);
		groupkey_text(&values[1], &name);
		found = values[1].has && strcmp(name.p, last) != 0 &&
			thread->named[i] * COMMON >= thread->samples;
	}
	if (found)
		buf_adds(out, name.p);
	buf_release(&name);
	return found;
}

bool thread_ranking_condition(const struct thread_ranking *r, const struct thread_rank *thread,
			      struct buf *out)
{
	struct group_value values[GROUP_FIELDS_MAX];

	ranking_value(&r->ranking, thread->lines[0], values);
	return field_condition_of_group(r->ranking.query.by, 1, values, out);
}

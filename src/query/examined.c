/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/examined.h"

#include "base/search.h"
#include "index/tasks.h"

enum {
	STEPS_MOST = 4096 /* then two neighbours become one, which may be too careful */
};

void examined_init(struct examined *e)
{
	*e = (struct examined){ .steps = { 0 } };
	pthread_mutex_init(&e->lock, NULL);
}

void examined_release(struct examined *e)
{
	vec_release(&e->steps);
	pthread_mutex_destroy(&e->lock);
}

void examined_reset(struct examined *e)
{
	pthread_mutex_lock(&e->lock);
	e->steps.n = 0;
	e->passed = false;
	pthread_mutex_unlock(&e->lock);
}

static uint64_t latest_time(const struct recording *recording, uint64_t block)
{
	struct block_desc desc = recording_block(recording, block);

	if (desc.flags & BLOCK_TIME_MAX)
		return UINT64_MAX;
	return desc.time_min > desc.time_max ? 0 : recording_time_in(recording, 0, desc.time_max);
}

static void halve(struct examined *e)
{
	size_t n = 0;

	for (size_t i = 0; i < e->steps.n; i += 2) {
		size_t last = i + 1 < e->steps.n ? i + 1 : i;

		e->steps.v[n++] = (struct examined_step){ .known = e->steps.v[i].known,
							  .time = e->steps.v[last].time };
	}
	e->steps.n = n;
}

void examined_add(struct examined *e, const struct recording *recording, uint64_t block)
{
	uint64_t time = latest_time(recording, block);
	struct examined_step *last;

	pthread_mutex_lock(&e->lock);
	last = e->steps.n ? &e->steps.v[e->steps.n - 1] : NULL;
	if (!last || time > last->time) {
		/* Within the lock, so that it never decreases. */
		uint64_t known = recording_rows(recording);

		if (last && last->known == known)
			last->time = time;
		else
			vec_push(&e->steps, ((struct examined_step){ known, time }));
		if (e->steps.n == STEPS_MOST)
			halve(e);
	}
	pthread_mutex_unlock(&e->lock);
}

void examined_pass(struct examined *e)
{
	pthread_mutex_lock(&e->lock);
	e->passed = true;
	pthread_mutex_unlock(&e->lock);
}

/* The latest time that was examined before the record of a row was known; 0: none. */
static uint64_t examined_before(const struct examined *e, uint64_t row)
{
	size_t n = search_first(0, e->steps.n, i, e->steps.v[i].known <= row);

	return n ? e->steps.v[n - 1].time : 0;
}

struct search {
	const struct examined *examined;
	bool changed;
};

static bool look_at_entry(void *arg, const void *entry)
{
	struct search *search = arg;
	const struct moment *at = &((const struct task_entry *)entry)->at;

	search->changed = at->row >= search->examined->steps.v[0].known &&
			  at->time <= examined_before(search->examined, at->row);
	return !search->changed;
}

bool examined_changed(struct examined *e, const struct recording *recording)
{
	struct search search = { .examined = e, .changed = true };
	struct index *index = recording_parts(recording) == 1 ? recording_index(recording, 0)
							      : NULL;

	pthread_mutex_lock(&e->lock);
	if (e->steps.n && !e->passed && index && index_has_times(index)) {
		search.changed = false;
		history_all(&index_tasks(index)->changes, look_at_entry, &search);
	}
	pthread_mutex_unlock(&e->lock);
	return search.changed;
}

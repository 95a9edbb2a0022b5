/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/ahead.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/mem.h"

enum {
	AHEAD_BYTES = 32 << 20,
	STEP_BYTES = 1 << 20 /* the system may read less than it is asked for at once */
};

struct ahead {
	const struct source *source;
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t moved;
	uint64_t pos;  /* of the walk */
	uint64_t done; /* bytes before this place were asked for */
	bool closing;
};

/* Half of what is asked for is always still to come. */
static bool is_far(const struct ahead *a)
{
	return a->done > a->pos + AHEAD_BYTES / 2;
}

static void ask(struct ahead *a)
{
	uint64_t from = a->done < a->pos ? a->pos : a->done;

	a->done = from + STEP_BYTES;
	pthread_mutex_unlock(&a->lock);
	if (!source_at_hand(a->source, from) || !source_at_hand(a->source, from + STEP_BYTES - 1))
		source_ahead(a->source, from, STEP_BYTES);
	pthread_mutex_lock(&a->lock);
}

static void *ahead_thread(void *arg)
{
	struct ahead *a = arg;

	pthread_mutex_lock(&a->lock);
	while (!a->closing) {
		if (is_far(a))
			pthread_cond_wait(&a->moved, &a->lock);
		else
			while (!a->closing && a->done < a->pos + AHEAD_BYTES)
				ask(a);
	}
	pthread_mutex_unlock(&a->lock);
	return NULL;
}

struct ahead *ahead_open(const struct source *source, uint64_t pos)
{
	struct ahead *a;

	if (!source_is_file(source) || source_size(source) < pos + AHEAD_BYTES)
		return NULL;
	a = mem_zalloc(sizeof(*a));
	a->source = source;
	a->pos = pos;
	pthread_mutex_init(&a->lock, NULL);
	pthread_cond_init(&a->moved, NULL);
	if (!pthread_create(&a->thread, NULL, ahead_thread, a))
		return a;
	pthread_cond_destroy(&a->moved);
	pthread_mutex_destroy(&a->lock);
	free(a);
	return NULL;
}

void ahead_close(struct ahead *a)
{
	if (!a)
		return;
	pthread_mutex_lock(&a->lock);
	a->closing = true;
	pthread_cond_signal(&a->moved);
	pthread_mutex_unlock(&a->lock);
	pthread_join(a->thread, NULL);
	pthread_cond_destroy(&a->moved);
	pthread_mutex_destroy(&a->lock);
	free(a);
}

void ahead_at(struct ahead *a, uint64_t pos)
{
	if (!a)
		return;
	pthread_mutex_lock(&a->lock);
	a->pos = pos;
	if (!is_far(a))
		pthread_cond_signal(&a->moved);
	pthread_mutex_unlock(&a->lock);
}

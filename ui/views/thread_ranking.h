/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_THREAD_RANKING_H
#define VIEWS_THREAD_RANKING_H

#include "views/ranking.h"

/*
 * The threads of the samples that match a filter, counted in the background, the busiest first.
 * Thread 0 is the last one and not part of the sum: it is the idle task of each CPU, and also all
 * threads outside the pid namespace of the recorder. A zeroed ranking is not started.
 */
enum {
	THREAD_NAMES = 2
};

struct thread_rank {
	bool has; /* false: samples without a thread */
	uint32_t tid;
	uint64_t samples;
	size_t names;		      /* most frequent names of the thread, at most THREAD_NAMES: */
	size_t lines[THREAD_NAMES];   /* their lines in the ranking */
	uint64_t named[THREAD_NAMES]; /* and their samples */
};

struct thread_ranking {
	struct ranking ranking; /* by thread and name */
	struct map places;	/* of a thread in the list, + 1 */
	VEC(struct thread_rank) list;
	uint64_t samples; /* of all threads except thread 0 */
};

/* The ranking owns the filter from now on. */
void thread_ranking_start(struct thread_ranking *ranking, struct app *app, struct filter *filter,
			  struct watcher *watcher);
void thread_ranking_release(struct thread_ranking *ranking);

/* Take the results counted since the last call. */
void thread_ranking_take(struct thread_ranking *ranking);

bool thread_ranking_is_idle(const struct thread_rank *thread);

/* Are there samples of thread 0, and of other threads? */
bool thread_ranking_has_idle(const struct thread_ranking *ranking);

/*
 * Append, escaped, a name other than `last`, also escaped, that the thread had in at least a tenth
 * of its samples. Returns false if there is none.
 */
bool thread_ranking_earlier(const struct thread_ranking *ranking, const struct thread_rank *thread,
			    const char *last, struct buf *out);

/* Append the condition for the records of a thread. False: no filter can express it. */
bool thread_ranking_condition(const struct thread_ranking *ranking,
			      const struct thread_rank *thread, struct buf *out);

#endif

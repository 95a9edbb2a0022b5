/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/crew.h"

#include <time.h>

#include "base/conveyor.h"
#include "base/thread.h"

enum {
	/* Blocks come in well under the first while an index is built. */
	BUILDING_NS = 5000000,
	FOLLOWING_NS = 40000000
};

void crew_init(struct crew *c, const struct recording *recording, const _Atomic bool *stop)
{
	*c = (struct crew){ .recording = recording,
			    .blocks = recording_blocks(recording),
			    .stop = stop };
	err_clear(&c->err);
	pthread_mutex_init(&c->lock, NULL);
}

void crew_release(struct crew *c)
{
	pthread_mutex_destroy(&c->lock);
}

void crew_grow(struct crew *c)
{
	struct index_progress progress;

	recording_progress(c->recording, &progress);
	c->blocks = UINT64_MAX;
	c->state = progress.state;
}

unsigned crew_size(const struct crew *c)
{
	unsigned n = conveyor_workers(CREW_MAX);

	if (c->blocks < n)
		return c->blocks ? (unsigned)c->blocks : 1;
	return n;
}

int crew_run(struct crew *c, void *(*run)(void *member), void *const *members, unsigned n)
{
	struct thread threads[CREW_MAX];
	unsigned started = 1;

	while (started < n &&
	       thread_start(&threads[started], "perfnav/block", run, members[started]))
		started++;
	run(members[0]);
	for (unsigned i = 1; i < started; i++)
		thread_join(&threads[i]);
	return c->err.code;
}

bool crew_next(struct crew *c, uint64_t *block)
{
	if (c->worker)
		worker_pass(c->worker);
	if (c->over)
		return false;
	*block = c->next++;
	if (*block >= c->blocks)
		return false;
	if (c->stop && *c->stop)
		crew_fail(c, ERR_STOPPED, "stopped");
	return !c->over;
}

enum crew_block crew_look(struct crew *c, uint64_t block)
{
	bool following = c->state == INDEX_FOLLOWING;
	struct timespec pause = { .tv_nsec = following ? FOLLOWING_NS : BUILDING_NS };
	struct index_progress progress;

	if (block < recording_blocks(c->recording))
		return CREW_THERE;
	recording_progress(c->recording, &progress);
	/* The last blocks came before the index was complete. */
	if (progress.state != c->state ||
	    (progress.state != INDEX_BUILDING && progress.state != INDEX_FOLLOWING))
		return block < recording_blocks(c->recording) ? CREW_THERE : CREW_NONE;
	if (c->stop && *c->stop)
		crew_fail(c, ERR_STOPPED, "stopped");
	if (c->over)
		return CREW_NONE;
	if (c->worker)
		worker_pass(c->worker);
	nanosleep(&pause, NULL);
	return CREW_LATER;
}

int crew_fail(struct crew *c, enum err_code code, const char *what)
{
	pthread_mutex_lock(&c->lock);
	if (!c->err.code)
		err_set(&c->err, code, "%s", what);
	pthread_mutex_unlock(&c->lock);
	c->over = true;
	return code;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/crew.h"

#include "base/bell.h"
#include "base/conveyor.h"
#include "base/thread.h"

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
	return CREW_LATER;
}

void crew_wait(struct crew *c, uint32_t *heard, unsigned ms)
{
	if (c->worker)
		worker_pass(c->worker);
	if (ms)
		bell_wait_for(BELL_ROWS, heard, ms);
	else
		bell_wait(BELL_ROWS, heard);
}

int crew_fail(struct crew *c, enum err_code code, const char *what)
{
	pthread_mutex_lock(&c->lock);
	if (!c->err.code)
		err_set(&c->err, code, "%s", what);
	pthread_mutex_unlock(&c->lock);
	c->over = true;
	bell_ring(BELL_ROWS);
	return code;
}

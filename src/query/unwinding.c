/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/unwinding.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/bell.h"
#include "base/mem.h"
#include "base/thread.h"

struct unwinding {
	struct recording *recording;
	void (*wake)(void *arg);
	void *arg;
	struct thread thread;
	uint32_t heard;	      /* used by the thread */
	pthread_mutex_t lock; /* guards all following members */
	pthread_cond_t more;
	bool stop, wanted, forget;
	struct row_info row;		/* the requested row */
	struct unwinding_frames frames; /* of row, unless wanted is true */
};

static bool is_building(const struct unwinding *u)
{
	struct index_progress progress;

	recording_progress(u->recording, &progress);
	return progress.state == INDEX_BUILDING;
}

/* Wait for a request, and for the index. Returns false to stop. */
static bool wait_for_row(struct unwinding *u)
{
	while (!u->stop && !u->wanted)
		pthread_cond_wait(&u->more, &u->lock);
	while (!u->stop && is_building(u)) {
		pthread_mutex_unlock(&u->lock);
		bell_wait(BELL_STATE, &u->heard);
		pthread_mutex_lock(&u->lock);
	}
	return !u->stop;
}

static const struct unwind_frames *unwind(struct reader *reader, const struct row_info *row)
{
	struct layout layout;
	const uint8_t *p;
	size_t len;

	reader_layout(reader, row, &layout);
	p = reader_bytes(reader, row, &len);
	return len ? userstack_frames(reader_userstack(reader), row, &layout, p, len) : NULL;
}

static void keep(struct unwinding *u, const struct unwind_frames *frames)
{
	struct unwind_frames *to = &u->frames.frames;

	u->frames.has = frames != NULL;
	to->ips.n = 0;
	for (size_t i = 0; frames && i < frames->ips.n; i++)
		vec_push(&to->ips, frames->ips.v[i]);
	to->why = frames ? frames->why : UNWIND_OUTERMOST;
	to->at = frames ? frames->at : 0;
	to->file = frames ? frames->file : UNWIND_NO_FILE;
}

static void *run(void *arg)
{
	struct unwinding *u = arg;
	struct reader *reader = reader_open(u->recording);

	pthread_mutex_lock(&u->lock);
	while (wait_for_row(u)) {
		const struct unwind_frames *frames;
		struct row_info row = u->row;
		bool forget = u->forget;

		u->forget = false;
		pthread_mutex_unlock(&u->lock);
		if (forget) {
			reader_close(reader);
			reader = reader_open(u->recording);
		}
		frames = unwind(reader, &row);
		pthread_mutex_lock(&u->lock);
		if (row.row != u->row.row || u->forget)
			continue; /* another row was requested meanwhile, or symbol files have
				   * changed */
		keep(u, frames);
		u->wanted = false;
		u->wake(u->arg);
	}
	pthread_mutex_unlock(&u->lock);
	reader_close(reader);
	return NULL;
}

struct unwinding *unwinding_open(struct recording *recording, void (*wake)(void *arg), void *arg)
{
	struct unwinding *u = mem_zalloc(sizeof(*u));

	u->recording = recording;
	u->wake = wake;
	u->arg = arg;
	u->row.row = UINT64_MAX;
	pthread_mutex_init(&u->lock, NULL);
	pthread_cond_init(&u->more, NULL);
	thread_start(&u->thread, "perfnav/unwind", run, u);
	return u;
}

void unwinding_close(struct unwinding *u)
{
	if (!u)
		return;
	pthread_mutex_lock(&u->lock);
	u->stop = true;
	pthread_cond_signal(&u->more);
	pthread_mutex_unlock(&u->lock);
	bell_ring(BELL_STATE);
	thread_join(&u->thread);
	vec_release(&u->frames.frames.ips);
	pthread_cond_destroy(&u->more);
	pthread_mutex_destroy(&u->lock);
	free(u);
}

const struct unwinding_frames *unwinding_get(struct unwinding *u, const struct row_info *row)
{
	bool ready;

	pthread_mutex_lock(&u->lock);
	if (row->row != u->row.row) {
		u->row = *row;
		u->frames.has = false;
		u->wanted = u->thread.runs;
		pthread_cond_signal(&u->more);
	}
	ready = !u->wanted;
	pthread_mutex_unlock(&u->lock);
	return ready ? &u->frames : NULL;
}

void unwinding_forget(struct unwinding *u)
{
	pthread_mutex_lock(&u->lock);
	u->row.row = UINT64_MAX;
	u->wanted = false;
	u->forget = true;
	pthread_mutex_unlock(&u->lock);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/unwinding.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/bell.h"
#include "base/mem.h"
#include "base/queue.h"

struct unwinding {
	struct recording *recording;
	void (*wake)(void *arg);
	void *arg;
	struct queue *queue;
	struct reader *reader; /* for the thread of the queue, as is `heard` */
	uint32_t heard;
	pthread_mutex_t lock; /* guards all following members */
	bool wanted, forget;
	struct row_info row;		/* the requested row */
	struct unwinding_frames frames; /* of row, unless wanted is true */
};

/* Wait for the index. Returns false to stop. */
static bool wait_for_index(struct unwinding *u)
{
	while (!queue_is_stopped(u->queue) && recording_state(u->recording) == INDEX_BUILDING)
		bell_wait(BELL_STATE, &u->heard);
	return !queue_is_stopped(u->queue);
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

static void keep_frames(struct unwinding *u, const struct unwind_frames *frames)
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

/* Unwind the row that is requested now. */
static void serve(void *arg, const void *request)
{
	const struct unwind_frames *frames;
	struct unwinding *u = arg;
	struct row_info row;
	bool wanted, forget;

	(void)request;
	if (!wait_for_index(u))
		return;
	pthread_mutex_lock(&u->lock);
	row = u->row;
	wanted = u->wanted;
	forget = u->forget;
	u->forget = false;
	pthread_mutex_unlock(&u->lock);
	if (!wanted)
		return;
	if (forget || !u->reader) {
		reader_close(u->reader);
		u->reader = reader_open(u->recording);
	}
	frames = unwind(u->reader, &row);
	pthread_mutex_lock(&u->lock);
	/* Another row may be requested meanwhile, or symbol files have changed. */
	if (row.row == u->row.row && !u->forget) {
		keep_frames(u, frames);
		u->wanted = false;
		u->wake(u->arg);
	}
	pthread_mutex_unlock(&u->lock);
}

struct unwinding *unwinding_open(struct recording *recording, void (*wake)(void *arg), void *arg)
{
	struct unwinding *u = mem_zalloc(sizeof(*u));

	u->recording = recording;
	u->wake = wake;
	u->arg = arg;
	u->row.row = UINT64_MAX;
	u->queue = queue_open(
		&(struct queue_options){ .name = "perfnav/unwind", .serve = serve, .arg = u });
	pthread_mutex_init(&u->lock, NULL);
	return u;
}

void unwinding_close(struct unwinding *u)
{
	if (!u)
		return;
	queue_stop(u->queue);
	bell_ring(BELL_STATE);
	queue_close(u->queue);
	reader_close(u->reader);
	vec_release(&u->frames.frames.ips);
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
		u->wanted = queue_put(u->queue, QUEUE_NOW, 0, NULL);
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

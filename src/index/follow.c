/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/follow.h"

#include <time.h>

#include "base/bell.h"
#include "index/index_private.h"

enum {
	PAUSE_MS = 50,	  /* between two blocks of data from a pipe */
	LOOK_MS = 200,	  /* between two checks of the size of the file */
	DATA_SIZE_AT = 48 /* of the size in the header: 0 until the recorder ends */
};

static bool stopped(const struct follow *f)
{
	return atomic_load(&f->b->index->stop);
}

static bool wanted(const struct follow *f)
{
	return f->pipe || atomic_load(&f->b->index->following);
}

static void publish_rows(struct follow *f)
{
	struct index *index = f->b->index;

	build_give(f->b);
	packer_drain(f->b->packer);
	if (index->options.wake)
		index->options.wake(index->options.wake_arg);
}

/*
 * Return the offset of a damaged stretch at the end of the stream, which may be an incomplete
 * record.
 */
static uint64_t damage_at_end(const struct follow *f)
{
	const struct damage *last = &f->b->last_damage;

	return last->reason && last->offset + last->size == f->stream->end ? last->offset : 0;
}

/*
 * Nobody waits for more data: turn everything up to the current end into rows. The walk can still
 * continue later.
 */
static int settle(struct follow *f)
{
	struct build *b = f->b;

	b->last_damage.reason = NULL;
	f->records->live = false;
	build_walk(b, f->records, f->z);
	f->records->live = true;
	f->again = damage_at_end(f);
	b->records = NULL;
	inflater_end(f->z, b);
	publish_rows(f);
	return packer_failed(b->packer) ? ERR_IO : 0;
}

/* The recorder writes the size of the data when it ends. */
static bool has_size(const struct follow *f, uint64_t *end)
{
	const struct perf_file *file = f->b->index->file;
	uint8_t p[8];

	if (f->pipe || file->header.pipe ||
	    source_read(f->stream->source, DATA_SIZE_AT, p, sizeof(p)) < (int64_t)sizeof(p))
		return false;
	*end = load_u64(p, file->header.big);
	*end = f->stream->start + (*end < UINT64_MAX - f->stream->start ? *end : 0);
	return *end > f->stream->start;
}

/* Set *end to the current end of the stream. Return true if the end is final. */
static bool find_end(const struct follow *f, uint64_t *end)
{
	uint64_t size, last = 0;
	int error;
	bool final = f->pipe ? source_ended(f->stream->source, &error) : has_size(f, &last);

	size = source_size_now(f->stream->source);
	*end = final && !f->pipe && last < size ? last : size;
	return final;
}

static void wait_a_little(struct follow *f)
{
	uint32_t heard = bell_heard(BELL_STATE);

	if (f->pipe) {
		source_wait(f->stream->source, f->stream->end + 1, LOOK_MS);
		return;
	}
	if (!stopped(f) && wanted(f))
		bell_wait_for(BELL_STATE, &heard, LOOK_MS);
	while (!stopped(f) && !wanted(f) && !f->held)
		bell_wait(BELL_STATE, &heard);
}

/*
 * Wait until the stream has grown. *final: it will not grow any more. *left: nobody follows any
 * more, and the rows that are held back must be published.
 */
static void wait_for_more(struct follow *f, bool *final, bool *left)
{
	uint64_t end = 0;

	*final = *left = false;
	while (!stopped(f)) {
		*left = !wanted(f) && f->held;
		if (*left || wanted(f)) {
			*final = find_end(f, &end);
			if (*final || *left || end > f->stream->end)
				break;
		}
		wait_a_little(f);
	}
	if (end > f->stream->end || *final) {
		f->stream->end = end;
		atomic_store(&f->b->index->bytes_total, end - f->stream->start);
	}
}

static void go_back(struct follow *f)
{
	f->b->records = f->records;
	if (f->again)
		f->records->pos = f->again;
	f->records->have = 0;
	f->records->looked_at = false;
	f->again = 0;
}

/*
 * Publish the existing rows. If the recording is not followed, its end is included and the index is
 * kept.
 */
static int catch_up(struct follow *f)
{
	struct timespec pause = { .tv_nsec = PAUSE_MS * 1000000L };
	struct build *b = f->b;
	bool followed = wanted(f); /* other threads can change that at any time */
	int rc = 0;

	if (!f->kept && !followed) {
		rc = settle(f);
		if (!rc)
			rc = build_finish(b);
		index_set_state(b->index, INDEX_DONE);
	}
	packer_drain(b->packer);
	if (!rc && !f->kept)
		rc = container_detach(&b->index->container, &b->err);
	/* Publish rows before the state: a thread that sees the state looks at them. */
	publish_rows(f);
	if (!f->kept && followed) {
		index_set_state(b->index, INDEX_FOLLOWING);
		publish_rows(f);
	}
	f->held |= !f->kept && followed;
	f->kept = true;
	/* Pause, so that blocks do not have only a few rows. */
	if (f->pipe)
		nanosleep(&pause, NULL);
	return rc;
}

/* Nobody follows any more: publish all rows up to the current end, except a torn record. */
static int end_following(struct follow *f)
{
	int rc = settle(f);

	f->held = false;
	index_set_state(f->b->index, INDEX_DONE);
	publish_rows(f);
	return rc;
}

int follow_run(struct follow *f)
{
	struct build *b = f->b;
	bool final = false, left;
	int rc = 0;

	while (!rc && !stopped(f) && !packer_failed(b->packer)) {
		rc = catch_up(f);
		if (rc)
			break;
		wait_for_more(f, &final, &left);
		if (stopped(f))
			break;
		go_back(f);
		index_set_state(b->index, INDEX_FOLLOWING);
		if (final)
			break;
		f->held = true;
		if (left)
			rc = end_following(f);
		else
			build_walk(b, f->records, f->z);
	}
	if (final && !rc)
		rc = settle(f);
	return rc;
}

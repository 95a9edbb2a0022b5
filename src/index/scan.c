/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps of a build: resume from an earlier build, scan all streams, write the tables. */
#include <string.h>

#include "base/bell.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/thread.h"
#include "index/checkpoint.h"
#include "index/follow.h"
#include "index/index_private.h"
#include "index/order_merge.h"
#include "index/resume.h"
#include "index/tables.h"

enum {
	SMALL_BYTES = 1 << 20 /* a recording that one thread scans fastest */
};

static int follow(struct build *b, struct records *records, struct stream *stream,
		  struct inflater *z)
{
	struct follow f = {
		.b = b,
		.records = records,
		.stream = stream,
		.z = z,
		.pipe = b->index->file->spooled,
	};
	int error, rc = follow_run(&f);

	if (!rc && f.pipe && source_ended(stream->source, &error) && error)
		rc = err_set(&b->err, ERR_IO, "cannot copy the recording: %s", strerror(error));
	return rc;
}

/* Scan a stream, from its beginning or from a checkpoint. */
static int add_stream(struct build *b, const struct stream *stream, const struct checkpoint *from)
{
	struct inflater *z = inflater_open(b->stream + b->plain, &b->inflating);
	struct stream own = *stream;
	struct records records;
	int rc = 0;

	b->carry = (struct order_carry){ 0 };
	records_init(&records, &own, from ? from->position : stream->start);
	b->records = &records;
	memset(b->known, 0, sizeof(b->known));
	b->inflater = z;
	if (from) {
		b->carry = from->carry;
		records.largest = from->largest;
		build_know_sizes(b, &records);
		records.touched = from->flags & CHECKPOINT_END;
		inflater_resume(z, b, stream, from);
	}
	records.live = b->index->live;
	if (!b->index->options.alone)
		b->pieces = pieces_open(b->index, &records, &b->pool);
	if (!b->index->options.alone && !b->pieces)
		records_read_ahead(&records);
	build_walk(b, &records, z);
	if (records.live)
		rc = follow(b, &records, &own, z);
	b->records = NULL;
	if (!records.live)
		inflater_end(z, b);
	inflater_close(z);
	build_give(b);
	pieces_close(b->pieces);
	b->pieces = NULL;
	if (!rc && records_io_error(&records))
		rc = err_set_at(&b->err, ERR_IO, records.pos, "cannot read the recording: %s",
				strerror(records_io_error(&records)));
	b->done_before += stream->end - stream->start;
	b->done = 0;
	records_release(&records);
	return rc;
}

/* Restore the state of the scan at a checkpoint, except the state of the walk over the stream. */
static void go_on(struct build *b, const struct checkpoint *from)
{
	const struct perf_file *file = b->index->file;

	b->row = from->rows;
	b->ordinal = from->records;
	for (uint32_t i = 0; i < from->stream; i++)
		b->done_before += file->streams.v[i].end - file->streams.v[i].start;
	b->done = from->position - file->streams.v[from->stream].start;
	b->done_at = b->done_before + b->done;
	build_know(b);
}

static int scan_streams(struct build *b, const struct checkpoint *from)
{
	const struct perf_file *file = b->index->file;
	int rc = 0;

	for (size_t i = from->stream; !rc && i < file->streams.n && !build_stopped(b); i++) {
		bool here = from->rows && i == from->stream;

		b->stream = (uint32_t)i;
		rc = add_stream(b, &file->streams.v[i], here ? from : NULL);
	}
	return rc;
}

int build_finish(struct build *b)
{
	struct index *index = b->index;
	struct index_end end = { .rows = b->row, .records = b->ordinal };
	int rc;

	if (container_detached(&index->container))
		return b->finished ? 0 : order_merge_write(index, &b->err);
	b->finished = true;
	rc = tables_write(index, &b->pool, &end, &b->err);
	if (rc)
		return rc;
	end.nanoseconds = (uint64_t)(clock_ns() - b->started);
	end.hash = hash_stable(&end, offsetof(struct index_end, hash));
	memcpy(end.magic, INDEX_END_MAGIC, sizeof(end.magic));
	atomic_store(&index->nanoseconds, end.nanoseconds);
	atomic_store(&index->bytes_done, atomic_load(&index->bytes_total));
	atomic_store(&index->whole, true);
	bell_ring(BELL_ROWS);
	if (index->options.wake)
		index->options.wake(index->options.wake_arg);
	return container_finish(&index->container, index->path, &end, &b->err);
}

static int scan(struct build *b)
{
	struct thread_entry nobody = { 0, 0 };
	struct checkpoint from;
	struct table_sizes sizes = { 0 };
	int rc = resume_begin(b->index, &from, &b->err), packed;

	if (rc || atomic_load(&b->index->stop))
		return rc;
	if (from.rows) {
		go_on(b, &from);
		checkpoint_sizes(b->index, &sizes);
	} else {
		pages_add(&b->index->threads, &nobody);
	}
	b->packer = packer_open(b->index, &b->pool, &sizes);
	b->job = packer_take(b->packer);
	rc = scan_streams(b, &from);
	packed = packer_close(b->packer, &b->err);
	return packed ? packed : rc;
}

static unsigned processors(const struct index *index)
{
	const struct index_options *options = &index->options;
	bool grows = options->live || options->follow;

	if (options->alone)
		return 1;
	if (options->threads)
		return options->threads;
	/* For a small recording, starting threads takes longer than they save. */
	return !grows && index->file->size < SMALL_BYTES ? 1 : thread_processors(BUILD_PROCESSORS);
}

void build_run(struct index *index)
{
	struct build b = {
		.index = index,
		.plain = (uint32_t)index->file->streams.n,
		.started = clock_ns(),
		.err = ERR_INIT,
	};
	enum index_state state = INDEX_DONE;
	int rc;

	build_init(&b);
	build_pool_open(&b.pool, processors(index));
	rc = scan(&b);
	if (!rc && atomic_load(&index->stop))
		state = INDEX_STOPPED;
	else if (!rc)
		rc = build_finish(&b);
	build_pool_close(&b.pool);
	/* Time order covers the complete index, but not the rows that came later. */
	if (!rc && state == INDEX_DONE && b.finished && container_detached(&index->container))
		state = INDEX_FOLLOWING;
	if (rc == ERR_STOPPED) {
		state = INDEX_STOPPED;
	} else if (rc) {
		index->container.worth = false;
		index->err = b.err;
		state = INDEX_FAILED;
	}
	build_release(&b);
	atomic_store(&index->ended, true);
	index_set_state(index, state);
	if (index->options.wake)
		index->options.wake(index->options.wake_arg);
}

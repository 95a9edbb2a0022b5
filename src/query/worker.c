/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/worker.h"

#include "base/bell.h"
#include "base/thread.h"

void worker_start(struct worker *worker, const struct recording *recording, struct watcher *watcher,
		  void *(*run)(void *), void *ctx)
{
	worker->recording = recording;
	worker->watcher = watcher;
	thread_start_or_run(&worker->thread, "perfnav/count", run, ctx);
}

void worker_join(struct worker *worker)
{
	thread_join(&worker->thread);
}

void worker_stop(struct worker *worker)
{
	atomic_store(&worker->stop, true);
	bell_ring(BELL_STATE);
}

void worker_cancel(struct worker *worker)
{
	worker_stop(worker);
	worker_join(worker);
}

void worker_rest(struct worker *worker, bool rest)
{
	atomic_store(&worker->rest, rest);
	bell_ring(BELL_STATE);
}

bool worker_pass(struct worker *worker)
{
	watcher_pass(worker->watcher, &worker->stop, &worker->rest);
	return !atomic_load(&worker->stop);
}

/* The indexed part of all recordings, in percent; -1: all indexes are complete. */
static int indexed(const struct recording *const *recordings, size_t n)
{
	uint64_t done = 0, total = 0;
	bool building = false;

	for (size_t i = 0; i < n; i++) {
		struct index_progress progress;

		recording_progress(recordings[i], &progress);
		building |= progress.state == INDEX_BUILDING;
		done += progress.bytes_done;
		total += progress.bytes_total;
	}
	if (!building)
		return -1;
	return total ? (int)(100 * (double)done / (double)total) : 0;
}

bool worker_wait_complete(struct worker *worker, const struct recording *const *recordings,
			  size_t n, _Atomic int *percent)
{
	uint32_t heard = 0;
	int reported = -1;

	while (worker_pass(worker)) {
		int now = indexed(recordings, n);

		if (now < 0)
			return true;
		if (percent && now != reported) {
			atomic_store(percent, now);
			watcher_wake(worker->watcher);
		}
		reported = now;
		bell_wait_calmly(&heard, 0);
	}
	return false;
}

bool worker_wait_whole(struct worker *worker)
{
	uint32_t heard = 0;

	while (worker_pass(worker)) {
		struct index_progress progress;

		recording_progress(worker->recording, &progress);
		if (progress.whole)
			return true;
		bell_wait_calmly(&heard, 0);
	}
	return false;
}

void worker_block_done(struct worker *worker, uint64_t block, bool whole)
{
	if (!whole)
		atomic_store(&worker->failed, true);
	atomic_fetch_add(&worker->rows_done, recording_block(worker->recording, block).rows);
	watcher_wake(worker->watcher);
	worker_pass(worker);
}

/* Set whether all existing rows are done, while more may come. */
static void set_done(struct worker *worker, bool done)
{
	if (atomic_exchange(&worker->done, done) != done)
		watcher_wake(worker->watcher);
}

void worker_again(struct worker *worker)
{
	atomic_store(&worker->rows_done, 0);
	set_done(worker, false);
}

bool worker_wait(struct worker *worker, enum index_state state)
{
	bool following = state == INDEX_FOLLOWING;

	if (state != INDEX_BUILDING && !following)
		return false;
	set_done(worker, following);
	bell_wait_calmly(&worker->heard, 0);
	worker_pass(worker);
	return true;
}

void worker_end(struct worker *worker)
{
	if (!atomic_load(&worker->stop))
		atomic_store(&worker->done, true);
	atomic_store(&worker->ended, true);
	watcher_wake(worker->watcher);
}

/* Being done with a growing recording does not count after it has stopped growing. */
static bool is_done(const struct worker *worker)
{
	if (!atomic_load(&worker->done) || atomic_load(&worker->ended))
		return atomic_load(&worker->done);
	return recording_state(worker->recording) == INDEX_FOLLOWING;
}

void worker_progress(const struct worker *worker, struct worker_progress *p)
{
	/* Read before the number of rows: a worker that has ended has done all of them. */
	bool done = is_done(worker);

	*p = (struct worker_progress){
		.rows_done = atomic_load(&worker->rows_done),
		.rows_total = recording_rows(worker->recording),
		.done = done,
		.failed = atomic_load(&worker->failed),
	};
}

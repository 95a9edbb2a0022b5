/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/other_recording.h"

#include <stdlib.h>

#include "base/mem.h"

static void open_and_work(struct other_recording *other)
{
	struct err err = ERR_INIT;

	if (recording_open_beside(&other->opened, other->recording, other->path, &err))
		err_set(&other->err, err.code, "%s: %s", other->path, err.msg);
	else
		other->work(other->arg, other->opened, &other->err);
}

static void *run(void *arg)
{
	struct other_recording *other = arg;

	open_and_work(other);
	if (!other->keep) {
		recording_close(other->opened);
		other->opened = NULL;
	}
	atomic_store(&other->done, true);
	watcher_wake(other->worker.watcher);
	return NULL;
}

void other_recording_start(struct other_recording *other, const struct recording *recording,
			   const char *path, bool keep, struct watcher *watcher,
			   int (*work)(void *arg, struct recording *opened, struct err *err),
			   void *arg)
{
	other->recording = recording;
	other->path = mem_strdup(path);
	other->keep = keep;
	other->work = work;
	other->arg = arg;
	err_clear(&other->err);
	worker_start(&other->worker, recording, watcher, run, other);
}

void other_recording_cancel(struct other_recording *other)
{
	worker_cancel(&other->worker);
}

void other_recording_release(struct other_recording *other)
{
	recording_close(other->opened);
	free(other->path);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_OTHER_RECORDING_H
#define QUERY_OTHER_RECORDING_H

#include "base/err.h"
#include "query/worker.h"

/*
 * Work on another recording, which is opened in the background: one side of a comparison. Embedded
 * in the struct of its owner. A zeroed one was not started.
 */
struct other_recording {
	const struct recording *recording; /* the one whose options are used */
	struct recording *opened;
	char *path;
	int (*work)(void *arg, struct recording *opened, struct err *err);
	void *arg;
	bool keep;
	struct worker worker;
	struct err err; /* valid when done: of opening, with the path, or of the work */
	_Atomic bool done;
};

/*
 * Open the recording at a path with the options of another recording, which must outlive this, and
 * call work(arg, ...) in the thread of other->worker. keep: the recording stays open until
 * other_recording_release(), not only until the work ends. The watcher is woken at the end.
 */
void other_recording_start(struct other_recording *other, const struct recording *recording,
			   const char *path, bool keep, struct watcher *watcher,
			   int (*work)(void *arg, struct recording *opened, struct err *err),
			   void *arg);

/* Stop the work and wait for its end. Then the recording can still be used. */
void other_recording_cancel(struct other_recording *other);

/* After other_recording_cancel(). */
void other_recording_release(struct other_recording *other);

/* Has the work ended, or failed? */
static inline bool other_recording_is_done(const struct other_recording *other)
{
	return atomic_load(&other->done);
}

#endif

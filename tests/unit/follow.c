/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A recording is no longer followed just when the builder has reached its end. */
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "recording/recording.h"
#include "tap.h"
#include "unit/places.h"

static struct recording *recording;
static _Atomic bool started;

static void pause_ms(long ms)
{
	nanosleep(&(struct timespec){ .tv_nsec = ms * 1000000 }, NULL);
}

/* The builder's thread: the first rows are published. */
static void leave(void *arg)
{
	(void)arg;
	while (!started)
		pause_ms(1);
	recording_follow(recording, false);
}

int main(void)
{
	const char *tmp = getenv("TMPDIR");
	const struct recording_options how = {
		.no_index = true, .live = true, .follow = true, .wake = leave
	};
	struct index_progress progress = { .state = INDEX_BUILDING };
	struct err err = ERR_INIT;
	char path[4096];

	snprintf(path, sizeof(path), "%s/follow.%d", tmp ? tmp : "/tmp", (int)getpid());
	recording = recording_new(&how);
	ok(places_copy("killed.data", path) && !recording_add(recording, path, &err),
	   "a recording without an end");
	recording_start(recording);
	started = true;
	for (int i = 0; i < 500 && progress.state == INDEX_BUILDING; i++) {
		pause_ms(10);
		recording_progress(recording, &progress);
	}
	ok(progress.state == INDEX_FOLLOWING || progress.state == INDEX_DONE,
	   "its index is as complete as it can be");
	ok(progress.rows, "... and has rows");
	ok(progress.growing, "... and it can be followed again");
	recording_close(recording);
	unlink(path);
	return done_testing();
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads over time: no more rows are done than there are, at any moment of the search. */
#include "analysis/thread_timeline.h"

#include "recording/span.h"
#include "tap.h"
#include "unit/places.h"
#include "widgets/progress.h"

enum {
	ROUNDS = 50
};

static void check(const char *name, enum thread_timeline_source source)
{
	struct recording_options how = { .no_index = true };
	struct recording *recording;
	struct span span;
	unsigned wrong = 0, known = 0;

	if (recording_open(&recording, places_recording(name), &how, NULL))
		abort();
	recording_wait(recording);
	span_of(recording, &span);
	for (int i = 0; i < ROUNDS; i++) {
		struct thread_timeline *timeline = thread_timeline_start(
			recording,
			&(struct thread_timeline_options){ .lo = span.first, .hi = span.last });
		struct job_progress progress;

		do {
			thread_timeline_progress(timeline, &progress);
			wrong += progress.rows_done > progress.rows_total;
		} while (!progress.done);
		known += thread_timeline_source(timeline) == source;
		is_uint(progress.rows_done, progress.rows_total, "%s: all at the end", name);
		thread_timeline_free(timeline);
	}
	is_uint(wrong, 0, "%s: never more than all", name);
	is_uint(known, ROUNDS, "%s: by the times that it has", name);
	is_int(progress_percent(recording, 193, 100), 100, "%s: a percentage is at most 100", name);
	recording_close(recording);
}

int main(void)
{
	check("sched.data", THREAD_TIMELINE_TRACEPOINT);
	check("demo.data", THREAD_TIMELINE_TRACEPOINT);
	check("flat.data", THREAD_TIMELINE_SAMPLES);
	return done_testing();
}

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

/*
 * The time of all CPUs is that of all threads, and of all intervals. If switches are missing, the
 * CPU of a time may be unknown, and threads seem to be on one at the same time.
 */
static void check_cpus(const struct thread_timeline *timeline, const char *name)
{
	size_t columns = thread_timeline_columns(timeline);
	const struct cpu_timeline *cpus = thread_timeline_cpus(timeline);
	bool exact = !thread_timeline_missing(timeline);
	uint64_t on = 0, busy = 0, parts = 0;
	unsigned wrong = 0;

	for (size_t i = 0; i < thread_timeline_threads(timeline); i++) {
		struct thread_timeline_thread thread;

		thread_timeline_thread(timeline, i, &thread);
		on += thread.per_cpu ? 0 : thread.on;
	}
	for (uint32_t cpu = 0; cpu < cpu_timeline_cpus(cpus); cpu++) {
		busy += cpu_timeline_cell(cpus, cpu, 0, columns, 0).busy;
		for (size_t i = 0; i < columns; i++) {
			struct cpu_timeline_cell at = cpu_timeline_cell(cpus, cpu, i, i + 1, 0);

			parts += at.busy;
			wrong += at.on > at.busy || (at.busy && !at.on);
			wrong += exact && at.busy > thread_timeline_time(timeline, i + 1) -
							    thread_timeline_time(timeline, i);
		}
	}
	is_uint(busy, exact || busy > on ? on : busy,
		"%s: CPUs were busy as long as threads were on them", name);
	is_uint(parts, busy, "... in all intervals together");
	is_uint(wrong, 0, "... of which none is longer than it is, and a thread has most of it");
}

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
		struct worker_progress progress;

		do {
			thread_timeline_progress(timeline, &progress);
			wrong += progress.rows_done > progress.rows_total;
		} while (!progress.done);
		known += thread_timeline_source(timeline) == source;
		is_uint(progress.rows_done, progress.rows_total, "%s: all at the end", name);
		if (!i && source != THREAD_TIMELINE_SAMPLES)
			check_cpus(timeline, name);
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

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jobs pause while nobody looks at their results, can be ended then, and continue afterwards. */
#include "query/watcher.h"

#include <limits.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "analysis/histogram.h"
#include "analysis/size_report.h"
#include "analysis/stacks.h"
#include "analysis/totals_job.h"
#include "filter/fieldlist.h"
#include "query/selection.h"
#include "recording/span.h"
#include "tap.h"
#include "unit/places.h"

enum {
	JOBS = 5,
	QUIET_US = 100000
};

static struct recording *recording;

/* All kinds of jobs, of one watcher. */
struct jobs {
	struct selection *selection;
	struct totals_query query;
	struct totals_job *totals;
	struct stacks *stacks;
	struct histogram *histogram;
	struct size_report *size_report;
};

static struct filter *parse(const char *text)
{
	struct filter *filter;

	if (filter_parse(&filter, text, NULL) < 0)
		abort();
	return filter;
}

static void begin(struct jobs *jobs, struct watcher *watcher)
{
	struct stacks_options stacks = { .so_far = true, .watcher = watcher };
	struct grouporder order = { .by = 1 };
	struct span span;

	*jobs = (struct jobs){ .selection = NULL };
	span_of(recording, &span);
	jobs->selection =
		selection_start(recording, parse("period > 1 and comm != \"x\""), watcher, 0);
	if (fieldlist_parse("comm", jobs->query.by, GROUP_FIELDS_MAX, &jobs->query.n, NULL))
		abort();
	jobs->totals = totals_job_start(recording, &jobs->query, &order, watcher);
	jobs->stacks = stacks_start(recording, &stacks);
	jobs->histogram = histogram_start(
		recording, &(struct histogram_options){
				   .lo = 1, .hi = span.last, .n = 10, .watcher = watcher });
	jobs->size_report = size_report_start(recording, NULL, watcher);
}

static void end(struct jobs *jobs)
{
	selection_free(jobs->selection);
	totals_job_free(jobs->totals);
	totals_query_release(&jobs->query);
	stacks_free(jobs->stacks);
	histogram_free(jobs->histogram);
	size_report_free(jobs->size_report);
}

/* How many of them are done. */
static unsigned done(struct jobs *jobs)
{
	struct selection_progress selection;
	struct worker_progress histogram, size_report;

	totals_free(totals_job_take(jobs->totals));
	selection_progress(jobs->selection, &selection);
	job_progress(histogram_job(jobs->histogram), &histogram);
	job_progress(size_report_job(jobs->size_report), &size_report);
	return selection.done + (totals_job_state(jobs->totals) == COUNTING_DONE) +
	       (stacks_state(jobs->stacks) == COUNTING_DONE) + histogram.done + size_report.done;
}

/* Of the whole process, in us. */
static long used(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_utime.tv_sec * 1000000 + usage.ru_utime.tv_usec +
	       usage.ru_stime.tv_sec * 1000000 + usage.ru_stime.tv_usec;
}

/* Processor time of a interval after all has begun, which takes a while under load. */
static long used_when_begun(void)
{
	long least = LONG_MAX;

	for (unsigned i = 0; i < 100 && least >= QUIET_US / 10; i++) {
		long before = used();

		usleep(QUIET_US);
		least = used() - before < least ? used() - before : least;
	}
	return least;
}

int main(void)
{
	struct watcher watcher = WATCHER_INIT(NULL, NULL);
	const struct recording_options how = { .no_index = true };
	struct err err = ERR_INIT;
	struct jobs jobs;
	const _Atomic bool stop = false, rest = true;
	long least;

	ok(!recording_open(&recording, places_recording("demo.data"), &how, &err), "it opens");
	recording_wait(recording);
	watcher_pass(NULL, &stop, &rest);
	watcher_wake(NULL);
	ok(true, "without a watcher nothing waits");

	watcher_set_away(&watcher, true);
	begin(&jobs, &watcher);
	usleep(QUIET_US);
	is_uint(done(&jobs), 0, "no job ends while nobody looks");
	least = used_when_begun();
	ok(least < QUIET_US / 10, "... nor does anything: %ld us", least);
	is_uint(done(&jobs), 0, "... still");
	watcher_set_away(&watcher, false);
	for (unsigned i = 0; i < 5000 && done(&jobs) < JOBS; i++)
		usleep(2000);
	is_uint(done(&jobs), JOBS, "all of them do when somebody looks");
	end(&jobs);

	watcher_set_away(&watcher, true);
	begin(&jobs, &watcher);
	usleep(QUIET_US / 10);
	end(&jobs);
	ok(true, "what pauses can be ended");

	watcher_set_away(&watcher, false);
	begin(&jobs, &watcher);
	selection_rest(jobs.selection, true);
	selection_rest(jobs.selection, false);
	for (unsigned i = 0; i < 5000 && done(&jobs) < JOBS; i++)
		usleep(2000);
	is_uint(done(&jobs), JOBS, "a job that was to rest for a while goes on");
	end(&jobs);
	recording_close(recording);
	return done_testing();
}

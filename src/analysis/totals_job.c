/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/totals_job.h"

#include <stdlib.h>

#include "base/mem.h"

enum {
	KEPT_BYTES = 16 << 20 /* of the groups that are kept if not all fit into memory */
};

struct totals_job {
	struct recording *recording;
	const struct totals_query *query;
	struct totals_form form;
	struct counting counting;
	struct grouping_options options;
	struct totals *_Atomic newest;
	bool checking; /* results are published only when everything was counted again */
	_Atomic uint64_t reported; /* rows in the last published result */
};

void totals_query_release(struct totals_query *q)
{
	for (size_t i = 0; i < q->n; i++)
		field_release(&q->by[i]);
	aggregates_release(q->aggregates, q->aggregates_n);
	filter_free(q->filter);
	*q = (struct totals_query){ .n = 0 };
}

/* Return when all fields of the query are known. */
static enum value_when when_known(const struct totals_query *q)
{
	enum value_when when = filter_when(q->filter);

	for (size_t i = 0; i < q->n; i++)
		when = value_later(when, value_when(q->by[i].id));
	for (size_t i = 0; i < q->aggregates_n; i++) {
		when = value_later(when, filter_when(q->aggregates[i].filter));
		when = value_later(when, value_when(q->aggregates[i].field.id));
	}
	return when;
}

static void publish(struct totals_job *job, struct totals *totals)
{
	totals_free(atomic_exchange(&job->newest, totals));
	watcher_wake(job->counting.worker.watcher);
}

static void take_report(void *arg, const struct grouping_report *report)
{
	struct totals_job *job = arg;

	if (job->checking && report->rows < recording_rows(job->recording))
		return;
	atomic_store(&job->reported, report->rows);
	publish(job, totals_make(&job->form, report->table, report->order, report->rows));
}

/* Add a group of those that did not fit into memory. */
static void add_group(struct totals_job *job, const struct group *group, struct grouptable *table)
{
	struct group_state *state;

	if (table->n == TOTALS_MOST || grouptable_bytes(table) > KEPT_BYTES)
		return;
	state = grouptable_state(table, grouptable_find(table, group->key, group->key_len));
	state->count = group->count;
	state->rows = group->rows;
	for (size_t k = 0; k < job->query->aggregates_n; k++)
		table->more += numeric_stats_merge(&state->stats[k], &group->stats[k]);
}

/* Take the first of these groups, and the sums over all of them. */
static int take_spilled(struct totals_job *job, struct grouping *grouping, struct err *err)
{
	const struct totals_query *q = job->query;
	struct grouporder order = job->options.order;
	struct totals_all all = { .groups = 0 };
	struct grouptable table;
	struct group group;
	struct totals *totals;
	int rc = 0;

	order.by = q->n;
	order.aggregates = q->aggregates;
	grouptable_init(&table, q->aggregates_n);
	while (!job->counting.worker.stop && (rc = grouping_next(grouping, &group, err)) > 0) {
		totals_all_add(&all, &job->form, group.count, group.stats);
		add_group(job, &group, &table);
	}
	rc = job->counting.worker.stop ? ERR_STOPPED : rc;
	totals = rc ? NULL : totals_make(&job->form, &table, &order, counting_rows(&job->counting));
	if (totals) {
		totals_set_all(totals, &all);
		publish(job, totals);
	}
	grouptable_release(&table);
	return rc;
}

static int count(void *ctx, bool again, struct err *err)
{
	struct totals_job *job = ctx;
	struct grouping *grouping;
	int rc;

	job->checking = again;
	job->options.growing = true;
	job->options.examined = job->counting.examined;
	rc = grouping_run(&grouping, job->recording, &job->options, err);
	if (rc)
		return rc;
	if (grouping_spilled(grouping))
		rc = take_spilled(job, grouping, err);
	grouping_free(grouping);
	return rc;
}

struct totals_job *totals_job_start(struct recording *recording, const struct totals_query *query,
				    const struct grouporder *order, struct watcher *watcher)
{
	struct totals_job *job = mem_zalloc(sizeof(*job));

	job->recording = recording;
	job->query = query;
	job->form = (struct totals_form){
		.by = query->n,
		.list = grouping_list(query->by, query->n) != FIELD_NONE,
		.aggregates = query->aggregates,
		.aggregates_n = query->aggregates_n,
	};
	job->options = (struct grouping_options){
		.by = query->by,
		.n = query->n,
		.aggregates = query->aggregates,
		.aggregates_n = query->aggregates_n,
		.order = *order,
		.filter = query->filter,
		.every = query->every,
		.spool_dir = recording_spool_dir(recording),
		.stop = &job->counting.worker.stop,
		.worker = &job->counting.worker,
		.done = &job->counting.rows,
		.report = take_report,
		.report_arg = job,
	};
	job->counting.lasting = true;
	counting_start(&job->counting, recording, when_known(query), count, job, watcher);
	return job;
}

void totals_job_cancel(struct totals_job *job)
{
	counting_cancel(&job->counting);
}

void totals_job_free(struct totals_job *job)
{
	if (!job)
		return;
	totals_job_cancel(job);
	totals_free(job->newest);
	free(job);
}

const struct counting *totals_job_counting(const struct totals_job *job)
{
	return &job->counting;
}

enum counting_state totals_job_state(const struct totals_job *job)
{
	enum counting_state state = counting_state(&job->counting, atomic_load(&job->newest));

	if (state == COUNTING_FOLLOWS &&
	    atomic_load(&job->reported) < counting_rows(&job->counting))
		return COUNTING_RUNS;
	return state;
}

struct totals *totals_job_take(struct totals_job *job)
{
	return atomic_exchange(&job->newest, NULL);
}

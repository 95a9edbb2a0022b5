/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_RANKING_H
#define VIEWS_RANKING_H

#include "analysis/totals_job.h"
#include "shell/app.h"

/*
 * The most frequent values of some fields in the records that match a filter, counted in the
 * background. A zeroed ranking is not started.
 */
struct ranking {
	struct totals_query query;
	struct grouporder order;
	struct totals_job *job;
	struct totals *totals; /* NULL: there are none yet */
};

/*
 * Count only one of `every` blocks of the recording. `by` is a valid list of fields
 * (filter/fieldlist.h). The ranking owns the filter from now on.
 */
void ranking_start(struct ranking *ranking, struct app *app, const char *by, struct filter *filter,
		   uint64_t every, struct watcher *watcher);
void ranking_release(struct ranking *ranking);
void ranking_cancel(struct ranking *ranking);

/* Take the results counted since the last call. Returns true if there are any. */
bool ranking_take(struct ranking *ranking);
bool ranking_busy(const struct ranking *ranking);

/* Append the progress. Append nothing when the count is complete. */
void ranking_work(const struct ranking *ranking, struct buf *out);

/* The number of values so far. */
size_t ranking_count(const struct ranking *ranking);

/* The number of records counted so far. */
uint64_t ranking_records(const struct ranking *ranking);

/*
 * Return the number of records with value i. values gets the value of each field, valid until
 * ranking_take().
 */
uint64_t ranking_value(const struct ranking *ranking, size_t i, struct group_value *values);

/* Append the condition for the records of value i. False: no filter can express it. */
bool ranking_condition(const struct ranking *ranking, size_t i, struct buf *out);

#endif

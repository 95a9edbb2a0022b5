/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_RANKING_H
#define VIEWS_RANKING_H

#include "analysis/totals_job.h"
#include "shell/app.h"

/*
 * The values of some fields that most of the records have which pass a filter, counted in the
 * background, the most frequent first. All zero: not started.
 */
struct ranking {
	struct totals_query query;
	struct grouporder order;
	struct totals_job *job;
	struct totals *totals; /* NULL: there are none yet */
};

/*
 * Count in one of so many blocks of the recording. by is a list of fields that parses
 * (filter/fieldlist.h). The filter is taken over.
 */
void ranking_start(struct ranking *ranking, struct app *app, const char *by, struct filter *filter,
		   uint64_t every, struct watcher *watcher);
void ranking_release(struct ranking *ranking);
void ranking_cancel(struct ranking *ranking);

/* Take what was counted meanwhile; true when there was something new. */
bool ranking_take(struct ranking *ranking);
bool ranking_busy(const struct ranking *ranking);

/* Append how far it is; nothing when it is done. */
void ranking_work(const struct ranking *ranking, struct buf *out);

/* Values so far, and how many records all of them have. */
size_t ranking_count(const struct ranking *ranking);
uint64_t ranking_records(const struct ranking *ranking);

/* Value i, of which values gets one for each field; they live until ranking_take(). */
uint64_t ranking_value(const struct ranking *ranking, size_t i, struct group_value *values);

/* Append the condition that the records of value i pass. False: filters cannot express it. */
bool ranking_condition(const struct ranking *ranking, size_t i, struct buf *out);

#endif

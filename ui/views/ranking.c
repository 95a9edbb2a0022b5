/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/ranking.h"

#include "filter/fieldlist.h"
#include "widgets/field_condition.h"
#include "widgets/progress.h"

void ranking_start(struct ranking *r, struct app *app, const char *by, struct filter *filter,
		   uint64_t every, struct watcher *watcher)
{
	struct err err = ERR_INIT; /* the fields always parse */

	*r = (struct ranking){ .query = { .filter = filter, .every = every } };
	fieldlist_parse(by, r->query.by, GROUP_FIELDS_MAX, &r->query.n, &err);
	r->order = (struct grouporder){ .by = r->query.n };
	r->job = totals_job_start(app->rec, &r->query, &r->order, watcher);
}

void ranking_release(struct ranking *r)
{
	totals_job_free(r->job);
	totals_free(r->totals);
	totals_query_release(&r->query);
	*r = (struct ranking){ .job = NULL };
}

void ranking_cancel(struct ranking *r)
{
	totals_job_cancel(r->job);
	ranking_take(r);
}

bool ranking_take(struct ranking *r)
{
	struct totals *newer = totals_job_take(r->job);

	if (!newer)
		return false;
	totals_free(r->totals);
	r->totals = newer;
	totals_arrange(r->totals, &r->order, false);
	return true;
}

bool ranking_busy(const struct ranking *r)
{
	return totals_job_state(r->job) < COUNTING_DONE;
}

void ranking_work(const struct ranking *r, struct buf *out)
{
	progress_counting(totals_job_counting(r->job), totals_job_state(r->job),
			  r->totals ? totals_rows(r->totals) : 0, out);
}

size_t ranking_count(const struct ranking *r)
{
	return r->totals ? totals_lines(r->totals) : 0;
}

uint64_t ranking_records(const struct ranking *r)
{
	return r->totals ? totals_all(r->totals)->count : 0;
}

uint64_t ranking_value(const struct ranking *r, size_t i, struct group_value *values)
{
	struct totals_line line;
	const char *p;

	totals_line(r->totals, i, &line);
	p = line.key;
	for (size_t k = 0; k < r->query.n; k++)
		p = groupkey_take(p, &values[k]);
	return line.count;
}

bool ranking_condition(const struct ranking *r, size_t i, struct buf *out)
{
	struct group_value values[GROUP_FIELDS_MAX];

	ranking_value(r, i, values);
	return field_condition_of_group(r->query.by, r->query.n, values, out);
}

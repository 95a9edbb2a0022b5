/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/counts_spec.h"

#include "base/mem.h"
#include "filter/check.h"
#include "filter/fieldlist.h"

/* Add the shape of a percentile's numbers. */
static void add_shape(struct totals_query *q, size_t percentile)
{
	struct aggregate *shape = &q->aggregates[q->aggregates_n];

	*shape = (struct aggregate){ .kind = AGGREGATE_SHAPE,
				     .over = q->aggregates_n - percentile,
				     .name = mem_strdup("shape") };
	q->aggregates_n++;
}

int counts_spec_query(const struct counts_spec *spec, struct recording *rec, bool shape,
		      struct totals_query *q, struct err *err)
{
	int rc = fieldlist_parse(spec->by, q->by, GROUP_FIELDS_MAX, &q->n, err);

	for (size_t i = 0; i < q->n && !rc; i++)
		rc = check_field(&q->by[i], rec, err);
	if (!rc && spec->aggregates && !spec->pivot) {
		rc = aggregates_parse(q->aggregates, &q->aggregates_n, spec->aggregates, err);
		err->offset = ERR_NO_OFFSET;
	}
	for (size_t i = 0; i < q->aggregates_n && !rc; i++) {
		rc = check_field(&q->aggregates[i].field, rec, err);
		if (!rc)
			rc = check_filter(q->aggregates[i].filter, rec, err);
	}
	if (!rc)
		rc = grouping_check(&(struct grouping_options){ .by = q->by, .n = q->n }, err);
	if (!rc && *spec->where)
		rc = filter_parse(&q->filter, spec->where, err);
	if (!rc && spec->shape && shape)
		add_shape(q, spec->shape - 1);
	return rc;
}

char *counts_spec_topic(const struct counts_spec *spec)
{
	struct buf topic = BUF_INIT;

	buf_addf(&topic, "%s|%s|%s|%s|%d|%d", spec->by, spec->aggregates ? spec->aggregates : "",
		 spec->sort ? spec->sort : "", spec->where, spec->fold, spec->pivot);
	for (const struct counts_spec *below = spec->below; below; below = below->below)
		buf_addf(&topic, "|%s", below->by);
	return buf_take(&topic);
}

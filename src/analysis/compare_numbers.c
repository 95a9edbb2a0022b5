/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers of a comparison, which are counted in all rows of both sides. */
#include <stdlib.h>
#include <string.h>

#include "analysis/compare_private.h"

enum {
	MILLIONTHS = 1000000,
	SECOND = 1000000000 /* ns */
};

/* ---- counts ---- */

/* Get the line of a group. Groups that both recordings have share a line. */
static struct compare_line *line_of(struct compare *c, enum compare_what what,
				    struct grouptable *places, size_t first, const char *key,
				    size_t len, struct quantity quantity)
{
	size_t before = places->n, at = grouptable_find(places, key, len);
	struct compare_line *line;

	if (at < before)
		return &c->lines[what].list.v[first + at];
	line = compare_add_line(c, what, "");
	line->is_number = true;
	line->quantity = quantity;
	line->key = mem_alloc(len + 1);
	memcpy(line->key, key, len);
	return line;
}

static void name_line(struct compare_line *line, const struct totals_query *query)
{
	struct buf name = BUF_INIT;
	const char *p = line->key;

	for (size_t i = 0; i < query->n; i++) {
		struct group_value value;

		p = groupkey_take(p, &value);
		buf_adds(&name, i ? ", " : "");
		if (value.has)
			groupkey_text(&value, &name);
		else
			buf_addc(&name, '-');
	}
	free(line->name);
	line->name = buf_take(&name);
}

/* The first aggregate, if there is one, replaces the number of records. */
static struct quantity quantity_of(const struct totals_query *query)
{
	if (!query->aggregates_n)
		return (struct quantity){ QUANTITY_COUNT, FIELD_NONE };
	return aggregate_quantity(&query->aggregates[0]);
}

static int128 number_of(const struct totals_query *query, const struct group *group)
{
	int128 rank;

	if (!query->aggregates_n)
		return (int128)group->count;
	rank = aggregate_rank(&query->aggregates[0], &group->stats[0]);
	return rank == AGGREGATE_NONE ? 0 : rank;
}

/* Return the options to group the records of a side. query must outlive their use. */
static struct grouping_options side_options(struct compare *c, const struct totals_query *query)
{
	return (struct grouping_options){
		.by = query->by,
		.n = query->n,
		.aggregates = query->aggregates,
		.aggregates_n = query->aggregates_n,
		.filter = query->filter,
		.stop = &c->worker.stop,
		.worker = &c->worker,
		.done = &c->rows,
	};
}

static int count_side(struct compare *c, int side, enum compare_what what,
		      const struct totals_query *query, struct grouptable *places, size_t first)
{
	struct grouping_options options = side_options(c, query);
	struct grouping *grouping;
	struct group group;
	int rc = grouping_run(&grouping, c->sides[side], &options, &c->err);

	if (rc)
		return rc;
	while ((rc = grouping_next(grouping, &group, &c->err)) > 0) {
		c->sums[side] += number_of(query, &group);
		if (places->n >= TOTALS_MOST && !grouptable_has(places, group.key, group.key_len)) {
			c->cut = true;
			continue;
		}
		line_of(c, what, places, first, group.key, group.key_len, quantity_of(query))
			->number[side] = number_of(query, &group);
	}
	grouping_free(grouping);
	return rc < 0 ? rc : 0;
}

static int compare_counts(struct compare *c, enum compare_what what,
			  const struct totals_query *query)
{
	const struct compare_lines *lines = &c->lines[what];
	size_t first = lines->list.n;
	struct grouptable places;
	int rc;

	c->sums[COMPARE_A] = c->sums[COMPARE_B] = 0;
	grouptable_init(&places, 0);
	rc = count_side(c, COMPARE_A, what, query, &places, first);
	rc = rc ? rc : count_side(c, COMPARE_B, what, query, &places, first);
	for (size_t i = first; i < lines->list.n; i++)
		name_line(&lines->list.v[i], query);
	grouptable_release(&places);
	return rc;
}

static int compare_fields(struct compare *c, enum compare_what what, enum field_id field,
			  const char *where)
{
	struct totals_query query = { .by = { { .id = field } }, .n = 1 };
	const struct compare_lines *lines = &c->lines[what];
	int rc = filter_parse(&query.filter, where, &c->err);

	rc = rc ? rc : compare_counts(c, what, &query);
	/* The fields that were counted are not a filter for the user. */
	for (size_t i = 0; i < lines->list.n; i++) {
		free(lines->list.v[i].key);
		lines->list.v[i].key = NULL;
	}
	filter_free(query.filter);
	return rc;
}

/* Get the first and last time of a group of samples, if it has times. */
static bool times_of(const struct aggregate *aggregates, const struct group *group, int128 *first,
		     int128 *last)
{
	*first = aggregate_rank(&aggregates[0], &group->stats[0]);
	*last = aggregate_rank(&aggregates[1], &group->stats[1]);
	return *first != AGGREGATE_NONE && *last != AGGREGATE_NONE;
}

/*
 * Measure the ns from the first to the last sample; 0: there are no times. The feature SAMPLE_TIME
 * is not used, because in a rotated file it begins with the first sample of all files.
 */
static int measure_side(struct compare *c, int side, const struct totals_query *query)
{
	struct grouping_options options = side_options(c, query);
	struct grouping *grouping;
	struct group group;
	int128 first, last;
	int rc = grouping_run(&grouping, c->sides[side], &options, &c->err);

	if (rc)
		return rc;
	while ((rc = grouping_next(grouping, &group, &c->err)) > 0)
		if (times_of(query->aggregates, &group, &first, &last))
			c->ns[side] = (uint64_t)(last - first);
	grouping_free(grouping);
	return rc;
}

static int measure_time(struct compare *c)
{
	struct totals_query query = { .by = { { .id = F_type } }, .n = 1 };
	int rc = aggregates_parse(query.aggregates, &query.aggregates_n, "min(time),max(time)",
				  &c->err);

	rc = rc ? rc : filter_parse(&query.filter, "type == SAMPLE", &c->err);
	for (int side = 0; !rc && side < COMPARE_SIDES; side++)
		rc = measure_side(c, side, &query);
	totals_query_release(&query);
	return rc;
}

/* Return n per second; n itself if there is no time. */
static int128 a_second(int128 n, uint64_t ns)
{
	return ns ? (n * SECOND * MILLIONTHS + ns / 2) / ns : n * MILLIONTHS;
}

static int compare_rates(struct compare *c)
{
	static const struct quantity rate = { QUANTITY_MEAN, FIELD_NONE };
	struct compare_line *line = compare_add_line(c, COMPARE_RATE, "seconds");
	const struct compare_lines *lines = &c->lines[COMPARE_RATE];
	size_t first = lines->list.n;
	int rc = measure_time(c);

	line->is_number = true;
	line->quantity = rate;
	for (int side = 0; side < COMPARE_SIDES; side++)
		line->number[side] = (int128)c->ns[side] * MILLIONTHS / SECOND;
	rc = rc ? rc : compare_fields(c, COMPARE_RATE, F_event, "type == SAMPLE");
	for (size_t i = first; i < lines->list.n; i++) {
		struct buf name = BUF_INIT;

		line = &lines->list.v[i];
		buf_addf(&name, "%s a second", line->name);
		free(line->name);
		line->name = buf_take(&name);
		line->quantity = rate;
		for (int side = 0; side < COMPARE_SIDES; side++)
			line->number[side] = a_second(line->number[side], c->ns[side]);
	}
	return rc;
}

/* ---- units ---- */

int compare_unit_check(const struct totals_query *query, enum compare_unit unit, struct err *err)
{
	const struct aggregate *aggregate = query->aggregates_n ? &query->aggregates[0] : NULL;

	if (unit == COMPARE_AS_COUNTED || !aggregate || aggregate->kind == AGGREGATE_SUM ||
	    aggregate->kind == AGGREGATE_COUNT)
		return 0;
	return err_set(err, ERR_PARSE, "%s cannot be %s: only counts and sums can", aggregate->name,
		       unit == COMPARE_PERCENT ? "in percent" : "per second");
}

static int128 in_percent(int128 n, int128 sum)
{
	return sum ? (n * 100 * MILLIONTHS + sum / 2) / sum : 0;
}

/* Sums of times become seconds per second; other numbers lose their unit. */
static struct quantity quantity_in_unit(const struct compare *c, const struct quantity *quantity)
{
	bool time = c->unit == COMPARE_PER_SECOND && quantity_is_time(quantity);

	return (struct quantity){ QUANTITY_MEAN, time ? quantity->field : FIELD_NONE };
}

static void use_unit(struct compare *c)
{
	struct compare_lines *lines = &c->lines[COMPARE_TOTAL];

	for (size_t i = 0; c->unit != COMPARE_AS_COUNTED && i < lines->list.n; i++) {
		struct compare_line *line = &lines->list.v[i];

		line->quantity = quantity_in_unit(c, &line->quantity);
		for (int side = 0; side < COMPARE_SIDES; side++)
			line->number[side] = c->unit == COMPARE_PERCENT
						     ? in_percent(line->number[side], c->sums[side])
						     : a_second(line->number[side], c->ns[side]);
	}
}

int compare_numbers(struct compare *c)
{
	int rc = compare_rates(c);

	if (rc)
		return rc;
	compare_publish(c, COMPARE_RATE);
	rc = compare_counts(c, COMPARE_TOTAL, c->query);
	if (rc)
		return rc;
	use_unit(c);
	compare_publish(c, COMPARE_TOTAL);
	rc = compare_fields(c, COMPARE_MAP, F_mmap_file, "mmap.file");
	if (!rc)
		compare_publish(c, COMPARE_MAP);
	return rc;
}

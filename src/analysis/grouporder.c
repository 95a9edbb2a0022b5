/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/grouporder.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/groupkey.h"
#include "base/mem.h"
#include "base/text.h"
#include "filter/fieldlist.h"

/*
 * Find a field by name. Aliases, and other forms of a step, are accepted: step(time,0.01s) for
 * step(time, 10ms).
 */
static bool find_field(struct grouporder *o, const char *name, const struct field *by)
{
	struct field field = { .id = FIELD_NONE };
	bool found = false;
	size_t n;

	o->column = ORDER_FIELD;
	if (!fieldlist_parse(name, &field, 1, &n, NULL))
		for (o->n = 0; o->n < o->by && !(found = field_same(&field, &by[o->n])); o->n++)
			;
	field_release(&field);
	return found;
}

static bool find_aggregate(struct grouporder *o, const char *name, size_t n)
{
	o->column = ORDER_AGGREGATE;
	for (o->n = 0; o->n < n; o->n++)
		if (!strcmp(o->aggregates[o->n].name, name))
			return true;
	return false;
}

static void add_columns(const struct grouporder *o, const struct field *by, size_t n,
			struct buf *out)
{
	buf_adds(out, "; the columns are count");
	for (size_t i = 0; i < n; i++) {
		buf_adds(out, ", ");
		text_escape_str(out, o->aggregates[i].name);
	}
	for (size_t i = 0; i < o->by; i++) {
		struct buf name = BUF_INIT;

		field_name(&by[i], &name);
		buf_adds(out, ", ");
		text_escape_str(out, name.p);
		buf_release(&name);
	}
}

int grouporder_parse(struct grouporder *o, const char *name, const struct field *by, size_t n,
		     struct err *err)
{
	struct buf shown = BUF_INIT;
	int rc;

	o->reverse = *name == '-';
	name += o->reverse;
	o->n = 0;
	o->column = strcmp(name, "records") ? ORDER_COUNT : ORDER_ROWS;
	if (!strcmp(name, "count") || !strcmp(name, "records") || find_aggregate(o, name, n) ||
	    find_field(o, name, by))
		return 0;
	text_escape_str(&shown, name);
	buf_adds(&shown, " to sort by");
	add_columns(o, by, n, &shown);
	rc = err_set(err, ERR_PARSE, "there is no column %s", shown.p);
	buf_release(&shown);
	return rc;
}

struct grouprank grouporder_rank_of(const struct grouporder *o, uint64_t count, uint64_t rows,
				    int128 number)
{
	struct grouprank rank = { 0, count };

	switch (o->column) {
	case ORDER_COUNT:
		rank.number = (int128)count;
		break;
	case ORDER_ROWS:
		rank.number = (int128)rows;
		break;
	case ORDER_AGGREGATE:
		rank.number = number;
		break;
	case ORDER_FIELD:
	default:
		rank.count = 0;
		break;
	}
	return rank;
}

struct grouprank grouporder_rank(const struct grouporder *o, const struct group_state *state)
{
	int128 number = 0;

	if (o->column == ORDER_AGGREGATE)
		number = aggregate_rank(&o->aggregates[o->n], &state->stats[o->n]);
	return grouporder_rank_of(o, state->count, state->rows, number);
}

static const char *value_at(const char *key, size_t n)
{
	struct group_value value;

	while (n--)
		key = groupkey_take(key, &value);
	return key;
}

int grouporder_compare(const struct grouporder *o, const struct grouprank *x, const char *a,
		       const struct grouprank *y, const char *b)
{
	int order = x->number > y->number ? -1 : x->number < y->number;

	/* Groups without a number are last in both directions. */
	if (order && (x->number == AGGREGATE_NONE || y->number == AGGREGATE_NONE))
		return order;
	if (o->column == ORDER_FIELD)
		order = groupkey_compare(value_at(a, o->n), value_at(b, o->n), 1);
	if (order)
		return o->reverse ? -order : order;
	if (x->count != y->count)
		return x->count > y->count ? -1 : 1;
	return groupkey_compare(a, b, o->by);
}

struct ranked {
	struct grouprank rank;
	uint32_t group;
};

struct sorting {
	const struct grouporder *order;
	const struct grouptable *table;
};

static int compare_ranked(const void *pa, const void *pb, void *arg)
{
	const struct sorting *s = arg;
	const struct ranked *a = pa, *b = pb;
	size_t len;

	return grouporder_compare(s->order, &a->rank, grouptable_key(s->table, a->group, &len),
				  &b->rank, grouptable_key(s->table, b->group, &len));
}

uint32_t *grouporder_sort(const struct grouporder *order, const struct grouptable *table)
{
	struct ranked *ranked = mem_alloc((table->n + 1) * sizeof(*ranked));
	uint32_t *sorted = mem_alloc((table->n + 1) * sizeof(*sorted));
	struct sorting s = { order, table };

	for (size_t i = 0; i < table->n; i++)
		ranked[i] = (struct ranked){ grouporder_rank(order, grouptable_state(table, i)),
					     (uint32_t)i };
	qsort_r(ranked, table->n, sizeof(*ranked), compare_ranked, &s);
	for (size_t i = 0; i < table->n; i++)
		sorted[i] = ranked[i].group;
	free(ranked);
	return sorted;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/counts_columns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/eventmix.h"
#include "base/text.h"
#include "filter/fieldlist.h"
#include "filter/shown_event.h"
#include "filter/spanfields.h"
#include "spans/spans.h"
#include "widgets/parts.h"

/* Before the aggregates and the fields come counts, shares and records. */
_Static_assert(3 + AGGREGATES_MAX + GROUP_FIELDS_MAX <= TABLE_COLUMNS, "totals have room");

/* ---- choice of columns ---- */

static void add_title(const struct aggregate *aggregate, const char *title, struct buf *out)
{
	struct quantity quantity = aggregate_quantity(aggregate);

	buf_adds(out, title);
	quantity_add_unit(&quantity, out);
}

void counts_columns_init(struct counts_columns *columns, const struct totals_query *query,
			 const struct counts_title *titles, bool side_by_side)
{
	struct buf path = BUF_INIT;

	*columns = (struct counts_columns){ .query = query,
					    .titles = titles,
					    .side_by_side = side_by_side,
					    .apart = eventmix_apart(query->by, query->n) };
	for (size_t i = 0; i < query->aggregates_n; i++) {
		struct buf text = BUF_INIT;

		if (titles && titles[i].text)
			add_title(&query->aggregates[i], titles[i].text, &text);
		else
			aggregate_title(&query->aggregates[i], &text);
		columns->aggregates[i] = buf_take(&text);
	}
	for (size_t i = 0; i < query->n; i++) {
		struct buf title = BUF_INIT;

		field_name(&query->by[i], &title);
		buf_addf(&path, "%s%s", i ? " / " : "", title.p);
		columns->fields[i] = buf_take(&title);
	}
	columns->path = buf_take(&path);
}

void counts_columns_release(struct counts_columns *columns)
{
	for (size_t i = 0; i < AGGREGATES_MAX; i++)
		free(columns->aggregates[i]);
	for (size_t i = 0; i < GROUP_FIELDS_MAX; i++)
		free(columns->fields[i]);
	free(columns->path);
}

/*
 * Shares are parts of the aggregate that lines are sorted by if it can be added up, else of counts
 * (NULL).
 */
static const struct aggregate *shared(const struct counts_columns *columns,
				      const struct grouporder *o)
{
	const struct aggregate *aggregate = &columns->query->aggregates[o->n];

	if (o->column != ORDER_AGGREGATE)
		return NULL;
	if (aggregate->kind == AGGREGATE_SUM)
		return columns->apart && shown_event_weighs(aggregate->field.id) ? NULL : aggregate;
	return aggregate_counts(aggregate) ? aggregate : NULL;
}

/* Shares of added times are not shares of the counts next to them. */
static const char *share_title(struct counts_columns *columns, const struct grouporder *order)
{
	const struct aggregate *aggregate = shared(columns, order);

	if (!aggregate || columns->side_by_side)
		return "%";
	snprintf(columns->share, sizeof(columns->share), "%% %s",
		 columns->titles	       ? columns->titles[order->n].text
		 : aggregate_counts(aggregate) ? "count"
					       : "sum");
	return columns->share;
}

static void add(struct counts_columns *columns, struct counts_column column,
		struct table_column table)
{
	columns->v[columns->n] = column;
	columns->table[columns->n++] = table;
}

bool counts_columns_of_records(const struct counts_columns *columns)
{
	const struct field *first = &columns->query->by[0];

	return first->id == F_ordinal && first->cut == FIELD_WHOLE;
}

static void add_fields(struct counts_columns *columns)
{
	if (columns->folded) {
		add(columns, (struct counts_column){ ORDER_FIELD, 0, false },
		    (struct table_column){ columns->path, false, 0, 0 });
		return;
	}
	for (size_t i = 0; i < columns->query->n; i++)
		add(columns, (struct counts_column){ ORDER_FIELD, i, false },
		    (struct table_column){ columns->fields[i], false, 32, 0 });
}

void counts_columns_arrange(struct counts_columns *columns, const struct grouporder *order,
			    bool folded)
{
	const struct totals_query *q = columns->query;
	bool counts = folded || !q->aggregates_n || !counts_columns_of_records(columns);

	columns->n = 0;
	columns->folded = folded;
	/* Columns of events are often wider than the screen, so the names come first. */
	if (columns->side_by_side)
		add_fields(columns);
	if (counts && !columns->side_by_side)
		add(columns, (struct counts_column){ ORDER_COUNT, 0, false },
		    (struct table_column){ "count", true, .digits = true });
	if (counts)
		add(columns, (struct counts_column){ ORDER_COUNT, 0, true },
		    (struct table_column){ share_title(columns, order), true, 0, 40, .bar = 60 });
	if (grouping_list(q->by, q->n) && !columns->side_by_side)
		add(columns, (struct counts_column){ ORDER_ROWS, 0, false },
		    (struct table_column){ "records", true, .digits = true });
	for (size_t i = 0; i < q->aggregates_n; i++) {
		struct quantity quantity = aggregate_quantity(&q->aggregates[i]);

		if (columns->titles && columns->titles[i].screen < 0)
			continue;
		add(columns, (struct counts_column){ ORDER_AGGREGATE, i, false },
		    (struct table_column){ columns->aggregates[i], true, 0,
					   columns->titles ? columns->titles[i].screen : 0,
					   .digits = !quantity_is_time(&quantity) });
	}
	if (!columns->side_by_side)
		add_fields(columns);
}

size_t counts_columns_held(const struct counts_columns *columns)
{
	enum {
		HELD_MOST = 2 /* more of them can be as wide as the screen */
	};
	size_t names = columns->folded ? 1 : columns->query->n;

	return !columns->side_by_side ? 1 : names < HELD_MOST ? names : HELD_MOST;
}

/* ---- cells ---- */

void counts_columns_add_all(const struct counts_columns *columns, const struct totals *totals,
			    struct buf *out)
{
	const char *what = grouping_list(columns->query->by, columns->query->n) ? "element"
										: "record";

	if (totals && !columns->side_by_side)
		text_add_plural(totals_all(totals)->count, what, out);
	else
		buf_addf(out, "%ss", what);
}

void counts_columns_add_apart(const struct counts_columns *columns, const struct totals *totals,
			      struct buf *out)
{
	for (size_t i = 0; columns->titles && i < columns->query->aggregates_n; i++) {
		int128 sum = columns->titles[i].screen == COUNTS_IN_TITLE
				     ? totals_all(totals)->sums[i]
				     : 0;

		if (sum)
			buf_addf(out, "%llu %s; ", (unsigned long long)sum,
				 columns->titles[i].text);
	}
}

void counts_columns_add_sum(const struct counts_columns *columns, const struct totals *totals,
			    const struct grouporder *order, struct buf *out)
{
	const struct aggregate *aggregate = shared(columns, order);
	struct quantity quantity;
	size_t start = out->len;

	if (!aggregate)
		return;
	buf_adds(out, PARTS_MORE ", ");
	if (!aggregate_rank_text(aggregate, totals_all(totals)->sums[order->n], true, out)) {
		buf_truncate(out, start);
		return;
	}
	quantity = aggregate_quantity(aggregate);
	quantity_add_unit(&quantity, out);
	buf_adds(out, " in all");
}

bool counts_columns_share(const struct counts_columns *columns, const struct totals *totals,
			  const struct totals_line *line, const struct grouporder *o, double *share)
{
	int128 part = (int128)line->count, all = (int128)totals_all(totals)->count;

	if (shared(columns, o)) {
		part = line->numbers[o->n];
		all = totals_all(totals)->sums[o->n];
	}
	if (part == AGGREGATE_NONE || !all || (columns->side_by_side && !shared(columns, o)))
		return false;
	*share = (double)part / (double)all;
	return true;
}

/*
 * If lines are folded, all fields share a column: a line shows what it adds to the lines above it.
 */
static void add_field(const struct counts_columns *columns, size_t n,
		      const struct totals_line *line, struct buf *out)
{
	struct group_value value;
	const char *p = line->key;

	if (columns->folded) {
		n = line->depth;
		buf_fill(out, ' ', 2 * n);
		buf_adds(out, line->leaf ? "  " : line->open ? "- " : "+ ");
	}
	for (size_t i = 0; i <= n; i++)
		p = groupkey_take(p, &value);
	if (value.has)
		groupkey_text(&value, out);
	else
		buf_addc(out, '-');
}

/* Is the line the record that begins a span without an end? */
static bool is_unfinished(const struct counts_columns *columns, const struct totals_line *line)
{
	const char *unfinished = spans_state(SPAN_UNFINISHED), *p = line->key;
	struct group_value value;

	for (size_t i = 0; counts_columns_of_records(columns) && i <= line->depth; i++) {
		p = groupkey_take(p, &value);
		if (columns->query->by[i].id == F_span_state && value.has &&
		    value.len == strlen(unfinished) && !memcmp(value.text, unfinished, value.len))
			return true;
	}
	return false;
}

/* A sum is doubtful if a part of it is; a greatest number, if it is that of a doubtful span. */
static bool is_doubtful(const struct counts_columns *columns, size_t n,
			const struct totals_line *line)
{
	int128 doubt = line->numbers[columns->titles[n].doubt];

	return doubt != AGGREGATE_NONE &&
	       (columns->query->aggregates[n].kind == AGGREGATE_SUM || doubt == line->numbers[n]);
}

static enum counts_sign sign_of(const struct counts_columns *columns, size_t n,
				const struct totals_line *line)
{
	enum counts_sign sign = columns->titles ? columns->titles[n].sign : COUNTS_EXACT;

	if (sign == COUNTS_DOUBTFUL && !is_doubtful(columns, n, line))
		return COUNTS_EXACT;
	if (sign != COUNTS_EXACT)
		return sign;
	return columns->query->aggregates[n].field.id == F_span_lasted &&
			       is_unfinished(columns, line)
		       ? COUNTS_LEAST
		       : COUNTS_EXACT;
}

static void add_number(const struct counts_columns *columns, size_t n,
		       const struct totals_line *line, struct buf *out)
{
	enum counts_sign sign = sign_of(columns, n, line);

	if (line->numbers[n] == AGGREGATE_NONE) {
		buf_addc(out, '-');
		return;
	}
	if (sign == COUNTS_LEAST)
		text_add_utf8(out, 0x2265);
	aggregate_rank_text(&columns->query->aggregates[n], line->numbers[n], true, out);
	if (sign == COUNTS_DOUBTFUL)
		buf_addc(out, '?');
}

void counts_columns_cell(const struct counts_columns *columns, size_t column,
			 const struct totals *totals, const struct totals_line *line,
			 const struct grouporder *order, struct buf *out)
{
	const struct counts_column *c = &columns->v[column];
	double share;

	if (c->share) {
		if (counts_columns_share(columns, totals, line, order, &share))
			buf_addf(out, "%.1f", share * 100);
		else
			buf_addc(out, '-');
		return;
	}
	switch (c->what) {
	case ORDER_COUNT:
		buf_add_u64(out, line->count);
		break;
	case ORDER_ROWS:
		if (line->rows == UINT64_MAX)
			buf_addc(out, '-');
		else
			buf_add_u64(out, line->rows);
		break;
	case ORDER_AGGREGATE:
		add_number(columns, c->n, line, out);
		break;
	case ORDER_FIELD:
	default:
		add_field(columns, c->n, line, out);
		break;
	}
}

enum style counts_columns_style(const struct counts_columns *columns, size_t column)
{
	const struct counts_column *c = &columns->v[column];

	return c->share ? STYLE_NUMBER : c->what == ORDER_FIELD ? STYLE_TYPE : STYLE_NORMAL;
}

bool counts_columns_is_shape(const struct counts_columns *columns, size_t column)
{
	const struct counts_column *c = &columns->v[column];

	return c->what == ORDER_AGGREGATE && !c->share &&
	       columns->query->aggregates[c->n].kind == AGGREGATE_SHAPE;
}

/* The field of a column with its values; FIELD_NONE: it has something else. */
static enum field_id field_of(const struct counts_columns *columns, size_t column)
{
	const struct counts_column *c = &columns->v[column];

	return c->what == ORDER_FIELD && !columns->folded ? columns->query->by[c->n].id
							  : FIELD_NONE;
}

bool counts_columns_is_level(const struct counts_columns *columns, size_t column)
{
	enum field_id field = field_of(columns, column);

	return field == F_mem_lvl || field == F_mem_lvl_num;
}

bool counts_columns_is_event(const struct counts_columns *columns, size_t column)
{
	return field_of(columns, column) == F_event;
}

const char *counts_columns_filter(const struct counts_columns *columns, size_t column)
{
	const struct counts_column *c = &columns->v[column];

	return c->what == ORDER_AGGREGATE ? columns->query->aggregates[c->n].filter_text : NULL;
}

bool counts_columns_is_longest(const struct counts_columns *columns, size_t column)
{
	const struct counts_column *c = &columns->v[column];
	const struct aggregate *a = &columns->query->aggregates[c->n];

	return c->what == ORDER_AGGREGATE && !c->share && a->kind == AGGREGATE_MAX &&
	       (a->field.id == F_span_dur || a->field.id == F_span_lasted);
}

bool counts_columns_is_spans(const struct counts_columns *columns, size_t column)
{
	const struct counts_column *c = &columns->v[column];
	const struct aggregate *a = &columns->query->aggregates[c->n];

	return c->what == ORDER_AGGREGATE && !c->share && a->kind == AGGREGATE_COUNT &&
	       spanfields_in(a->filter);
}

const char *counts_columns_extreme(const struct counts_columns *columns, size_t column)
{
	const struct counts_column *c = &columns->v[column];
	const struct aggregate *a = &columns->query->aggregates[c->n];

	if (c->what != ORDER_AGGREGATE || c->share)
		return NULL;
	if (counts_columns_is_longest(columns, column))
		return "longest";
	if (a->kind == AGGREGATE_MAX)
		return "greatest";
	return a->kind == AGGREGATE_MIN ? "least" : NULL;
}

void counts_columns_add_extreme(const struct counts_columns *columns, size_t column,
				const struct totals_line *line, struct buf *out)
{
	const struct counts_column *c = &columns->v[column];
	const struct aggregate *a = &columns->query->aggregates[c->n];

	if (!counts_columns_extreme(columns, column) || line->numbers[c->n] == AGGREGATE_NONE)
		return;
	buf_adds(out, " and ");
	field_name(&a->field, out);
	buf_adds(out, " == ");
	buf_add_s64(out, (int64_t)line->numbers[c->n]);
}

/* ---- order ---- */

static bool is_by(const struct counts_column *column, const struct grouporder *order)
{
	return column->what == order->column && column->n == order->n;
}

struct grouporder counts_columns_order(const struct counts_columns *columns, size_t column,
				       const struct grouporder *before)
{
	const struct counts_column *c = &columns->v[column];
	struct grouporder order = *before;

	order.column = c->what;
	order.n = c->n;
	order.reverse = is_by(c, before) && !before->reverse;
	return order;
}

const char *counts_columns_title(const struct counts_columns *columns,
				 const struct grouporder *order)
{
	for (size_t i = 0; i < columns->n; i++)
		if (is_by(&columns->v[i], order))
			return columns->titles && order->column == ORDER_AGGREGATE &&
					       columns->titles[order->n].text
				       ? columns->titles[order->n].text
				       : columns->table[i].title;
	/* If lines are folded, only the first field has a column. */
	return order->column == ORDER_FIELD ? columns->fields[order->n] : "count";
}

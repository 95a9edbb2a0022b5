/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/counts_line.h"

#include <string.h>

#include "recording/reader_find.h"
#include "records/records.h"
#include "records/spans.h"
#include "views/annotation.h"
#include "views/args.h"
#include "views/sandwich.h"
#include "widgets/field_condition.h"

/* Append the condition for the records of a line. False: there is none. */
static bool add_condition(const struct view_counts *v, const struct totals_line *line,
			  struct buf *out)
{
	const char *some = counts_columns_filter(&v->columns, v->table.column);
	struct group_value values[GROUP_FIELDS_MAX];
	const char *p = line->key;

	for (size_t i = 0; i <= line->depth; i++)
		p = groupkey_take(p, &values[i]);
	counts_events_condition(&v->events, out);
	buf_adds(out, out->len ? " and " : "");
	if (!field_condition_of_group(v->query.by, line->depth + 1, values, out))
		return false;
	if (some)
		buf_addf(out, " and (%s)", some);
	return true;
}

/* Open totals of the counted records that pass one more condition. */
static int open_below(struct view_counts *v, const struct counts_spec *spec, const char *condition,
		      struct err *err)
{
	struct counts_spec own = *spec;
	struct buf where = BUF_INIT;
	int rc;

	buf_addf(&where, *v->where ? "(%s) and %s" : "%s%s", v->where, condition);
	own.where = where.p;
	/* Records with an element have other elements, too, which these numbers would include. */
	if (!own.aggregates && !grouping_list(v->query.by, v->query.n)) {
		own.pivot = v->events.mode == EVENTS_COLUMNS;
		own.aggregates = v->aggregates;
		own.titles = v->titles;
	}
	rc = counts_open(v->table.view.app, &own, err);
	buf_release(&where);
	return rc;
}

int counts_line_split(struct view_counts *v, const struct totals_line *line,
		      const struct counts_spec *spec, struct err *err)
{
	struct buf condition = BUF_INIT;
	int rc;

	if (add_condition(v, line, &condition))
		rc = open_below(v, spec, condition.p, err);
	else
		rc = err_set(err, ERR_PARSE, "no filter can select this value");
	buf_release(&condition);
	return rc;
}

uint64_t counts_line_row(const struct view_counts *v, const struct totals_line *line)
{
	struct group_value ordinal;

	groupkey_take(line->key, &ordinal);
	return ordinal.has ? reader_find_ordinal(v->table.view.app->session->reader, ordinal.num)
			   : UINT64_MAX;
}

static bool open_record(struct view_counts *v, const char *key)
{
	struct app *app = v->table.view.app;
	struct group_value ordinal;

	groupkey_take(key, &ordinal);
	if (!ordinal.has || !records_show_listed(app, v->where, ordinal.num))
		return false;
	if (counts_columns_is_longest(&v->columns, v->table.column))
		records_report_span(app);
	return true;
}

static void no_filter(struct app *app)
{
	app_complain(app, "No filter can select this value.");
}

/* Show the records of a line, or the one with the greatest or least number. */
static void open_records(struct view_counts *v, const struct totals_line *line,
			 struct buf *condition)
{
	struct app *app = v->table.view.app;
	size_t of_line = condition->len;

	counts_columns_add_extreme(&v->columns, v->table.column, line, condition);
	if (*v->where)
		records_filter_counted(app, v->where, condition->p, ACTION_OPEN);
	else
		records_filter_from(app, condition->p, ACTION_OPEN);
	if (condition->len > of_line && counts_columns_is_longest(&v->columns, v->table.column))
		records_report_span(app);
	else if (counts_columns_is_spans(&v->columns, v->table.column))
		app_say(app, ":sort span.dur puts the longest of these spans first.");
	else if (strstr(condition->p + of_line, "span."))
		app_say(app, "%s goes to the end of the span, and shows its duration.",
			app_key_of(app, ACTION_SPAN));
}

void counts_line_open(struct view_counts *v, const struct totals_line *line)
{
	struct app *app = v->table.view.app;
	struct buf condition = BUF_INIT;
	struct err err = ERR_INIT;
	int rc = 0;

	if (!v->below && counts_columns_of_records(&v->columns) && open_record(v, line->key))
		return;
	if (!add_condition(v, line, &condition)) {
		no_filter(app);
	} else if (v->below) {
		rc = open_below(v, v->below, condition.p, &err);
	} else {
		open_records(v, line, &condition);
	}
	if (rc < 0)
		app_complain(app, "%s", err.msg);
	buf_release(&condition);
}

void counts_line_filter(struct view_counts *v, const struct totals_line *line, enum action action)
{
	struct app *app = v->table.view.app;
	struct buf condition = BUF_INIT;

	if (add_condition(v, line, &condition))
		records_filter_from(app, condition.p, action);
	else
		no_filter(app);
	buf_release(&condition);
}

/* Show a function in the counted records: its code, or its callers and callees. */
static void open_name(struct view_counts *v, const struct group_value *name, enum action action)
{
	struct app *app = v->table.view.app;
	struct buf more = BUF_INIT;

	args_add_where(v->where, &more);
	if (action == ACTION_VIEW_SANDWICH)
		sandwich_open_name(app, name->text, name->len, more.p);
	else
		annotation_open_name(app, name->text, name->len, false, more.p);
	buf_release(&more);
}

void counts_line_open_function(struct view_counts *v, const struct totals_line *line,
			       enum action action)
{
	struct group_value value, name = { .has = false };
	const char *p = line->key;
	bool by_name = false;

	for (size_t i = 0; i <= line->depth; i++) {
		p = groupkey_take(p, &value);
		if (v->query.by[i].id != F_sym && v->query.by[i].id != F_callchain_sym)
			continue;
		name = value;
		by_name = true;
	}
	if (name.has)
		open_name(v, &name, action);
	else
		app_complain(v->table.view.app, by_name ? "No function with a name is here."
							: "Only totals by sym have functions.");
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "analysis/eventmix.h"
#include "analysis/grouping.h"
#include "analysis/pivot.h"
#include "base/jsonw.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/cli_filter.h"
#include "cli/cli_recording.h"
#include "filter/check.h"
#include "filter/fieldlist.h"
#include "filter/shown_event.h"
#include "out/cells.h"
#include "out/csv.h"

enum {
	TEXT_WIDTH = 12, /* columns of a number */
	FLUSH_BYTES = 64 << 10
};

/* What is counted, and how it is written. */
struct count_command {
	const struct count_format *format;
	struct grouping_options grouping;
	struct field by[GROUP_FIELDS_MAX];
	struct aggregate aggregates[AGGREGATES_MAX];
	struct buf titles[AGGREGATES_MAX]; /* of the aggregates, in text; zeroed if there is none */
	struct filter *filter, *fail_if;
	bool side_by_side; /* events are columns, whose samples have no common number */
};

struct count_format {
	const char *name;
	void (*head)(const struct count_command *c, struct buf *out);
	void (*group)(const struct count_command *c, const struct group *g, struct buf *out);
};

/* ---- text ---- */

static size_t column_width(const struct buf *title)
{
	size_t columns = text_columns(title->p, title->len);

	return columns > TEXT_WIDTH ? columns : TEXT_WIDTH;
}

/* Names are needed if there is more than the count. */
static void text_head(const struct count_command *c, struct buf *out)
{
	if (!c->grouping.aggregates_n)
		return;
	if (!c->side_by_side)
		text_pad(out, "count", 5, TEXT_WIDTH, true);
	for (size_t i = 0; i < c->grouping.aggregates_n; i++) {
		const struct buf *title = &c->titles[i];

		buf_adds(out, i || !c->side_by_side ? "  " : "");
		text_pad(out, title->p, title->len, column_width(title), true);
	}
	for (size_t i = 0; i < c->grouping.n; i++) {
		buf_adds(out, "  ");
		field_name(&c->by[i], out);
	}
	buf_addc(out, '\n');
}

static void text_group(const struct count_command *c, const struct group *g, struct buf *out)
{
	if (!c->side_by_side)
		buf_addf(out, "%*llu", TEXT_WIDTH, (unsigned long long)g->count);
	for (size_t i = 0; i < c->grouping.aggregates_n; i++) {
		struct buf number = BUF_INIT;

		if (!aggregate_text(&c->aggregates[i], &g->stats[i], true, &number))
			buf_addc(&number, '-');
		buf_adds(out, i || !c->side_by_side ? "  " : "");
		text_pad(out, number.p, number.len, column_width(&c->titles[i]), true);
		buf_release(&number);
	}
	for (size_t i = 0; i < c->grouping.n; i++) {
		buf_adds(out, "  ");
		if (g->values[i].has)
			groupkey_text(&g->values[i], out);
		else
			buf_addc(out, '-');
	}
	buf_addc(out, '\n');
}

/* ---- JSON ---- */

/* As in the JSON of records: if a text is not UTF-8, NAME_hex has its bytes. */
static void json_text(struct jsonw *w, struct buf *name, const struct group_value *v)
{
	if (!jsonw_bytes(w, v->text, v->len))
		return;
	buf_adds(name, "_hex");
	jsonw_key(w, name->p);
	jsonw_hex(w, (const uint8_t *)v->text, v->len);
}

static void json_number(struct jsonw *w, const struct group_value *v)
{
	const struct field_info *info = field_info(v->field);
	struct buf name = BUF_INIT;

	if (field_has_names(info)) {
		field_id_text(&name, v->field, v->num);
		jsonw_str(w, name.p);
	} else if (info->type == FT_BOOL) {
		jsonw_bool(w, v->num);
	} else if (info->type == FT_SINT) {
		jsonw_s64(w, (int64_t)v->num);
	} else {
		jsonw_u64(w, v->num);
	}
	buf_release(&name);
}

static void json_value(struct jsonw *w, const struct field *field, const struct group_value *v)
{
	struct buf name = BUF_INIT;

	field_name(field, &name);
	jsonw_key(w, name.p);
	if (!v->has)
		jsonw_null(w);
	else if (v->is_number)
		json_number(w, v);
	else if (field_info(v->field)->type == FT_BYTES)
		jsonw_hex(w, (const uint8_t *)v->text, v->len);
	else
		json_text(w, &name, v);
	buf_release(&name);
}

static void json_group(const struct count_command *c, const struct group *g, struct buf *out)
{
	struct jsonw w = JSONW_INIT(out);

	jsonw_begin(&w, '{');
	for (size_t i = 0; i < c->grouping.n; i++)
		json_value(&w, &c->by[i], &g->values[i]);
	jsonw_key_u64(&w, "count", g->count);
	for (size_t i = 0; i < c->grouping.aggregates_n; i++) {
		jsonw_key(&w, c->aggregates[i].name);
		if (!aggregate_text(&c->aggregates[i], &g->stats[i], false, out))
			buf_adds(out, "null");
		w.comma = true;
	}
	jsonw_end(&w, '}');
	buf_addc(out, '\n');
}

/* ---- CSV ---- */

static void csv_head(const struct count_command *c, struct buf *out)
{
	bool first = c->side_by_side;

	for (size_t i = 0; i < c->grouping.n; i++) {
		size_t start = out->len;

		field_name(&c->by[i], out);
		csv_quote(out, start, true);
		buf_addc(out, ',');
	}
	buf_adds(out, first ? "" : "count");
	for (size_t i = 0; i < c->grouping.aggregates_n; i++) {
		size_t start;

		buf_adds(out, first ? "" : ",");
		first = false;
		start = out->len;
		text_escape_str(out, c->aggregates[i].name);
		csv_quote(out, start, true);
	}
	buf_adds(out, "\r\n");
}

static void csv_value(const struct group_value *v, struct buf *out)
{
	size_t start = out->len;

	if (!v->has)
		return;
	if (v->is_number)
		cells_exact(v->field, v->num, out);
	else
		groupkey_text(v, out);
	csv_quote(out, start, !v->is_number);
}

static void csv_group(const struct count_command *c, const struct group *g, struct buf *out)
{
	for (size_t i = 0; i < c->grouping.n; i++) {
		csv_value(&g->values[i], out);
		buf_addc(out, ',');
	}
	if (!c->side_by_side)
		buf_add_u64(out, g->count);
	for (size_t i = 0; i < c->grouping.aggregates_n; i++) {
		buf_adds(out, i || !c->side_by_side ? "," : "");
		aggregate_text(&c->aggregates[i], &g->stats[i], false, out);
	}
	buf_adds(out, "\r\n");
}

/* ---- the command ---- */

static const struct count_format formats[] = {
	{ "text", text_head, text_group },
	{ "json", NULL, json_group },
	{ "csv", csv_head, csv_group },
};

static const struct count_format *find_format(const struct options *options)
{
	const char *name = options->format ? options->format : options->json ? "json" : "text";

	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
		if (!strcmp(formats[i].name, name))
			return &formats[i];
	cli_refuse("--format", "text, json or csv", name);
	return NULL;
}

static int write_groups(const struct count_command *c, struct grouping *grouping)
{
	struct buf out = BUF_INIT;
	struct err err = ERR_INIT;
	struct group group;
	int status = STATUS_OK, more = 1;

	if (c->format->head)
		c->format->head(c, &out);
	while (!status && (more = grouping_next(grouping, &group, &err)) > 0) {
		c->format->group(c, &group, &out);
		if (out.len < FLUSH_BYTES)
			continue;
		status = cli_write(&out);
		buf_reset(&out);
	}
	if (more < 0) {
		cli_error(NULL, &err);
		status = cli_status(&err);
	}
	if (!status)
		status = cli_write(&out);
	buf_release(&out);
	return status;
}

static int count_recording(const struct count_command *c, struct recording *recording)
{
	struct grouping *grouping;
	struct err err = ERR_INIT;
	uint64_t matches, ordinal;
	int status;

	if (grouping_run(&grouping, recording, &c->grouping, &err)) {
		cli_error(NULL, &err);
		return cli_status(&err);
	}
	status = write_groups(c, grouping);
	matches = grouping_matches(grouping, &ordinal);
	grouping_free(grouping);
	return status ? status : cli_filter_report_matches(matches, ordinal);
}

/* Events side by side are in the order of the first one. */
static int read_order(const struct options *options, struct count_command *c, struct err *err)
{
	c->grouping.order = (struct grouporder){ .by = c->grouping.n, .aggregates = c->aggregates };
	if (c->side_by_side && c->grouping.aggregates_n)
		c->grouping.order.column = ORDER_AGGREGATE;
	if (!options->sort)
		return 0;
	return grouporder_parse(&c->grouping.order, options->sort, c->by, c->grouping.aggregates_n,
				err);
}

/* If there are aggregates among the fields: say where they belong. agg: others, or NULL. */
static void explain_aggregates(const char *by, const char *agg, struct err *err)
{
	struct buf aggregates = BUF_INIT, fields = BUF_INIT;

	buf_adds(&aggregates, agg ? agg : "");
	if (aggregates_sort_out(by, &aggregates, &fields))
		err_set_at(err, ERR_PARSE, err->offset,
			   "only fields can define groups: write --by '%s' --agg '%s'",
			   fields.len ? fields.p : GROUPING_USUAL, aggregates.p);
	buf_release(&aggregates);
	buf_release(&fields);
}

/* Read the options. Errors are reported. */
static int read_options(const struct options *options, struct count_command *c)
{
	const char *by = options->by ? options->by : GROUPING_USUAL;
	struct err err = ERR_INIT;
	int status = cli_filter(options, &c->filter);

	if (!status)
		status = cli_filter_fail_if(options, &c->fail_if);
	c->grouping.by = c->by;
	c->grouping.filter = c->filter;
	c->grouping.fail_if = c->fail_if;
	c->grouping.aggregates = c->aggregates;
	c->grouping.spool_dir = cli_recording_options(options).spool_dir;
	if (status)
		return status;
	if (fieldlist_parse(by, c->by, GROUP_FIELDS_MAX, &c->grouping.n, &err)) {
		explain_aggregates(by, options->agg, &err);
		return cli_explain("--by", by, &err);
	}
	c->side_by_side = options->pivot;
	if (options->pivot && strcmp(options->pivot, field_id_name(F_event)) != 0) {
		cli_warn("--pivot", "expected \"event\": only its values can become columns");
		return STATUS_USAGE;
	}
	if (options->agg && !options->pivot &&
	    aggregates_parse(c->aggregates, &c->grouping.aggregates_n, options->agg, &err))
		return cli_explain("--agg", options->agg, &err);
	if (grouping_check(&c->grouping, &err)) {
		cli_error("--by", &err);
		return STATUS_USAGE;
	}
	if (!options->pivot && read_order(options, c, &err)) {
		cli_error(NULL, &err);
		return STATUS_USAGE;
	}
	return STATUS_OK;
}

/* Get the columns of --pivot: the events of the recording. */
static int read_pivot(const struct options *options, struct recording *recording,
		      struct count_command *c)
{
	struct buf where = BUF_INIT, samples = BUF_INIT;
	struct shown_events events;
	struct err err = ERR_INIT;
	int rc;

	filter_expression(c->filter, &where);
	pivot_where(where.p, &samples);
	filter_free(c->filter);
	rc = filter_parse(&c->filter, samples.p, &err);
	c->grouping.filter = c->filter;
	shown_events_read(&events, recording, c->filter);
	if (!rc)
		rc = pivot_aggregates(c->aggregates, &c->grouping.aggregates_n, options->agg,
				      recording, &events, &err);
	shown_events_release(&events);
	buf_release(&where);
	buf_release(&samples);
	if (!rc)
		rc = read_order(options, c, &err);
	for (size_t i = 0; i < c->grouping.aggregates_n && !rc; i++)
		rc = check_field(&c->aggregates[i].field, recording, &err);
	if (rc)
		cli_error("--pivot", &err);
	return rc ? STATUS_USAGE : STATUS_OK;
}

static void make_titles(struct count_command *c)
{
	for (size_t i = 0; i < c->grouping.aggregates_n; i++) {
		buf_init(&c->titles[i]);
		aggregate_title(&c->aggregates[i], &c->titles[i]);
	}
}

static int check_names(const struct options *options, const struct count_command *c,
		       struct recording *recording)
{
	int status = cli_filter_check(recording, c->filter, c->by, c->grouping.n);

	if (!status)
		status = cli_filter_check(recording, c->fail_if, NULL, 0);
	for (size_t i = 0; i < c->grouping.aggregates_n && !status; i++)
		status = cli_filter_check(recording, c->aggregates[i].filter,
					  &c->aggregates[i].field, 1);
	if (!status)
		cli_filter_warn_absent(options, recording, c->filter);
	if (!status)
		cli_filter_warn_absent(options, recording, c->fail_if);
	for (size_t i = 0; i < c->grouping.aggregates_n && !status; i++)
		cli_filter_warn_absent(options, recording, c->aggregates[i].filter);
	return status;
}

/*
 * Refuse to add numbers of different events unless that was asked for. Numbers of one event get its
 * unit.
 */
static int refuse_mixed(struct recording *recording, struct count_command *c)
{
	struct buf names = BUF_INIT, message = BUF_INIT;
	int status = STATUS_OK;

	for (size_t i = 0; i < c->grouping.aggregates_n && !status; i++) {
		if (!eventmix_find(recording, c->filter, &c->aggregates[i], &names))
			continue;
		text_escape_str(&message, c->aggregates[i].name);
		buf_addf(&message,
			 " would mix different events: %s; use --by event, choose one with "
			 "--show-event EVENT or -f, or mix them with --all-events",
			 names.p);
		cli_warn("--agg", "%s", message.p);
		status = STATUS_USAGE;
	}
	buf_release(&names);
	buf_release(&message);
	return status;
}

/* Say that counts of samples are of all events, if there are several. */
static void note_mixed(const struct options *options, struct recording *recording,
		       const struct count_command *c)
{
	struct shown_events events;
	struct buf note = BUF_INIT;

	if (options->quiet || !eventmix_of_samples(c->by, c->grouping.n, NULL, 0))
		return;
	shown_events_read(&events, recording, c->filter);
	if (events.names.n > 1) {
		buf_addf(&note, "samples of all %zu events: ", events.names.n);
		shown_events_others(&events, NULL, &note);
		buf_adds(&note, " (--by event, --pivot event, --show-event EVENT|all)");
		cli_warn(recording_path(recording, 0), "%s", note.p);
	}
	shown_events_release(&events);
	buf_release(&note);
}

static bool is_grouped_by(const struct count_command *c, enum field_id field)
{
	for (size_t i = 0; i < c->grouping.n; i++)
		if (c->by[i].id == field)
			return true;
	return false;
}

/* A group of an event has the samples of all events with its name, such as two breakpoints. */
static void note_same_names(const struct options *options, struct recording *recording,
			    const struct count_command *c)
{
	struct shown_events events;
	struct buf note = BUF_INIT;

	if (options->quiet || !is_grouped_by(c, F_event) || is_grouped_by(c, F_id))
		return;
	shown_events_read(&events, recording, c->filter);
	for (size_t i = 0; i < events.names.n; i++) {
		if (events.choices.v[i].n < 2 || text_ends_with(events.names.v[i], ":*"))
			continue;
		buf_reset(&note);
		text_escape_str(&note, events.names.v[i]);
		buf_addf(&note, " is the name of %zu events; --by event,id separates them",
			 events.choices.v[i].n);
		cli_warn(recording_path(recording, 0), "%s", note.p);
	}
	shown_events_release(&events);
	buf_release(&note);
}

/* Choose the samples of one event if it was asked for, else of all events if that makes sense. */
static int choose_events(const struct options *options, struct recording *recording,
			 struct count_command *c)
{
	const char *event = options->show_event;
	int status;

	if (event && strcmp(event, SHOWN_EVENT_ALL) != 0) {
		status = cli_filter_show_event(options, recording, NULL, &c->filter);
		c->grouping.filter = c->filter;
		return status ? status : refuse_mixed(recording, c);
	}
	if (event || options->all_events || options->pivot || eventmix_apart(c->by, c->grouping.n))
		return STATUS_OK;
	status = refuse_mixed(recording, c);
	if (!status)
		note_mixed(options, recording, c);
	return status;
}

int cli_count(const struct options *options)
{
	struct count_command c = { .format = find_format(options) };
	struct recording *recording;
	int damaged = STATUS_OK, status;

	if (!c.format)
		return STATUS_USAGE;
	status = read_options(options, &c);
	recording = status ? NULL : cli_recording_open(options, &damaged);
	if (recording) {
		status = check_names(options, &c, recording);
		if (!status)
			status = choose_events(options, recording, &c);
		if (!status && options->pivot)
			status = read_pivot(options, recording, &c);
		if (!status)
			note_same_names(options, recording, &c);
		make_titles(&c);
		if (!status)
			status = count_recording(&c, recording);
		if (!status)
			cli_filter_warn_symbol(options, recording);
		damaged = cli_worse(damaged, cli_recording_close(recording));
	}
	field_list_release(c.by, c.grouping.n);
	for (size_t i = 0; i < c.grouping.aggregates_n; i++)
		buf_release(&c.titles[i]);
	aggregates_release(c.aggregates, c.grouping.aggregates_n);
	filter_free(c.filter);
	filter_free(c.fail_if);
	return status > damaged ? status : damaged;
}

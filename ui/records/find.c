/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "filter/spanfields.h"
#include "records/view.h"
#include "views/switchtext.h"
#include "widgets/field.h"
#include "wire/schema.h"

/* ---- the search ---- */

static void start_job(struct view_records *v, struct filter *filter)
{
	select_free(v->find.select);
	v->find.select = select_start(v->session->rec, filter, &v->view.watcher,
				      session_order_row(v->session, v->find.at));
	v->find.stopped = false;
}

/* Append the list's conditions and the searched one: only records that can be shown are found. */
static void whole_expression(const struct view_records *v, const char *expr, struct buf *out)
{
	if (v->session->select)
		buf_addf(out, "(%s) and ", select_filter(v->session->select)->text);
	buf_addf(out, "(%s)", expr);
}

/*
 * Make expr the searched expression. 1: the job searches it already and continues with what it
 * knows.
 */
static int prepare(struct view_records *v, const char *expr, struct err *err)
{
	struct filter *filter;
	struct buf whole = BUF_INIT;
	int rc = 1;

	whole_expression(v, expr, &whole);
	if (!v->find.expr || strcmp(v->find.expr, whole.p) != 0) {
		rc = filter_parse(&filter, whole.p, err);
		if (rc == 0) {
			start_job(v, filter);
			free(v->find.expr);
			v->find.expr = buf_take(&whole);
		}
	}
	buf_release(&whole);
	return rc;
}

/* Go to the next or previous number. False at the ends. */
static bool step(struct view_records *v, uint64_t number)
{
	if (number == (v->find.dir < 0 ? 0 : UINT64_MAX))
		return false;
	v->find.at = v->find.dir < 0 ? number - 1 : number + 1;
	return true;
}

static void finish(struct view_records *v)
{
	struct select_progress progress;

	v->find.left = 0;
	select_progress(v->find.select, &progress);
	if (!progress.done) {
		/* The other matches were not requested yet. */
		select_cancel(v->find.select);
		v->find.stopped = true;
	}
}

/*
 * Report that nothing was found, and where; if there is room, with a way to search names of
 * functions.
 */
static void nothing(struct view_records *v)
{
	const char *where = v->session->select ? " of the filter" : "";
	struct buf what = BUF_INIT, more = BUF_INIT;

	if (!v->find.text) {
		app_complain(v->view.app, "No record%s passes %s.", where, v->find.last);
		return;
	}
	needle_say(&v->find.needle, &what);
	buf_addf(&more, "No line, task, event, file%s has %s.", where, what.p);
	buf_reset(&what);
	buf_addf(&what, " Functions: :find %s", field_id_name(F_sym));
	needle_condition(&v->find.needle, &what);
	if ((int)text_columns(more.p, more.len) + (int)text_columns(what.p, what.len) + 2 <=
	    v->view.app->grid.cols)
		buf_adds(&more, what.p);
	app_complain(v->view.app, "%s", more.p);
	buf_release(&what);
	buf_release(&more);
}

static void nothing_more(struct view_records *v)
{
	if (v->find.wraps)
		nothing(v);
	else
		app_complain(v->view.app, "Nothing more is found %s this record.",
			     v->find.dir < 0 ? "before" : "after");
	finish(v);
}

/* Continue once from the other end. The bell and a message report it when something is found. */
static bool wrap(struct view_records *v)
{
	uint64_t rows = list_cursor_count(&v->session->cursor);

	if (!v->find.wraps || v->find.wrapped || !rows)
		return false;
	v->find.wrapped = true;
	v->find.at = v->find.dir < 0 ? rows - 1 : 0;
	return true;
}

static void arrived(struct view_records *v)
{
	app_say(v->view.app, "%s",
		!v->find.wrapped  ? ""
		: v->find.dir < 0 ? "Found by going on from the end."
				  : "Found by going on from the beginning.");
	finish(v);
}

void records_find(struct view_records *v, const char *expr, int dir, uint64_t count, bool wraps)
{
	uint64_t waiting = dir == v->find.dir ? v->find.left : 0, at = v->find.at;
	struct err err = ERR_INIT;
	int rc;

	records_problem_cancel(v);
	v->find.dir = dir;
	v->find.wraps = wraps;
	v->find.wrapped = false;
	if (!step(v, v->session->cursor.number) && !wrap(v)) {
		app_complain(v->view.app, "There is no record before the first one.");
		return;
	}
	rc = prepare(v, expr, &err);
	if (rc < 0) {
		app_complain(v->view.app, "%s: %s", expr, err.msg);
		return;
	}
	/* The key was pressed again during the search for its first record: search one more. */
	if (rc == 1 && waiting)
		v->find.at = at;
	else
		session_place_leave(v->session);
	v->find.left = rc == 1 ? waiting + count : count;
	v->find.percent = -1;
	records_find_resume(v);
}

static int percent_done(const struct view_records *v)
{
	struct select_progress progress;

	select_progress(v->find.select, &progress);
	return progress.rows_total
		       ? (int)((double)progress.rows_done * 100 / (double)progress.rows_total)
		       : 0;
}

/* True: the message has changed. */
static bool say_progress(struct view_records *v)
{
	int percent = percent_done(v);

	if (percent == v->find.percent)
		return false;
	v->find.percent = percent;
	app_say(v->view.app, "Searching\u2026 %d%%. %s stops.", percent,
		app_key_of(v->view.app, ACTION_CANCEL));
	return true;
}

bool records_find_resume(struct view_records *v)
{
	struct records_find *find = &v->find;
	struct filter *filter;
	bool moved = false;

	while (find->left) {
		uint64_t number = 0;

		switch (session_order_match(v->session, find->select, find->at, find->dir,
					    &number)) {
		case SELECT_FOUND:
			moved = true;
			list_cursor_goto(&v->session->cursor, number, find->dir,
					 LIST_CURSOR_MIDDLE);
			if (!--find->left)
				arrived(v);
			else if (!step(v, number) && !wrap(v))
				nothing_more(v);
			break;
		case SELECT_NONE:
			if (wrap(v))
				break;
			nothing_more(v);
			return true;
		case SELECT_PENDING:
		default:
			if (find->stopped && filter_parse(&filter, find->expr, NULL) == 0)
				start_job(v, filter);
			return say_progress(v) || moved;
		}
	}
	return moved;
}

bool records_find_cancel(struct view_records *v)
{
	if (!v->find.left)
		return false;
	finish(v);
	return true;
}

void records_find_noted(struct view_records *v)
{
	if (v->find.select && select_filter(v->find.select)->noted) {
		free(v->find.expr);
		v->find.expr = NULL;
	}
}

void records_find_leave(struct view_records *v)
{
	int percent = v->find.left ? percent_done(v) : 0;

	if (records_find_cancel(v) && v->find.wraps)
		app_say(v->view.app, "The search stopped at %d%%; %s resumes it.", percent,
			app_key_of(v->view.app,
				   v->find.dir < 0 ? ACTION_FIND_PREV : ACTION_FIND_NEXT));
}

void records_find_release(struct view_records *v)
{
	select_free(v->find.select);
	free(v->find.expr);
	free(v->find.last);
	needle_release(&v->find.needle);
}

/* ---- the searched expression ---- */

/* text: the expression was made of the needle. */
static int set(struct view_records *v, const char *expr, bool text, struct err *err)
{
	struct buf resolved = BUF_INIT;

	if (session_filter_resolve(v->session, expr, &resolved, err) < 0) {
		buf_release(&resolved);
		return ERR_PARSE;
	}
	free(v->find.last);
	v->find.last = buf_take(&resolved);
	v->find.text = text;
	v->find.needle.marked = text;
	records_find(v, v->find.last, 1, 1, true);
	return 0;
}

int records_find_set(struct app *app, const char *expr, struct err *err)
{
	if (!*expr)
		return err_set_at(err, ERR_PARSE, 0, "expected a text to search for");
	return set(app_records(app), expr, false, err);
}

static bool rows_have(const struct row *rows, enum field_id field)
{
	for (const struct row *row = rows; row && row->kind != ROW_END; row++)
		if (row->field == field || rows_have(row->sub, field))
			return true;
	return false;
}

/* Add "type in {MMAP, MMAP2} and": only records that can have the field are decoded. */
static void add_types(enum field_id field, struct buf *out)
{
	size_t start = out->len;

	for (size_t i = 0; i < RECORD_TABLES; i++)
		for (const struct record_desc *desc = record_tables[i]; desc->name; desc++)
			if (rows_have(desc->rows, field))
				buf_addf(out, "%s%s", out->len > start ? ", " : "type in {",
					 desc->name);
	if (out->len > start)
		buf_adds(out, "} and ");
}

/* The type of records that has the text as its name. NULL: none has. */
static const char *type_named(const struct needle *needle)
{
	for (size_t i = 0; !needle->regular && i < RECORD_TABLES; i++)
		for (const struct record_desc *desc = record_tables[i]; desc->name; desc++)
			if (!strcasecmp(desc->name, needle->typed))
				return desc->name;
	return NULL;
}

/*
 * The expression for a text: what the list shows of a record, and every field with text; fields
 * that the index has come first. Not included are names of addresses (the symbols of all files
 * would be read) and those of spans (all records would be paired).
 */
static void text_expression(const char *type, const char *condition, struct buf *out)
{
	if (type)
		buf_addf(out, "type == %s", type);
	for (int i = FIELD_NONE + 1; i < FIELD_COUNT; i++) {
		enum field_id field = (enum field_id)i;

		if (field_info(field)->type != FT_STR || field_info(field)->tier > 2 ||
		    field == F_line || spanfields_is(field))
			continue;
		if (out->len)
			buf_adds(out, " or ");
		/* Records of any type have names of tasks and events. */
		if (field_info(field)->tier)
			add_types(field, out);
		buf_addf(out, "%s%s", field_id_name(field), condition);
	}
	buf_addf(out, " or %s%s", field_id_name(F_line), condition);
}

/* What the list shows in a short form can be searched in that form, too. */
static void add_switches(const struct needle *needle, struct buf *out)
{
	struct buf pattern = BUF_INIT;

	if (needle->exact)
		buf_adds(&pattern, "(?-i)");
	if (!needle->regular && switchtext_pattern(needle->typed, &pattern)) {
		buf_addf(out, " or %s =~ ", field_id_name(F_line));
		field_add_pattern(out, pattern.p);
	}
	buf_release(&pattern);
}

/* An empty text repeats the last search, as in less. */
static int accept_text(void *ctx, const char *text, struct err *err)
{
	struct view_records *v = ctx;
	struct buf expr = BUF_INIT, condition = BUF_INIT;
	int rc = 0;

	if (*text) {
		rc = needle_set(&v->find.needle, text, err);
		if (rc < 0)
			return rc;
		needle_condition(&v->find.needle, &condition);
		text_expression(type_named(&v->find.needle), condition.p, &expr);
		add_switches(&v->find.needle, &expr);
		rc = set(v, expr.p, true, err);
		/* The column in an expression that was made here means nothing to the user. */
		err->offset = ERR_NO_OFFSET;
	} else if (v->find.last) {
		records_find(v, v->find.last, 1, 1, true);
	}
	buf_release(&expr);
	buf_release(&condition);
	return rc;
}

int records_find_regex(struct app *app, const char *regex, struct err *err)
{
	struct buf expr = BUF_INIT, condition = BUF_INIT;
	int rc;

	buf_adds(&condition, " =~ ");
	field_add_pattern(&condition, regex);
	text_expression(NULL, condition.p, &expr);
	rc = records_find_set(app, expr.p, err);
	if (rc < 0)
		err->offset = ERR_NO_OFFSET;
	buf_release(&expr);
	buf_release(&condition);
	return rc;
}

/*
 * Add the bytes: "text" as it is in the record, or pairs of digits with blanks or colons between
 * them.
 */
static void add_bytes(const char *bytes, struct buf *out)
{
	size_t len = strlen(bytes);

	if (len > 2 && bytes[0] == '"' && bytes[len - 1] == '"') {
		buf_add_hexbytes(out, (const uint8_t *)bytes + 1, len - 2);
		return;
	}
	for (; *bytes; bytes++)
		if (*bytes != ' ' && *bytes != ':')
			buf_addc(out, *bytes == '"' || *bytes == '\\' ? '?' : *bytes);
}

int records_find_bytes(struct app *app, const char *bytes, struct err *err)
{
	struct buf expr = BUF_INIT;
	int rc;

	buf_adds(&expr, "bytes contains \"");
	add_bytes(bytes, &expr);
	buf_addc(&expr, '"');
	rc = records_find_set(app, expr.p, err);
	if (rc < 0)
		err_set_at(err, ERR_PARSE, 0, "expected pairs of hexadecimal digits, or \"text\"");
	buf_release(&expr);
	return rc;
}

void records_find_prompt(struct view_records *v)
{
	static const struct prompt_kind kind = {
		.slot = PROMPT_FIND,
		.label = "/",
		.note = "lines, tasks, events, files; " NEEDLE_NOTE,
		.accept = accept_text,
	};

	prompt_open(&kind, v, "");
}

/* ---- keys ---- */

/* A gap is unusual if it is so many times the usual gap. */
#define UNUSUAL 100

/* Append the expression for s and S. False: there are no times. */
static bool unusual_gap(struct view_records *v, struct buf *out)
{
	uint64_t first = UINT64_MAX, last = 0, rows = recording_rows(v->session->rec);

	for (uint64_t i = 0; i < recording_blocks(v->session->rec); i++) {
		struct block_desc desc = recording_block(v->session->rec, i);

		if (desc.time_min > desc.time_max)
			continue;
		first = desc.time_min < first ? desc.time_min : first;
		last = desc.time_max > last ? desc.time_max : last;
	}
	if (first >= last)
		return false;
	buf_addf(out, "gap > %lluns", (unsigned long long)((last - first) / rows * UNUSUAL));
	return true;
}

static bool related(struct view_records *v, enum action action, struct buf *out)
{
	session_record(v->session);
	switch (action) {
	case ACTION_FIND_NEXT:
	case ACTION_FIND_PREV:
		if (v->find.last)
			buf_adds(out, v->find.last);
		return v->find.last != NULL;
	case ACTION_THREAD_NEXT:
	case ACTION_THREAD_PREV:
		return v->session->row && v->session->row->has_tid &&
		       field_of_row(v->session->reader, v->session->row, F_tid, out);
	case ACTION_CPU_NEXT:
	case ACTION_CPU_PREV:
		return v->session->row && v->session->row->has_cpu &&
		       field_of_row(v->session->reader, v->session->row, F_cpu, out);
	case ACTION_VALUE_NEXT:
	case ACTION_VALUE_PREV:
		return records_field_condition(v, out);
	case ACTION_GAP_NEXT:
	case ACTION_GAP_PREV:
		return unusual_gap(v, out);
	default:
		buf_adds(out, "problem");
		return true;
	}
}

void records_find_key(struct view_records *v, const struct action_call *call)
{
	static const enum action backward[] = { ACTION_FIND_PREV, ACTION_THREAD_PREV,
						ACTION_CPU_PREV,  ACTION_VALUE_PREV,
						ACTION_GAP_PREV,  ACTION_PROBLEM_PREV };
	enum action action = call->action;
	struct buf expr = BUF_INIT;
	int dir = 1;

	for (size_t i = 0; i < sizeof(backward) / sizeof(backward[0]); i++)
		if (backward[i] == action)
			dir = -1;
	if (action == ACTION_PROBLEM_NEXT || action == ACTION_PROBLEM_PREV) {
		records_find_cancel(v);
		if (records_problem_find(v, dir, call->count))
			return;
	}
	if (action == ACTION_FIND_NEXT || action == ACTION_FIND_PREV)
		v->find.needle.marked = v->find.text;
	if (related(v, action, &expr))
		records_find(v, expr.p, dir, call->count,
			     action == ACTION_FIND_NEXT || action == ACTION_FIND_PREV);
	else if (action == ACTION_FIND_NEXT || action == ACTION_FIND_PREV)
		app_complain(v->view.app, "Nothing was searched for yet. %s does.",
			     app_key_of(v->view.app, ACTION_FIND));
	else
		app_complain(v->view.app, "This record has no such field.");
	buf_release(&expr);
}

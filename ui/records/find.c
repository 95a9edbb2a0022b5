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

/*
 * Report that nothing was found, and where; if there is room, with a way to search names of
 * functions.
 */
static void nothing(struct view_records *v)
{
	const char *where = v->session->select ? " in the filtered list" : "";
	struct buf what = BUF_INIT, more = BUF_INIT;

	if (!v->find.text) {
		app_complain(v->view.app, "No record%s passes %s.", where, v->session->find.last);
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

bool records_find_tell(struct view_records *v, enum session_event event)
{
	const struct session_find *find = &v->session->find;
	struct app *app = v->view.app;

	switch (event) {
	case SESSION_FIND_WAITS:
		app_say(app, "Searching\u2026 %d%%. %s stops.", session_find_percent(v->session),
			app_key_of(app, ACTION_CANCEL));
		return true;
	case SESSION_FIND_FOUND:
		app_say(app, "%s",
			!find->wrapped	? ""
			: find->dir < 0 ? "The search continued from the end."
					: "The search continued from the beginning.");
		return true;
	case SESSION_FIND_FIRST:
		app_complain(app, "There is no record before the first one.");
		return true;
	case SESSION_FIND_NO_MORE:
		app_complain(app, "Nothing more is found %s this record.",
			     find->dir < 0 ? "before" : "after");
		return true;
	case SESSION_FIND_NONE:
		nothing(v);
		return true;
	default:
		return false;
	}
}

void records_find(struct view_records *v, const char *expr, int dir, uint64_t count, bool wraps)
{
	struct err err = ERR_INIT;

	if (session_find(v->session, expr, dir, count, wraps, &err) < 0)
		app_complain(v->view.app, "%s: %s", expr, err.msg);
}

void records_find_leave(struct view_records *v)
{
	const struct session_find *find = &v->session->find;
	int percent = session_find_waits(v->session) ? session_find_percent(v->session) : 0;

	if (session_find_cancel(v->session) && find->wraps)
		app_say(v->view.app, "The search stopped at %d%%; %s resumes it.", percent,
			app_key_of(v->view.app,
				   find->dir < 0 ? ACTION_FIND_PREV : ACTION_FIND_NEXT));
}

/* ---- the searched expression ---- */

/* text: the expression was made of the needle. */
static int set(struct view_records *v, const char *expr, bool text, struct err *err)
{
	int rc = session_find_keep(v->session, expr, err);

	if (rc < 0)
		return rc;
	v->find.text = text;
	v->find.needle.marked = text;
	records_find(v, v->session->find.last, 1, 1, true);
	return 0;
}

int records_find_set(struct app *app, const char *expr, struct err *err)
{
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
 * would be read) and those of spans (all records would be paired). F_tp_str has the same name as
 * F_tp_field.
 */
static void text_expression(const char *type, const char *condition, struct buf *out)
{
	if (type)
		buf_addf(out, "type == %s", type);
	for (int i = FIELD_NONE + 1; i < FIELD_COUNT; i++) {
		enum field_id field = (enum field_id)i;

		if (field_info(field)->type != FT_STR || field_info(field)->tier > 2 ||
		    field == F_line || field == F_tp_str || spanfields_is(field))
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
	} else if (v->session->find.last) {
		records_find(v, v->session->find.last, 1, 1, true);
	}
	if (rc == 0 && v->session->find.last)
		records_answered(v);
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
	static struct prompt_kind kind = {
		.slot = PROMPT_FIND,
		.note = "lines, tasks, events, files; " NEEDLE_NOTE,
		.accept = accept_text,
	};

	v->asked_from = v->asking;
	kind.label = v->asking ? "records: /" : "/";
	prompt_open(&kind, v, "");
}

/* ---- keys ---- */

/* A gap is unusual if it is so many times the usual gap. */
#define UNUSUAL 100

/* Append the expression for s and S. False: there are no times. */
static bool unusual_gap(struct view_records *v, struct buf *out)
{
	uint64_t rows = recording_rows(v->session->rec);
	struct span span;

	span_of(v->session->rec, &span);
	if (!span.has || span.first == span.last)
		return false;
	buf_addf(out, "gap > %lluns",
		 (unsigned long long)((span.last - span.first) / rows * UNUSUAL));
	return true;
}

static bool related(struct view_records *v, enum action action, struct buf *out)
{
	session_record(v->session);
	switch (action) {
	case ACTION_FIND_NEXT:
	case ACTION_FIND_PREV:
		if (v->session->find.last)
			buf_adds(out, v->session->find.last);
		return v->session->find.last != NULL;
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

/* What a record needs for a search for related records. */
static const char *need_of(enum action action)
{
	switch (action) {
	case ACTION_THREAD_NEXT:
	case ACTION_THREAD_PREV:
		return "thread";
	case ACTION_CPU_NEXT:
	case ACTION_CPU_PREV:
		return "CPU";
	case ACTION_GAP_NEXT:
	case ACTION_GAP_PREV:
		return "time";
	default:
		return "such field";
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
		session_find_cancel(v->session);
		if (session_problem_find(v->session, dir, call->count))
			return;
	}
	if (action == ACTION_FIND_NEXT || action == ACTION_FIND_PREV)
		v->find.needle.marked = v->find.text;
	if (related(v, action, &expr))
		records_find(v, expr.p, dir, call->count,
			     action == ACTION_FIND_NEXT || action == ACTION_FIND_PREV);
	else if (action == ACTION_FIND_NEXT || action == ACTION_FIND_PREV)
		app_complain(v->view.app, "There was no search yet. %s starts one.",
			     app_key_of(v->view.app, ACTION_FIND));
	else
		app_complain(v->view.app, "This record has no %s.", need_of(action));
	buf_release(&expr);
}

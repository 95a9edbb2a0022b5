/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "records/find.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "filter/spanfields.h"
#include "records/filter.h"
#include "records/records.h"
#include "records/view.h"
#include "views/sched_text.h"
#include "widgets/field_condition.h"
#include "widgets/quoted.h"
#include "wire/schema.h"

/* ---- the search ---- */

/* Is it a search for text in names of functions? */
static bool in_names(const struct session_find *find)
{
	return find->wraps && find->falls_back;
}

/* Append what n and N search for, as the user knows it. */
static void add_searched(const struct view_records *v, struct buf *out)
{
	if (v->find.text)
		needle_say(&v->find.needle, out);
	else
		buf_adds(out, v->session->find.last);
}

/* Could the text be bytes: two or more pairs of hexadecimal digits with blanks between them? */
static bool may_be_bytes(const char *text)
{
	size_t pairs = 0;

	for (; text[0] && text[1] && text_hex_digit(text[0]) >= 0 && text_hex_digit(text[1]) >= 0;
	     pairs++) {
		text += 2;
		if (*text == ' ')
			text++;
		else
			return !*text && pairs;
	}
	return false;
}

/* Report that nothing was found, and where. */
static void report_nothing(struct view_records *v)
{
	const char *where = v->session->selection ? " in the filtered list" : "";
	struct buf what = BUF_INIT;

	add_searched(v, &what);
	app_complain(v->view.app,
		     v->find.text ? "No line or function name%s has %s.%s"
				  : "No record%s passes %s.%s",
		     where, what.p,
		     v->find.text && may_be_bytes(v->find.needle.typed)
			     ? " :find-bytes searches the bytes."
			     : "");
	buf_release(&what);
}

/* Report how the search got to the record. */
static void report_found(struct view_records *v)
{
	const struct session_find *find = &v->session->find;
	bool first = v->answer_later;

	v->find.arrives = v->find.bytes.len;
	if (first && !in_names(find) && !find->wrapped) {
		records_say_answer(v);
		return;
	}
	app_say(v->view.app, "%s%s%s", in_names(find) ? "Found in names of functions." : "",
		in_names(find) && find->wrapped ? " " : "",
		!find->wrapped	? ""
		: find->dir < 0 ? "The search continued from the end."
				: "The search continued from the beginning.");
}

void records_find_point(struct view_records *v)
{
	const struct buf *bytes = &v->find.bytes;
	const uint8_t *at = memmem(v->hex.bytes, v->hex.len, bytes->p, bytes->len);

	v->find.arrives = false;
	if (!at)
		return;
	v->hex.cursor = (uint64_t)(at - v->hex.bytes);
	records_mark_byte(v);
	if (!v->view.app->opt->batch)
		app_say(v->view.app, "Found at offset 0x%llx of the record.",
			(unsigned long long)v->hex.cursor);
}

bool records_find_report(struct view_records *v, enum session_event event)
{
	const struct session_find *find = &v->session->find;
	struct app *app = v->view.app;

	switch (event) {
	case SESSION_FIND_WAITS:
		app_say(app,
			in_names(find) ? "Searching names of functions\u2026 %d%%. %s stops."
				       : "Searching\u2026 %d%%. %s stops.",
			session_find_percent(v->session), app_key_of(app, ACTION_CANCEL));
		return true;
	case SESSION_FIND_FOUND:
		report_found(v);
		break;
	case SESSION_FIND_FIRST:
		app->result.missed = true;
		app_complain(app, "There is no record before the first one.");
		break;
	case SESSION_FIND_NO_MORE:
		app->result.missed = true;
		/* A search that wraps ends only if the count is too large. */
		if (find->wraps)
			app_complain(app, "There are fewer matches. This is the %s one.",
				     find->dir < 0 ? "first" : "last");
		else
			app_complain(app, "No %s %s this record.", v->find.what,
				     find->dir < 0 ? "before" : "after");
		break;
	case SESSION_FIND_NONE:
		app->result.missed = true;
		report_nothing(v);
		break;
	default:
		return false;
	}
	v->answer_later = false;
	return true;
}

void records_find(struct view_records *v, const char *expr, const char *what, int dir,
		  uint64_t count)
{
	struct err err = ERR_INIT;

	v->find.what = what;
	if (session_find(v->session, expr, dir, count, &err) < 0)
		app_complain(v->view.app, "%s: %s", expr, err.msg);
}

/* Search for what n and N repeat. */
static void find_again(struct view_records *v, int dir, uint64_t count)
{
	struct err err = ERR_INIT;
	struct buf what = BUF_INIT;

	if (session_find_again(v->session, dir, count, &err) < 0) {
		add_searched(v, &what);
		app_complain(v->view.app, "%s: %s", what.p, err.msg);
	}
	buf_release(&what);
}

void records_find_leave(struct view_records *v)
{
	const struct session_find *find = &v->session->find;
	int percent = session_find_waits(v->session) ? session_find_percent(v->session) : 0;

	v->answer_later = false;
	if (session_find_cancel(v->session) && find->wraps)
		app_say(v->view.app, "The search stopped at %d%%; %s resumes it.", percent,
			app_key_of(v->view.app,
				   find->dir < 0 ? ACTION_FIND_PREV : ACTION_FIND_NEXT));
}

/* ---- the searched expression ---- */

/*
 * names: the expression for the needle in names of functions; NULL: expr is not for the needle.
 * hex: the digits of bytes that expr searches for, or NULL.
 */
static int set(struct view_records *v, const char *expr, const char *names, const char *hex,
	       struct err *err)
{
	int rc = session_find_keep(v->session, expr, names, err);

	if (rc < 0)
		return rc;
	buf_reset(&v->find.bytes);
	for (; hex && hex[0] && hex[1]; hex += 2)
		buf_addc(&v->find.bytes,
			 (char)(text_hex_digit(hex[0]) << 4 | text_hex_digit(hex[1])));
	v->find.text = names != NULL;
	v->find.needle.marked = v->find.text;
	find_again(v, 1, 1);
	return 0;
}

int records_find_set(struct app *app, const char *expr, struct err *err)
{
	return set(app_records(app), expr, NULL, NULL, err);
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

/* The record type that has the text as its name. NULL: none has. */
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
 * would be read; names_expression() has them) and those of spans (all records would be paired).
 * F_tp_str has the same name as F_tp_field.
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
	if (!needle->regular && sched_text_pattern(needle->typed, &pattern)) {
		buf_addf(out, " or %s =~ ", field_id_name(F_line));
		quoted_add_pattern(out, pattern.p);
	}
	buf_release(&pattern);
}

/* The expression for a text in names of functions: of the record's address and its call chain. */
static void names_expression(const char *condition, struct buf *out)
{
	buf_addf(out, "%s%s or %s%s", field_id_name(F_sym), condition,
		 field_id_name(F_callchain_sym), condition);
}

/* Search for a text as it is typed: struct needle. */
static int set_text(struct view_records *v, const char *text, struct err *err)
{
	struct buf expr = BUF_INIT, names = BUF_INIT, condition = BUF_INIT;
	int rc = needle_set(&v->find.needle, text, err);

	if (rc < 0)
		return rc;
	needle_condition(&v->find.needle, &condition);
	text_expression(type_named(&v->find.needle), condition.p, &expr);
	add_switches(&v->find.needle, &expr);
	names_expression(condition.p, &names);
	rc = set(v, expr.p, names.p, NULL, err);
	/* The column in an expression that was made here means nothing to the user. */
	err->offset = ERR_NO_OFFSET;
	buf_release(&expr);
	buf_release(&names);
	buf_release(&condition);
	return rc;
}

/* An empty text repeats the last search, as in less. */
static int accept_text(void *ctx, const char *text, struct err *err)
{
	struct view_records *v = ctx;
	int rc = 0;

	if (*text)
		rc = set_text(v, text, err);
	else if (v->session->find.last)
		find_again(v, 1, 1);
	if (rc == 0 && v->session->find.last)
		records_answered(v);
	return rc;
}

int records_find_regex(struct app *app, const char *regex, struct err *err)
{
	struct buf text = BUF_INIT;
	int rc;

	buf_addf(&text, "~%s", regex);
	rc = set_text(app_records(app), text.p, err);
	if (rc < 0)
		err->offset = ERR_NO_OFFSET;
	buf_release(&text);
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
	struct buf expr = BUF_INIT, hex = BUF_INIT;
	int rc;

	add_bytes(bytes, &hex);
	buf_addf(&expr, "bytes contains \"%s\"", hex.p);
	rc = set(app_records(app), expr.p, NULL, hex.p, err);
	if (rc < 0)
		err_set_at(err, ERR_PARSE, 0, "expected pairs of hexadecimal digits, or \"text\"");
	buf_release(&expr);
	buf_release(&hex);
	return rc;
}

static const char about[] =
	"  scanner      text of lines, tasks, files and events; if no record has it,\n"
	"               in names of functions\n" NEEDLE_ABOUT
	"n and N go to the next and the previous match. Enter without text searches again, and Esc "
	"ends the highlighting.\n"
	"Numbers that the lines do not show are not searched: :find EXPR finds them, as in :find "
	"period > 1000, and :find-bytes HEX finds bytes.\n";

void records_find_prompt(struct view_records *v, const struct action_call *call)
{
#define NOTE "lines, tasks, files, functions; " NEEDLE_NOTE
	static struct prompt_kind kind = {
		.slot = PROMPT_FIND,
		.about = about,
		.accept = accept_text,
	};

	(void)call;
	v->asked_from = v->asking;
	kind.label = v->asking ? "records: /" : "/";
	kind.note = v->asking ? "This searches the records, not this screen: " NOTE : NOTE;
	prompt_open(&kind, v, "");
#undef NOTE
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

static bool same_thread(struct view_records *v, struct buf *out)
{
	const struct row_info *row = v->session->row;

	return row && row->has_tid && field_condition_of_row(v->session->reader, row, F_tid, out);
}

static bool same_cpu(struct view_records *v, struct buf *out)
{
	const struct row_info *row = v->session->row;

	return row && row->has_cpu && field_condition_of_row(v->session->reader, row, F_cpu, out);
}

static bool any_problem(struct view_records *v, struct buf *out)
{
	(void)v;
	buf_adds(out, "problem");
	return true;
}

/* What keys search for. */
static const struct {
	enum action next, prev;
	/* Append the expression. False: the record under the cursor lacks `need`. */
	bool (*expression)(struct view_records *v, struct buf *out);
	const char *name, *need;
} searches[] = {
	{ ACTION_THREAD_NEXT, ACTION_THREAD_PREV, same_thread, "record of this thread", "thread" },
	{ ACTION_CPU_NEXT, ACTION_CPU_PREV, same_cpu, "record of this CPU", "CPU" },
	{ ACTION_VALUE_NEXT, ACTION_VALUE_PREV, records_field_condition, "record with this value",
	  "such field" },
	{ ACTION_GAP_NEXT, ACTION_GAP_PREV, unusual_gap, "unusual gap", "time" },
	{ ACTION_PROBLEM_NEXT, ACTION_PROBLEM_PREV, any_problem, "problem", NULL },
};

/* n and N. */
static void repeat(struct view_records *v, int dir, uint64_t count)
{
	if (!v->session->find.last) {
		app_complain(v->view.app, "There was no search yet. %s starts one.",
			     app_key_of(v->view.app, ACTION_FIND));
		return;
	}
	v->find.needle.marked = v->find.text;
	find_again(v, dir, count);
}

void records_find_key(struct view_records *v, const struct action_call *call)
{
	enum action action = call->action;
	struct buf expr = BUF_INIT;
	size_t i = 0;
	int dir;

	if (action == ACTION_FIND_NEXT || action == ACTION_FIND_PREV) {
		repeat(v, action == ACTION_FIND_NEXT ? 1 : -1, call->count);
		return;
	}
	while (searches[i].next != action && searches[i].prev != action)
		i++;
	dir = searches[i].next == action ? 1 : -1;
	if (searches[i].next == ACTION_PROBLEM_NEXT) {
		session_find_cancel(v->session);
		if (session_problem_find(v->session, dir, call->count))
			return;
	}
	session_record(v->session);
	if (searches[i].expression(v, &expr))
		records_find(v, expr.p, searches[i].name, dir, call->count);
	else
		app_complain(v->view.app, "This record has no %s.", searches[i].need);
	buf_release(&expr);
}

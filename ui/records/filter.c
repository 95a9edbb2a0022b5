/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "filter/check.h"
#include "filter/cost.h"
#include "records/time_range.h"
#include "records/view.h"
#include "shell/complete.h"
#include "shell/help.h"
#include "views/counts.h"
#include "widgets/field.h"

#define NS_PER_MS 1000000

static enum list_cursor_found next_match(void *ctx, uint64_t number, int dir, uint64_t *found)
{
	static const enum list_cursor_found results[] = {
		[SELECT_FOUND] = LIST_CURSOR_FOUND,
		[SELECT_NONE] = LIST_CURSOR_NONE,
		[SELECT_PENDING] = LIST_CURSOR_PENDING,
	};
	struct view_records *v = ctx;

	return results[records_match(v, v->select, number, dir, found)];
}

bool records_filter_running(const struct view_records *v)
{
	struct select_progress progress;

	if (!v->select || v->cancelled)
		return false;
	select_progress(v->select, &progress);
	return !progress.done;
}

/* ---- what was found for filters that were used before ---- */

static bool is_done(const struct select *select)
{
	struct select_progress progress;

	select_progress(select, &progress);
	return progress.done && !progress.failed;
}

/* Forget the oldest for a new one. */
static void keep(struct view_records *v, struct select *select)
{
	select_free(v->kept[0]);
	memmove(&v->kept[0], &v->kept[1], (RECORDS_KEPT - 1) * sizeof(v->kept[0]));
	v->kept[RECORDS_KEPT - 1] = select;
}

static struct select *take_kept(struct view_records *v, const char *text)
{
	for (int i = 0; i < RECORDS_KEPT; i++) {
		struct select *select = v->kept[i];

		if (!select || strcmp(select_filter(select)->text, text) != 0)
			continue;
		v->kept[i] = NULL;
		select_rest(select, false);
		return select;
	}
	return NULL;
}

void records_filter_release(struct view_records *v)
{
	select_free(v->select);
	select_free(v->flagging);
	for (int i = 0; i < RECORDS_KEPT; i++)
		select_free(v->kept[i]);
}

/* ---- the filter of the list ---- */

enum {
	TIER_SYMBOLS = 3 /* and more: what is read besides records */
};

/*
 * The list shows what passes this expression, "": everything. What was found for the
 * one before stays for when it comes back; off: that is likely, and its search goes on then.
 */
static int use_filter(struct view_records *v, const char *text, bool off, struct err *err)
{
	struct select *select = NULL, *old = v->select;
	struct filter *filter;

	if (old && !strcmp(select_filter(old)->text, text))
		return 0;
	if (*text)
		select = take_kept(v, text);
	if (*text && !select) {
		if (filter_parse(&filter, text, err) < 0)
			return ERR_PARSE;
		select = select_start(v->rec, filter, &v->view.watcher,
				      records_row(v, v->cursor.number));
	}
	if (old && (is_done(old) || (off && !v->cancelled))) {
		select_rest(old, true);
		keep(v, old);
	} else {
		select_free(old);
	}
	v->select = select;
	v->listed = select ? select_id(select) : 0;
	v->cancelled = false;
	v->cursor.src.next = select ? next_match : NULL;
	list_cursor_changed(&v->cursor);
	return 0;
}

void records_filter_again(struct view_records *v)
{
	struct select *select = v->select;

	for (int i = 0; i < RECORDS_KEPT; i++) {
		select_free(v->kept[i]);
		v->kept[i] = NULL;
	}
	if (!select || select_filter(select)->tier < TIER_SYMBOLS)
		return;
	v->select = NULL;
	use_filter(v, select_filter(select)->text, false, NULL);
	select_free(select);
}

bool records_filter_resume(struct view_records *v)
{
	uint64_t id = v->select ? select_id(v->select) : v->listed;

	if (id == v->listed)
		return false;
	v->listed = id;
	list_cursor_changed(&v->cursor);
	return true;
}

void records_filter_applied(const struct view_records *v, struct buf *out)
{
	if (!v->chips.off)
		chips_text(&v->chips, out);
}

/* Show what passes the conditions that are on. They have been parsed before. */
static int apply(struct view_records *v, struct err *err)
{
	struct buf text = BUF_INIT;
	int rc;

	v->chips.restored = false;
	if (!v->chips.list.n)
		v->chips.off = false;
	records_filter_applied(v, &text);
	rc = use_filter(v, text.p, v->chips.off, err);
	records_layout_follow(v);
	buf_release(&text);
	return rc;
}

/* $f is of the record under the cursor, $'a.f of the one at a mark. */
static bool row_of_mark(void *arg, char mark, struct row_info *info)
{
	struct view_records *v = arg;
	uint64_t row = UINT64_MAX;

	if (!mark)
		row = records_at(v);
	else if ((unsigned char)mark < JUMPS_MARKS)
		row = v->jumps.marks[(unsigned char)mark];
	return row != UINT64_MAX && reader_row(v->reader, row, info, NULL) == 0;
}

void records_filter_context(struct view_records *v, struct filter_context *context)
{
	*context = (struct filter_context){
		.row = row_of_mark, .arg = v, .reader = v->reader, .macros = &v->macros
	};
}

/* The column is one of what was typed, unless that was resolved to something else. */
static int check(struct view_records *v, const struct filter *filter, const char *expr,
		 struct err *err)
{
	int rc = check_filter(filter, v->rec, err);

	if (rc < 0 && err && strcmp(filter->text, expr) != 0)
		err->offset = ERR_NO_OFFSET;
	return rc;
}

int records_filter_resolve(struct view_records *v, const char *expr, struct buf *out,
			   struct err *err)
{
	struct filter_context context;
	struct filter *filter;
	int rc;

	records_filter_context(v, &context);
	rc = filter_resolve(expr, &context, out, err);
	if (rc == 0)
		rc = filter_parse(&filter, out->p, err);
	if (rc < 0)
		return rc;
	rc = check(v, filter, expr, err);
	filter_free(filter);
	return rc;
}

bool records_filter_warn(struct view_records *v)
{
	struct buf text = BUF_INIT;
	bool absent;

	if (!v->unwarned || records_filter_running(v))
		return false;
	v->unwarned = false;
	absent = v->select && check_absent(select_filter(v->select), v->rec, &text);
	if (absent)
		app_complain(v->view.app, "%s", text.p);
	buf_release(&text);
	return absent;
}

/* Somebody has typed another filter: now, or when all is known, names may be worth a warning. */
static void warn_of(struct view_records *v, bool typed)
{
	chips_forget_escaped(&v->chips);
	v->unwarned = typed;
	records_filter_warn(v);
}

/* Names in a filter that is none of the list. */
static void warn_absent(struct view_records *v, const char *expr)
{
	struct buf text = BUF_INIT;
	struct filter *filter;

	if (filter_parse(&filter, expr, NULL))
		return;
	if (check_absent(filter, v->rec, &text))
		app_complain(v->view.app, "%s", text.p);
	buf_release(&text);
	filter_free(filter);
}

int records_filter_where(struct app *app, const char *arg, const char *where, struct buf *out,
			 struct err *err)
{
	struct view_records *v = app_records(app);
	int rc = 0;

	if (where) {
		rc = records_filter_resolve(v, where, out, err);
		if (!rc)
			warn_absent(v, out->p);
	} else {
		records_filter_applied(v, out);
	}
	if (rc < 0 && err->offset != ERR_NO_OFFSET)
		err->offset += (uint64_t)(where - arg);
	return rc;
}

void records_filter_apply(struct view_records *v)
{
	apply(v, NULL);
}

void records_filter_noted(struct view_records *v)
{
	for (int i = 0; i < RECORDS_KEPT; i++) {
		if (!v->kept[i] || !select_filter(v->kept[i])->noted)
			continue;
		select_free(v->kept[i]);
		v->kept[i] = NULL;
	}
	if (v->find.select && select_filter(v->find.select)->noted) {
		free(v->find.expr);
		v->find.expr = NULL;
	}
	if (!v->select || !select_filter(v->select)->noted)
		return;
	select_free(v->select);
	v->select = NULL;
	apply(v, NULL);
}

int records_define(struct view_records *v, const char *line, bool own, struct err *err)
{
	int rc = macros_define(&v->macros, line, err);
	size_t len = strcspn(line, " ("), i = 0;

	if (rc < 0 || !own)
		return rc;
	while (i < v->own_macros.n && (strncmp(v->own_macros.v[i], line, len) != 0 ||
				       !strchr(" (", v->own_macros.v[i][len])))
		i++;
	if (i == v->own_macros.n)
		vec_push(&v->own_macros, NULL);
	free(v->own_macros.v[i]);
	v->own_macros.v[i] = mem_strdup(line);
	return 0;
}

int records_filter_set(struct view_records *v, const char *expr, struct err *err)
{
	struct buf text = BUF_INIT;
	int rc = records_filter_resolve(v, expr, &text, err);

	if (rc == 0) {
		chips_set(&v->chips, text.p);
		v->chips.off = false;
		rc = apply(v, err);
		warn_of(v, rc == 0);
	}
	buf_release(&text);
	return rc;
}

int records_filter_add(struct view_records *v, const char *expr, struct err *err)
{
	struct buf text = BUF_INIT;
	int rc = records_filter_resolve(v, expr, &text, err);

	if (rc == 0) {
		v->chips.off = false;
		if (!chips_add(&v->chips, text.p))
			app_say(v->view.app, "The filter has that condition already.");
		rc = apply(v, err);
		warn_of(v, rc == 0);
	}
	buf_release(&text);
	return rc;
}

void records_filter_remove(struct view_records *v, size_t i)
{
	chips_remove(&v->chips, i);
	apply(v, NULL);
}

bool records_filter_drop(struct view_records *v)
{
	if (!chips_drop(&v->chips))
		return false;
	apply(v, NULL);
	return true;
}

void records_filter_clear(struct view_records *v)
{
	chips_clear(&v->chips);
	apply(v, NULL);
}

static bool has_chips(struct view_records *v)
{
	if (!v->chips.list.n)
		app_complain(v->view.app, "There is no filter yet. %s edits it.",
			     app_key_of(v->view.app, ACTION_FILTER));
	return v->chips.list.n;
}

/* What Escape turned off comes on first. */
void records_filter_toggle(struct view_records *v)
{
	if (!has_chips(v))
		return;
	if (!chips_unescape(&v->chips))
		v->chips.off = !v->chips.off;
	apply(v, NULL);
}

void records_filter_off(struct view_records *v)
{
	v->chips.off = true;
	chips_forget_escaped(&v->chips);
	apply(v, NULL);
}

void records_filter_escape(struct view_records *v)
{
	const char *off = chips_escape(&v->chips);

	if (!off)
		return;
	apply(v, NULL);
	app_say(v->view.app, "Off: %s. %s turns it on again, %s drops it.", off,
		app_key_of(v->view.app, ACTION_FILTER_TOGGLE),
		app_key_of(v->view.app, ACTION_FILTER_DROP));
}

void records_filter_toggle_chip(struct view_records *v, size_t i)
{
	/* Where all are off, this one alone comes on. */
	for (size_t k = 0; v->chips.off && k < v->chips.list.n; k++)
		v->chips.list.v[k].off = true;
	v->chips.off = false;
	v->chips.list.v[i].off = !v->chips.list.v[i].off;
	v->chips.list.v[i].escaped = false;
	apply(v, NULL);
}

/* ---- conditions by their numbers ---- */

/* "2\\": the second one; false with a message where there is none. */
static bool chip_number(struct view_records *v, const struct action_call *call, size_t *i)
{
	if (!has_chips(v))
		return false;
	if (!call->count || call->count > v->chips.list.n) {
		app_complain(v->view.app, "The filter has %zu condition%s.", v->chips.list.n,
			     v->chips.list.n == 1 ? "" : "s");
		return false;
	}
	*i = (size_t)call->count - 1;
	return true;
}

void records_filter_key(struct view_records *v, const struct action_call *call)
{
	size_t i;

	if (call->action == ACTION_FILTER_DROP && !call->has_count) {
		if (has_chips(v))
			records_filter_drop(v);
		return;
	}
	if (!call->has_count) {
		if (call->action == ACTION_FILTER)
			records_filter_prompt(v);
		else
			records_filter_toggle(v);
		return;
	}
	if (!chip_number(v, call, &i))
		return;
	if (call->action == ACTION_FILTER)
		records_filter_edit(v, i);
	else if (call->action == ACTION_FILTER_TOGGLE)
		records_filter_toggle_chip(v, i);
	else
		records_filter_remove(v, i);
}

/* ---- a field as a condition ---- */

bool records_field_condition(struct view_records *v, struct buf *out)
{
	const struct tree_node *node = pane_tree_node(&v->tree);

	view_records_sync(v);
	if (!v->row)
		return false;
	if (v->focus == PANE_LIST)
		return pane_list_condition(&v->list, v->row, out);
	return node && field_of_node(&v->decoded, node, out);
}

bool records_field_name(struct view_records *v, struct buf *out)
{
	const struct tree_node *node = pane_tree_node(&v->tree);

	view_records_sync(v);
	if (!v->row)
		return false;
	if (v->focus != PANE_LIST)
		return node && field_of_node_name(&v->decoded, node, out);
	return pane_list_field(&v->list, v->row, out);
}

void records_filter_count(struct view_records *v)
{
	struct buf name = BUF_INIT, where = BUF_INIT;
	struct err err = ERR_INIT;

	records_filter_applied(v, &where);
	if (!records_field_name(v, &name))
		app_complain(v->view.app, "There is no field here to count by.");
	else if (counts_open(v->view.app, &(struct counts_spec){ .by = name.p, .where = where.p },
			     &err) < 0)
		app_complain(v->view.app, "%s", err.msg);
	buf_release(&name);
	buf_release(&where);
}

static void use_condition(struct view_records *v, struct buf *condition, enum action action)
{
	struct err err = ERR_INIT;
	int rc;

	if (action == ACTION_FILTER_NOT)
		field_negate(condition);
	if (action == ACTION_FILTER_AND || action == ACTION_FILTER_NOT)
		rc = records_filter_add(v, condition->p, &err);
	else
		rc = records_filter_set(v, condition->p, &err);
	if (rc < 0)
		app_complain(v->view.app, "%s: %s", condition->p, err.msg);
}

void records_filter_field(struct view_records *v, enum action action)
{
	struct buf condition = BUF_INIT;

	if (records_field_condition(v, &condition))
		use_condition(v, &condition, action);
	else
		app_complain(v->view.app, "There is no value here that a filter can ask for.");
	buf_release(&condition);
}

void records_around(struct view_records *v, uint64_t ms)
{
	uint64_t ns = ms > UINT64_MAX / NS_PER_MS ? UINT64_MAX : ms * NS_PER_MS, time;
	struct buf condition = BUF_INIT;
	struct time_range range;

	view_records_sync(v);
	if (!v->row || !v->row->has_time || !v->row->time) {
		app_complain(v->view.app, "This record has no time.");
		return;
	}
	time = v->row->time;
	range.lo = time > ns ? time - ns : 1;
	range.hi = time + ns < time ? UINT64_MAX : time + ns;
	time_range_condition(&range, &condition);
	use_condition(v, &condition, ACTION_FILTER_ONLY);
	buf_release(&condition);
}

void records_around_key(struct view_records *v, const struct action_call *call)
{
	records_around(v, call->has_count ? call->count : 1);
}

void records_filter_from(struct app *app, const char *condition, enum action action)
{
	struct view_records *v = app_records(app);
	struct buf text = BUF_INIT;

	buf_adds(&text, condition);
	app_raise(app, v->view.ops->name);
	use_condition(v, &text, action);
	buf_release(&text);
}

void records_filter_counted(struct app *app, const char *where, const char *condition,
			    enum action action)
{
	struct buf now = BUF_INIT;
	bool same;

	records_filter_applied(app_records(app), &now);
	same = !strcmp(now.p, where);
	buf_release(&now);
	if (action != ACTION_OPEN) {
		records_filter_from(app, condition, action);
	} else if (same) {
		records_filter_from(app, condition, ACTION_FILTER_AND);
	} else if (*where) {
		records_filter_from(app, where, ACTION_FILTER_ONLY);
		records_filter_from(app, condition, ACTION_FILTER_AND);
	} else {
		records_filter_from(app, condition, ACTION_FILTER_ONLY);
	}
}

/* ---- the prompt ---- */

static void add_size(struct buf *out, uint64_t bytes)
{
	static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB" };
	double size = (double)bytes;
	size_t unit = 0;

	for (; size >= 1024 && unit + 1 < sizeof(units) / sizeof(units[0]); unit++)
		size /= 1024;
	buf_addf(out, unit ? "%.1f %s" : "%.0f %s", size, units[unit]);
}

/* What a filter has to read, before it does. */
void records_filter_look(struct view_records *v, const char *text, struct buf *note,
			 struct err *err)
{
	struct filter_context context;
	struct filter_cost cost;
	struct filter *filter;

	records_filter_context(v, &context);
	if (!text[strspn(text, " ")] || filter_parse_in(&filter, text, &context, err) < 0)
		return;
	if (check(v, filter, text, err) < 0) {
		filter_free(filter);
		return;
	}
	filter_cost(filter, v->reader, &cost);
	if (!cost.tier) {
		buf_adds(note, "reads the index only");
	} else if (!cost.rows) {
		buf_adds(note, "reads nothing: no record can match");
	} else {
		buf_addf(note, "reads %s%llu records: up to ", cost.about ? "about " : "",
			 (unsigned long long)cost.rows);
		add_size(note, cost.bytes);
	}
	if (cost.partial)
		buf_adds(note, ", and the part not yet indexed");
	/* What takes people by surprise. */
	if (strstr(text, "not ") || strstr(text, "!("))
		buf_adds(note, "; not f == 1 also matches records that lack f");
	filter_free(filter);
}

static int accept(void *ctx, const char *text, struct err *err)
{
	return records_filter_set(ctx, text, err);
}

static void look(void *ctx, const char *text, struct buf *note, struct err *err)
{
	records_filter_look(ctx, text, note, err);
}

static void complete(void *ctx, const char *line, size_t start, size_t end)
{
	complete_filter(((struct view_records *)ctx)->reader, line, 0, start, end);
}

static bool explain(void *ctx, const char *line, size_t start, size_t end, struct buf *out)
{
	char *word = mem_strndup(line + start, end - start);
	bool known;

	(void)ctx;
	known = complete_explain(line, 0, start, end, out) || help_add(word, out);

	free(word);
	return known;
}

static const char about[] =
	"  comm == \"nginx\" and cpu in {0..7}  exact name; list of values and ranges\n"
	"  event ~ \"^cycles\" or weight > 500  ~ is a regular expression, case ignored\n"
	"  rel in {12.5s..13s} or time < 10%  times as in the list, parts of the file\n"
	"  not type == SAMPLE and gap > 10ms  and binds tighter than or\n"
	"  stack.sym == \"malloc\"              any element of a list; all stack.sym: each one\n"
	"  tid == $tid                        as in the record under the cursor\n"
	"Tab lists the possible fields, operators and values at the cursor. F1 explains the word "
	"there.\n";

void records_filter_prompt(struct view_records *v)
{
	static const struct prompt_kind kind = {
		.slot = PROMPT_FILTER,
		.label = "filter: ",
		.note = "Tab lists fields and values. not f == 1 also matches records that lack f.",
		.accept = accept,
		.look = look,
		.complete = complete,
		.explain = explain,
		.about = about,
	};
	struct buf text = BUF_INIT;

	chips_text(&v->chips, &text);
	prompt_open(&kind, v, text.p);
	buf_release(&text);
}

static int accept_edit(void *ctx, const char *expr, struct err *err)
{
	struct view_records *v = ctx;
	struct buf text = BUF_INIT;
	int rc = records_filter_resolve(v, expr, &text, err);

	if (rc == 0 && v->editing < v->chips.list.n)
		chips_replace(&v->chips, v->editing, text.p);
	if (rc == 0)
		rc = apply(v, err);
	warn_of(v, rc == 0);
	buf_release(&text);
	return rc;
}

void records_filter_edit(struct view_records *v, size_t i)
{
	static const struct prompt_kind kind = {
		.slot = PROMPT_FILTER,
		.label = "condition: ",
		.note = "Without text the condition is dropped.",
		.accept = accept_edit,
		.look = look,
		.complete = complete,
		.explain = explain,
		.about = about,
	};

	v->editing = i;
	prompt_open(&kind, v, v->chips.list.v[i].text);
}

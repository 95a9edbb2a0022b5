/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "tui/field.h"
#include "tui/view_records.h"

static enum listnav_found next_match(void *ctx, uint64_t row, int dir, uint64_t *found)
{
	static const enum listnav_found results[] = {
		[SELECT_FOUND] = LISTNAV_FOUND,
		[SELECT_NONE] = LISTNAV_NONE,
		[SELECT_PENDING] = LISTNAV_PENDING,
	};
	struct view_records *v = ctx;

	return results[select_next(v->select, v->reader, row, dir, found)];
}

bool records_filter_running(const struct view_records *v)
{
	struct select_progress progress;

	if (!v->select || v->cancelled)
		return false;
	select_progress(v->select, &progress);
	return !progress.done;
}

/* The list shows what passes this filter, NULL: everything. The filter is taken over. */
static void use_filter(struct view_records *v, struct filter *filter)
{
	struct listnav *nav = &v->list.nav;

	select_free(v->select);
	v->select = NULL;
	v->cancelled = false;
	if (filter)
		v->select = select_start(v->rec, filter, tui_wake, NULL, nav->cursor);
	nav->src.next = v->select ? next_match : NULL;
	listnav_changed(nav);
}

/* Search for the conditions that are set and on. They have been parsed before. */
static int apply(struct view_records *v, struct err *err)
{
	struct buf text = BUF_INIT;
	struct filter *filter = NULL;
	int rc = 0;

	if (v->chips.list.n && !v->chips.off) {
		chips_text(&v->chips, &text);
		rc = filter_parse(&filter, text.p, err);
	}
	if (rc == 0)
		use_filter(v, filter);
	buf_release(&text);
	return rc;
}

static int check(const char *expr, struct err *err)
{
	struct filter *filter;
	int rc = filter_parse(&filter, expr, err);

	if (rc == 0)
		filter_free(filter);
	return rc;
}

int records_filter_set(struct view_records *v, const char *expr, struct err *err)
{
	if (check(expr, err) < 0)
		return err ? (int)err->code : ERR_PARSE;
	chips_set(&v->chips, expr);
	v->chips.off = false;
	return apply(v, err);
}

int records_filter_add(struct view_records *v, const char *expr, struct err *err)
{
	if (check(expr, err) < 0)
		return err ? (int)err->code : ERR_PARSE;
	v->chips.off = false;
	if (!chips_add(&v->chips, expr))
		app_say(v->view.app, "The filter has that condition already.");
	return apply(v, err);
}

bool records_filter_drop(struct view_records *v)
{
	if (!chips_drop(&v->chips))
		return false;
	if (!v->chips.list.n)
		v->chips.off = false;
	apply(v, NULL);
	return true;
}

void records_filter_toggle(struct view_records *v)
{
	if (!v->chips.list.n) {
		app_complain(v->view.app, "There is no filter yet. & makes one.");
		return;
	}
	v->chips.off = !v->chips.off;
	apply(v, NULL);
}

/* ---- a field as a condition ---- */

bool records_field_condition(struct view_records *v, struct buf *out)
{
	const struct tree_node *node = pane_tree_node(&v->tree);

	view_records_sync(v);
	if (!v->has_row)
		return false;
	if (v->focus == PANE_LIST)
		return field_of_row(v->reader, &v->row, pane_list_word(&v->list, &v->row), out);
	return node && field_of_node(&v->decoded, node, out);
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

void records_filter_from(struct app *app, const char *condition, enum action action)
{
	struct view_records *v = view_records_from(app->home);
	struct buf text = BUF_INIT;

	buf_adds(&text, condition);
	app_raise(app, v->view.ops->name);
	use_condition(v, &text, action);
	buf_release(&text);
}

/* ---- the prompt ---- */

static int accept(void *ctx, const char *text, struct err *err)
{
	return records_filter_set(ctx, text, err);
}

static const char *word(void *ctx, bool first, size_t i)
{
	(void)ctx;
	(void)first;
	return i + 1 < WORD_COUNT ? word_name((enum word)(i + 1)) : NULL;
}

void records_filter_prompt(struct view_records *v)
{
	static const struct prompt_kind kind = {
		.slot = PROMPT_FILTER,
		.label = "filter: ",
		.note = "Tab names fields. Without f, f == 1 is false, and so not f == 1 is true.",
		.accept = accept,
		.word = word,
	};
	struct buf text = BUF_INIT;

	chips_text(&v->chips, &text);
	prompt_open(&kind, v, text.p);
	buf_release(&text);
}

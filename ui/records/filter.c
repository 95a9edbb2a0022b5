/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "records/filter.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "records/records.h"
#include "records/view.h"
#include "shell/command.h"
#include "shell/complete.h"
#include "shell/help.h"
#include "shell/wordlist.h"
#include "views/views.h"
#include "widgets/field_condition.h"

void records_filter_escape(struct view_records *v)
{
	const char *off = session_filter_escape(v->session);
	const struct conditions *conditions = &v->session->conditions;
	struct buf still = BUF_INIT, drop = BUF_INIT;

	if (!off && conditions->list.n)
		app_say(v->view.app, "The filter is off. %s turns it on again.",
			app_key_of(v->view.app, ACTION_FILTER_TOGGLE));
	if (!off)
		return;
	session_filter_applied(v->session, &still);
	if (off == conditions->list.v[conditions->list.n - 1].text)
		buf_addf(&drop, ", %s drops it", app_key_of(v->view.app, ACTION_FILTER_DROP));
	app_say(v->view.app, "Off: %s. %s turns it on again%s.%s%s", off,
		app_key_of(v->view.app, ACTION_FILTER_TOGGLE), drop.p,
		still.len ? " Still on: " : "", still.p);
	buf_release(&still);
	buf_release(&drop);
}

/* ---- conditions by their numbers ---- */

/*
 * Get the condition for a count: 2\ is the second one. False, after a message: there is no such
 * condition.
 */
static bool condition_number(struct view_records *v, const struct action_call *call, size_t *i)
{
	if (!session_filter_has(v->session))
		return false;
	if (!call->count || call->count > v->session->conditions.list.n) {
		app_complain(v->view.app, "The filter has %zu condition%s.",
			     v->session->conditions.list.n,
			     v->session->conditions.list.n == 1 ? "" : "s");
		return false;
	}
	*i = (size_t)call->count - 1;
	return true;
}

void records_filter_key(struct view_records *v, const struct action_call *call)
{
	size_t i;

	if (call->action == ACTION_FILTER_DROP && !call->has_count) {
		session_filter_drop(v->session);
		return;
	}
	if (!call->has_count) {
		if (call->action == ACTION_FILTER)
			records_filter_prompt(v->view.app);
		else
			session_filter_toggle(v->session);
		return;
	}
	if (!condition_number(v, call, &i))
		return;
	if (call->action == ACTION_FILTER)
		records_filter_edit(v->view.app, i);
	else if (call->action == ACTION_FILTER_TOGGLE)
		session_filter_toggle_one(v->session, i);
	else
		session_filter_remove(v->session, i);
}

/* ---- a field as a condition ---- */

bool records_field_condition(struct view_records *v, struct buf *out)
{
	const struct tree_node *node = pane_tree_node(&v->tree);

	session_record(v->session);
	if (!v->session->row)
		return false;
	if (v->focus == PANE_LIST)
		return pane_list_condition(&v->list, v->session->row, out);
	return node && field_condition_of_node(&v->session->decoded, node, out);
}

bool records_field_name(struct app *app, struct buf *out)
{
	const struct view_records *v = app_records(app);
	const struct tree_node *node = pane_tree_node(&v->tree);
	const struct row_info *row = session_record(v->session);

	if (!row)
		return false;
	if (v->focus != PANE_LIST)
		return node && field_condition_name_of_node(&v->session->decoded, node, out);
	return pane_list_field(&v->list, row, out);
}

void records_filter_count(struct view_records *v, const struct action_call *call)
{
	struct buf count = BUF_INIT;
	struct err err = ERR_INIT;

	(void)call;
	buf_adds(&count, "count ");
	if (!records_field_name(v->view.app, &count))
		app_complain(v->view.app, "There is no field here to count by.");
	else if (command_run(v->view.app, count.p, &err) < 0)
		app_complain(v->view.app, "%s", err.msg);
	buf_release(&count);
}

void records_filter_field(struct view_records *v, const struct action_call *call)
{
	struct buf condition = BUF_INIT;

	if (records_field_condition(v, &condition))
		records_filter_use(v->view.app, &condition, call->action);
	else
		app_complain(v->view.app, "There is no value here that a filter can select.");
	buf_release(&condition);
}

void records_around_key(struct view_records *v, const struct action_call *call)
{
	records_filter_around(v->view.app, call->has_count ? call->count : 1);
}

/* ---- the prompt ---- */

static int accept(void *ctx, const char *text, struct err *err)
{
	struct app *app = ctx;
	int rc = session_filter_set(app->session, text, err);

	if (rc == 0 && app_records(app)->asked_from)
		records_filter_shown(app);
	return rc;
}

static void look(void *ctx, const char *text, struct buf *note, struct err *err)
{
	session_filter_cost(((struct app *)ctx)->session, text, note, err);
}

static void complete(void *ctx, const char *line, size_t start, size_t end)
{
	complete_filter(((struct app *)ctx)->session->reader, line, 0, start, end);
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
	"  rel in {12.5s..13s} or time < 10%  times as in the list; part of the whole time\n"
	"  not type == SAMPLE and gap > 10ms  \"and\" binds tighter than \"or\"\n"
	"  stack.sym == \"malloc\"              any element of a list; all stack.sym: each one\n"
	"  tid == $tid                        as in the record under the cursor\n"
	"Tab lists the possible fields, operators and values at the cursor. F1 explains the word "
	"there.\n";

void records_filter_prompt(struct app *app)
{
	static struct prompt_kind kind = {
		.slot = PROMPT_FILTER,
		.note = "Tab lists possible words: comm == \"bash\" and cpu == 1. F1 explains "
			"more.",
		.accept = accept,
		.look = look,
		.complete = complete,
		.explain = explain,
		.about = about,
	};
	struct buf text = BUF_INIT;

	app_records(app)->asked_from = app_records(app)->asking;
	kind.label = app_records(app)->asking ? "filter of the records: " : "filter: ";
	conditions_text(&app->session->conditions, &text);
	prompt_open(&kind, app, text.p);
	wordlist_space();
	buf_release(&text);
}

static int accept_edit(void *ctx, const char *expr, struct err *err)
{
	struct view_records *v = app_records(ctx);
	int rc = session_filter_replace(v->session, v->editing, expr, err);

	if (rc == 0 && v->asked_from)
		records_filter_shown(ctx);
	return rc;
}

void records_filter_edit(struct app *app, size_t i)
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

	app_records(app)->asked_from = app_records(app)->asking;
	app_records(app)->editing = i;
	prompt_open(&kind, app, app->session->conditions.list.v[i].text);
}

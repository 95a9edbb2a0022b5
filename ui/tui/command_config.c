/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands that set the program up: they stand in the config file, too. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "tui/command_run.h"
#include "tui/config.h"
#include "tui/help.h"
#include "tui/view_options.h"
#include "tui/view_text.h"
#include "tui/views.h"

int command_SET(struct app *app, const struct command_call *call, struct err *err)
{
	if (*call->arg)
		return settings_set(app, call->arg, err);
	options_open(app);
	return 0;
}

int command_CONFIG(struct app *app, const struct command_call *call, struct err *err)
{
	(void)call;
	(void)err;
	config_open(app);
	return 0;
}

int command_KEYS(struct app *app, const struct command_call *call, struct err *err)
{
	return help_keys(app, call->arg, err);
}

/* ---- colours ---- */

static void use_rules(struct app *app)
{
	rules_theme(&app->rules, &app->theme);
	app->retheme = true;
}

static void show_rules(struct app *app)
{
	struct buf text = BUF_INIT;

	buf_adds(&text, "Lines of the list; the last rule that fits counts\n");
	for (size_t i = 0; i < app->rules.list.n; i++) {
		const struct rule *rule = &app->rules.list.v[i];

		buf_addf(&text, "  %2zu  %-26s ", i + 1, rule->style);
		text_escape_str(&text, rule->expr);
		buf_adds(&text, rule->usual ? "  (as it comes)\n" : "\n");
	}
	if (!app->rules.list.n)
		buf_adds(&text, "  none\n");
	app_push(app, view_text_new("colours", "colours", &text));
}

int command_COLOR(struct app *app, const struct command_call *call, struct err *err)
{
	int rc = 0;

	if (!*call->arg) {
		show_rules(app);
		return 0;
	}
	rc = rules_add(&app->rules, call->arg, err);
	use_rules(app);
	return rc;
}

int command_UNCOLOR(struct app *app, const struct command_call *call, struct err *err)
{
	size_t n = app->rules.list.n;

	if (call->has_number && (!call->number || call->number > n))
		return err_set_at(err, ERR_PARSE, 0, "there are %zu rules", n);
	if (call->has_number)
		rules_remove(&app->rules, call->number - 1);
	else
		rules_clear(&app->rules);
	use_rules(app);
	return 0;
}

/* ---- keys ---- */

/* "KEYS REST": a copy of KEYS, and where REST begins. */
static char *first_word(const char *arg, const char **rest)
{
	size_t len = strcspn(arg, " ");

	*rest = arg + len + strspn(arg + len, " ");
	return mem_strndup(arg, len);
}

/* "in VIEW", or nothing: then it is about all views. */
static int parse_view(const char *arg, const char *text, const char **view, struct err *err)
{
	*view = NULL;
	if (!*text)
		return 0;
	if (strncmp(text, "in ", 3) != 0)
		return err_set_at(err, ERR_PARSE, (uint64_t)(text - arg),
				  "expected in VIEW, or nothing more");
	*view = views_find(text + 3 + strspn(text + 3, " "));
	if (*view)
		return 0;
	return err_set_at(err, ERR_PARSE, (uint64_t)(text - arg) + 3,
			  "there is no such view; Tab lists them");
}

int command_MAP(struct app *app, const struct command_call *call, struct err *err)
{
	const char *text, *behind, *view;
	char *keys = first_word(call->arg, &text), *name = first_word(text, &behind);
	enum action action = action_find(name);
	int rc = 0;

	if (!*name)
		rc = err_set_at(err, ERR_PARSE, strlen(call->arg),
				"expected an action; :keys lists them");
	else if (action == ACTION_NONE)
		rc = err_set_at(err, ERR_PARSE, (uint64_t)(text - call->arg),
				"there is no such action; :keys lists them");
	else
		rc = parse_view(call->arg, behind, &view, err);
	if (rc == 0)
		rc = keymap_bind(&app->keymap, keys, action, view, call->force, err);
	free(keys);
	free(name);
	return rc;
}

int command_UNMAP(struct app *app, const struct command_call *call, struct err *err)
{
	const char *text, *view;
	char *keys = first_word(call->arg, &text);
	int rc = parse_view(call->arg, text, &view, err);

	if (rc == 0)
		rc = keymap_unbind(&app->keymap, keys, view, err);
	free(keys);
	return rc;
}

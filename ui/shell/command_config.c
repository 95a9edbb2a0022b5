/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands that set the program up; the config file may have them, too. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "shell/command_run.h"
#include "shell/config.h"
#include "shell/help.h"
#include "term/look.h"
#include "views/options.h"
#include "views/text.h"
#include "views/views.h"

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

	buf_adds(&text, "Rules for lines of the list; the last matching rule applies\n");
	for (size_t i = 0; i < app->rules.list.n; i++) {
		const struct rule *rule = &app->rules.list.v[i];

		buf_addf(&text, "  %2zu  %-26s ", i + 1, rule->style);
		text_escape_str(&text, rule->expr);
		buf_adds(&text, rule->usual ? "  (default)\n" : "\n");
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
		return err_set_at(err, ERR_PARSE, 0, "no such rule: :color lists the %zu rules", n);
	if (call->has_number)
		rules_remove(&app->rules, call->number - 1);
	else
		rules_clear(&app->rules);
	use_rules(app);
	return 0;
}

/* Without colours show them as they would be with 256. */
static void show_styles(struct app *app)
{
	int depth = app->grid.colours < 8 ? 256 : app->grid.colours;
	struct buf text = BUF_INIT;

	buf_adds(&text, "What is drawn, and how; :style NAME STYLE changes it\n");
	for (unsigned i = 0; i < STYLE_COUNT; i++) {
		struct theme_look look = theme_look(&app->theme, i, depth);
		char name[STYLE_NAME];

		theme_style_name((enum style)i, name);
		buf_addf(&text, "  %-*s ", STYLE_NAME - 6, name);
		look_add(&look, &text);
		buf_adds(&text, app->theme.chosen[i].set ? "  (chosen)\n" : "\n");
	}
	app_push(app, view_text_new("styles", "styles", &text));
}

/* The style at the beginning of the argument. STYLE_COUNT: there is none, and *err is set. */
static enum style parse_style_name(const char *arg, struct err *err)
{
	enum style style = theme_style_find(arg, strcspn(arg, " "));

	if (style == STYLE_COUNT)
		err_set_at(err, ERR_PARSE, 0, "there is no such style; :style lists them");
	return style;
}

int command_STYLE(struct app *app, const struct command_call *call, struct err *err)
{
	size_t len = strcspn(call->arg, " "), at = len + strspn(call->arg + len, " ");
	struct theme_look look;
	enum style style;
	int rc;

	if (!*call->arg) {
		show_styles(app);
		return 0;
	}
	style = parse_style_name(call->arg, err);
	if (style == STYLE_COUNT)
		return ERR_PARSE;
	if (!call->arg[at])
		return err_set_at(err, ERR_PARSE, at,
				  "expected a style, as in selected black,on-80");
	rc = look_parse(call->arg, at, &look, NULL, err);
	if (rc < 0)
		return rc;
	app->theme.chosen[style].set = true;
	app->theme.chosen[style].look = look;
	app->retheme = true;
	return 0;
}

int command_UNSTYLE(struct app *app, const struct command_call *call, struct err *err)
{
	enum style style;

	app->retheme = true;
	if (!*call->arg) {
		memset(app->theme.chosen, 0, sizeof(app->theme.chosen));
		return 0;
	}
	style = parse_style_name(call->arg, err);
	if (style == STYLE_COUNT)
		return ERR_PARSE;
	app->theme.chosen[style].set = false;
	return 0;
}

int command_THEME(struct app *app, const struct command_call *call, struct err *err)
{
	struct buf text = BUF_INIT;
	int rc;

	buf_addf(&text, "theme %s", call->arg);
	rc = settings_set(app, text.p, err);
	if (rc < 0 && err->offset != ERR_NO_OFFSET)
		err->offset -= strlen("theme ");
	buf_release(&text);
	return rc;
}

/* ---- keys ---- */

/* Split "KEYS REST": return a copy of KEYS; *rest points to REST. */
static char *first_word(const char *arg, const char **rest)
{
	size_t len = strcspn(arg, " ");

	*rest = arg + len + strspn(arg + len, " ");
	return mem_strndup(arg, len);
}

/* Parse "in VIEW", or nothing, which means all views. */
static int parse_view(const char *arg, const char *text, const char **view, struct err *err)
{
	*view = NULL;
	if (!*text)
		return 0;
	if (strncmp(text, "in ", 3) != 0)
		return err_set_at(err, ERR_PARSE, (uint64_t)(text - arg),
				  "expected \"in VIEW\", or nothing");
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

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell/settings.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "records/view.h"
#include "shell/lineedit.h"
#include "shell/tui.h"

static const struct {
	const char *name, *words;
	int usual, most;
	const char *help;
} rows[SETTING_COUNT] = {
#define SETTING(id, name, words, usual, most, help)                                                \
	[SETTING_##id] = { name, words, usual, most, help },
#include "shell/settings.def"
};

/* colors: the largest number of colours for each word. */
static const int colour_limits[] = { -1, 0, 8, 16, 256 };

void settings_init(struct settings *settings, bool no_colour)
{
	for (int i = 0; i < SETTING_COUNT; i++)
		settings->v[i] = rows[i].usual;
	if (no_colour)
		settings->v[SETTING_COLORS] = 1;
}

const char *setting_name(enum setting setting)
{
	return rows[setting].name;
}

const char *setting_help(enum setting setting)
{
	return rows[setting].help;
}

/* ---- words ---- */

/* The i-th word and its length. NULL: there are fewer words. */
static const char *word_at(enum setting setting, size_t i, size_t *len)
{
	const char *p = rows[setting].words;

	for (; p; i--) {
		*len = strcspn(p, " ");
		if (!i)
			return p;
		p = p[*len] ? p + *len + 1 : NULL;
	}
	return NULL;
}

bool setting_word(enum setting setting, size_t i, struct buf *out)
{
	size_t len = 0;
	const char *p = word_at(setting, i, &len);

	if (p)
		buf_add(out, p, len);
	return p != NULL;
}

void setting_values(enum setting setting, struct buf *out)
{
	if (!rows[setting].words) {
		buf_addf(out, "0..%d", rows[setting].most);
		return;
	}
	for (const char *p = rows[setting].words; *p; p++)
		buf_addc(out, *p == ' ' ? '|' : *p);
}

/* ---- effects ---- */

static int value_now(struct app *app, enum setting setting)
{
	switch (setting) {
	case SETTING_TIME_FORMAT:
		return (int)app->session->shown_times.form;
	case SETTING_ORDER:
		return app->session->by_time;
	case SETTING_DETAILS:
		return !app_records(app)->hidden[PANE_TREE];
	case SETTING_BYTES:
		return !app_records(app)->hidden[PANE_HEX];
	case SETTING_ASCII:
		return app->grid.ascii;
	default:
		return app->settings.v[setting];
	}
}

static void show_pane(struct app *app, enum records_pane pane, bool on)
{
	struct view_records *v = app_records(app);

	v->hidden[pane] = !on;
	if (v->hidden[v->focus])
		v->focus = PANE_LIST;
}

static void use(struct app *app, enum setting setting, int value)
{
	app->settings.v[setting] = value;
	switch (setting) {
	case SETTING_TIME_FORMAT:
		session_time_set(app->session, list_time_name((enum list_time)value));
		break;
	case SETTING_ORDER:
		session_order_choose(app->session, value);
		break;
	case SETTING_DETAILS:
		show_pane(app, PANE_TREE, value);
		break;
	case SETTING_BYTES:
		show_pane(app, PANE_HEX, value);
		break;
	case SETTING_ASCII:
		/* The locale or --ascii can still force this. */
		app->grid.ascii = value || app->opt->ascii;
		break;
	case SETTING_INLINE:
		/* Views of stacks count again. */
		tui_wake(NULL);
		break;
	case SETTING_HISTORY:
	case SETTING_STATE:
		lineedit_remember((size_t)app->settings.v[SETTING_HISTORY], app_keeps(app));
		break;
	case SETTING_COLORS:
	case SETTING_THEME:
	case SETTING_BACKGROUND:
		app->theme.most = colour_limits[app->settings.v[SETTING_COLORS]];
		app->theme.name = (enum theme_name)app->settings.v[SETTING_THEME];
		app->theme.light = app->settings.v[SETTING_BACKGROUND];
		app->retheme = true;
		break;
	default:
		break;
	}
}

void setting_show(struct app *app, enum setting setting, struct buf *out)
{
	int now = value_now(app, setting);
	size_t len = 0;
	const char *word = word_at(setting, (size_t)now, &len);

	if (word)
		buf_add(out, word, len);
	else
		buf_add_s64(out, now);
}

bool setting_is_usual(struct app *app, enum setting setting)
{
	return value_now(app, setting) == rows[setting].usual;
}

bool setting_next(struct app *app, enum setting setting)
{
	size_t len, next = (size_t)value_now(app, setting) + 1;

	if (!rows[setting].words)
		return false;
	use(app, setting, word_at(setting, next, &len) ? (int)next : 0);
	return true;
}

/* ---- :set ---- */

static int find_setting(const char *text, size_t len, struct err *err)
{
	for (int i = 0; i < SETTING_COUNT; i++)
		if (strlen(rows[i].name) == len && !strncmp(rows[i].name, text, len))
			return i;
	return err_set_at(err, ERR_PARSE, 0, "there is no such option; :set lists them");
}

static int find_value(enum setting setting, const char *text, struct err *err)
{
	struct buf values = BUF_INIT;
	const char *word;
	size_t len;
	char *end;
	long number;

	for (size_t i = 0; (word = word_at(setting, i, &len)) != NULL; i++)
		if (strlen(text) == len && !strncmp(word, text, len))
			return (int)i;
	number = strtol(text, &end, 10);
	if (!rows[setting].words && isdigit((unsigned char)*text) && !*end &&
	    number <= rows[setting].most)
		return (int)number;
	setting_values(setting, &values);
	err_set_at(err, ERR_PARSE, 0, "expected %s", values.p);
	buf_release(&values);
	return ERR_PARSE;
}

static void say_value(struct app *app, enum setting setting)
{
	struct buf value = BUF_INIT;

	setting_show(app, setting, &value);
	app_say(app, "%s is %s", rows[setting].name, value.p);
	buf_release(&value);
}

int settings_set(struct app *app, const char *text, struct err *err)
{
	size_t len = strcspn(text, " ="), at = len + strspn(text + len, " =");
	int i = find_setting(text, len, err), value;

	if (i < 0)
		return i;
	if (text[at]) {
		value = find_value((enum setting)i, text + at, err);
		if (value < 0) {
			err->offset = at;
			return value;
		}
		use(app, (enum setting)i, value);
	}
	say_value(app, (enum setting)i);
	return 0;
}

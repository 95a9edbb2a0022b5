/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell/help.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "filter/check.h"
#include "filter/functions.h"
#include "shell/app_actions.h"
#include "shell/command.h"
#include "shell/topics.h"
#include "views/numbers.h"
#include "views/text.h"
#include "views/views.h"
#include "wire/names.h"
#include "wire/schema.h"
#include "wire/vocabulary.h"

/* Open a page of help, which owns its text. */
static void open_page(struct app *app, const char *title, struct buf *text)
{
	struct view *view = view_text_new("help", title, text);

	view_text_wrap(view);
	app_push(app, view);
}

#define KEYS_SHOWN 4
#define KEYS_COLS 20

static void add_action(const struct app *app, const char *view, enum action action,
		       const char *help, struct buf *out)
{
	struct buf keys = BUF_INIT;
	size_t width;

	keymap_keys_of(&app->keymap, view, action, KEYS_SHOWN, &keys);
	width = text_columns(keys.p, keys.len);
	buf_addf(out, "  %s", keys.p);
	buf_fill(out, ' ', width + 1 < KEYS_COLS ? KEYS_COLS - width : 2);
	keymap_add_text(&app->keymap, view, help, out);
	buf_addc(out, '\n');
	buf_release(&keys);
}

static bool has_action(const struct view *view, enum action action)
{
	return view->ops->knows(view, action) || app_actions_know(action);
}

static void add_action_of(const struct view *view, enum action action, struct buf *out)
{
	add_action(view->app, views_short(view->ops->name), action, view_help(view, action), out);
}

static void add_group(const struct view *view, enum action_group group, struct buf *out)
{
	bool any = false;

	for (int i = ACTION_NONE + 1; i < ACTION_COUNT; i++) {
		enum action action = (enum action)i;

		if (action_info(action)->group != group || !has_action(view, action))
			continue;
		if (!any)
			buf_addf(out, "%s%s\n", out->len ? "\n" : "", action_group_name(group));
		any = true;
		add_action_of(view, action, out);
	}
}

/* Append the keys with which a newcomer gets everywhere, and back. */
static void add_first(const struct view *view, struct buf *out)
{
	static const enum action first[] = {
		ACTION_OPEN,	   ACTION_CLOSE, ACTION_VIEW_OVERVIEW, ACTION_VIEW_RECORDS,
		ACTION_VIEW_FLAME, ACTION_FIND,	 ACTION_FILTER,	       ACTION_FILTER_AND,
		ACTION_ESCAPE,	   ACTION_PAGE,	 ACTION_COMMAND
	};

	buf_adds(out, "\nThe most important keys; all keys follow\n");
	for (size_t i = 0; i < sizeof(first) / sizeof(first[0]); i++)
		if (has_action(view, first[i]))
			add_action_of(view, first[i], out);
}

static const char about[] =
	"{find} searches this text, {close} closes it. :help NAME explains a command, a key or a "
	"field. :keys TEXT searches the keys of all views. :help numbers explains each number.\n";

void help_open(struct app *app)
{
	struct view *view = app_view(app);
	struct buf text = BUF_INIT, title = BUF_INIT;

	/* The key that opens the page closes it, too. */
	if (!strcmp(view->ops->name, "help")) {
		app_pop(app);
		return;
	}
	app_add_text(app, about, &text);
	if (view->ops->explain)
		view->ops->explain(view, &text);
	add_first(view, &text);
	for (int group = 0; group < GROUP_COUNT; group++)
		add_group(view, (enum action_group)group, &text);
	command_list(app, &text);
	buf_addf(&title, "keys in %s", view->ops->name);
	open_page(app, title.p, &text);
	buf_release(&title);
}

/* ---- all keys, by view ---- */

static bool has_text(const char *hay, const char *needle)
{
	return strcasestr(hay, needle) != NULL;
}

/*
 * Append a line for an action with its keys and its help in a view (NULL: in all), if the line
 * contains text.
 */
static void add_keys(const struct app *app, const char *view, enum action action, const char *help,
		     const char *text, struct buf *out)
{
	const char *name = action_info(action)->name;
	struct buf keys = BUF_INIT, shown = BUF_INIT;

	keymap_keys_of(&app->keymap, view, action, SIZE_MAX, &keys);
	keymap_add_text(&app->keymap, view, help, &shown);
	if (has_text(keys.p, text) || has_text(name, text) || has_text(shown.p, text))
		buf_addf(out, "  %-22s %-16s %s\n", keys.len ? keys.p : "-", name, shown.p);
	buf_release(&keys);
	buf_release(&shown);
}

static void add_heading(const char *heading, const struct buf *lines, struct buf *out)
{
	if (lines->len)
		buf_addf(out, "%s%s\n%s", out->len ? "\n" : "", heading, lines->p);
}

/* Is the action one of the application, or moving, as in nearly all views? */
static bool is_common(enum action action)
{
	size_t n = 0, know = 0;

	for (; views_name(n); n++)
		know += views_know(n, action);
	return app_actions_know(action) || 2 * know > n;
}

/* Has a view other keys for an action than most views? */
static bool differs(const struct app *app, const char *view, enum action action)
{
	struct buf here = BUF_INIT, all = BUF_INIT;
	bool same;

	keymap_keys_of(&app->keymap, view, action, SIZE_MAX, &here);
	keymap_keys_of(&app->keymap, NULL, action, SIZE_MAX, &all);
	same = !strcmp(here.p, all.p);
	buf_release(&here);
	buf_release(&all);
	return !same;
}

/* Append keys by view and commands that have the text in their name or help; "": all keys. */
static void add_keys_and_commands(struct app *app, const char *text, struct buf *page)
{
	struct buf lines = BUF_INIT;

	for (int i = ACTION_NONE + 1; i < ACTION_COUNT; i++)
		if (is_common((enum action)i))
			add_keys(app, NULL, (enum action)i, action_info((enum action)i)->help, text,
				 &lines);
	add_heading("all views", &lines, page);
	for (size_t k = 0; views_name(k); k++) {
		const char *view = views_name(k);

		buf_reset(&lines);
		for (int i = ACTION_NONE + 1; i < ACTION_COUNT; i++) {
			enum action action = (enum action)i;
			const char *help = views_help(k, action);

			if (views_know(k, action) &&
			    (!is_common(action) || help || differs(app, view, action)))
				add_keys(app, view, action, help ? help : action_info(action)->help,
					 text, &lines);
		}
		add_heading(view, &lines, page);
	}
	buf_reset(&lines);
	if (*text)
		command_search(app, text, &lines);
	add_heading("commands", &lines, page);
	buf_release(&lines);
}

int help_keys(struct app *app, const char *text, struct err *err)
{
	struct buf page = BUF_INIT, words = BUF_INIT;

	add_keys_and_commands(app, text, &page);
	if (*text)
		topics_find(app, text, &words);
	add_heading("words of screens", &words, &page);
	buf_release(&words);
	if (!page.len) {
		buf_release(&page);
		return err_set_at(err, ERR_PARSE, 0,
				  "no key, action, command or help text contains this");
	}
	open_page(app, "keys by view", &page);
	return 0;
}

/* ---- one topic ---- */

void help_add_type(uint32_t type, struct buf *out)
{
	const struct record_desc *desc = record_find(type);

	buf_adds(out, "  ");
	record_name(out, type);
	if (type == RECORD_DAMAGE)
		buf_adds(out, "  bytes that cannot be decoded as a record\n");
	else
		buf_addf(out, "  record type %u%s%s\n", type, desc ? ": " : "",
			 desc ? desc->help : "");
}

/* The names of types are in capitals, and those of fields are not. */
static bool add_type_help(const char *topic, struct buf *out)
{
	struct buf name = BUF_INIT;
	uint64_t type;
	bool known = record_type_value(topic, strlen(topic), &type);

	if (known)
		record_name(&name, (uint32_t)type);
	known = known && !strcmp(name.p, topic);
	if (known)
		help_add_type((uint32_t)type, out);
	buf_release(&name);
	return known;
}

static void add_types(struct buf *out)
{
	buf_adds(out, "  values:\n");
	for (size_t i = 0; i < RECORD_TABLES; i++)
		for (const struct record_desc *desc = record_tables[i]; desc->name; desc++)
			buf_addf(out, "    %-18s  %s\n", desc->name, desc->help);
}

/* The details show counts, padding and other structure, too. */
static void add_structure(enum field_id field, struct buf *out)
{
	struct buf counted = BUF_INIT;

	buf_adds(out, "  only the details of a record show it");
	if (vocabulary_counted(field, &counted))
		buf_addf(out, "; in a filter: len(%s)", counted.p);
	buf_addc(out, '\n');
	buf_release(&counted);
}

static bool add_field_help(enum field_id field, struct buf *out)
{
	const struct field_info *info = field_info(field);

	if (field == FIELD_NONE)
		return false;
	buf_addf(out, "  %s  %s\n", info->name, info->help);
	if (!vocabulary_is_field(field)) {
		add_structure(field, out);
		return true;
	}
	if (info->alias)
		buf_addf(out, "  short form: %s\n", info->alias);
	buf_addf(out, "  type: %s %s\n", field_type_name(field), field_unit(field));
	buf_adds(out, "  records: ");
	vocabulary_records(field, out);
	buf_addf(out, "\n  a filter on this field reads %s\n",
		 info->tier ? "the records, which takes longer" : "the index");
	if (field == F_type)
		add_types(out);
	if (field == F_time)
		buf_adds(out, "  in a filter: time in {12.5s .. 13s}; time >= 50%; "
			      "time < 08:00:48.5\n");
	if (!info->names || !info->names->list || !info->names->list->name ||
	    !field_has_names(info))
		return true;
	buf_adds(out, "  values:");
	for (const struct name *n = info->names->list; n->name; n++)
		buf_addf(out, " %s", n->name);
	buf_addc(out, '\n');
	return true;
}

void help_address(struct app *app, enum field_id field, const struct buf *lines)
{
	struct buf text = BUF_INIT, title = BUF_INIT;

	if (!add_field_help(field, &text)) {
		app_complain(app, "There is no field here to explain.");
		return;
	}
	if (lines)
		buf_addf(&text, "\n%s", lines->p);
	buf_addf(&title, "help: %s", field_id_name(field));
	open_page(app, title.p, &text);
	buf_release(&title);
}

void help_field(struct app *app, enum field_id field)
{
	help_address(app, field, NULL);
}

/* Append what an action does in the open view. It is found by its name or one of its keys. */
static bool add_action_help(struct app *app, const char *topic, struct buf *out)
{
	const char *view = app_view_name(app);
	const struct view *open = app_view(app);
	bool any = false;

	for (int i = ACTION_NONE + 1; i < ACTION_COUNT; i++) {
		enum action action = (enum action)i;
		struct buf keys = BUF_INIT;
		char *key, *state = NULL;

		keymap_keys_of(&app->keymap, view, action, SIZE_MAX, &keys);
		if (!strcmp(action_info(action)->name, topic)) {
			add_action(app, view, action, view_help(open, action), out);
			any = true;
		}
		for (key = strtok_r(keys.p, " ", &state); key; key = strtok_r(NULL, " ", &state)) {
			if (strcmp(key, topic) != 0)
				continue;
			add_action(app, view, action, view_help(open, action), out);
			any = true;
		}
		buf_release(&keys);
	}
	return any;
}

static bool add_function_help(const char *topic, struct buf *out)
{
	const struct function *function = function_find(topic);

	if (function)
		buf_addf(out, "  %s()  in filters: %s\n", function->name, function->help);
	return function;
}

static bool add_setting_help(const char *topic, struct buf *out)
{
	for (int i = 0; i < SETTING_COUNT; i++)
		if (!strcmp(setting_name((enum setting)i), topic)) {
			buf_addf(out, "  :set %s  %s\n  can be: ", topic,
				 setting_help((enum setting)i));
			setting_values((enum setting)i, out);
			buf_addc(out, '\n');
			return true;
		}
	return false;
}

bool help_add_command(const struct app *app, const char *name, struct buf *out)
{
	size_t len = strcspn(name, " !");
	char *word = mem_strndup(name, len);
	bool known = command_help(app, word, out);

	free(word);
	return known;
}

bool help_add(const char *topic, struct buf *out)
{
	struct field field;
	bool any;

	field_find(&field, topic, strlen(topic));
	any = add_field_help(field.id, out);
	field_release(&field);
	any |= add_function_help(topic, out);
	any |= add_setting_help(topic, out);
	any |= add_type_help(topic, out);
	return any;
}

/* Tracepoints of the recording name their fields without "tp.". */
static void add_tracepoint_help(struct app *app, const char *topic, struct buf *out)
{
	struct buf name = BUF_INIT;
	struct field field;

	buf_adds(&name, "tp.");
	buf_adds(&name, topic);
	if (field_find(&field, name.p, name.len) && !check_field(&field, app->rec, NULL)) {
		buf_addf(out, "  %s is a field of tracepoints of this recording:\n", name.p);
		add_field_help(field.id, out);
	}
	field_release(&field);
	buf_release(&name);
}

enum {
	HELP_VIEW,
	HELP_FIELD,
	HELP_WORD,
	HELP_COMMAND,
	HELP_KEY,
	HELP_KINDS
};

/* Append all that has this name, what the view shows first; with headings if it is of two kinds. */
static void add_all_named(struct app *app, const char *topic, struct buf *out)
{
	static const char *const headings[HELP_KINDS] = {
		[HELP_VIEW] = "number of this view",	[HELP_WORD] = "word of screens",
		[HELP_FIELD] = "field, type or option", [HELP_COMMAND] = "command",
		[HELP_KEY] = "key or action",
	};
	const char *name = topic + (*topic == ':' && topic[1] ? 1 : 0);
	struct buf kinds[HELP_KINDS] = { { NULL } };
	size_t found = 0;

	for (size_t i = 0; i < HELP_KINDS; i++)
		buf_init(&kinds[i]);
	numbers_add_one(app_view_name(app), topic, &kinds[HELP_VIEW]);
	topics_add(app, topic, &kinds[HELP_WORD]);
	help_add(topic, &kinds[HELP_FIELD]);
	command_help(app, name, &kinds[HELP_COMMAND]);
	add_action_help(app, topic, &kinds[HELP_KEY]);
	for (size_t i = 0; i < HELP_KINDS; i++)
		found += kinds[i].len > 0;
	for (size_t i = 0; i < HELP_KINDS; i++) {
		if (found > 1)
			add_heading(headings[i], &kinds[i], out);
		else
			buf_adds(out, kinds[i].p);
		buf_release(&kinds[i]);
	}
}

static bool is_member(const char *topic)
{
	const char *dot = strchr(topic, '.');

	return dot && dot > topic && dot[1] && !strchr(topic, ' ');
}

static int no_field(const char *topic, struct err *err)
{
	struct buf text = BUF_INIT;
	int rc;

	field_explain_unknown(topic, strlen(topic), &text);
	rc = err_set_at(err, ERR_PARSE, 0, "%s", text.p);
	buf_release(&text);
	return rc;
}

/* Append what has a similar name, or the text in its help. */
static void add_nearest(struct app *app, const char *topic, struct buf *out)
{
	struct buf found = BUF_INIT;

	if (!topics_find(app, topic, &found))
		add_keys_and_commands(app, topic, &found);
	if (found.len) {
		buf_adds(out, "nothing has the name ");
		text_escape_str(out, topic);
		buf_addf(out, "; nearest:\n%s", found.p);
	}
	buf_release(&found);
}

int help_topic(struct app *app, const char *topic, struct err *err)
{
	struct buf text = BUF_INIT, title = BUF_INIT;

	add_all_named(app, topic, &text);
	if (!strcmp(topic, HELP_NUMBERS) && app->opt->batch)
		numbers_add(&text);
	else if (!strcmp(topic, HELP_NUMBERS))
		numbers_add_by_view(&text);
	if (!text.len)
		add_tracepoint_help(app, topic, &text);
	/* A name with a dot can only be that of a field. */
	if (!text.len && is_member(topic)) {
		buf_release(&text);
		return no_field(topic, err);
	}
	if (!text.len)
		add_nearest(app, topic, &text);
	if (!text.len) {
		buf_release(&text);
		return err_set_at(err, ERR_PARSE, 0,
				  "no command, key, field, record type or topic has this name; "
				  "Tab lists them");
	}
	buf_adds(&title, "help: ");
	text_escape_str(&title, topic);
	open_page(app, title.p, &text);
	buf_release(&title);
	return 0;
}

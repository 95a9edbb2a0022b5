/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/help.h"

#include <string.h>

#include "base/text.h"
#include "tui/command.h"
#include "tui/view_text.h"

#define KEYS_SHOWN 4
#define KEYS_COLS 20

static void add_action(enum action action, struct buf *out)
{
	struct buf keys = BUF_INIT;
	size_t width;

	keys_of(action, KEYS_SHOWN, &keys);
	width = text_columns(keys.p, keys.len);
	buf_addf(out, "  %s", keys.p);
	buf_fill(out, ' ', width < KEYS_COLS ? KEYS_COLS - width : 1);
	buf_addf(out, "%s\n", action_info(action)->help);
	buf_release(&keys);
}

static void add_group(const struct view *view, enum action_group group, struct buf *out)
{
	bool any = false;

	for (int i = ACTION_NONE + 1; i < ACTION_COUNT; i++) {
		enum action action = (enum action)i;

		if (action_info(action)->group != group ||
		    !(view->ops->knows(view, action) || app_knows(action)))
			continue;
		if (!any)
			buf_addf(out, "%s%s\n", out->len ? "\n" : "", action_group_name(group));
		any = true;
		add_action(action, out);
	}
}

void help_open(struct app *app)
{
	struct view *view = app_view(app);
	struct buf text = BUF_INIT, title = BUF_INIT;

	/* The key that opens it closes it. */
	if (!strcmp(view->ops->name, "help")) {
		app_pop(app);
		return;
	}
	for (int group = 0; group < GROUP_COUNT; group++)
		add_group(view, (enum action_group)group, &text);
	buf_adds(&text, "\nCommands\n");
	command_list(&text);
	buf_addf(&title, "keys in %s", view->ops->name);
	app_push(app, view_text_new("help", title.p, &text));
	buf_release(&title);
}

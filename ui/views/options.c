/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/options.h"

#include <stdlib.h>

#include "shell/command.h"
#include "shell/help.h"
#include "shell/settings.h"
#include "views/table.h"
#include "views/views.h"

enum {
	CELL_NAME,
	CELL_VALUE,
	CELL_VALUES,
	CELL_HELP,
	CELLS
};

static uint64_t options_count(const struct view_table *vt)
{
	(void)vt;
	return SETTING_COUNT;
}

static void options_cell(struct view_table *vt, uint64_t row, size_t column, struct buf *out)
{
	enum setting setting = (enum setting)row;

	switch (column) {
	case CELL_NAME:
		buf_adds(out, setting_name(setting));
		break;
	case CELL_VALUE:
		setting_show(vt->view.app, setting, out);
		break;
	case CELL_VALUES:
		setting_values(setting, out);
		break;
	default:
		buf_adds(out, setting_help(setting));
		break;
	}
}

static enum style options_style(struct view_table *vt, uint64_t row, size_t column)
{
	if (column == CELL_VALUES || column == CELL_HELP)
		return STYLE_DIM;
	return setting_is_usual(vt->view.app, (enum setting)row) ? STYLE_NORMAL : STYLE_TYPE;
}

/* Set the next value. For a number, ask for it. */
static bool options_act(struct view_table *vt, const struct action_call *call)
{
	struct buf text = BUF_INIT;
	uint64_t row;

	if (call->action == ACTION_EXPLAIN) {
		if (view_table_row(vt, &row))
			help_topic(vt->view.app, setting_name((enum setting)row), NULL);
		return true;
	}
	if (view_table_row(vt, &row) && !setting_next(vt->view.app, (enum setting)row)) {
		buf_addf(&text, "set %s ", setting_name((enum setting)row));
		command_prompt(vt->view.app, text.p);
	}
	buf_release(&text);
	return true;
}

static void options_close(struct view_table *vt)
{
	free(vt);
}

static const struct table_column columns[CELLS] = {
	[CELL_NAME] = { "option", false, 0 },
	[CELL_VALUE] = { "is", false, 0 },
	[CELL_VALUES] = { "can be", false, 0, 100 },
	[CELL_HELP] = { "description", false, 0 },
};

static const enum action actions[] = { ACTION_OPEN, ACTION_EXPLAIN, ACTION_NONE };

static const struct view_words words[] = {
	{ ACTION_OPEN, "change", "set the next value; for a number: prompt for it" },
	{ ACTION_EXPLAIN, "explain", "explain the option and its values" },
	{ ACTION_NONE, NULL, NULL },
};

static const enum action hints[] = { ACTION_OPEN, ACTION_EXPLAIN, ACTION_CLOSE, ACTION_HELP,
				     ACTION_NONE };

const struct table_ops table_options = {
	.name = "the options",
	.title = "options: {open} sets one for this run; the config file, for all runs",
	.n = CELLS,
	.columns = columns,
	.count = options_count,
	.cell = options_cell,
	.style = options_style,
	.act = options_act,
	.actions = actions,
	.hints = hints,
	.words = words,
	.close = options_close,
};

void options_open(struct app *app)
{
	view_table_once(app, &table_options, sizeof(struct view_table));
}

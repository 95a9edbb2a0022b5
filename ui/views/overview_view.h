/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_OVERVIEW_VIEW_H
#define VIEWS_OVERVIEW_VIEW_H

#include "base/mem.h"
#include "views/overview_lines.h"
#include "views/table.h"

/*
 * The overview, for the files that it consists of: views/overview.c takes what was found and opens
 * the view, views/overview_act.c has the actions, and views/overview_draw.c fits the lines to a
 * screen and draws what is more than text.
 */
struct view_overview {
	struct view_table table;
	char *title;
	struct buf heading;
	struct buf hint; /* the word for ACTION_OPEN */
	struct table_column columns[2];
	int body; /* screen lines for it, also while a prompt covers some */
	struct overview found;
	struct overview_text text;
	struct overview_lines lines;
};

static inline struct view_overview *overview_view_of(const struct view_table *vt)
{
	return container_of(vt, struct view_overview, table);
}

/* Make the lines of what was found, for `body` lines. The cursor stays on its line. */
void overview_view_make_lines(struct view_overview *v);

/* ---- overview_act.c: a function of struct table_ops ---- */

bool overview_act(struct view_table *vt, const struct action_call *call);

/* ---- overview_draw.c: functions of struct table_ops ---- */

void overview_draw_lay_out(struct view_table *vt, struct surface *s);
void overview_draw_signs(struct view_table *vt, const struct surface *body);

/* Set the columns of the texts for a screen, or a page, of cols columns. */
void overview_draw_set_cols(struct view_overview *v, int cols);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_TEXT_H
#define VIEWS_TEXT_H

#include "base/buf.h"
#include "shell/app.h"
#include "views/view.h"

/*
 * Make a page of text that scrolls. The view owns the text, whose lines are escaped. A line that
 * does not begin with a blank is a heading if the next line is indented.
 */
struct view *view_text_new(const char *name, const char *title, struct buf *text);

/* Wrap lines at the width of the screen (wrap.h). Without this, left and right scroll the text. */
void view_text_wrap(struct view *view);

/* Actions of a page, which take precedence over the actions of every page. */
struct view_text_more {
	const enum action *actions; /* ends with ACTION_NONE */
	const enum action *hints;
	void (*act)(struct app *app, uint64_t ctx, const struct action_call *call);
	uint64_t ctx;
	const struct view_words *words; /* as in struct view_ops */
};

void view_text_add(struct view *view, const struct view_text_more *more);

/* Is it an action of every page? */
bool view_text_knows(enum action action);

#endif

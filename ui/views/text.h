/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_TEXT_H
#define VIEWS_TEXT_H

#include "base/buf.h"
#include "shell/app.h"
#include "views/view.h"

/*
 * A page of text to scroll in. Takes over the text, whose lines are escaped. A
 * line that begins with a character that is not a blank is a heading when the
 * next line is indented.
 */
struct view *view_text_new(const char *name, const char *title, struct buf *text);

/* Break its lines at the width of the screen (wrap.h); otherwise left and right scroll. */
void view_text_wrap(struct view *view);

/* Actions that such a page has besides moving; they come first. */
struct view_text_more {
	const enum action *actions; /* ends with ACTION_NONE */
	const enum action *hints;
	void (*act)(struct app *app, uint64_t ctx, const struct action_call *call);
	uint64_t ctx;
	const struct view_words *words; /* as in struct view_ops */
};

void view_text_add(struct view *view, const struct view_text_more *more);

/* The actions of every page. */
bool view_text_knows(enum action action);

#endif

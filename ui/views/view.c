/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/view.h"

static const struct view_words *find(const struct view *view, enum action action)
{
	for (const struct view_words *w = view->ops->words; w && w->action != ACTION_NONE; w++)
		if (w->action == action)
			return w;
	return NULL;
}

const char *view_hint(const struct view *view, enum action action)
{
	const struct view_words *words = find(view, action);

	return words ? words->hint : action_info(action)->hint;
}

const char *view_help(const struct view *view, enum action action)
{
	const struct view_words *words = find(view, action);

	return words ? words->help : action_info(action)->help;
}

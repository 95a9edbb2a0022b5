/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/view.h"

const struct view_words *view_words_find(const struct view_words *words, enum action action)
{
	for (; words && words->action != ACTION_NONE; words++)
		if (words->action == action)
			return words;
	return NULL;
}

const char *view_hint(const struct view *view, enum action action)
{
	const struct view_words *words = view_words_find(view->ops->words, action);

	return words ? words->hint : action_info(action)->hint;
}

const char *view_help(const struct view *view, enum action action)
{
	const struct view_words *words = view_words_find(view->ops->words, action);

	return words ? words->help : action_info(action)->help;
}

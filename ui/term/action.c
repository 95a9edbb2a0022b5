/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "term/action.h"

#include <string.h>

static const struct action_info actions[ACTION_COUNT] = {
#define ACTION(id, name, group, hint, help) [ACTION_##id] = { name, GROUP_##group, hint, help },
#include "term/actions.def"
};

/* clang-format off */
static const char *const groups[GROUP_COUNT] = {
	[GROUP_MOVE] = "Move",
	[GROUP_FIND] = "Search and related records",
	[GROUP_PANES] = "Panes and views",
	[GROUP_FILTER] = "Filter",
	[GROUP_DISPLAY] = "Display",
	[GROUP_PROGRAM] = "Program",
};
/* clang-format on */

const struct action_info *action_info(enum action action)
{
	return &actions[action];
}

enum action action_find(const char *name)
{
	for (int i = ACTION_NONE + 1; i < ACTION_COUNT; i++)
		if (!strcmp(actions[i].name, name))
			return (enum action)i;
	return ACTION_NONE;
}

const char *action_group_name(enum action_group group)
{
	return groups[group];
}

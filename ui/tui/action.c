/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/action.h"

static const struct action_info actions[ACTION_COUNT] = {
#define ACTION(id, name, group, hint, help) [ACTION_##id] = { name, GROUP_##group, hint, help },
#include "tui/actions.def"
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

const char *action_group_name(enum action_group group)
{
	return groups[group];
}

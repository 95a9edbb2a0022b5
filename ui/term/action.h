/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TERM_ACTION_H
#define TERM_ACTION_H

#include <stdbool.h>
#include <stdint.h>

#include "term/keysym.h"

/* The actions of keys. actions.def is the only list. */
enum action {
	ACTION_NONE,
#define ACTION(id, ...) ACTION_##id,
#include "term/actions.def"
	ACTION_COUNT
};

enum action_group {
	GROUP_MOVE,
	GROUP_FIND,
	GROUP_PANES,
	GROUP_FILTER,
	GROUP_DISPLAY,
	GROUP_PROGRAM,
	GROUP_COUNT
};

struct action_info {
	const char *name;
	enum action_group group;
	const char *hint; /* a word or two for the bottom line */
	const char *help; /* a line for the help screen */
};

const struct action_info *action_info(enum action action);

/* Find an action by name; ACTION_NONE: there is none. */
enum action action_find(const char *name);

const char *action_group_name(enum action_group group);

/* An action with its count and key. */
struct action_call {
	enum action action;
	bool has_count;
	uint64_t count; /* the count before the key, or 1 */
	keysym key;	/* the last key of the binding, such as the letter of a mark */
};

#endif

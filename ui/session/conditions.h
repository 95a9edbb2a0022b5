/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_CONDITIONS_H
#define SESSION_CONDITIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/vec.h"

/*
 * The filter of the browser: conditions that a record must all meet. Each condition can be turned
 * off and on, changed and removed. A zeroed struct has no conditions.
 */
struct condition {
	char *text;
	bool off; /* the condition is stored, but not applied */
	/* turned off by Escape; ACTION_FILTER_TOGGLE first turns these conditions on */
	bool escaped;
};

struct conditions {
	VEC(struct condition) list;
	bool off;      /* all conditions are off */
	bool restored; /* restored from the last run, and not changed since then */
};

void conditions_release(struct conditions *conditions);

/* Make `to` a copy of `from`. `to` is zeroed, or already has conditions. */
void conditions_copy(struct conditions *to, const struct conditions *from);
bool conditions_same(const struct conditions *a, const struct conditions *b);

/*
 * Split an expression at the "and" of its outermost level. The parts replace the conditions that
 * are on. Conditions that are off stay, except those that Escape turned off.
 */
void conditions_set(struct conditions *conditions, const char *expr);

/*
 * Add a condition. If the filter already has it, it is turned on. If all conditions are off, the
 * others stay off, each by itself.
 */
enum conditions_added {
	CONDITIONS_NEW,
	CONDITIONS_AGAIN /* it was off */,
	CONDITIONS_SAME
};
enum conditions_added conditions_add(struct conditions *conditions, const char *expr);

/* Set the text of condition i (< list.n); a blank text removes it. */
void conditions_replace(struct conditions *conditions, size_t i, const char *expr);
void conditions_remove(struct conditions *conditions, size_t i);

/* Remove the last condition. Returns false if there is none. */
bool conditions_drop(struct conditions *conditions);
void conditions_clear(struct conditions *conditions);

/*
 * conditions_escape() turns off the last condition that is on. conditions_unescape() turns on again
 * the last condition that conditions_escape() turned off. They return NULL if there is none.
 */
const char *conditions_escape(struct conditions *conditions);
const char *conditions_unescape(struct conditions *conditions);
void conditions_forget_escaped(struct conditions *conditions);

/* If each condition is off by itself, turn all of them on. Returns false if one is on. */
bool conditions_turn_on(struct conditions *conditions);

/* Turn each condition off by itself. */
void conditions_turn_off(struct conditions *conditions);

/* Append all conditions that are on as one expression. Append nothing if there are none. */
void conditions_text(const struct conditions *conditions, struct buf *out);

/* Negate one condition, or several that are joined. */
void conditions_negate(struct buf *condition);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_CHIPS_H
#define SESSION_CHIPS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/vec.h"

/*
 * The filter of the browser: conditions that a record must all meet. Each condition can be turned
 * off and on, changed and removed. A zeroed struct has no conditions.
 */
struct chip {
	char *text;
	bool off; /* the condition is stored, but not applied */
	/* turned off by Escape; ACTION_FILTER_TOGGLE first turns these conditions on */
	bool escaped;
};

struct chips {
	VEC(struct chip) list;
	bool off;      /* all conditions are off */
	bool restored; /* restored from the last run, and not changed since then */
};

void chips_release(struct chips *chips);

/* Make `to` a copy of `from`. to is zeroed, or already has conditions. */
void chips_copy(struct chips *to, const struct chips *from);
bool chips_same(const struct chips *a, const struct chips *b);

/*
 * Split an expression at the "and" of its outermost level. The parts replace the conditions that
 * are on. Conditions that are off stay, except those that Escape turned off.
 */
void chips_set(struct chips *chips, const char *expr);

/* Add a condition. Returns false if the filter already has it; the condition is then turned on. */
bool chips_add(struct chips *chips, const char *expr);

/* Set the text of condition i (< list.n); a blank text removes it. */
void chips_replace(struct chips *chips, size_t i, const char *expr);
void chips_remove(struct chips *chips, size_t i);

/* Remove the last condition. Returns false if there is none. */
bool chips_drop(struct chips *chips);
void chips_clear(struct chips *chips);

/*
 * chips_escape() turns off the last condition that is on. chips_unescape() turns on again the last
 * condition that chips_escape() turned off. They return NULL if there is none.
 */
const char *chips_escape(struct chips *chips);
const char *chips_unescape(struct chips *chips);
void chips_forget_escaped(struct chips *chips);

/* Append all conditions that are on as one expression. Append nothing if there are none. */
void chips_text(const struct chips *chips, struct buf *out);

#endif

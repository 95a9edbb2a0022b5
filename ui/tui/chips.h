/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_CHIPS_H
#define TUI_CHIPS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/vec.h"

/*
 * The filter as people build it: conditions that all have to hold, each of which
 * can be turned off and on, changed and dropped. A zeroed one has no conditions.
 */
struct chip {
	char *text;
	bool off;     /* kept, but not applied */
	bool escaped; /* turned off by Escape: the next ACTION_FILTER_TOGGLE turns it on */
};

struct chips {
	VEC(struct chip) list;
	bool off;      /* all of them */
	bool restored; /* as they were left the last time, and nobody has changed them since */
};

void chips_release(struct chips *chips);

/* Make to (zeroed, or chips) the same conditions. */
void chips_copy(struct chips *to, const struct chips *from);
bool chips_same(const struct chips *a, const struct chips *b);

/*
 * Take an expression apart at the "and" of its outermost level: that many conditions
 * are on then, and those that were before are gone. What is off stays, unless Escape turned it off.
 */
void chips_set(struct chips *chips, const char *expr);

/* One more condition; one that is there already is turned on. Returns false then. */
bool chips_add(struct chips *chips, const char *expr);

/* Condition i (< list.n) gets that text; none is left of it when the text is blank. */
void chips_replace(struct chips *chips, size_t i, const char *expr);
void chips_remove(struct chips *chips, size_t i);

/* The last one; false when there is none. */
bool chips_drop(struct chips *chips);
void chips_clear(struct chips *chips);

/* Turn the last one off that is on, or on again what this turned off last. NULL: there is none. */
const char *chips_escape(struct chips *chips);
const char *chips_unescape(struct chips *chips);
void chips_forget_escaped(struct chips *chips);

/* All conditions that are on as one expression; empty when there are none. */
void chips_text(const struct chips *chips, struct buf *out);

#endif

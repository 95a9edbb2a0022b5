/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_CHIPS_H
#define TUI_CHIPS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/vec.h"

/*
 * The filter as people build it: conditions that all have to hold, each of which
 * can be dropped again. A zeroed one has no conditions.
 */
struct chips {
	VEC(char *) list;
	bool off; /* kept, but not applied */
};

void chips_release(struct chips *chips);
void chips_copy(struct chips *to, const struct chips *from);

/* Take an expression apart at the "and" of its outermost level. */
void chips_set(struct chips *chips, const char *expr);

/* One more condition; one that is there already is not added. Returns false then. */
bool chips_add(struct chips *chips, const char *expr);

/* The last one; false when there is none. */
bool chips_drop(struct chips *chips);

/* All conditions as one expression; empty when there are none. */
void chips_text(const struct chips *chips, struct buf *out);

#endif

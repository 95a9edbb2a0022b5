/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_DRAW_H
#define RECORDS_DRAW_H

#include <stdbool.h>

#include "term/surface.h"
#include "term/term.h"
#include "widgets/number.h"

struct view;
struct view_records;

void records_draw(struct view_records *v, const struct surface *s, struct term_cursor *cursor);

/* The mouse points to a place (struct view_ops). */
bool records_point(struct view *view, int row, int col, bool select);

extern const struct number view_records_numbers[];

#endif

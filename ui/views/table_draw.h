/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_TABLE_DRAW_H
#define VIEWS_TABLE_DRAW_H

#include "views/table.h"

/* Functions of struct view_ops for a table: its screen, its title and its text. */

void table_draw(struct view *view, const struct surface *whole, struct term_cursor *cursor);

/* The title of a text also has what is missing. */
void table_draw_title(struct view *view, struct buf *out);
void table_draw_text(struct view *view, struct buf *out);

/* Are numbers of the column in groups of digits? The text of programs (--batch) has none. */
bool table_draw_has_digits(const struct view_table *vt, size_t column);

/* Append a cell as it is drawn. */
void table_draw_add_cell(struct view_table *vt, uint64_t row, size_t column, struct buf *out);

#endif

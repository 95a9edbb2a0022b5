/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/framebox.h"

#include "base/buf.h"
#include "base/text.h"
#include "widgets/shortname.h"

enum {
	NAME_COLS = 8 /* of frames that are too narrow to mark a truncated name */
};

/* Draw the name in the middle, with blanks around it, or as much of it as fits. */
static void draw_name(const struct surface *cells, enum style style, const char *text)
{
	int room = cells->cols - 1, cols, at;
	struct buf name = BUF_INIT;

	if (room < NAME_COLS)
		buf_adds(&name, text);
	else
		shortname_add(text, room, &name);
	cols = (int)text_columns(name.p, name.len);
	at = cols < room ? 1 + (room - cols) / 2 : 1;
	if (at > 1)
		surface_put(cells, 0, at - 1, style, " ");
	at = surface_put(cells, 0, at, style, name.p);
	surface_put(cells, 0, at, style, cols < room ? " " : "");
	buf_release(&name);
}

void framebox_draw(const struct framebox *box, const struct surface *cells)
{
	enum style style = box->here ? STYLE_SELECTED : box->found ? STYLE_HIGHLIGHT : box->style;

	/* Without colours, dots show the extent. */
	surface_repeat(cells, 0, 0, cells->cols, style,
		       cells->grid->colours || !box->open ? ' ' : 0x00b7);
	if (cells->cols > 1)
		draw_name(cells, style, box->name);
	surface_repeat(cells, 0, 0, 1, style, box->here ? '>' : box->found ? '*' : 0x2502);
	if (box->beyond && cells->cols > 2)
		surface_put(cells, 0, cells->cols - 1, style, box->beyond);
}

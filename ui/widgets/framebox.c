/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/framebox.h"

#include "base/buf.h"
#include "base/text.h"
#include "widgets/shortname.h"

enum {
	NAME_COLS = 8 /* of frames that are too narrow to mark a truncated name */
};

/* The blocks that fill eighths from the left are before it, the narrowest last. */
#define LEFT_BLOCKS 0x2590

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

/* Draw the note. Returns its columns and a blank; 0: there is none, or it does not fit. */
static int draw_note(const struct framebox *box, const struct surface *cells, enum style style)
{
	int cols = box->note ? (int)text_columns_str(box->note) : 0;

	if (!cols || cols >= cells->cols)
		return 0;
	surface_put(cells, 0, 1, style, box->note);
	return cols + 1;
}

static uint32_t sign_of(const struct framebox *box, bool noted)
{
	if (box->here)
		return '>';
	if (box->found)
		return '*';
	return box->note && *box->note && !noted ? (unsigned char)*box->note : 0x2502;
}

/* Without colours, a block would look like the edge of a frame. */
static uint32_t part_of(const struct framebox *box, const struct grid *grid)
{
	return grid->ascii || !grid->colours ? ':' : LEFT_BLOCKS - (uint32_t)box->eighths;
}

/* Without colours, dots show the extent. */
static uint32_t ground_of(const struct framebox *box, const struct grid *grid)
{
	if (box->full && !box->here)
		return grid->ascii ? '#' : 0x2588;
	return grid->colours || !box->open ? ' ' : 0x00b7;
}

void framebox_draw(const struct framebox *box, const struct surface *cells)
{
	enum style style = box->here ? STYLE_SELECTED : box->found ? STYLE_HIGHLIGHT : box->style;
	struct surface name;
	int noted;

	if (box->eighths && !box->here && !box->found) {
		surface_repeat(cells, 0, 0, 1, style, part_of(box, cells->grid));
		return;
	}
	surface_repeat(cells, 0, 0, cells->cols, style, ground_of(box, cells->grid));
	noted = draw_note(box, cells, style);
	name = surface_sub(cells, 0, noted, 1, cells->cols - noted);
	if (name.cols > 1)
		draw_name(&name, style, box->name);
	surface_repeat(cells, 0, 0, 1, style, sign_of(box, noted));
	if (box->beyond && cells->cols > 2)
		surface_put(cells, 0, cells->cols - 1, style, box->beyond);
}

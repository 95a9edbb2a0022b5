/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/compare_cells.h"

#include <string.h>

/* clang-format off */
const struct table_column compare_cells_columns[COMPARE_CELLS] = {
	[COMPARE_CELL_WHAT] = { "of", false, 0, 100 },
	[COMPARE_CELL_NAME] = { "name", false, 32, 0 },
	[COMPARE_CELL_A] = { "this", true, 14, 0,
			     { NULL, "the line's", "records or sum of this recording, also in percent or per second",
			       NUMBER_TOTALS } },
	[COMPARE_CELL_B] = { "the other", true, 14, 0,
			     { NULL, "the line's", "the same of the other recording", NUMBER_TOTALS } },
	[COMPARE_CELL_MORE] = { "other-this", true, 0, 0,
				{ NULL, "the line's", "difference, the other minus this; of percentages in percentage points",
				  NUMBER_TOTALS } },
	[COMPARE_CELL_PERCENT] = { "% of this", false, 0, 90,
				   { NULL, "%", "difference in percent of the value in the column \"this\"", NUMBER_TOTALS } },
};
/* clang-format on */

static bool is_percent(const struct compare_line *line, enum compare_unit unit)
{
	return line->what == COMPARE_TOTAL && unit == COMPARE_PERCENT;
}

/* The decimals of the number of one side, which suit its size. */
static unsigned decimals_of(const struct compare_line *line, int side)
{
	struct buf text = BUF_INIT;
	const char *point;
	size_t n;

	quantity_text(&line->quantity, line->number[side], &text);
	point = strchr(text.p, '.');
	n = point ? strlen(point + 1) : 0;
	buf_release(&text);
	return (unsigned)n;
}

/* Append a number. Percentages have two decimals; the numbers of any other line, equally many. */
static void add_decimals(const struct compare_line *line, enum compare_unit unit, int128 number,
			 struct buf *out)
{
	unsigned a, b;

	if (is_percent(line, unit)) {
		int128_decimals_text(out, number, 2);
	} else if (!quantity_has_decimals(&line->quantity)) {
		quantity_text(&line->quantity, number, out);
	} else {
		a = decimals_of(line, COMPARE_A);
		b = decimals_of(line, COMPARE_B);
		int128_decimals_text(out, number, a > b ? a : b);
	}
}

static void add_number(const struct compare_line *line, enum compare_unit unit, int128 number,
		       struct buf *out)
{
	add_decimals(line, unit, number, out);
	quantity_add_unit(&line->quantity, out);
	if (line->what == COMPARE_TOTAL && unit == COMPARE_PER_SECOND)
		buf_adds(out, "/s");
}

void compare_cells_add_side(const struct compare_line *line, enum compare_unit unit, int side,
			    struct buf *out)
{
	if (line->is_number) {
		add_number(line, unit, line->number[side], out);
		buf_adds(out, is_percent(line, unit) ? "%" : "");
	} else {
		buf_adds(out, line->text[side] && *line->text[side] ? line->text[side] : "-");
	}
}

/* Append the difference. Percentages differ by percentage points. */
static void add_difference(const struct compare_line *line, enum compare_unit unit, int128 more,
			   struct buf *out)
{
	if (more > 0)
		buf_addc(out, '+');
	add_number(line, unit, more, out);
	buf_adds(out, is_percent(line, unit) ? " pp" : "");
}

bool compare_cells_are_same(const struct compare_line *line)
{
	const char *a = line->text[COMPARE_A], *b = line->text[COMPARE_B];

	if (line->is_number)
		return line->number[COMPARE_A] == line->number[COMPARE_B];
	return a && b ? !strcmp(a, b) : a == b;
}

void compare_cells_add(const struct compare_line *line, enum compare_unit unit,
		       enum compare_cell cell, struct buf *out)
{
	int128 a = line->number[COMPARE_A], b = line->number[COMPARE_B];

	switch (cell) {
	case COMPARE_CELL_WHAT:
		buf_adds(out, compare_what_name(line->what));
		break;
	case COMPARE_CELL_A:
	case COMPARE_CELL_B:
		if (line->what != COMPARE_SAME)
			compare_cells_add_side(line, unit,
					       cell == COMPARE_CELL_A ? COMPARE_A : COMPARE_B, out);
		break;
	case COMPARE_CELL_MORE:
		if (compare_cells_are_same(line))
			buf_addc(out, '=');
		else if (line->is_number)
			add_difference(line, unit, b - a, out);
		else
			buf_adds(out, "differs");
		break;
	case COMPARE_CELL_PERCENT:
		if (line->is_number && a != 0)
			buf_addf(out, "%+.1f", (double)(b - a) * 100 / (double)a);
		break;
	case COMPARE_CELL_NAME:
	default:
		buf_adds(out, line->name);
		break;
	}
}

enum style compare_cells_style(const struct compare_line *line, enum compare_cell cell)
{
	if (cell == COMPARE_CELL_MORE && !compare_cells_are_same(line))
		return STYLE_MESSAGE;
	return cell == COMPARE_CELL_NAME				   ? STYLE_TYPE
	       : cell == COMPARE_CELL_PERCENT || cell == COMPARE_CELL_WHAT ? STYLE_NUMBER
									   : STYLE_NORMAL;
}

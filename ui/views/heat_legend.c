/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/heat_legend.h"

#include "base/text.h"
#include "records/time_range.h"
#include "term/shades.h"

enum {
	NARROW_COLS = 60, /* a narrower screen has half of the colours */
	SCALE_PART = 4,	  /* steps of the scale with a number */
	DIGITS = 3	  /* of a time */
};

/* Append a number such as 4711, 1.23G or 1.234 ms; large numbers are shortened. */
static void add_number(const struct heat_legend *legend, uint64_t n, struct buf *out)
{
	static const char units[] = "MGTPE";
	double of = (double)n / 1e6;
	size_t i = 0;

	if (counted_is_ns(legend->what)) {
		text_add_duration(n, DIGITS, out);
		return;
	}
	while (of >= 999.5) {
		of /= 1000;
		i++;
	}
	if (n < 1000000)
		buf_addf(out, "%llu", (unsigned long long)n);
	else
		buf_addf(out, "%.3g%c", of, units[i]);
	counted_add_unit(legend->what, out);
}

/* Append the amounts of a colour: "13-17", or of sums "to 1.2 ms". */
static void add_amounts(const struct heat_legend *legend, uint64_t first, uint64_t last,
			struct buf *out)
{
	if (legend->what->weighed) {
		buf_adds(out, "to ");
	} else if (first < last) {
		add_number(legend, first, out);
		buf_addc(out, '-');
	}
	add_number(legend, last, out);
}

/* Append what the amounts are: "records in each 500 us". */
static void add_unit(const struct heat_legend *legend, struct buf *out)
{
	if (!time_range_sum_name(legend->what, out))
		buf_adds(out, "records");
	buf_adds(out, " in each ");
	text_add_duration(legend->cell, DIGITS, out);
}

void heat_legend_add(const struct heat_legend *legend, bool ascii, struct buf *out)
{
	uint64_t first = 1;

	for (unsigned level = 1; level <= SHADES && legend->most; level++) {
		/* The largest count of this shade. */
		uint64_t last =
			(uint64_t)(((unsigned __int128)legend->most * level + SHADES - 1) / SHADES);

		if (last < first)
			continue;
		text_add_utf8(out, shade_of(ascii, first, legend->most));
		buf_addc(out, ' ');
		add_amounts(legend, first, last, out);
		buf_adds(out, "  ");
		first = last + 1;
	}
	if (legend->most)
		add_unit(legend, out);
}

/*
 * Draw "█ 1  ██ 2-4  ████ 5-10": the colours of parts of the scale, and their amounts. Returns the
 * column after it.
 */
static int draw_scale(const struct heat_legend *legend, const struct surface *s, int row)
{
	unsigned every = s->cols < NARROW_COLS ? 2 : 1;
	uint64_t first = 1;
	int at = 1;

	for (unsigned i = SCALE_PART - 1; i < THEME_AMOUNTS; i += SCALE_PART) {
		uint64_t last = theme_amount_last(i, legend->most);
		struct buf text = BUF_INIT;

		if (last < first)
			continue;
		for (enum style style = theme_amount(first, legend->most);
		     style <= theme_amount(last, legend->most); style += every)
			surface_repeat(s, row, at++, 1, style, 0x2588);
		add_amounts(legend, first, last, &text);
		at = surface_put(s, row, at + 1, STYLE_DIM, text.p) + (every > 1 ? 1 : 2);
		first = last + 1;
		buf_release(&text);
	}
	return at;
}

/* What the amounts are, in the colour of the event if only one is counted. */
static void draw_unit(const struct heat_legend *legend, const struct surface *s, int row, int col)
{
	enum style style = counted_style(legend->what);
	struct buf text = BUF_INIT;

	add_unit(legend, &text);
	if (col + (int)text.len <= s->cols)
		surface_put(s, row, col, style == STYLE_NORMAL ? STYLE_DIM : style, text.p);
	buf_release(&text);
}

void heat_legend_draw(const struct heat_legend *legend, const struct surface *s, int row)
{
	struct buf text = BUF_INIT;

	if (grid_has_halves(s->grid)) {
		if (legend->most)
			draw_unit(legend, s, row, draw_scale(legend, s, row));
		return;
	}
	heat_legend_add(legend, s->grid->ascii, &text);
	surface_put_left(s, row, 1, s->cols - 1, STYLE_DIM, text.p);
	buf_release(&text);
}
